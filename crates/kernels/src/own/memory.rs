//! Copies, vector loads and stores, loads through caches.

use super::{Known, OwnCall};
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::binary;
use crate::types::Shape;
use ir::kernel::{Access, BinaryOp, Expr, StmtKind};

impl Builder<'_> {
    /// Functions that read or write memory.
    pub fn memory_function(&mut self, call: &OwnCall<'_>) -> Lowered<Known> {
        match (call.name, call.arguments) {
            (
                "memcpy" | "memmove" | "__builtin_memcpy" | "__builtin_memmove",
                [to, from, bytes],
            ) => {
                let to = self.value(to)?;
                let to = self.evaluated(to);
                let from = self.value(from)?;
                let from = self.evaluated(from);
                let bytes = self.value(bytes)?;
                let bytes = self.as_word(bytes, false);
                self.push(StmtKind::Copy {
                    to: to.clone(),
                    from,
                    bytes,
                    access: Access::default(),
                });
                Ok(Some(Some(to)))
            }
            ("memset" | "__builtin_memset", [to, value, bytes]) => {
                let to = self.value(to)?;
                let to = self.evaluated(to);
                let value = self.value(value)?;
                let value = crate::convert::resized(value, ir::kernel::Scalar::Int(8), false);
                let bytes = self.value(bytes)?;
                let bytes = self.as_word(bytes, false);
                self.push(StmtKind::Fill {
                    to: to.clone(),
                    value,
                    bytes,
                    access: Access::default(),
                });
                Ok(Some(Some(to)))
            }
            ("__ldg" | "__ldcg" | "__ldca" | "__ldcs" | "__ldlu" | "__ldcv", [from]) => {
                let from = self.value(from)?;
                match self.shape(call.e.ty.id)? {
                    Shape::Scalar(scalar, _) => {
                        Ok(Some(Some(self.load(from, scalar, call.name == "__ldcv"))))
                    }
                    Shape::Object => {
                        let to = match call.to {
                            Some(to) => to.clone(),
                            None => self.scratch(call.e.ty.id)?,
                        };
                        self.copy(to.clone(), from, call.e.ty)?;
                        Ok(Some(Some(to)))
                    }
                    Shape::Void => self.refuse("K204", "this load"),
                }
            }
            ("__stcg" | "__stcs" | "__stwb" | "__stwt", [to, value]) => {
                let to = self.value(to)?;
                let to = self.evaluated(to);
                self.write(value, &to)?;
                Ok(Some(None))
            }
            (name, [offset, from]) if lanes(name, "vload").is_some() => {
                let count = lanes(name, "vload").unwrap_or(1);
                let signed = self.signed(offset.ty.id);
                let offset = self.value(offset)?;
                let offset = self.as_word(offset, signed);
                let offset = self.evaluated(offset);
                let element = self.pointee(from.ty.id)?;
                let from = self.value(from)?;
                let place = self.vector_place(offset, from, element.id, count)?;
                let to = match call.to {
                    Some(to) => to.clone(),
                    None => self.scratch(call.e.ty.id)?,
                };
                let (scalar, _) = self.scalar(element.id)?;
                let bytes = u64::from(scalar.bytes(self.types.pointer()));
                for lane in 0..count {
                    let at = self.further(place.clone(), bytes * u64::from(lane));
                    let value = self.load(at, scalar, false);
                    self.store_lane(&to, call.e.ty.id, lane, value)?;
                }
                Ok(Some(Some(to)))
            }
            (name, [value, offset, to]) if lanes(name, "vstore").is_some() => {
                let count = lanes(name, "vstore").unwrap_or(1);
                let from = match value.category {
                    clang::tree::Category::Value => self.object(value)?,
                    _ => self.place(value)?,
                };
                let from = self.evaluated(from);
                let signed = self.signed(offset.ty.id);
                let offset = self.value(offset)?;
                let offset = self.as_word(offset, signed);
                let offset = self.evaluated(offset);
                let element = self.pointee(to.ty.id)?;
                let to = self.value(to)?;
                let place = self.vector_place(offset, to, element.id, count)?;
                let (scalar, _) = self.scalar(element.id)?;
                let bytes = u64::from(scalar.bytes(self.types.pointer()));
                for lane in 0..count {
                    let part = self.load_lane(&from, value.ty.id, lane)?;
                    let at = self.further(place.clone(), bytes * u64::from(lane));
                    self.store(at, part, false);
                }
                Ok(Some(None))
            }
            ("printf", arguments) => {
                self.values(arguments)?;
                self.arbitrary(call).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The address of the vector with a number behind a pointer.
    fn vector_place(
        &mut self,
        number: Expr,
        from: Expr,
        element: clang::types::TypeId,
        count: u32,
    ) -> Lowered<Expr> {
        let lanes = binary(BinaryOp::Mul, number, self.word(u64::from(count)));
        let place = self.advance(from, lanes, true, element, false)?;
        Ok(self.evaluated(place))
    }
}

/// The number behind a name's prefix.
fn lanes(name: &str, prefix: &str) -> Option<u32> {
    let count = name.strip_prefix(prefix)?.parse().ok()?;
    matches!(count, 2 | 3 | 4 | 8 | 16).then_some(count)
}
