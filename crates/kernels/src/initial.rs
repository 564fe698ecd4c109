//! The bytes of constants of the file.

use crate::builder::Builder;
use crate::types::Shape;
use clang::tree::{Expr as CExpr, ExprKind as C};
use clang::types::{Type, TypeId};
use ir::kernel::Scalar;

/// Of larger constants nothing is known.
const MOST_BYTES: usize = 4096;

impl Builder<'_> {
    /// The bytes of a constant number, or of an array of them. None if they are not known without
    /// statements that compute them.
    pub fn constant_bytes(&mut self, init: &CExpr, ty: TypeId) -> Option<Vec<u8>> {
        let size = usize::try_from(self.types.size(ty)?).ok()?;
        if size > MOST_BYTES {
            return None;
        }
        let element = match self.types.get(ty) {
            Type::Array { element, .. } => Some(element.id),
            _ => None,
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
}
