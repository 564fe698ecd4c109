//! Copies, vector loads and stores, loads through caches.

use super::BuiltinCall;
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, folded, resized};
use crate::known::Memory;
use crate::types::Shape;
use clang::tree::Expr as CExpr;
use clang::types::{Type, TypeId};
use kernel_graph::{Access, BinaryOp, Expr, Scalar, StmtKind};
use text::code::Code;

/// Longer moves between ranges that may overlap are refused.
const LONGEST_MOVE: u64 = 4096;

impl Builder<'_> {
    /// A function that reads or writes memory.
    pub(crate) fn memory(&mut self, call: &BuiltinCall<'_>, how: Memory) -> Lowered<Option<Expr>> {
        match (how, call.arguments) {
            (Memory::Copy | Memory::Move, [to, from, bytes]) => {
                let to = self.value(to)?;
                let to = self.evaluated(to);
                let from = self.value(from)?;
                let from = self.evaluated(from);
                let bytes = self.value(bytes)?;
                let bytes = self.as_word(bytes, false);
                let from = match how == Memory::Move {
                    true => self.moved(from, &bytes)?,
                    false => from,
                };
                self.push(StmtKind::Copy {
                    to: to.clone(),
                    from,
                    bytes,
                    access: Access::default(),
                });
                Ok(Some(to))
            }
            (Memory::Fill, [to, value, bytes]) => {
                let to = self.value(to)?;
                let to = self.evaluated(to);
                let value = self.value(value)?;
                let value = folded(resized(value, Scalar::Int(8), false));
                let value = self.evaluated(value);
                let bytes = self.value(bytes)?;
                let bytes = self.as_word(bytes, false);
                self.push(StmtKind::Fill {
                    to: to.clone(),
                    value,
                    bytes,
                    access: Access::default(),
                });
                Ok(Some(to))
            }
            (Memory::Load(volatile), [from]) => {
                let from = self.value(from)?;
                match self.shape(call.e.ty.id)? {
                    Shape::Scalar(scalar, _) => Ok(Some(self.load(from, scalar, volatile))),
                    Shape::Object => {
                        let to = self.destination(call)?;
                        self.copy(to.clone(), from, call.e.ty)?;
                        Ok(Some(to))
                    }
                    Shape::Void => self.refuse(Code::K204, "this load"),
                }
            }
            (Memory::Store, [to, value]) => {
                let to = self.value(to)?;
                let to = self.evaluated(to);
                self.write(value, &to)?;
                Ok(None)
            }
            (Memory::VectorLoad, [offset, from]) => self.vector_load(call, offset, from),
            (Memory::VectorStore, [value, offset, to]) => self.vector_store(value, offset, to),
            (Memory::HalfLoad, [offset, from]) => self.half_load(call, offset, from),
            (Memory::HalfStore, [value, offset, to]) => self.half_store(call, value, offset, to),
            (Memory::Results(reads), arguments) => self.results(call, arguments, reads),
            _ => self.refuse(Code::K204, "this call"),
        }
    }

    /// A copy of a range, from which overlapping ranges may be written.
    fn moved(&mut self, from: Expr, bytes: &Expr) -> Lowered<Expr> {
        let count = bytes.as_const().and_then(|count| u64::try_from(count).ok());
        let Some(count) = count.filter(|count| *count <= LONGEST_MOVE) else {
            return self.refuse(Code::K204, "a move of so many bytes");
        };
        let element = kernel_graph::Layout::scalar(Scalar::Int(8), false, self.types.pointer());
        let layout = kernel_graph::Layout {
            size: count,
            kind: kernel_graph::LayoutKind::Array(Box::new(element), Some(count)),
        };
        let linkage = kernel_graph::Linkage::Variable;
        let array = self.array(
            "",
            kernel_graph::Space::Private,
            linkage,
            layout,
            Some(count),
        );
        self.push(StmtKind::Declare(array));
        let between = crate::builder::base(array);
        self.push(StmtKind::Copy {
            to: between.clone(),
            from,
            bytes: bytes.clone(),
            access: Access::default(),
        });
        Ok(between)
    }

    fn vector_load(
        &mut self,
        call: &BuiltinCall<'_>,
        offset: &CExpr,
        from: &CExpr,
    ) -> Lowered<Option<Expr>> {
        let (_, count) = self.vector(call.e.ty.id)?;
        let element = self.pointee(from.ty.id)?;
        let place = self.vector_place(offset, from, count)?;
        let to = self.destination(call)?;
        let (scalar, _) = self.scalar(element.id)?;
        let bytes = u64::from(scalar.bytes(self.types.pointer()));
        for lane in 0..count {
            let at = self.further(place.clone(), bytes * u64::from(lane));
            let value = self.load(at, scalar, element.volatile);
            self.store_lane(&to, call.e.ty.id, lane, value)?;
        }
        Ok(Some(to))
    }

    fn vector_store(&mut self, value: &CExpr, offset: &CExpr, to: &CExpr) -> Lowered<Option<Expr>> {
        let (_, count) = self.vector(value.ty.id)?;
        let from = self.operand(value)?;
        let element = self.pointee(to.ty.id)?;
        let place = self.vector_place(offset, to, count)?;
        let (scalar, _) = self.scalar(element.id)?;
        let bytes = u64::from(scalar.bytes(self.types.pointer()));
        for lane in 0..count {
            let part = self.load_lane(&from, value.ty.id, lane)?;
            let at = self.further(place.clone(), bytes * u64::from(lane));
            self.store(at, part, element.volatile);
        }
        Ok(None)
    }

    /// The elements of a vector of halves; aligned ones of three lie as four do.
    fn half_lanes(&self, name: &str, ty: TypeId) -> Lowered<(u32, u32)> {
        let mut count = 1;
        if let Type::Vector { count: lanes, .. } = self.types.get(ty) {
            count = *lanes;
        }
        let apart = match (
            count,
            name.starts_with("vloada") || name.starts_with("vstorea"),
        ) {
            (3, true) => 4,
            _ => count,
        };
        Ok((count, apart))
    }

    fn half_load(
        &mut self,
        call: &BuiltinCall<'_>,
        offset: &CExpr,
        from: &CExpr,
    ) -> Lowered<Option<Expr>> {
        let (count, apart) = self.half_lanes(call.name, call.e.ty.id)?;
        let place = self.vector_place(offset, from, apart)?;
        for lane in 0..count {
            let at = self.further(place.clone(), 2 * u64::from(lane));
            self.load(at, Scalar::Int(16), false);
        }
        self.arbitrary(call)
    }

    fn half_store(
        &mut self,
        call: &BuiltinCall<'_>,
        value: &CExpr,
        offset: &CExpr,
        to: &CExpr,
    ) -> Lowered<Option<Expr>> {
        let (count, apart) = self.half_lanes(call.name, value.ty.id)?;
        self.values(std::slice::from_ref(value))?;
        let place = self.vector_place(offset, to, apart)?;
        for lane in 0..count {
            let at = self.further(place.clone(), 2 * u64::from(lane));
            let bits = self.temporary(Scalar::Int(16));
            self.push(StmtKind::Havoc(bits));
            self.store(at, Expr::local(bits, Scalar::Int(16)), false);
        }
        Ok(None)
    }

    /// The address of the vector with a number behind a pointer.
    fn vector_place(&mut self, number: &CExpr, from: &CExpr, lanes: u32) -> Lowered<Expr> {
        let signed = self.signed(number.ty.id);
        let number = self.value(number)?;
        let number = self.as_word(number, signed);
        let number = self.evaluated(number);
        let element = self.pointee(from.ty.id)?;
        let from = self.value(from)?;
        let lanes = binary(BinaryOp::Mul, number, self.word(u64::from(lanes)));
        let place = self.advance(from, lanes, true, element.id, false)?;
        Ok(self.evaluated(place))
    }

    /// A function that writes what its pointer arguments point to: `sincosf(x, &s, &c)`,
    /// `curand(&state)`.
    fn results(
        &mut self,
        call: &BuiltinCall<'_>,
        arguments: &[CExpr],
        reads: bool,
    ) -> Lowered<Option<Expr>> {
        let mut pointers = Vec::new();
        for argument in arguments {
            let values = self.values(std::slice::from_ref(argument))?;
            if self.is_pointer(argument.ty.id) {
                let to = self.pointee(argument.ty.id)?;
                pointers.extend(values.into_iter().map(|address| (address, to)));
            }
        }
        if let [(state, ty)] = pointers.as_slice()
            && self.is_block_state(*ty)
        {
            return self.drawn_by_block(call, (state.clone(), *ty));
        }
        for (address, ty) in pointers {
            if reads {
                self.changed(&address, ty)?;
            } else {
                let fresh = self.scratch(ty.id)?;
                self.copy(address, fresh, ty)?;
            }
        }
        self.arbitrary(call)
    }

    /// Whether values of a type are addresses of memory.
    pub(crate) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(
            self.types.get(ty),
            Type::Pointer(_) | Type::Reference { .. } | Type::Array { .. }
        )
    }
}
