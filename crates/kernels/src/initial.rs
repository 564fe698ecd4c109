//! The bytes of constants of the file.

use crate::builder::Builder;
use crate::types::Shape;
use clang::tree::{Expr as CExpr, ExprKind as C, UnaryOp};
use clang::types::{Type, TypeId};
use kernel_graph::{FunctionId, Scalar};
use std::collections::BTreeMap;

/// Of larger constants nothing is known.
const MOST_BYTES: usize = 4096;

impl Builder<'_> {
    /// The bytes of a constant number, or of an array of them. None if they are not known without
    /// statements that compute them.
    pub(crate) fn constant_bytes(&mut self, init: &CExpr, ty: TypeId) -> Option<Vec<u8>> {
        let size = usize::try_from(self.types.size(ty)?).ok()?;
        if size > MOST_BYTES {
            return None;
        }
        let element = if let Type::Array { element, .. } = self.types.get(ty) {
            Some(element.id)
        } else {
            None
        };
        let mut bytes = match (element, &init.kind) {
            (_, C::Zero) => Vec::new(),
            (Some(element), C::InitList { values, filler, .. }) => {
                let mut all = Vec::new();
                for value in values {
                    all.extend(self.constant_bytes(value, element)?);
                }
                let zeros = |e: &CExpr| matches!(e.kind, C::Zero);
                if all.len() < size && !filler.as_deref().is_none_or(zeros) {
                    return None;
                }
                all
            }
            (Some(_), _) => return None,
            (None, _) => {
                let Ok(Shape::Scalar(Scalar::Bool | Scalar::Int(_), _)) = self.shape(ty) else {
                    return None;
                };
                // What does not fold would add statements here.
                let value = self.types.unit.fold(init)?.to_le_bytes();
                value.get(..size)?.to_vec()
            }
        };
        // What is not given is zero.
        (bytes.len() <= size).then(|| {
            bytes.resize(size, 0);
            bytes
        })
    }

    /// Finds the functions whose addresses a constant holds, by their first byte from the byte `at`
    /// on. Of what is not found nothing is known.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "of what is not found nothing is known"
    )]
    pub(crate) fn constant_functions(
        &self,
        init: &CExpr,
        (ty, at): (TypeId, u64),
        found: &mut BTreeMap<u64, FunctionId>,
    ) {
        if found.len() > MOST_BYTES {
            return;
        }
        let values = if let C::InitList { values, .. } = &init.kind {
            values.as_slice()
        } else {
            &[]
        };
        match self.types.get(ty) {
            Type::Array { element, .. } => {
                let size = self.types.size(element.id).unwrap_or(0);
                for (value, number) in values.iter().zip(0u64..) {
                    let at = at.saturating_add(number.saturating_mul(size));
                    self.constant_functions(value, (element.id, at), found);
                }
            }
            Type::Record(id) => {
                let record = self.types.unit.record(*id);
                let Some((record, layout)) =
                    record.and_then(|record| Some((record, record.layout.as_ref()?)))
                else {
                    return;
                };
                // Their first values are those of the base classes, or of the field that is meant.
                if record.union || !record.bases.is_empty() {
                    return;
                }
                for ((value, field), bit) in values.iter().zip(&record.fields).zip(&layout.fields) {
                    let at = at.saturating_add(bit / 8);
                    self.constant_functions(value, (field.ty.id, at), found);
                }
            }
            _ => {
                if let Some(id) = self.function_named(init) {
                    found.insert(at, id);
                }
            }
        }
    }

    /// The function whose address an expression is, if it names one.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "of what is not found nothing is known"
    )]
    fn function_named(&self, e: &CExpr) -> Option<FunctionId> {
        match &e.kind {
            C::Function(id) => self.tables.functions.get(id).copied(),
            C::Cast { operand, .. }
            | C::Unary {
                op: UnaryOp::Address,
                operand,
            } => self.function_named(operand),
            C::InitList { values, .. } => match values.as_slice() {
                [one] => self.function_named(one),
                _ => None,
            },
            _ => None,
        }
    }
}
