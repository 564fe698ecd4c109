//! Barriers, fences and exchanges (PTX ISA, *Parallel Synchronization and Communication Instructions*).

use super::{Done, Instruction, Operand, Scopes};
use crate::Lowered;
use crate::builder::Builder;
use crate::builtins::ALL;
use crate::convert::resized;
use kernel_graph::{Expr, Order, Scalar, Scope, StmtKind};

impl Builder<'_> {
    /// A barrier of the block or of a warp, or a fence. Barriers with another number than zero, or of so many threads, have
    /// no rule.
    pub(super) fn wait_instruction(
        &mut self,
        scopes: &Scopes<'_>,
        one: &Instruction,
        modifiers: &[&str],
    ) -> Lowered<Option<Done>> {
        match (one.name.as_str(), modifiers, one.operands.as_slice()) {
            ("bar", ["warp", "sync"], [mask]) => {
                let mask = self.mask(scopes, mask)?;
                self.barrier(Scope::Warp(mask), ALL);
            }
            ("bar", ["sync"] | ["cta", "sync"], [Operand::Int(0)])
            | ("barrier", ["sync"] | ["sync", "aligned"], [Operand::Int(0)])
            | ("barrier", ["cta", "sync"] | ["cta", "sync", "aligned"], [Operand::Int(0)]) => {
                self.barrier(Scope::Block, ALL);
            }
            // A fence between proxies orders less than all.
            ("fence", ["proxy", ..], _) => {}
            ("membar", [level], []) | ("fence", ["sc" | "acq_rel", level], []) => {
                let scope = match *level {
                    "cta" => Scope::Block,
                    "gl" | "gpu" => Scope::Grid,
                    "sys" => Scope::System,
                    _ => return Ok(None),
                };
                self.push(StmtKind::Fence(scope, Order::AcquireRelease));
            }
            _ => return Ok(None),
        }
        Ok(Some(Done::Yes))
    }

    /// An exchange among the lanes that the last operand names.
    pub(super) fn exchange_instruction(
        &mut self,
        scopes: &Scopes<'_>,
        one: &Instruction,
        modifiers: &[&str],
    ) -> Lowered<Option<Done>> {
        let (Some("sync"), [_, .., mask]) = (modifiers.first().copied(), one.operands.as_slice())
        else {
            return Ok(None);
        };
        let mask = self.mask(scopes, mask)?;
        self.lanes_meet(mask);
        Ok(Some(Done::AnyResult))
    }

    fn mask(&mut self, scopes: &Scopes<'_>, operand: &Operand) -> Lowered<Expr> {
        Ok(match self.read_register(scopes, operand)? {
            Some(mask) if matches!(mask.scalar, Scalar::Int(_)) => {
                resized(mask, Scalar::Int(32), false)
            }
            _ => {
                let any = self.temporary(Scalar::Int(32));
                self.push(StmtKind::Havoc(any));
                Expr::local(any, Scalar::Int(32))
            }
        })
    }
}
