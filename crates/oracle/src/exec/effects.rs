//! Calls with effects inside expressions: they are carried out first, in the order of
//! evaluation; what stands to their left is evaluated before them.

use crate::frame::Thread;
use crate::machine::{Machine, cannot};
use crate::outcome::Stop;
use crate::value::Value;
use spec_lang::ast::{BinaryOp, Expr, ExprKind};
use std::pin::Pin;

impl<'p> Machine<'p> {
    /// Carries out the effects in an expression and keeps their results.
    pub(crate) fn prepare<'a>(
        &'a self,
        thread: &'a mut Thread,
        e: &'a Expr,
    ) -> Pin<Box<dyn Future<Output = Result<(), Stop>> + 'a>> {
        Box::pin(async move {
            if !self.tables.effects.contains(&e.id) {
                return Ok(());
            }
            match &e.kind {
                ExprKind::Call(call) | ExprKind::New(call) => {
                    let mut parts: Vec<&Expr> = call.receiver.as_deref().into_iter().collect();
                    parts.extend(&call.args);
                    self.prepare_all(thread, &parts).await?;
                    if self.is_pure_call(e) {
                        return Ok(());
                    }
                    let value = self.call(thread, e, call).await?;
                    thread.frame.cache.insert(e.id, value);
                    Ok(())
                }
                ExprKind::Binary(
                    op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies),
                    left,
                    right,
                ) if self.is_pure_call(e) => {
                    let value = self.keep(thread, left).await?;
                    let goes_on = match op {
                        BinaryOp::Or => value == Value::Bool(false),
                        _ => value == Value::Bool(true),
                    };
                    if goes_on {
                        self.prepare(thread, right).await?;
                    }
                    Ok(())
                }
                ExprKind::Conditional(condition, then, otherwise) => {
                    if self.keep(thread, condition).await? == Value::Bool(true) {
                        self.prepare(thread, then).await
                    } else {
                        self.prepare(thread, otherwise).await
                    }
                }
                ExprKind::Binary(_, left, right) if !self.is_pure_call(e) => {
                    self.prepare_all(thread, &[left, right]).await?;
                    let value = self.call_operator(thread, e, left, right).await?;
                    thread.frame.cache.insert(e.id, value);
                    Ok(())
                }
                ExprKind::Unary(_, inner)
                | ExprKind::Size(inner)
                | ExprKind::Cast(_, inner)
                | ExprKind::Member(inner, _)
                | ExprKind::Increment { target: inner, .. } => self.prepare(thread, inner).await,
                ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => {
                    self.prepare_all(thread, &[left, right]).await
                }
                ExprKind::Update(a, b, c) => self.prepare_all(thread, &[a, b, c]).await,
                ExprKind::Slice(a, b, c) => {
                    let parts: Vec<&Expr> = [Some(a), b.as_ref(), c.as_ref()]
                        .into_iter()
                        .flatten()
                        .map(|e| &**e)
                        .collect();
                    self.prepare_all(thread, &parts).await
                }
                ExprKind::SeqLiteral(_, parts)
                | ExprKind::SetLiteral(_, parts)
                | ExprKind::BagLiteral(_, parts)
                | ExprKind::TupleLiteral(_, parts) => {
                    let parts: Vec<&Expr> = parts.iter().collect();
                    self.prepare_all(thread, &parts).await
                }
                ExprKind::MapLiteral(_, _, parts) => {
                    let parts: Vec<&Expr> = parts.iter().flat_map(|(k, v)| [k, v]).collect();
                    self.prepare_all(thread, &parts).await
                }
                ExprKind::NewArray(_, sizes) => {
                    let parts: Vec<&Expr> = sizes.iter().flatten().collect();
                    self.prepare_all(thread, &parts).await
                }
                _ => cannot("a call with effects in here", e.span),
            }
        })
    }

    /// Operands from left to right; those before the last effect are evaluated and kept.
    pub(super) async fn prepare_all(
        &self,
        thread: &mut Thread,
        parts: &[&Expr],
    ) -> Result<(), Stop> {
        let effects = &self.tables.effects;
        let last = parts.iter().rposition(|part| effects.contains(&part.id));
        for (at, part) in parts.iter().enumerate() {
            match last {
                Some(last) if at < last => {
                    self.keep(thread, part).await?;
                }
                Some(last) if at == last => self.prepare(thread, part).await?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Evaluates now and keeps the value.
    async fn keep(&self, thread: &mut Thread, e: &Expr) -> Result<Value, Stop> {
        self.prepare(thread, e).await?;
        let value = self.eval(&mut self.real(thread), e)?;
        self.take_fresh(thread);
        thread.frame.cache.insert(e.id, value.clone());
        Ok(value)
    }
}
