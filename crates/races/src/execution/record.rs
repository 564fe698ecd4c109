//! What is recorded: accesses, that they stay in their arrays, and what must hold.

use super::Exec;
use crate::accesses::{Access, Kind, Obligation, Reason};
use kernel_graph::{ArrayId, Place};
use solver::term::{Term, add, and, int, le};

impl Exec<'_> {
    /// Records an access.
    pub(crate) fn access(&mut self, access: Access) {
        if access.kind != Kind::Read {
            self.written.insert(access.array);
        }
        if self.trials > 0 {
            return;
        }
        let place = access.place;
        if access.kind != Kind::Read && self.is_constant(access.array) {
            self.oblige(
                &access.condition,
                solver::term::ff(),
                Reason::ConstantWrite(access.array),
                place,
            );
        }
        let bytes = (access.offset.clone(), access.bytes.clone());
        self.within(&access.condition, access.array, bytes, place);
        self.summary.accesses.push(access);
    }

    /// Records that bytes lie within their array, where its size is known.
    pub(crate) fn within(
        &mut self,
        condition: &Term,
        array: ArrayId,
        (offset, bytes): (Term, Term),
        place: Place,
    ) {
        let size = self.module.array(array).and_then(|array| array.bytes);
        if let (true, Some(size)) = (self.choices.bounds, size) {
            let end = add(vec![offset.clone(), bytes]);
            let within = and(vec![
                le(int(0), offset),
                le(end, solver::term::big(size.into())),
            ]);
            self.oblige(condition, within, Reason::Bounds(array), place);
        }
    }

    /// Records what must hold.
    pub(crate) fn oblige(&mut self, known: &Term, goal: Term, reason: Reason, place: Place) {
        if self.trials == 0 && !goal.is_true() {
            self.summary.obligations.push(Obligation {
                known: known.clone(),
                goal,
                reason,
                place,
            });
        }
    }
}
