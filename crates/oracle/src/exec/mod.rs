//! Statements, as threads execute them.
//!
//! A thread is a future that gives way before each statement, so that a scheduler can choose
//! who goes on. Expressions are evaluated without giving way, but for calls of methods,
//! which are carried out beforehand, in the order of evaluation (`effects`).

pub(crate) mod atomic;
mod barrier;
pub(crate) mod call;
mod effects;
mod fold;
mod lock;
mod looping;
pub(crate) mod open;
pub(crate) mod par;
mod region;
mod share;
mod specification;
pub(crate) mod turns;

use crate::eval::Cx;
use crate::frame::{Reader, Thread};
use crate::heap::Cell;
use crate::machine::{Machine, cannot};
use crate::outcome::Stop;
use crate::value::Value;
use num_rational::BigRational;
use num_traits::One;
use spec_lang::ast::{AssignOp, Block, Expr, ExprKind, NodeId, Stmt, StmtKind};
use spec_lang::resolve::Reference;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use text::span::Span;

/// Something under way.
pub(crate) type Running<'a, T> = Pin<Box<dyn Future<Output = Result<T, Stop>> + 'a>>;

/// How a statement ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Flow {
    /// With its end.
    Next,
    /// By leaving this statement.
    Break(NodeId),
    /// By going on with the next round of this loop.
    Continue(NodeId),
    /// By ending the method.
    Return(Value),
    /// By jumping to this label.
    Goto(NodeId),
}

