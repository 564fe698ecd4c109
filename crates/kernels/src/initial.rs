//! The bytes of constants of the file.

use crate::builder::Builder;
use crate::types::Shape;
use clang::kinds::CastKind;
use clang::tree::{Expr as CExpr, ExprKind as C, RecordId, UnaryOp};
use clang::types::{FloatKind, Type, TypeId};
use kernel_graph::{FunctionId, Scalar};
use std::collections::BTreeMap;

/// Of larger constants nothing is known.
const MOST_BYTES: usize = 4096;

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "of what is not found nothing is known"
)]
impl Builder<'_> {
    /// The bytes of a constant: a number, or a vector, an array or a struct of them. None if they are not known without
    /// statements that compute them.
    pub(crate) fn constant_bytes(&mut self, init: &CExpr, ty: TypeId) -> Option<Vec<u8>> {
        let size = usize::try_from(self.types.size(ty)?).ok()?;
        if size > MOST_BYTES {
            return None;
        }
        let zeros = |e: &CExpr| matches!(e.kind, C::Zero);
        let mut bytes = match self.types.get(ty).clone() {
            _ if zeros(init) => Vec::new(),
            Type::Array { element, .. } => {
                let C::InitList { values, filler, .. } = &init.kind else {
                    return None;
                };
                let mut all = Vec::new();
                for value in values {
                    all.extend(self.constant_bytes(value, element.id)?);
                }
                if all.len() < size && !filler.as_deref().is_none_or(zeros) {
                    return None;
                }
                all
            }
            Type::Vector { element, count, .. } => self.vector_bytes(init, element, count)?,
            Type::Record(id) => self.record_bytes(init, id, size)?,
            Type::Float(kind) => float_bytes(self.constant_float(init)?, kind)?,
            _ => {
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

    /// The bytes of a vector: of its elements in order, some of which may be given as vectors, or of one for all.
    fn vector_bytes(&mut self, init: &CExpr, element: TypeId, count: u32) -> Option<Vec<u8>> {
        match &init.kind {
            C::Cast {
                kind: CastKind::VectorSplat,
                operand,
                ..
            } => {
                let one = self.constant_bytes(operand, element)?;
                Some(one.repeat(usize::try_from(count).ok()?))
            }
            // A literal is an object that is looked at.
            C::Cast {
                kind: CastKind::LValueToRValue,
                operand,
                ..
            } if matches!(operand.kind, C::Compound(_)) => {
                self.vector_bytes(operand, element, count)
            }
            C::Cast {
                kind: CastKind::NoOp,
                operand,
                ..
            }
            | C::Compound(operand) => self.vector_bytes(operand, element, count),
            C::InitList { values, .. } => {
                let mut all = Vec::new();
                for value in values {
                    let part = match self.types.get(value.ty.id).clone() {
                        Type::Vector { element, count, .. } => {
                            self.vector_bytes(value, element, count)?
                        }
                        _ => self.constant_bytes(value, element)?,
                    };
                    all.extend(part);
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// The bytes of a struct whose fields are given in order.
    fn record_bytes(&mut self, init: &CExpr, id: RecordId, size: usize) -> Option<Vec<u8>> {
        let C::InitList { values, .. } = &init.kind else {
            return None;
        };
        let record = self.types.unit.record(id)?;
        if record.union
            || !record.bases.is_empty()
            || record.fields.iter().any(|f| f.bits.is_some())
        {
            return None;
        }
        let layout = record.layout.as_ref()?;
        let places: Vec<(TypeId, u64)> = record
            .fields
            .iter()
            .zip(&layout.fields)
            .map(|(field, bit)| (field.ty.id, bit / 8))
            .collect();
        let mut bytes = vec![0; size];
        for (value, (ty, at)) in values.iter().zip(places) {
            let part = self.constant_bytes(value, ty)?;
            let at = usize::try_from(at).ok()?;
            bytes
                .get_mut(at..at.checked_add(part.len())?)?
                .copy_from_slice(&part);
        }
        Some(bytes)
    }

    /// The value of a literal with a point, perhaps negated or converted, or of a constant integer: each part as its own type
    /// has it.
    fn constant_float(&self, init: &CExpr) -> Option<f64> {
        let is_float = match self.types.get(init.ty.id) {
            Type::Float(FloatKind::Float) => true,
            Type::Float(FloatKind::Double) => false,
            _ => return None,
        };
        let value = match &init.kind {
            C::Floating(text) if is_float => f64::from(text.parse::<f32>().ok()?),
            C::Floating(text) => text.parse().ok()?,
            C::Unary {
                op: UnaryOp::Minus,
                operand,
            } => -self.constant_float(operand)?,
            C::Cast {
                kind: CastKind::FloatingCast | CastKind::NoOp,
                operand,
                ..
            } => self.constant_float(operand)?,
            C::Cast {
                kind: CastKind::IntegralToFloating,
                operand,
                ..
            } => f64::from(i32::try_from(self.types.unit.fold(operand)?).ok()?),
            _ => return None,
        };
        Some(match is_float {
            true => f64::from(narrowed(value)),
            false => value,
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

/// The bytes of a number; the literals of the narrow types are not followed.
fn float_bytes(value: f64, kind: FloatKind) -> Option<Vec<u8>> {
    match kind {
        FloatKind::Double => Some(value.to_le_bytes().to_vec()),
        FloatKind::Float => Some(narrowed(value).to_le_bytes().to_vec()),
        FloatKind::Half | FloatKind::BFloat16 | FloatKind::LongDouble => None,
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a number is narrowed to its type"
)]
fn narrowed(value: f64) -> f32 {
    value as f32
}
