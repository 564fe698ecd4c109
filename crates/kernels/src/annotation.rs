//! GPUVerify's annotations, and `assert`.

use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{compare, select, truth};
use crate::own::{Known, OwnCall};
use clang::tree::Expr as CExpr;
use ir::kernel::{Annotation, BinaryOp, CompareOp, Expr, ExprKind, Scalar, StmtKind};

impl Builder<'_> {
    /// An annotation, if the name is one of an annotation.
    pub fn annotation(&mut self, call: &OwnCall<'_>) -> Lowered<Known> {
        let make: fn(Expr) -> Annotation = match call.name {
            "__assert" | "__global_assert" | "__alp_assert" => Annotation::Assert,
            "__assume" | "__non_temporal_assume" => Annotation::Assume,
            "__invariant" | "__global_invariant" | "__function_wide_invariant" => {
                Annotation::Invariant
            }
            "__candidate_invariant"
            | "__candidate_global_invariant"
            | "__candidate_assert"
            | "__candidate_global_assert"
            | "__function_wide_candidate_invariant" => Annotation::Candidate,
            "__requires" | "__global_requires" => Annotation::Requires,
            "__ensures" | "__global_ensures" => Annotation::Ensures,
            _ => return self.annotation_value(call),
        };
        let [what] = call.arguments else {
            return self.refuse("K204", "this annotation");
        };
        if call.name.starts_with("__function_wide") {
            return self.refuse("K204", "an annotation of the whole function");
        }
        // What an annotation reads takes no part in races.
        let before = std::mem::replace(&mut self.tables.ghost, call.name != "__alp_assert");
        let what = self.truth(what);
        self.tables.ghost = before;
        self.push(StmtKind::Annotation(make(what?)));
        Ok(Some(None))
    }

    fn ghost_value(&mut self, e: &CExpr) -> Lowered<Expr> {
        let before = std::mem::replace(&mut self.tables.ghost, true);
        let value = self.value(e);
        self.tables.ghost = before;
        value
    }

    /// Functions that stand within annotations.
    fn annotation_value(&mut self, call: &OwnCall<'_>) -> Lowered<Known> {
        let (scalar, _) = match self.types.shape(call.e.ty.id) {
            Some(crate::types::Shape::Scalar(scalar, signed)) => (scalar, signed),
            _ => return Ok(None),
        };
        let test = |kind: ExprKind| Expr::new(Scalar::Bool, kind);
        let accessed = |write: bool, array: Expr| {
            test(ExprKind::Accessed {
                write,
                array: Box::new(array),
            })
        };
        let value = match (call.name, call.arguments) {
            ("__implies", [a, b]) => {
                let a = truth(self.ghost_value(a)?);
                let b = truth(self.ghost_value(b)?);
                select(a, b, Expr::bool_(true))
            }
            ("__enabled", []) => test(ExprKind::Enabled),
            ("__read" | "__write", [array]) => {
                let array = self.ghost_value(array)?;
                accessed(call.name == "__write", array)
            }
            ("__no_read" | "__no_write", [array]) => {
                let array = self.ghost_value(array)?;
                accessed(call.name == "__no_write", array).negated()
            }
            ("__read_implies" | "__write_implies", [array, what]) => {
                let array = self.ghost_value(array)?;
                let what = truth(self.ghost_value(what)?);
                let logged = accessed(call.name == "__write_implies", array);
                select(logged, what, Expr::bool_(true))
            }
            ("__no_read_implies" | "__no_write_implies", [array, what]) => {
                let array = self.ghost_value(array)?;
                let what = truth(self.ghost_value(what)?);
                let logged = accessed(call.name == "__no_write_implies", array);
                select(logged, Expr::bool_(true), what)
            }
            ("__read_offset_bytes" | "__write_offset_bytes", [array]) => {
                let array = self.ghost_value(array)?;
                Expr::new(
                    scalar,
                    ExprKind::AccessOffset {
                        write: call.name == "__write_offset_bytes",
                        array: Box::new(array),
                    },
                )
            }
            ("__other_int" | "__other_bool", [e]) => {
                let value = self.ghost_value(e)?;
                Expr::new(value.scalar, ExprKind::Other(Box::new(value)))
            }
            ("__uniform_int" | "__uniform_bool" | "__distinct_int" | "__distinct_bool", [e]) => {
                let value = self.ghost_value(e)?;
                let other = Expr::new(value.scalar, ExprKind::Other(Box::new(value.clone())));
                let op = match call.name {
                    "__uniform_int" | "__uniform_bool" => CompareOp::Eq,
                    _ => CompareOp::Ne,
                };
                compare(op, value, other)
            }
            ("__all" | "__exclusive", [e]) if scalar == Scalar::Bool => {
                let value = truth(self.ghost_value(e)?);
                let other = Expr::new(Scalar::Bool, ExprKind::Other(Box::new(value.clone())));
                match call.name {
                    "__all" => crate::convert::binary(BinaryOp::And, value, other),
                    _ => crate::convert::binary(BinaryOp::And, value, other).negated(),
                }
            }
            ("__old_int" | "__old_bool", [e]) => {
                let value = self.ghost_value(e)?;
                Expr::new(value.scalar, ExprKind::Old(Box::new(value)))
            }
            ("__ite", [c, a, b]) => {
                let c = truth(self.ghost_value(c)?);
                let a = self.ghost_value(a)?;
                let b = self.ghost_value(b)?;
                select(c, a, b)
            }
            ("__mod_pow2", [a, b]) => {
                let a = self.ghost_value(a)?;
                let b = self.ghost_value(b)?;
                let one = crate::convert::one(b.scalar);
                let mask = crate::convert::binary(BinaryOp::Sub, b, one);
                crate::convert::binary(BinaryOp::And, a, mask)
            }
            _ => return Ok(None),
        };
        Ok(Some(Some(value)))
    }
}