impl<'p> Machine<'p> {
    /// A block; a jump to a label in it goes on there.
    pub(crate) fn block<'a>(
        &'a self,
        thread: &'a mut Thread,
        block: &'a Block,
    ) -> Running<'a, Flow> {
        self.statements(thread, &block.statements)
    }

    fn statements<'a>(&'a self, thread: &'a mut Thread, all: &'a [Stmt]) -> Running<'a, Flow> {
        Box::pin(async move {
            let mut at = 0;
            while let Some(stmt) = all.get(at) {
                match self.stmt(thread, stmt).await? {
                    Flow::Next => at += 1,
                    Flow::Goto(label) => match all.iter().position(|stmt| stmt.id == label) {
                        Some(found) => at = found,
                        None => return Ok(Flow::Goto(label)),
                    },
                    other => return Ok(other),
                }
            }
            Ok(Flow::Next)
        })
    }

    /// A statement.
    pub(crate) fn stmt<'a>(&'a self, thread: &'a mut Thread, stmt: &'a Stmt) -> Running<'a, Flow> {
        Box::pin(async move {
            self.step()?;
            match &stmt.kind {
                StmtKind::Block(block) => {
                    let flow = self.block(thread, block).await?;
                    Ok(left(flow, stmt.id))
                }
                StmtKind::Ghost(inner) => self.stmt(thread, inner).await,
                StmtKind::Empty => Ok(Flow::Next),
                StmtKind::Label(_, inner) => {
                    let heap = self.world.borrow().heap.clone();
                    thread.frame.labels.insert(stmt.id, Rc::new(heap));
                    match inner {
                        Some(inner) => self.stmt(thread, inner).await,
                        None => Ok(Flow::Next),
                    }
                }
                StmtKind::While {
                    contract,
                    condition,
                    body,
                } => {
                    let looping = looping::Loop {
                        stmt,
                        contract,
                        condition: Some(condition),
                        update: &[],
                        body,
                    };
                    self.looping(thread, looping).await
                }
                StmtKind::For {
                    contract,
                    init,
                    condition,
                    update,
                    body,
                } => {
                    for one in init {
                        self.stmt(thread, one).await?;
                    }
                    let looping = looping::Loop {
                        stmt,
                        contract,
                        condition: condition.as_ref(),
                        update,
                        body,
                    };
                    self.looping(thread, looping).await
                }
                StmtKind::RangedFor {
                    contract,
                    iterator,
                    body,
                } => self.ranged(thread, stmt, contract, iterator, body).await,
                StmtKind::Par(par) => {
                    self.give_way(thread, stmt.span).await;
                    let lanes = par.blocks.iter().map(par::Lanes::of);
                    let blocks = lanes.map(par::Work::Lanes).collect();
                    self.par(thread, stmt, blocks).await
                }
                StmtKind::Vector {
                    iterators,
                    contract,
                    body,
                } => {
                    self.give_way(thread, stmt.span).await;
                    let lanes = par::Lanes::of_vector(stmt, iterators, contract, body);
                    self.par(thread, stmt, vec![par::Work::Lanes(lanes)]).await
                }
                StmtKind::Region { parallel, body } => {
                    self.region(thread, stmt, *parallel, body).await
                }
                StmtKind::Invariant { resource, body, .. } => {
                    self.invariant(thread, stmt, resource, body).await
                }
                StmtKind::Atomic { body, .. } => self.atomic(thread, stmt, body).await,
                StmtKind::Barrier(barrier) => {
                    self.give_way(thread, stmt.span).await;
                    self.barrier(thread, stmt, barrier).await
                }
                StmtKind::If {
                    condition,
                    then_branch,
                    else_branch,
                } => {
                    self.give_way(thread, condition.span).await;
                    if self.value(thread, condition).await? == Value::Bool(true) {
                        self.stmt(thread, then_branch).await
                    } else if let Some(branch) = else_branch {
                        self.stmt(thread, branch).await
                    } else {
                        Ok(Flow::Next)
                    }
                }
                _ => {
                    self.give_way(thread, stmt.span).await;
                    self.simple(thread, stmt).await
                }
            }
        })
    }

    /// A statement without statements in it.
    async fn simple(&self, thread: &mut Thread, stmt: &Stmt) -> Result<Flow, Stop> {
        match &stmt.kind {
            StmtKind::Local { ty, names, .. } => {
                for variable in names {
                    let value = match &variable.init {
                        Some(init) if !matches!(init.kind, ExprKind::Any) => {
                            self.value(thread, init).await?
                        }
                        // `*` is any value, as one that was not given is.
                        Some(_) | None => {
                            let declared = self.tables.declared(variable.id);
                            let _ = ty;
                            self.arbitrary(&declared)
                        }
                    };
                    let id = self.tables.resolution.canonical(variable.id);
                    self.receives(variable.id, &value);
                    thread.frame.locals.insert(id, value);
                }
                Ok(Flow::Next)
            }
            StmtKind::Assign { value, .. } if matches!(value.kind, ExprKind::Any) => {
                cannot("an assignment of any value", stmt.span)
            }
            StmtKind::Assign { target, op, value } => {
                self.assignment(thread, target, *op, value, stmt.span)
                    .await?;
                Ok(Flow::Next)
            }
            StmtKind::Expr(e) => {
                self.value(thread, e).await?;
                Ok(Flow::Next)
            }
            StmtKind::Return(value) => Ok(Flow::Return(match value {
                Some(value) => self.value(thread, value).await?,
                None => Value::Nothing,
            })),
            StmtKind::Break(_) => self.jump(stmt, Flow::Break),
            StmtKind::Continue(_) => self.jump(stmt, Flow::Continue),
            StmtKind::Goto(_) => self.jump(stmt, Flow::Goto),
            StmtKind::Spec(kind, e) => self.specification(thread, stmt, *kind, e).await,
            StmtKind::Package(..) => cannot("magic wands", stmt.span),
            StmtKind::Unsupported { what, .. } => cannot(what.clone(), stmt.span),
            _ => cannot("this statement", stmt.span),
        }
    }

    fn jump(&self, stmt: &Stmt, flow: fn(NodeId) -> Flow) -> Result<Flow, Stop> {
        match self.tables.reference(stmt.id) {
            Some(Reference::Statement(id)) => Ok(flow(*id)),
            _ => cannot("this jump", stmt.span),
        }
    }

    async fn assignment(
        &self,
        thread: &mut Thread,
        target: &Expr,
        op: AssignOp,
        value: &Expr,
        span: Span,
    ) -> Result<(), Stop> {
        self.prepare(thread, target).await?;
        let place = self.target(&mut self.real(thread), target)?;
        let operator = op.operator();
        let present = match operator {
            Some(_) => Some(self.present(&mut self.real(thread), &place, target.span)?),
            None => None,
        };
        let mut right = self.value(thread, value).await?;
        if let (Some(operator), Some(present)) = (operator, present) {
            let cx = self.real(thread);
            right = self.apply(&cx, target, operator, (target, present), (value, right))?;
        }
        self.assign(&mut self.real(thread), &place, right, span)
    }

    /// The value of an expression of the program, with all its effects.
    pub(crate) async fn value(&self, thread: &mut Thread, e: &Expr) -> Result<Value, Stop> {
        self.prepare(thread, e).await?;
        let result = self.eval(&mut self.real(thread), e);
        thread.frame.cache.clear();
        self.take_fresh(thread);
        result
    }

    /// The program at work.
    pub(crate) fn real<'t>(&self, thread: &'t mut Thread) -> Cx<'t> {
        Cx {
            real: true,
            ..self.formula_cx(thread)
        }
    }

    /// A formula in this thread's state.
    pub(crate) fn formula_cx<'t>(&self, thread: &'t mut Thread) -> Cx<'t> {
        Cx::formula(&mut thread.frame, Reader::of(&thread.held), thread.id)
    }

    /// New arrays belong to the thread that created them.
    pub(crate) fn take_fresh(&self, thread: &mut Thread) {
        let fresh = std::mem::take(&mut self.world.borrow_mut().fresh);
        for array in fresh {
            let length = self.world.borrow().heap.length(array).unwrap_or(0);
            for index in 0..length {
                let cell = Cell::Element(array, index);
                self.create(&cell, &BigRational::one());
                thread.held.add(cell, BigRational::one());
            }
        }
    }
}

/// What is left of a jump after a labelled block.
fn left(flow: Flow, id: NodeId) -> Flow {
    if flow == Flow::Break(id) {
        Flow::Next
    } else {
        flow
    }
}
