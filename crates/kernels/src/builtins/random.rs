//! Random numbers whose state a block has in common: `curand` of a `curandStateMtgp32`.
//!
//! Up to 256 threads of a block draw from one state at once: each reads and writes words of it that
//! no other one writes, all wait, and one of them moves the state on. So all threads of the block must
//! come to the call with one state, the block changes it as one does, and it is ordered with what
//! stands behind the call. With more threads they overtake each other.

use super::BuiltinCall;
use super::sync::ALL;
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::compare;
use clang::types::{Qual, Type};
use kernel_graph::{CompareOp, Expr, Fences, Scalar, Scope, StmtKind, Terminator};
use text::code::Code;

/// So many threads of a block may draw at once.
const MOST_THREADS: i128 = 256;

impl Builder<'_> {
    /// Whether values of a type are states that a block has in common.
    pub(crate) fn is_block_state(&self, ty: Qual) -> bool {
        let Type::Record(id) = self.types.get(ty.id) else {
            return false;
        };
        let record = self.types.unit.record(*id);
        record.is_some_and(|record| record.name == "curandStateMtgp32")
    }

    /// A number drawn from a state of the block.
    pub(crate) fn drawn_by_block(
        &mut self,
        call: &BuiltinCall<'_>,
        (state, ty): (Expr, Qual),
    ) -> Lowered<Option<Expr>> {
        let Some(bytes) = self.types.size(ty.id) else {
            return self.refuse(Code::K203, "a state of unknown size");
        };
        let (many, few, behind) = (self.block(), self.block(), self.block());
        let most = Expr::int(32, MOST_THREADS);
        let condition = compare(CompareOp::LessUnsigned, most, self.block_volume());
        self.end(Terminator::Branch {
            condition,
            then: many,
            otherwise: few,
        });
        self.enter(many);
        self.changed(&state, ty)?;
        self.end(Terminator::Goto(behind));
        self.enter(few);
        // What is written does not matter, but that the group does it.
        let from = self.literal(&vec![0; usize::try_from(bytes).unwrap_or(0)]);
        self.barrier(Scope::Block, Fences::default());
        let made = self.temporary(Scalar::Handle);
        self.push(StmtKind::CopyAsync {
            event: Some(made),
            to: state,
            from,
            bytes: self.word(bytes),
            read: None,
            together: true,
            joins: None,
            stride: None,
        });
        self.barrier(Scope::Block, Fences::default());
        let made = Expr::local(made, Scalar::Handle);
        self.push(StmtKind::WaitAsync(Some(made)));
        self.end(Terminator::Goto(behind));
        self.enter(behind);
        self.barrier(Scope::Block, ALL);
        self.arbitrary(call)
    }
}
