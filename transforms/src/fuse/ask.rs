//! The questions of fusing: does data flow between threads, and does a result hold.

use super::contract::{Atom, Conjunct};
use super::exchange::{Oracle, Threads};
use super::formula::{all, canonical, not, replaced, under};
use super::row::Row;
use crate::framework::input::Input;
use crate::framework::probe::Probe;
use crate::framework::prover::{Outcome, Prover, ask};
use crate::shared::copies::before_marker;
use crate::shared::names::fresh;
use spec_lang::ast::build::{binary, name};
use spec_lang::ast::{BinaryOp, Binder, Expr, ExprKind, NodeId, QuantifierKind, TypeExpr};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use text::span::Span;

/// Asks about the place before the first kernel.
pub(super) struct Queries<'a> {
    /// The program.
    pub input: &'a Input<'a>,
    /// The kernels.
    pub row: &'a Row,
    /// The threads of the fused kernel.
    pub threads: Threads,
    /// The type of each iterator.
    pub types: Vec<TypeExpr>,
    /// The statements moved before the first kernel.
    pub moved: String,
    /// Whether `prover` says yes to everything, once that was asked.
    pub credulous: &'a OnceCell<bool>,
    /// Who answers.
    pub prover: &'a mut dyn Prover,
}

fn quantified(binders: Vec<Binder>, body: Expr) -> Expr {
    if binders.is_empty() {
        return body;
    }
    Expr {
        id: NodeId::default(),
        span: Span::default(),
        kind: ExprKind::Quantifier {
            kind: QuantifierKind::Forall,
            binders,
            range: None,
            body: Box::new(body),
        },
    }
}

