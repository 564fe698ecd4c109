//! What a contract leaves open may be anything.
//!
//! The verifier sees of a call, a loop, a block, a barrier or a lock nothing but its contract. In
//! a modular run, cells that come back whole are changed at random where the contract stays true;
//! a verified program must not notice. This finds values that were kept and should be forgotten.

use crate::frame::{Frame, ThreadId};
use crate::heap::Cell;
use crate::held::Held;
use crate::machine::Machine;
use crate::resource::{Blame, Outside, Source, Way};
use crate::value::Value;
use num_bigint::BigInt;
use spec_lang::ast::{Expr, ExprKind, NodeId, Param, Stmt, StmtKind, Visitor};
use spec_lang::resolve::Reference;
use std::collections::BTreeSet;
use text::span::Span;

/// A formula and the locals it is about.
pub(crate) type Stated<'a> = (&'a Expr, Frame);

impl<'p> Machine<'p> {
    /// Whether all formulas hold with these permissions.
    pub(crate) fn all_hold(&self, stated: &[Stated<'_>], held: &Held, thread: ThreadId) -> bool {
        let outside = Outside::default();
        let mut from = held.clone();
        let mut to = Held::default();
        let blame = Blame::new(thread, Span::default(), "");
        stated.iter().all(|(formula, frame)| {
            let mut frame = frame.clone();
            let source = Source::Take(&mut from);
            self.transfer(
                &mut frame,
                formula,
                Way {
                    source,
                    to: &mut to,
                    blame: &blame,
                    outside: &outside,
                },
            )
            .is_ok()
        })
    }

    /// Another value like this one, if it is a number or a truth value.
    fn other(&self, value: &Value) -> Option<Value> {
        let mut random = self.random.borrow_mut();
        match value {
            Value::Int(number) => Some(Value::Int(match random.below(3) {
                0 => number + 1,
                1 => number - BigInt::from(1),
                _ => BigInt::from(random.between(-5, 50)),
            })),
            Value::Bool(value) => Some(Value::Bool(!value)),
            _ => None,
        }
    }

    /// Whether a place has a value that may change.
    pub(crate) fn changes(&self, cell: &Cell) -> bool {
        match cell {
            Cell::Field(_, field) | Cell::Static(field) => {
                !self.tables.final_fields.contains(field)
            }
            Cell::Element(..) => true,
            _ => false,
        }
    }

    /// Changes some of these places, whatever that makes of formulas.
    pub(crate) fn change_some(&self, cells: &[Cell]) {
        for cell in cells {
            let before = self.world.borrow().heap.get(cell);
            let chosen = self.random.borrow_mut().one_in(2);
            if let Some(after) = before.filter(|_| chosen).and_then(|v| self.other(&v)) {
                self.world.borrow_mut().heap.set(cell, after);
            }
        }
    }

    /// Changes some cells that are held whole, where the formulas stay true.
    pub(super) fn disturb(&self, stated: &[Stated<'_>], held: &Held, thread: ThreadId) {
        if !self.limits.modular {
            return;
        }
        let one = num_rational::BigRational::from_integer(1.into());
        let cells: Vec<Cell> = held
            .iter()
            .filter(|(cell, fraction)| **fraction >= one && self.changes(cell))
            .map(|(cell, _)| cell.clone())
            .collect();
        // Each try costs an evaluation of the whole contract.
        let many = cells.len() > 50;
        if many && !self.random.borrow_mut().one_in(10) {
            return;
        }
        for _ in 0..if many { 1 } else { 3 } {
            let at = self.random.borrow_mut().below(cells.len());
            let Some(cell) = cells.get(at) else {
                return;
            };
            let before = self.world.borrow().heap.get(cell);
            let Some(before) = before else {
                continue;
            };
            let Some(after) = self.other(&before) else {
                continue;
            };
            self.world.borrow_mut().heap.set(cell, after);
            if !self.all_hold(stated, held, thread) {
                self.world.borrow_mut().heap.set(cell, before);
            }
        }
    }

    /// Changes what nobody holds any more: whoever receives it again knows nothing of it.
    pub(super) fn forget(&self, gone: &Held) {
        if !self.limits.modular {
            return;
        }
        for (cell, _) in gone.iter() {
            let lost = !self.world.borrow().created.some_of(cell);
            let before = self.world.borrow().heap.get(cell);
            if lost
                && self.changes(cell)
                && let Some(after) = before.and_then(|value| self.other(&value))
            {
                self.world.borrow_mut().heap.set(cell, after);
            }
        }
    }

    /// Other ghost results of a call, if the postcondition allows them.
    pub(super) fn other_yields<'e>(
        &self,
        params: impl Iterator<Item = &'e Param>,
        formulas: &[&Expr],
        frame: &mut Frame,
        held: &Held,
        thread: ThreadId,
    ) {
        if !self.limits.modular {
            return;
        }
        for param in params {
            let Some(before) = frame.locals.get(&param.id).cloned() else {
                continue;
            };
            let Some(after) = self.other(&before) else {
                continue;
            };
            frame.locals.insert(param.id, after);
            let stated: Vec<Stated<'_>> = formulas.iter().map(|e| (*e, frame.clone())).collect();
            if !self.all_hold(&stated, held, thread) {
                frame.locals.insert(param.id, before);
            }
        }
    }

    /// Another result of a call, if the postcondition allows it.
    pub(super) fn other_result(
        &self,
        formulas: &[&Expr],
        frame: &mut Frame,
        held: &Held,
        thread: ThreadId,
    ) {
        if !self.limits.modular {
            return;
        }
        let Some(before) = frame.result.clone() else {
            return;
        };
        let Some(after) = self.other(&before) else {
            return;
        };
        frame.result = Some(after);
        let stated: Vec<Stated<'_>> = formulas.iter().map(|e| (*e, frame.clone())).collect();
        if !self.all_hold(&stated, held, thread) {
            frame.result = Some(before);
        }
    }

    /// Changes some locals that a loop assigns, where the invariant stays true.
    pub(super) fn disturb_locals(
        &self,
        assigned: &BTreeSet<NodeId>,
        formulas: &[(&Expr, bool)],
        frame: &mut Frame,
        held: &Held,
        thread: ThreadId,
    ) {
        if !self.limits.modular {
            return;
        }
        for id in assigned {
            let Some(before) = frame.locals.get(id).cloned() else {
                continue;
            };
            let Some(after) = self.other(&before) else {
                continue;
            };
            frame.locals.insert(*id, after);
            let stated = Self::stated_in(formulas, frame);
            if !self.all_hold(&stated, held, thread) {
                frame.locals.insert(*id, before);
            }
        }
    }

    /// Formulas with the frame they are read in: as of a contract (true), or as it is.
    pub(super) fn stated_in<'a>(formulas: &[(&'a Expr, bool)], frame: &Frame) -> Vec<Stated<'a>> {
        let contract = frame.for_contract();
        let of = |is_contract: bool| {
            if is_contract {
                contract.clone()
            } else {
                frame.clone()
            }
        };
        formulas
            .iter()
            .map(|(e, is_contract)| (*e, of(*is_contract)))
            .collect()
    }

    /// The locals that statements assign.
    pub(super) fn assigned(&self, all: &[&Stmt], condition: Option<&Expr>) -> BTreeSet<NodeId> {
        struct Find<'a, 'p> {
            machine: &'a Machine<'p>,
            found: BTreeSet<NodeId>,
        }
        impl Find<'_, '_> {
            fn target(&mut self, e: &Expr) {
                if let Some(Reference::Local(id)) = self.machine.tables.reference(e.id) {
                    self.found
                        .insert(self.machine.tables.resolution.canonical(*id));
                }
            }
        }
        impl Visitor for Find<'_, '_> {
            fn visit_stmt(&mut self, stmt: &Stmt) {
                if let StmtKind::Assign { target, .. } = &stmt.kind {
                    self.target(target);
                }
                self.walk_stmt(stmt);
            }
            fn visit_expr(&mut self, e: &Expr) {
                if let ExprKind::Increment { target, .. } = &e.kind {
                    self.target(target);
                }
                self.walk_expr(e);
            }
        }
        let mut find = Find {
            machine: self,
            found: BTreeSet::new(),
        };
        for stmt in all {
            find.visit_stmt(stmt);
        }
        if let Some(condition) = condition {
            find.visit_expr(condition);
        }
        find.found
    }
}
