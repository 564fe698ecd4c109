//! Expressions that stand for memory: their addresses.

use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, cast, resized};
use crate::types::Shape;
use crate::wrap_intent::{Intent, meant};
use clang::kinds::CastKind;
use clang::tree::{BinaryOp, Category, Expr as CExpr, ExprKind as C, FieldId, UnaryOp};
use clang::types::{Qual, Type};
use kernel_graph::{BinaryOp as Op, CastOp, Expr, Scalar};
use text::code::Code;

/// The vector that a swizzle of swizzles names elements of: the expression, whether it is a pointer to the
/// vector, and the elements.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "other vectors are taken as a whole"
)]
pub(crate) fn swizzled<'e>(
    base: &'e CExpr,
    arrow: bool,
    elements: &[u8],
) -> (&'e CExpr, bool, Vec<u8>) {
    match &base.kind {
        C::Swizzle {
            base: inner,
            arrow: inner_arrow,
            elements: outer,
            ..
        } if !arrow && outer.len() > 1 => {
            let through = elements
                .iter()
                .map(|at| outer.get(usize::from(*at)).copied())
                .collect::<Option<Vec<u8>>>();
            match through {
                Some(elements) => swizzled(inner, *inner_arrow, &elements),
                None => (base, arrow, elements.to_vec()),
            }
        }
        _ => (base, arrow, elements.to_vec()),
    }
}

/// The bits of a bit field: the scalar that holds it, its first bit, how many bits, whether signed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits {
    storage: u32,
    first: u32,
    width: u32,
    signed: bool,
}

