//! Barriers, fences, shuffles, votes.

use super::BuiltinCall;
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, compare, resized};
use crate::known::{Group, Orders};
use crate::types::Shape;
use clang::tree::Expr as CExpr;
use clang::tree::Language;
use kernel_graph::{
    Barrier, BinaryOp, Collective, CompareOp, Expr, Fences, Order, Scalar, Scope, StmtKind,
    Terminator, Vote,
};
use text::code::Code;

/// Shared and global memory.
pub(crate) const ALL: Fences = Fences {
    shared: true,
    global: true,
};

impl Builder<'_> {
    /// Adds a barrier.
    pub(crate) fn barrier(&mut self, scope: Scope, fences: Fences) {
        self.push(StmtKind::Barrier(Barrier { scope, fences }));
    }

    /// All threads of a warp.
    pub(crate) fn full_mask(&self) -> Expr {
        Expr::int(32, -1)
    }

    fn scope_of(&mut self, group: Group, arguments: &[CExpr]) -> Lowered<Scope> {
        Ok(match group {
            Group::Warp if self.types.unit.language == Language::OpenCl => Scope::SubGroup,
            Group::Warp => Scope::Warp(self.full_mask()),
            Group::Mask => Scope::Warp(match arguments {
                [mask] => {
                    let mask = self.value(mask)?;
                    resized(mask, Scalar::Int(32), false)
                }
                _ => self.full_mask(),
            }),
            Group::Block => Scope::Block,
            Group::Grid => Scope::Grid,
            Group::System => Scope::System,
        })
    }

    /// A function whose meaning is to wait.
    pub(crate) fn barrier_call(
        &mut self,
        call: &BuiltinCall<'_>,
        group: Group,
        orders: Orders,
    ) -> Lowered<Option<Expr>> {
        let scope = self.scope_of(group, call.arguments)?;
        match orders {
            Orders::All => self.barrier(scope, ALL),
            Orders::Shared => {
                let fences = Fences {
                    shared: true,
                    global: false,
                };
                self.barrier(scope, fences);
            }
            Orders::Flags => match call.arguments.first() {
                Some(flags) if self.orders_the_group(call, &scope)? => {
                    self.flagged(scope, flags)?
                }
                Some(flags) => {
                    self.value(flags)?;
                    self.barrier(scope, Fences::default());
                }
                None => self.barrier(scope, ALL),
            },
        }
        Ok(None)
    }

    /// Whether the scope of a barrier's fence, if one is said, is that of the threads that meet or a
    /// wider one. One that is computed is taken to be narrower.
    fn orders_the_group(&mut self, call: &BuiltinCall<'_>, group: &Scope) -> Lowered<bool> {
        let Some(argument) = call.arguments.get(1) else {
            return Ok(true);
        };
        let said = self.value(argument)?.as_const();
        let of_warp = matches!(group, Scope::Warp(_));
        Ok(matches!(said, Some(1..=3)) || of_warp && said == Some(4))
    }

    /// A barrier that orders the memory which OpenCL's flags name: 1 for shared, 2 for global. Flags
    /// that are computed choose between barriers, for all threads must come to the same one.
    fn flagged(&mut self, scope: Scope, flags: &CExpr) -> Lowered<()> {
        let flags = self.value(flags)?;
        let of = |bits: u128| Fences {
            shared: bits & 1 != 0,
            global: bits & 2 != 0,
        };
        let scalar = flags.scalar;
        // Images that are read and written are ordered by a flag of their own (OpenCL 2.0, 6.13.8).
        let orders_images =
            matches!(flags.as_const(), Some(bits) if bits & 2 == 0 || bits & 4 != 0);
        if !orders_images && self.changes_images() {
            return self.refuse(
                Code::K204,
                "a barrier for global memory that does not order the images of the file",
            );
        }
        if let Some(bits) = flags.as_const() {
            self.barrier(scope, of(bits));
            return Ok(());
        }
        let Scalar::Int(width) = scalar else {
            return self.refuse(Code::K204, "a barrier with such flags");
        };
        let chosen = binary(BinaryOp::And, flags, Expr::int(width, 3));
        let chosen = self.evaluated(chosen);
        let end = self.block();
        let cases: Vec<_> = (0u128..3).map(|bits| (bits, self.block())).collect();
        let last = self.block();
        self.end(Terminator::Switch {
            value: chosen,
            cases: cases.clone(),
            otherwise: last,
        });
        for (bits, block) in cases.into_iter().chain([(3, last)]) {
            self.enter(block);
            self.barrier(scope.clone(), of(bits));
            self.end(Terminator::Goto(end));
        }
        self.enter(end);
        Ok(())
    }

    /// `__syncthreads_and(e)` and its like.
    pub(crate) fn barrier_vote(
        &mut self,
        call: &BuiltinCall<'_>,
        vote: Vote,
    ) -> Lowered<Option<Expr>> {
        let values = self.values(call.arguments)?;
        self.barrier(Scope::Block, ALL);
        self.exchange(call, Collective::Vote(vote), Some(Scope::Block), values)
    }

    /// `work_group_reduce_add(x)` and its like.
    pub(crate) fn block_value_call(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        self.values(call.arguments)?;
        self.barrier(Scope::Block, Fences::default());
        self.arbitrary(call)
    }

    /// A function that orders accesses without waiting.
    pub(crate) fn fence_call(
        &mut self,
        call: &BuiltinCall<'_>,
        group: Group,
    ) -> Lowered<Option<Expr>> {
        self.values(call.arguments)?;
        let scope = self.scope_of(group, &[])?;
        self.push(StmtKind::Fence(scope, Order::AcquireRelease));
        Ok(None)
    }

    /// `__match_all_sync(mask, value, &all)`.
    pub(crate) fn match_all(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let [_, _, all] = call.arguments else {
            return self.refuse(Code::K204, "this call");
        };
        let place = self.value(all)?;
        let place = self.evaluated(place);
        let mask = self.collective(call, Collective::Vote(Vote::MatchAll), Some(0))?;
        if let Some(mask) = &mask {
            let agree = compare(
                CompareOp::Ne,
                mask.clone(),
                crate::convert::zero(mask.scalar),
            );
            let agree =
                crate::convert::cast(kernel_graph::CastOp::FromBool, agree, Scalar::Int(32));
            self.store(place, agree, false);
        }
        Ok(mask)
    }

    /// CUDA's `__all` gives a number, GPUVerify's a truth value.
    pub(crate) fn vote_or_both(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        if let Shape::Scalar(Scalar::Bool, _) = self.shape(call.e.ty.id)? {
            return self.of_both(call);
        }
        self.collective(call, Collective::Vote(Vote::All), None)
    }

    /// An exchange in which all threads of the warp take part.
    pub(crate) fn of_warp(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let operands = self.values(call.arguments)?;
        let all = self.scope_of(Group::Warp, &[])?;
        self.exchange(call, Collective::Other, Some(all), operands)
    }

    /// An exchange among the threads of a warp; `mask_at` is the position of the mask.
    pub(crate) fn collective(
        &mut self,
        call: &BuiltinCall<'_>,
        op: Collective,
        mask_at: Option<usize>,
    ) -> Lowered<Option<Expr>> {
        let mut operands = self.values(call.arguments)?;
        let mask = mask_at
            .filter(|at| *at < operands.len())
            .map(|at| operands.remove(at))
            .map(|mask| Scope::Warp(resized(mask, Scalar::Int(32), false)));
        self.exchange(call, op, mask, operands)
    }

    pub(super) fn exchange(
        &mut self,
        call: &BuiltinCall<'_>,
        op: Collective,
        among: Option<Scope>,
        operands: Vec<Expr>,
    ) -> Lowered<Option<Expr>> {
        let (scalar, signed, whole) = match self.shape(call.e.ty.id)? {
            Shape::Scalar(scalar, signed) => (scalar, signed, false),
            Shape::Void | Shape::Object => (Scalar::Int(32), false, true),
        };
        let op = match op {
            _ if whole => Collective::Other,
            Collective::Reduce(BinaryOp::MinUnsigned) if signed => {
                Collective::Reduce(BinaryOp::MinSigned)
            }
            Collective::Reduce(BinaryOp::MaxUnsigned) if signed => {
                Collective::Reduce(BinaryOp::MaxSigned)
            }
            Collective::Reduce(_)
            | Collective::Shuffle(_)
            | Collective::Vote(_)
            | Collective::ActiveMask
            | Collective::Other
            | Collective::Same => op,
        };
        let to = self.temporary(scalar);
        self.push(StmtKind::Collective {
            to,
            op,
            among,
            operands,
        });
        match whole {
            true => self.arbitrary(call),
            false => Ok(Some(Expr::local(to, scalar))),
        }
    }
}