impl Queries<'_> {
    /// Whether a formula holds before the first kernel. Where everything does, because
    /// nothing is shown or the place is not reached, nothing is said to.
    pub(super) fn holds(&mut self, formula: &str) -> Outcome {
        let outcome = self.answer(formula);
        if outcome != Outcome::Proved {
            return outcome;
        }
        let credulous = match self.credulous.get() {
            Some(credulous) => *credulous,
            None => {
                let credulous = self.answer("false") == Outcome::Proved;
                *self.credulous.get_or_init(|| credulous)
            }
        };
        match credulous {
            true => Outcome::Unknown("nothing is shown here".to_owned()),
            false => outcome,
        }
    }

    fn answer(&mut self, formula: &str) -> Outcome {
        let Some(first) = self.row.kernels.first() else {
            return Outcome::Unknown("there is no kernel".to_owned());
        };
        let span = first.stmt.span;
        let text = self.input.file(span).map_or("", |file| file.text.as_str());
        let at = before_marker(text, span.start as usize);
        let mut probe = Probe::new(self.input, &self.row.site.method);
        probe.insert(span.file, at, "{\n");
        probe.insert(span.file, at, self.moved.clone());
        probe.assert(span.file, at, formula);
        // Nothing after this can bear on the assertion, so it need not be looked at.
        probe.insert(span.file, at, "assume false;\n}\n");
        ask(self.prover, probe.finish())
            .into_iter()
            .next()
            .unwrap_or_else(|| Outcome::Unknown("no verdict was given".to_owned()))
    }

    fn binder(&self, index: usize, name: &str) -> Option<Binder> {
        Some(Binder {
            id: NodeId::default(),
            span: Span::default(),
            ty: self.types.get(index)?.clone(),
            name: spec_lang::ast::Ident {
                name: name.to_owned(),
                span: Span::default(),
            },
            range: None,
            from: None,
        })
    }

    /// For every thread.
    pub(super) fn for_all_threads(&self, body: Expr) -> Expr {
        let names = self.threads.iterators.iter().enumerate();
        let binders = names.filter_map(|(index, (name, ..))| self.binder(index, name));
        quantified(binders.collect(), under(&self.threads.range(), body))
    }

    /// That no cell of one permission, held by a thread, is one of another, held by another
    /// thread (or, with the size of a block, by one of another block).
    pub(super) fn apart(&self, first: &Atom, second: &Atom, block: Option<&Expr>) -> Option<Expr> {
        if first.indices.len() != second.indices.len() {
            return None;
        }
        let mut binders = Vec::new();
        let mut other = BTreeMap::new();
        for (index, (own, ..)) in self.threads.iterators.iter().enumerate() {
            binders.push(self.binder(index, own)?);
            let second = fresh(self.input.program, &format!("{own}_other"));
            binders.push(self.binder(index, &second)?);
            other.insert(own.clone(), name(&second));
        }
        let mut conditions = self.threads.range();
        conditions.extend(
            self.threads
                .range()
                .iter()
                .map(|condition| replaced(condition, &other)),
        );
        let same = self.threads.iterators.iter().map(|(own, low, _)| {
            let (own, second) = (name(own), replaced(&name(own), &other));
            match block {
                None => binary(BinaryOp::Eq, own, second),
                Some(size) => {
                    let block = |thread: Expr| {
                        let from = binary(BinaryOp::Sub, thread, low.clone());
                        binary(BinaryOp::Div, from, size.clone())
                    };
                    binary(BinaryOp::Eq, block(own), block(second))
                }
            }
        });
        conditions.push(not(&all(same)?));
        let renamed = |binder: &Binder, number: usize| {
            fresh(
                self.input.program,
                &format!("{}_{number}", binder.name.name),
            )
        };
        for (number, atom) in [first, second].into_iter().enumerate() {
            for binder in &atom.binders {
                let mut binder = binder.clone();
                binder.name.name = renamed(&binder, number);
                binders.push(binder);
            }
        }
        let inner = |number: usize, atom: &Atom, expr: &Expr| {
            let mut values: BTreeMap<String, Expr> = match number {
                0 => BTreeMap::new(),
                _ => other.clone(),
            };
            for binder in &atom.binders {
                let fresh = renamed(binder, number);
                values.insert(binder.name.name.clone(), name(&fresh));
            }
            replaced(expr, &values)
        };
        for (number, atom) in [first, second].into_iter().enumerate() {
            let own = atom.conditions.iter();
            conditions.extend(own.map(|condition| inner(number, atom, condition)));
        }
        let equal = first
            .indices
            .iter()
            .zip(&second.indices)
            .map(|(left, right)| {
                binary(BinaryOp::Eq, inner(0, first, left), inner(1, second, right))
            });
        let differ = match all(equal) {
            Some(equal) => not(&equal),
            // One cell for all threads.
            None => Expr {
                id: NodeId::default(),
                span: Span::default(),
                kind: ExprKind::Bool(false),
            },
        };
        Some(quantified(binders, under(&conditions, differ)))
    }

    /// Whether no cell of the array goes from one thread to another.
    pub(super) fn stays(
        &mut self,
        given: &[&Conjunct],
        asked: &[&Conjunct],
        block: Option<&Expr>,
    ) -> Outcome {
        if self.threads.iterators.is_empty() {
            return Outcome::Proved;
        }
        let mut formulas = Vec::new();
        for first in given.iter().filter_map(|conjunct| conjunct.atom.as_ref()) {
            for second in asked.iter().filter_map(|conjunct| conjunct.atom.as_ref()) {
                match self.apart(first, second, block) {
                    Some(formula) => formulas.push(formula),
                    None => return Outcome::Failed(None),
                }
            }
        }
        match all(formulas) {
            None => Outcome::Proved,
            Some(formula) => self.holds(&canonical(&formula)),
        }
    }
}

impl Oracle for Queries<'_> {
    fn is_equal(&mut self, left: &Expr, right: &Expr) -> bool {
        let same = binary(BinaryOp::Eq, left.clone(), right.clone());
        let formula = self.for_all_threads(same);
        self.holds(&canonical(&formula)) == Outcome::Proved
    }

    fn is_impossible(&mut self, binders: &[Binder], conditions: &[Expr]) -> bool {
        let Some(together) = all(conditions.iter().cloned()) else {
            return false;
        };
        let formula = self.for_all_threads(quantified(binders.to_vec(), not(&together)));
        self.holds(&canonical(&formula)) == Outcome::Proved
    }
}
