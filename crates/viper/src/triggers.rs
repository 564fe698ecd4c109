//! Triggers of quantified formulas.

use super::writer::{Text, Writer};
use core_lang::{DataOp, Expr, ExprKind, LocalId};
use std::collections::BTreeSet;

impl Writer<'_> {
    /// The triggers the user wrote that Viper takes; else places of arrays, elements of
    /// sequences and applications that mention all variables. Where there are none, Viper
    /// looks for some itself.
    pub(crate) fn triggers(
        &mut self,
        variables: &[LocalId],
        sets: &[Vec<Expr>],
        body: &Expr,
    ) -> Text {
        let mut text = String::new();
        for set in sets {
            let mut bound: BTreeSet<LocalId> = BTreeSet::new();
            for e in set {
                bound.extend(self.depends(e));
            }
            let covers = variables.iter().all(|variable| bound.contains(variable));
            let inlined = set.iter().any(|e| self.is_inlined(e));
            if covers && !inlined && set.iter().all(|e| is_trigger(e, true)) {
                text.push_str(&format!("{{{}}} ", self.list(set)?));
            }
        }
        if !text.is_empty() {
            return Ok(text);
        }
        let mut inner = BTreeSet::new();
        let mut candidates: Vec<&Expr> = Vec::new();
        subterms(body, &mut candidates);
        for e in &candidates {
            // No other kind that binds names is exported.
            if let ExprKind::Quant { variables, .. } = &e.kind {
                inner.extend(variables.iter().copied());
            } else if let ExprKind::Let(local, value, _) = &e.kind {
                let depends = self.depends(value);
                if is_trigger(value, false) && depends.is_disjoint(&inner) {
                    let text = self.expr(value)?;
                    self.stands_for(*local, text, depends);
                } else {
                    inner.insert(*local);
                }
            }
        }
        candidates.retain(|e| {
            let depends = self.depends(e);
            is_place(e)
                && is_trigger(e, true)
                && !self.is_inlined(e)
                && depends.is_disjoint(&inner)
                && variables.iter().all(|variable| depends.contains(variable))
        });
        let mut found: Vec<String> = Vec::new();
        for e in candidates {
            // The place, not what is there: it is the same in all states.
            found.push(if let ExprKind::Element(array, index) = &e.kind {
                format!("loc({}, {})", self.expr(array)?, self.expr(index)?)
            } else {
                self.expr(e)?
            });
        }
        let all = found.clone();
        found.retain(|one| {
            !all.iter()
                .any(|other| other != one && one.contains(other.as_str()))
        });
        found.sort();
        found.dedup();
        Ok(found.iter().map(|one| format!("{{{one}}} ")).collect())
    }

    /// Whether an application of an inline function is in it.
    fn is_inlined(&self, e: &Expr) -> bool {
        let mut found = false;
        e.visit(&mut |e| {
            if let ExprKind::Call(function, _) = &e.kind {
                found |= self.program.function(*function).inline;
            }
        });
        found
    }
}

/// All parts of an expression.
fn subterms<'e>(e: &'e Expr, found: &mut Vec<&'e Expr>) {
    found.push(e);
    match &e.kind {
        ExprKind::Apply(_, operands)
        | ExprKind::And(operands)
        | ExprKind::Or(operands)
        | ExprKind::Call(_, operands)
        | ExprKind::Data(_, operands) => operands.iter().for_each(|e| subterms(e, found)),
        ExprKind::Implies(a, b)
        | ExprKind::Element(a, b)
        | ExprKind::Row(a, b)
        | ExprKind::Requires(a, b, ..)
        | ExprKind::Let(_, a, b) => {
            subterms(a, found);
            subterms(b, found);
        }
        ExprKind::Ite(a, b, c) => {
            subterms(a, found);
            subterms(b, found);
            subterms(c, found);
        }
        ExprKind::Field(a, _)
        | ExprKind::Length(a)
        | ExprKind::Old(_, a)
        | ExprKind::Unfolding(_, _, a)
        | ExprKind::Where(_, a) => subterms(a, found),
        ExprKind::Quant { body, .. } => subterms(body, found),
        ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Null => {}
        ExprKind::Statics | ExprKind::Local(_) | ExprKind::Values(..) => {}
        ExprKind::Fold { .. } | ExprKind::Comprehension { .. } => {}
        ExprKind::CurrentPerm(_) | ExprKind::ForPerm { .. } => {}
    }
}

/// Whether a term is a good trigger of its own.
fn is_place(e: &Expr) -> bool {
    let ExprKind::Data(op, _) = &e.kind else {
        return matches!(e.kind, ExprKind::Element(..) | ExprKind::Call(..));
    };
    matches!(
        op,
        DataOp::SeqAt
            | DataOp::SeqContains
            | DataOp::SetContains
            | DataOp::MapGet
            | DataOp::BagCount
    )
}

/// Whether Viper takes an expression as (part of) a trigger.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "it takes no other kind of expression"
)]
pub(super) fn is_trigger(e: &Expr, whole: bool) -> bool {
    match &e.kind {
        ExprKind::Local(_) | ExprKind::Int(_) | ExprKind::Null => !whole,
        ExprKind::Element(a, b) => is_trigger(a, false) && is_trigger(b, false),
        ExprKind::Length(a) | ExprKind::Field(a, _) => is_trigger(a, false),
        ExprKind::Requires(_, value, ..) => is_trigger(value, whole),
        ExprKind::Call(_, args) => args.iter().all(|arg| is_trigger(arg, false)),
        ExprKind::Data(op, args) => {
            matches!(
                op,
                DataOp::SeqAt | DataOp::SeqLen | DataOp::SeqContains | DataOp::SetContains
            ) && args.iter().all(|arg| is_trigger(arg, false))
        }
        _ => false,
    }
}