impl Builder<'_> {
    /// The address of the memory that an expression stands for. Of a value of a record, an array or
    /// a vector it is that of a temporary.
    pub(crate) fn place(&mut self, e: &CExpr) -> Lowered<Expr> {
        self.at(e, |b| b.place_here(e))
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    fn place_here(&mut self, e: &CExpr) -> Lowered<Expr> {
        match &e.kind {
            C::Variable(id) => self.variable(*id),
            C::Function(id) => self.function_value(*id),
            C::Text(bytes) => Ok(self.literal(bytes)),
            C::Field { .. } | C::Index { .. } | C::Swizzle { .. } => self.place_of_part(e),
            C::Unary { op, operand } => match op {
                UnaryOp::Deref => self.value(operand),
                UnaryOp::PreIncrement | UnaryOp::PreDecrement => Ok(self.step(*op, operand)?.0),
                UnaryOp::Extension | UnaryOp::Plus => self.place(operand),
                UnaryOp::Minus
                | UnaryOp::Not
                | UnaryOp::LogicalNot
                | UnaryOp::Address
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement
                | UnaryOp::Real
                | UnaryOp::Imag => self.refuse(Code::K201, "this as a place in memory"),
            },
            C::Binary {
                op: BinaryOp::Comma,
                left,
                right,
            } => {
                self.effect(left)?;
                self.place(right)
            }
            C::Assign { op, left, right } => self.assign(*op, left, right),
            C::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let scalar = match matches!(self.types.get(e.ty.id), Type::Function { .. }) {
                    true => Scalar::Function,
                    false => Scalar::Pointer,
                };
                let to = self.temporary(scalar);
                let (yes, no, end) = (self.block(), self.block(), self.block());
                self.branch(condition, yes, no)?;
                for (block, side) in [(yes, then), (no, otherwise)] {
                    self.enter(block);
                    let value = self.place(side)?;
                    self.push(kernel_graph::StmtKind::Assign { to, value });
                    self.end(kernel_graph::Terminator::Goto(end));
                }
                self.enter(end);
                Ok(Expr::local(to, scalar))
            }
            C::Cast { kind, operand, .. } => match kind {
                CastKind::NoOp
                | CastKind::LValueBitCast
                | CastKind::AddressSpaceConversion
                | CastKind::ConstructorConversion
                | CastKind::UserDefinedConversion => self.place(operand),
                CastKind::DerivedToBase | CastKind::UncheckedDerivedToBase => {
                    let address = self.place(operand)?;
                    let bytes = self.base_offset(operand.ty.id, e.ty.id)?;
                    Ok(self.further(address, bytes))
                }
                CastKind::BaseToDerived => {
                    let address = self.place(operand)?;
                    let bytes = self.base_offset(e.ty.id, operand.ty.id)?;
                    let back = Expr::int(8 * self.types.pointer(), -i128::from(bytes));
                    Ok(crate::builder::offset(address, back))
                }
                _ if e.category == Category::Value => self.object(e),
                _ => self.refuse(Code::K201, "this conversion of a place in memory"),
            },
            C::Call {
                callee, arguments, ..
            } if e.category != Category::Value => {
                // A reference is returned.
                match self.call(e, callee, arguments, None)? {
                    Some(address) => Ok(address),
                    None => self.refuse(Code::K201, "this call as a place in memory"),
                }
            }
            C::Temporary(inner) => self.temporary_object(inner),
            C::Common => match self.tables.common.last() {
                Some(address) => Ok(address.clone()),
                None => self.refuse(Code::K201, "this place in memory"),
            },
            C::Compound(inner) if e.category != Category::Value => self.temporary_object(inner),
            // `int &r{x}`: the list is what stands in it.
            C::InitList { values, .. } if e.category != Category::Value => match &values[..] {
                [only] => self.place(only),
                _ => self.refuse(Code::K201, "this list as a place in memory"),
            },
            // Only a value is written into a temporary: what writes it asks others for their place.
            _ if e.category == Category::Value => self.object(e),
            _ => self.refuse(Code::K201, "this as a place in memory"),
        }
    }

    /// A value in memory that a reference may stand for.
    fn temporary_object(&mut self, inner: &CExpr) -> Lowered<Expr> {
        if inner.category != Category::Value {
            return self.place(inner);
        }
        match self.shape(inner.ty.id)? {
            Shape::Object => self.object(inner),
            Shape::Scalar(..) => {
                let value = self.value(inner)?;
                let address = self.scratch(inner.ty.id)?;
                self.store(address.clone(), value, false);
                Ok(address)
            }
            Shape::Void => self.refuse(Code::K201, "this temporary"),
        }
    }

    /// The address of `a.b`, `a->b`, `a[i]` or `v.x`; the whole may be a value.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    pub(crate) fn place_of_part(&mut self, e: &CExpr) -> Lowered<Expr> {
        match &e.kind {
            C::Field { base, arrow, field } => {
                let address = self.whole(base, *arrow)?;
                let bytes = self.field_offset(*field)?;
                let address = self.further(address, bytes);
                // A field that is a reference stands for what it refers to.
                match self.field_type(*field) {
                    Some(ty) if matches!(self.types.get(ty.id), Type::Reference { .. }) => {
                        Ok(self.load(address, Scalar::Pointer, false))
                    }
                    _ => Ok(address),
                }
            }
            C::Index { base, index } => self.element(base, index),
            C::Swizzle {
                base,
                arrow,
                elements,
                ..
            } => {
                let (base, arrow, elements) = swizzled(base, *arrow, elements);
                let (size, _) = self.lane(e, base, arrow)?;
                let address = self.whole(base, arrow)?;
                match elements.as_slice() {
                    [one] => Ok(self.further(address, size * u64::from(*one))),
                    _ => self.refuse(
                        Code::K201,
                        "several elements of a vector as a place in memory",
                    ),
                }
            }
            C::Cast {
                kind: CastKind::NoOp,
                operand,
                ..
            } => self.place_of_part(operand),
            _ => self.refuse(Code::K201, "this as a part"),
        }
    }

    /// The address of an object: of what a pointer points to, of a place, or of a value.
    pub(crate) fn whole(&mut self, base: &CExpr, arrow: bool) -> Lowered<Expr> {
        if arrow {
            self.value(base)
        } else {
            self.place(base)
        }
    }

    /// Bytes of one element of a vector, and its type.
    fn lane(
        &mut self,
        e: &CExpr,
        base: &CExpr,
        arrow: bool,
    ) -> Lowered<(u64, clang::types::TypeId)> {
        let vector = match arrow {
            true => self.pointee(base.ty.id)?.id,
            false => base.ty.id,
        };
        let Type::Vector { element, .. } = self.types.get(vector) else {
            // The swizzle of a scalar is the scalar.
            return Ok((0, e.ty.id));
        };
        match self.types.size(*element) {
            Some(size) => Ok((size, *element)),
            None => self.refuse(Code::K203, "a vector of such elements"),
        }
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    fn element(&mut self, base: &CExpr, index: &CExpr) -> Lowered<Expr> {
        let turned = self.types.get(index.ty.id);
        let (base, index) = match matches!(turned, Type::Pointer(_) | Type::Array { .. }) {
            true => (index, base),
            false => (base, index),
        };
        let (address, element) = match self.types.get(base.ty.id) {
            Type::Pointer(to) => (self.value(base)?, to.id),
            Type::Array { element, .. } => (self.place(base)?, element.id),
            Type::Vector { element, .. } => (self.place(base)?, *element),
            _ => return self.refuse(Code::K201, "this as an array"),
        };
        let address = self.evaluated(address);
        let by = self.value_meant(index, self.meant_as_index(index))?;
        self.advance(address, by, self.signed(index.ty.id), element, false)
    }

    /// Bytes from the start of a record to a field; of a bit field to its storage.
    pub(crate) fn field_offset(&self, field: FieldId) -> Lowered<u64> {
        let found = self.types.unit.record(field.record).and_then(|record| {
            let bit = record.layout.as_ref()?.fields.get(field.index as usize)?;
            let declared = record.fields.get(field.index as usize)?;
            match declared.bits {
                None => Some(bit / 8),
                Some(_) => {
                    let unit = self.types.size(declared.ty.id)?.max(1) * 8;
                    Some(bit / unit * unit / 8)
                }
            }
        });
        match found {
            Some(bytes) => Ok(bytes),
            None => self.refuse(Code::K203, "a field of a class whose layout is not known"),
        }
    }

    /// The type of a field.
    pub(crate) fn field_type(&self, field: FieldId) -> Option<Qual> {
        let record = self.types.unit.record(field.record)?;
        Some(record.fields.get(field.index as usize)?.ty)
    }

    /// The bits that an expression names, if it is a bit field.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "`place_here` has a rule for no other expression that may stand for a bit field"
    )]
    pub(crate) fn bit_field(&self, e: &CExpr) -> Lowered<Option<Bits>> {
        let field = match &e.kind {
            C::Field { field, .. } => field,
            // What stands for the same place.
            C::Assign { left, .. } => return self.bit_field(left),
            C::Unary {
                op:
                    UnaryOp::PreIncrement | UnaryOp::PreDecrement | UnaryOp::Extension | UnaryOp::Plus,
                operand,
            }
            | C::Cast {
                kind: CastKind::NoOp,
                operand,
                ..
            } => return self.bit_field(operand),
            C::Binary {
                op: BinaryOp::Comma,
                right,
                ..
            } => return self.bit_field(right),
            C::Conditional {
                then, otherwise, ..
            } if e.category != Category::Value => {
                let (then, otherwise) = (self.bit_field(then)?, self.bit_field(otherwise)?);
                if then.is_some() || otherwise.is_some() {
                    return self.refuse(Code::K201, "a choice between bit fields");
                }
                return Ok(None);
            }
            _ => return Ok(None),
        };
        let Some(record) = self.types.unit.record(field.record) else {
            return Ok(None);
        };
        let declared = record.fields.get(field.index as usize);
        let layout = record.layout.as_ref();
        let bit = layout.and_then(|layout| layout.fields.get(field.index as usize));
        let (Some(declared), Some(bit)) = (declared, bit) else {
            return Ok(None);
        };
        let Some(width) = declared.bits else {
            return Ok(None);
        };
        let size = self.types.size(declared.ty.id).unwrap_or(0).max(1);
        let storage = u32::try_from(size * 8).unwrap_or(64);
        let first = u32::try_from(bit % (size * 8)).unwrap_or(0);
        if first + width > storage {
            return self.refuse(Code::K203, "a bit field across its storage");
        }
        // Bit fields side by side are one place of memory, all of which a write of one may read and write.
        let unit = bit - u64::from(first)..bit - u64::from(first) + u64::from(storage);
        let lies = |at: usize| {
            let (field, bit) = (record.fields.get(at)?, layout?.fields.get(at)?);
            let width = u64::from(field.bits.filter(|width| *width > 0)?);
            Some(unit.start <= *bit && bit + width <= unit.end)
        };
        let here = field.index as usize;
        let before = (0..here).rev().map_while(lies);
        if before
            .chain((here + 1..).map_while(lies))
            .any(|within| !within)
        {
            return self.refuse(Code::K203, "one of bit fields that do not lie in one unit");
        }
        Ok(Some(Bits {
            storage,
            first,
            width,
            signed: self.signed(declared.ty.id),
        }))
    }

    /// The value of a bit field.
    pub(crate) fn load_bits(
        &mut self,
        address: Expr,
        bits: Bits,
        scalar: Scalar,
        volatile: bool,
    ) -> Lowered<Expr> {
        let storage = Scalar::Int(bits.storage);
        let whole = self.load(address, storage, volatile);
        let number = |n: u32| Expr::int(bits.storage, i128::from(n));
        // Up to the top, and down again with the sign.
        let up = binary(
            Op::ShiftLeft,
            whole,
            number(bits.storage - bits.first - bits.width),
        );
        let down = match bits.signed {
            true => Op::ShiftRightSigned,
            false => Op::ShiftRightUnsigned,
        };
        let value = binary(down, up, number(bits.storage - bits.width));
        Ok(match scalar == Scalar::Bool {
            true => cast(CastOp::ToBool, value, Scalar::Bool),
            false => resized(value, scalar, bits.signed),
        })
    }

    /// Writes a bit field: the storage is read, changed and written.
    pub(crate) fn store_bits(&mut self, address: Expr, bits: Bits, value: Expr, volatile: bool) {
        let storage = Scalar::Int(bits.storage);
        let address = self.evaluated(address);
        let value = match value.scalar == Scalar::Bool {
            true => cast(CastOp::FromBool, value, storage),
            false => resized(value, storage, bits.signed),
        };
        let whole = self.load(address.clone(), storage, volatile);
        let ones = low_bits(bits.width);
        let literal = |n: u128| Expr::new(storage, kernel_graph::ExprKind::Const(n));
        let all = low_bits(bits.storage);
        let rest = binary(Op::And, whole, literal(all & !(ones << bits.first)));
        let shifted = binary(
            Op::ShiftLeft,
            binary(Op::And, value, literal(ones)),
            literal(u128::from(bits.first)),
        );
        let new = binary(Op::Or, rest, shifted);
        self.store(address, new, volatile);
    }

    /// An assignment; gives the address of its left side.
    pub(crate) fn assign(
        &mut self,
        op: Option<(BinaryOp, Qual, Qual)>,
        left: &CExpr,
        right: &CExpr,
    ) -> Lowered<Expr> {
        let intent = op.map_or(Intent::Plain, |op| self.meant_by_assign(op, left, right));
        self.assign_meant(op, (left, right), intent)
    }

    /// An assignment whose operation is meant so.
    pub(crate) fn assign_meant(
        &mut self,
        op: Option<(BinaryOp, Qual, Qual)>,
        (left, right): (&CExpr, &CExpr),
        intent: Intent,
    ) -> Lowered<Expr> {
        if let C::Swizzle {
            base,
            arrow,
            elements,
            ..
        } = &left.kind
            && elements.len() > 1
        {
            let (base, arrow, elements) = swizzled(base, *arrow, elements);
            let (_, element) = self.lane(left, base, arrow)?;
            let address = self.whole(base, arrow)?;
            let address = self.evaluated(address);
            return self.assign_elements(&address, (element, &elements), op, left, right);
        }
        if self.shape(left.ty.id)? == Shape::Object {
            return self.assign_object(op, left, right);
        }
        let apart = self.apart.take();
        let (scalar, _) = self.scalar(left.ty.id)?;
        let bits = self.bit_field(left)?;
        let volatile = left.ty.volatile;
        match op {
            None => {
                // C++ evaluates the right side first, C in any order.
                let value = self.value(right)?;
                let value = self.evaluated(value);
                let address = self.place(left)?;
                self.point_apart(apart);
                match bits {
                    Some(bits) => self.store_bits(address.clone(), bits, value, volatile),
                    None => self.store(address.clone(), value, volatile),
                }
                Ok(address)
            }
            Some((op, from, result)) => {
                let within = match (op, intent) {
                    (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, Intent::IntoSigned) => intent,
                    _ => Intent::Plain,
                };
                let by = self.value_meant(right, within)?;
                let by = self.evaluated(by);
                let address = self.place(left)?;
                let address = self.evaluated(address);
                let before = match bits {
                    Some(bits) => self.load_bits(address.clone(), bits, scalar, volatile)?,
                    None => self.load(address.clone(), scalar, volatile),
                };
                let after = if scalar == Scalar::Pointer {
                    let to = self.pointee(left.ty.id)?;
                    let down = op == BinaryOp::Sub;
                    self.advance(before, by, self.signed(right.ty.id), to.id, down)?
                } else {
                    let wide = self.convert(before, left.ty.id, from.id)?;
                    let by = match matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                        true => self.shift_amount(by, self.signed(right.ty.id), wide.scalar),
                        false => by,
                    };
                    let value = self.arithmetic(op, wide, by, self.signed(from.id))?;
                    let value = meant(value, intent, [false, self.was_signed(right)]);
                    self.convert(value, result.id, left.ty.id)?
                };
                self.point_apart(apart);
                match bits {
                    Some(bits) => self.store_bits(address.clone(), bits, after, volatile),
                    None => self.store(address.clone(), after, volatile),
                }
                Ok(address)
            }
        }
    }
}

/// A number whose lowest bits are set, so many of them; all of 128 if these are more.
fn low_bits(count: u32) -> u128 {
    1u128.checked_shl(count).map_or(u128::MAX, |next| next - 1)
}
