//! Values of records, arrays and vectors, written into memory.

use crate::Lowered;
use crate::builder::Builder;
use crate::convert::zero;
use crate::types::Shape;
use clang::kinds::CastKind;
use clang::tree::{BinaryOp, Expr as CExpr, ExprKind as C, FieldId, FunctionId, UnaryOp};
use clang::types::{Qual, Type, TypeId};
use kernel_graph::{Access, Expr, StmtKind, Terminator};
use text::code::Code;

/// Arrays and vectors with more elements are not written one by one.
pub(crate) const MOST_ELEMENTS: u64 = 4096;

impl Builder<'_> {
    /// The address of memory that holds the value of an expression: its own, or a temporary.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "any other value is written into memory"
    )]
    pub(crate) fn object(&mut self, e: &CExpr) -> Lowered<Expr> {
        match &e.kind {
            // The value is in memory already, and a copy is made where it goes.
            C::Cast {
                kind:
                    CastKind::NoOp | CastKind::ConstructorConversion | CastKind::UserDefinedConversion,
                operand,
                ..
            } => self.object_or_place(operand),
            C::Temporary(inner) | C::Compound(inner) => self.object_or_place(inner),
            _ => {
                if let Some(result) = self.result_object(e)? {
                    return Ok(result);
                }
                let to = self.scratch(e.ty.id)?;
                self.write(e, &to)?;
                Ok(to)
            }
        }
    }

    pub(crate) fn object_or_place(&mut self, e: &CExpr) -> Lowered<Expr> {
        if e.category == clang::tree::Category::Value {
            self.object(e)
        } else {
            self.place(e)
        }
    }

    /// Copies an object of a type.
    pub(crate) fn copy(&mut self, to: Expr, from: Expr, ty: Qual) -> Lowered<()> {
        let Some(bytes) = self.types.size(ty.id) else {
            return self.refuse(Code::K203, "a copy of an object of unknown size");
        };
        let access = Access {
            volatile: ty.volatile,
            ghost: self.tables.ghost,
            guess: false,
            lanes: false,
        };
        let bytes = self.word(bytes);
        self.push(StmtKind::Copy {
            to,
            from,
            bytes,
            access,
        });
        Ok(())
    }

    /// Sets all bytes of an object to zero.
    pub(crate) fn clear(&mut self, to: Expr, ty: TypeId) -> Lowered<()> {
        let Some(bytes) = self.types.size(ty) else {
            return self.refuse(Code::K203, "an object of unknown size");
        };
        let bytes = self.word(bytes);
        self.push(StmtKind::Fill {
            to,
            value: Expr::int(8, 0),
            bytes,
            access: Access::default(),
        });
        Ok(())
    }

    /// Writes the value of an expression, of whatever shape, to an address.
    pub(crate) fn write(&mut self, e: &CExpr, to: &Expr) -> Lowered<()> {
        self.at(e, |b| b.write_here(e, to))
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    fn write_here(&mut self, e: &CExpr, to: &Expr) -> Lowered<()> {
        self.room()?;
        match self.shape(e.ty.id)? {
            Shape::Void => return self.effect(e),
            Shape::Scalar(..) => {
                let value = self.value_meant(e, self.meant_at_start(e))?;
                self.store(to.clone(), value, false);
                return Ok(());
            }
            Shape::Object => {}
        }
        if e.category != clang::tree::Category::Value {
            let from = self.place(e)?;
            return self.copy(to.clone(), from, e.ty);
        }
        match &e.kind {
            C::InitList {
                values,
                filler,
                field,
            } => self.list(e, to, values, filler.as_deref(), *field),
            C::Zero => self.clear(to.clone(), e.ty.id),
            C::Text(bytes) => self.write_text(bytes, to, e.ty.id),
            C::Construct {
                constructor,
                arguments,
                zeroing,
            } => {
                if *zeroing {
                    self.clear(to.clone(), e.ty.id)?;
                }
                self.construct(*constructor, arguments, to, e.ty)
            }
            C::Lambda { captures, .. } => {
                for capture in captures {
                    let bytes = self.field_offset(capture.field)?;
                    let at = self.further(to.clone(), bytes);
                    self.initialize(&capture.value, &at, self.field_type(capture.field))?;
                }
                Ok(())
            }
            C::Call {
                callee, arguments, ..
            } => self.call(e, callee, arguments, Some(to)).map(|_| ()),
            C::Cast { kind, operand, .. } => self.write_cast(e.ty, (*kind, operand), to),
            C::ConvertVector(inner) => self.converted_lanes(inner, to, e.ty.id),
            C::Reinterpret(inner) => self.same_bytes(inner, to, e.ty),
            C::Temporary(inner) | C::Compound(inner) => self.write(inner, to),
            C::Conditional {
                condition,
                then,
                otherwise,
            } => self.choose(condition, then, otherwise, to),
            C::Unary { op, operand } => self.unary_lanes(*op, operand, to, e.ty.id),
            C::Binary { op, left, right } => {
                if *op != BinaryOp::Comma {
                    return self.binary_lanes(*op, left, right, to, e.ty.id);
                }
                self.effect(left)?;
                self.write(right, to)
            }
            C::Assign { op, left, right } => {
                let from = self.assign(*op, left, right)?;
                self.copy(to.clone(), from, e.ty)
            }
            C::Swizzle { .. } => self.lanes_written(e, to),
            C::Shuffle(operands) => self.shuffle(operands, to, e.ty.id),
            C::Field { .. } | C::Index { .. } => {
                let from = self.place_of_part(e)?;
                self.copy(to.clone(), from, e.ty)
            }
            C::Common => match self.tables.common.last().cloned() {
                Some(from) => self.copy(to.clone(), from, e.ty),
                None => self.refuse(Code::K201, "this value"),
            },
            C::ArrayLoop { common, element } => self.write_elements(e.ty.id, common, element, to),
            _ => self.refuse(Code::K201, "this expression as an object"),
        }
    }

    /// Writes a string into an array that may be shorter or longer.
    fn write_text(&mut self, bytes: &[u8], to: &Expr, ty: TypeId) -> Lowered<()> {
        let from = self.literal(bytes);
        let count = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let size = self.types.size(ty).unwrap_or(count);
        if size > count {
            self.clear(to.clone(), ty)?;
        }
        let bytes = self.word(count.min(size));
        self.push(StmtKind::Copy {
            to: to.clone(),
            from,
            bytes,
            access: Access::default(),
        });
        Ok(())
    }

    /// Writes what a conversion to a type gives.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "others convert a vector or are refused"
    )]
    fn write_cast(
        &mut self,
        ty: Qual,
        (kind, operand): (CastKind, &CExpr),
        to: &Expr,
    ) -> Lowered<()> {
        match kind {
            CastKind::LValueToRValue => {
                if matches!(&operand.kind, C::Swizzle { elements, .. } if elements.len() > 1) {
                    return self.lanes_written(operand, to);
                }
                let from = self.place(operand)?;
                self.copy(to.clone(), from, operand.ty)
            }
            CastKind::VectorSplat => {
                let (_, count) = self.vector(ty.id)?;
                let value = self.value(operand)?;
                let value = self.evaluated(value);
                for lane in 0..count {
                    self.store_lane(to, ty.id, lane, value.clone())?;
                }
                Ok(())
            }
            CastKind::NoOp
            | CastKind::ConstructorConversion
            | CastKind::UserDefinedConversion
            | CastKind::AtomicToNonAtomic
            | CastKind::NonAtomicToAtomic => self.write(operand, to),
            CastKind::BitCast => self.same_bytes(operand, to, ty),
            CastKind::DerivedToBase | CastKind::UncheckedDerivedToBase => {
                let from = self.object_or_place(operand)?;
                let bytes = self.base_offset(operand.ty.id, ty.id)?;
                let from = self.further(from, bytes);
                self.copy(to.clone(), from, ty)
            }
            _ => self.converted_lanes(operand, to, ty.id),
        }
    }

    /// Writes an array whose elements are made one by one from those of another.
    fn write_elements(
        &mut self,
        ty: TypeId,
        common: &CExpr,
        element: &CExpr,
        to: &Expr,
    ) -> Lowered<()> {
        let from = self.common_of(common)?;
        let Type::Array {
            element: of,
            count: Some(count),
        } = self.types.get(ty)
        else {
            return self.refuse(Code::K201, "a copy of this array");
        };
        let size = self.types.size(of.id).unwrap_or(0);
        if *count > MOST_ELEMENTS {
            return self.refuse(Code::K201, "a copy of so large an array");
        }
        self.tables.common.push(from);
        let written = (0..*count).try_for_each(|at| {
            let index = self.word(at);
            self.tables.index.push(index);
            let place = self.further(to.clone(), at * size);
            let written = self.write(element, &place);
            self.tables.index.pop();
            written
        });
        self.tables.common.pop();
        written
    }

    /// Writes the elements that a swizzle names.
    fn lanes_written(&mut self, e: &CExpr, to: &Expr) -> Lowered<()> {
        let C::Swizzle {
            base,
            arrow,
            elements,
            ..
        } = &e.kind
        else {
            return self.refuse(Code::K201, "these elements");
        };
        let (base, arrow, elements) = crate::place::swizzled(base, *arrow, elements);
        let from = self.whole(base, arrow)?;
        let from = self.evaluated(from);
        let vector = match arrow {
            true => self.pointee(base.ty.id)?.id,
            false => base.ty.id,
        };
        for (lane, element) in (0u32..).zip(elements) {
            let value = self.load_lane(&from, vector, u32::from(element))?;
            self.store_lane(to, e.ty.id, lane, value)?;
        }
        Ok(())
    }

    /// Initializes a variable or field: a reference gets the address.
    pub(crate) fn initialize(&mut self, e: &CExpr, to: &Expr, ty: Option<Qual>) -> Lowered<()> {
        match ty.map(|ty| self.types.get(ty.id)) {
            Some(Type::Reference { .. }) => {
                let address = self.place(e)?;
                self.store(to.clone(), address, false);
                Ok(())
            }
            _ => self.write(e, to),
        }
    }

    /// `{ a, b }`.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    fn list(
        &mut self,
        e: &CExpr,
        to: &Expr,
        values: &[CExpr],
        filler: Option<&CExpr>,
        field: Option<FieldId>,
    ) -> Lowered<()> {
        match self.types.get(e.ty.id) {
            Type::Array { element, count } => {
                let size = self.types.size(element.id).unwrap_or(0);
                for (at, value) in (0u64..).zip(values) {
                    let place = self.further(to.clone(), at * size);
                    self.initialize(value, &place, Some(*element))?;
                }
                let given = u64::try_from(values.len()).unwrap_or(u64::MAX);
                let rest = count.unwrap_or(given).saturating_sub(given);
                match filler {
                    Some(filler) if rest > 0 && !is_zero(filler) => {
                        if rest > MOST_ELEMENTS {
                            return self.refuse(Code::K201, "so large an initializer");
                        }
                        for at in given..given + rest {
                            let place = self.further(to.clone(), at * size);
                            self.initialize(filler, &place, Some(*element))?;
                        }
                        Ok(())
                    }
                    _ if rest > 0 => {
                        let place = self.further(to.clone(), given * size);
                        let bytes = self.word(rest * size);
                        self.push(StmtKind::Fill {
                            to: place,
                            value: Expr::int(8, 0),
                            bytes,
                            access: Access::default(),
                        });
                        Ok(())
                    }
                    _ => Ok(()),
                }
            }
            Type::Vector { count, .. } => {
                let mut lane = 0;
                for value in values {
                    lane = self.lanes_of(value, to, e.ty.id, lane)?;
                }
                let (scalar, _) = self.vector(e.ty.id)?;
                // What is not given is zero. One value for all elements is a cast.
                for lane in lane..*count {
                    self.store_lane(to, e.ty.id, lane, zero(scalar))?;
                }
                Ok(())
            }
            Type::Record(id) => {
                let Some(record) = self.types.unit.record(*id) else {
                    return self.refuse(Code::K203, "this class");
                };
                if record.union {
                    let Some((value, field)) = values.first().zip(field) else {
                        return self.clear(to.clone(), e.ty.id);
                    };
                    return self.initialize(value, to, self.field_type(field));
                }
                let Some(layout) = record.layout.as_ref() else {
                    return self.refuse(Code::K203, "a class whose layout is not known");
                };
                let bases = record.bases.len();
                for (at, value) in values.iter().enumerate() {
                    if let Some(offset) = layout.bases.get(at).filter(|_| at < bases) {
                        let place = self.further(to.clone(), *offset);
                        self.write(value, &place)?;
                        continue;
                    }
                    let index = u32::try_from(at - bases).unwrap_or(u32::MAX);
                    let field = FieldId { record: *id, index };
                    if record
                        .fields
                        .get(at - bases)
                        .is_some_and(|f| f.bits.is_some())
                    {
                        return self.refuse(Code::K201, "an initializer of a bit field");
                    }
                    let bytes = self.field_offset(field)?;
                    let place = self.further(to.clone(), bytes);
                    self.initialize(value, &place, self.field_type(field))?;
                }
                if values.len() < bases + record.fields.len() {
                    return self.refuse(Code::K201, "an initializer that leaves fields out");
                }
                Ok(())
            }
            _ => match values {
                [one] => self.write(one, to),
                _ => self.refuse(Code::K201, "this initializer"),
            },
        }
    }

    /// Writes the elements of one value of a vector's list from a lane on; gives the next lane.
    fn lanes_of(&mut self, value: &CExpr, to: &Expr, ty: TypeId, lane: u32) -> Lowered<u32> {
        let Type::Vector { count, .. } = self.types.get(value.ty.id) else {
            let value = self.value(value)?;
            self.store_lane(to, ty, lane, value)?;
            return Ok(lane + 1);
        };
        let count = *count;
        let from = self.object_or_place(value)?;
        for at in 0..count {
            let part = self.load_lane(&from, value.ty.id, at)?;
            self.store_lane(to, ty, lane + at, part)?;
        }
        Ok(lane + count)
    }

    /// An object made by a constructor.
    pub(crate) fn construct(
        &mut self,
        constructor: FunctionId,
        arguments: &[CExpr],
        to: &Expr,
        ty: Qual,
    ) -> Lowered<()> {
        self.room()?;
        if let Type::Array { element, count } = self.types.get(ty.id) {
            let size = self.types.size(element.id).unwrap_or(0);
            let Some(count) = count.filter(|count| *count <= MOST_ELEMENTS) else {
                return self.refuse(Code::K201, "so large an array of objects");
            };
            for at in 0..count {
                let place = self.further(to.clone(), at * size);
                self.construct(constructor, arguments, &place, *element)?;
            }
            return Ok(());
        }
        let Some(function) = self.types.unit.function(constructor) else {
            return self.refuse(Code::K204, "this constructor");
        };
        let nothing = function.body.is_none() && function.initializers.is_empty();
        if nothing || self.copies_bytes(function) {
            if function.defaulted {
                return match arguments {
                    // Nothing is initialized.
                    [] => Ok(()),
                    [from] => {
                        let from = self.place(from)?;
                        self.copy(to.clone(), from, ty)
                    }
                    _ => self.refuse(Code::K201, "this constructor"),
                };
            }
            if function.own && (self.half_made(to, ty)? || self.group_made(to, ty)?) {
                self.values(arguments)?;
                return Ok(());
            }
            return self.refuse(Code::K204, "a constructor without a body");
        }
        self.call_function(constructor, Some(to.clone()), arguments, None)
            .map(|_| ())
    }

    /// The bytes of a value as those of another type.
    fn same_bytes(&mut self, inner: &CExpr, to: &Expr, ty: Qual) -> Lowered<()> {
        if self.types.size(inner.ty.id) != self.types.size(ty.id) {
            // A vector of three as one of four and the like: the common bytes, the rest arbitrary.
            return self.refuse(Code::K201, "these bytes as a value of another size");
        }
        if self.shape(inner.ty.id)? == Shape::Object {
            let from = self.object_or_place(inner)?;
            return self.copy(to.clone(), from, ty);
        }
        let value = self.value(inner)?;
        self.store(to.clone(), value, false);
        Ok(())
    }

    fn choose(
        &mut self,
        condition: &CExpr,
        then: &CExpr,
        otherwise: &CExpr,
        to: &Expr,
    ) -> Lowered<()> {
        if self.shape(condition.ty.id)? == Shape::Object {
            return self.select_lanes(condition, then, otherwise, to);
        }
        let (yes, no, end) = (self.block(), self.block(), self.block());
        self.branch(condition, yes, no)?;
        for (block, side) in [(yes, then), (no, otherwise)] {
            self.enter(block);
            self.write(side, to)?;
            if self.reached() {
                self.end(Terminator::Goto(end));
            }
        }
        self.enter(end);
        Ok(())
    }
}

/// Whether an initializer only sets bytes to zero.
#[allow(clippy::wildcard_enum_match_arm, reason = "any other value is written")]
fn is_zero(e: &CExpr) -> bool {
    match &e.kind {
        C::Zero | C::NullPointer => true,
        C::Integer(value) => *value == 0,
        C::Cast { operand, .. } => is_zero(operand),
        C::InitList { values, filler, .. } => {
            values.iter().all(is_zero) && filler.as_deref().is_none_or(is_zero)
        }
        C::Unary {
            op: UnaryOp::Plus,
            operand,
        } => is_zero(operand),
        _ => false,
    }
}
