//! Images of OpenCL: an image that a kernel may write is an array of its own, of a byte for each element.
//! What is outside of an image is written nowhere; here it is an element as well, which no two threads
//! share that do not share it there.

use super::BuiltinCall;
use crate::Lowered;
use crate::builder::{Builder, base, offset};
use crate::convert::binary;
use clang::tree::{Expr as CExpr, ExprKind as C, VariableId};
use clang::types::{Type, TypeId};
use kernel_graph::{ArrayId, BinaryOp, Expr, Layout, LayoutKind, Linkage, Scalar, Space, StmtKind};
use text::code::Code;

/// How far apart the rows of an image are, as a power of two, with pointers of 64 bits. A place has one number in any
/// case, so no two threads meet there unseen; where coordinates are larger, different places may have one, too.
const ROWS: u32 = 32;

/// The same with pointers of 32 bits. No image is that large.
const ROWS_NARROW: u32 = 16;

/// How far apart the second and third coordinate are where there are three, with pointers of 64 and of 32 bits. No image
/// is larger than the first; of the second, the bits of the last coordinate are fewer.
const OF_THREE: u32 = 21;
const OF_THREE_NARROW: u32 = 11;

/// What a read-write image's name begins with.
const READ_WRITE: &str = "__read_write ";

impl Builder<'_> {
    /// The array of a kernel's parameter that is an image.
    pub(crate) fn image_parameter(&mut self, number: u32, id: VariableId) {
        let Some(variable) = self.types.unit.variable(id) else {
            return;
        };
        if !self.is_image(variable.ty.id) {
            return;
        }
        let element = Layout::scalar(Scalar::Int(8), false, self.types.pointer());
        let (rows, _) = self.shifts();
        let row = Layout {
            size: 1 << rows,
            kind: LayoutKind::Array(Box::new(element), Some(1 << rows)),
        };
        let linkage = Linkage::Parameter(number);
        let array = self.array(&variable.name, Space::Global, linkage, row, None);
        self.images.insert(id, array);
    }

    fn is_image(&self, ty: TypeId) -> bool {
        let Type::Opaque(name) = self.types.get(ty) else {
            return false;
        };
        name.trim_start_matches(READ_WRITE).starts_with("image")
    }

    /// Whether some function of the file reads and writes an image.
    pub(crate) fn changes_images(&self) -> bool {
        let unit = self.types.unit;
        let mut parameters = unit.functions.iter().flat_map(|f| &f.parameters);
        parameters.any(|id| {
            let variable = unit.variable(*id);
            variable.is_some_and(|variable| self.is_read_write(variable.ty.id))
        })
    }

    fn is_read_write(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Opaque(name) if name.starts_with(READ_WRITE))
    }

    /// `read_imagef(image, sampler, place)`, `read_imagef(image, place)`: an image that is not written is
    /// not known, and no more.
    pub(crate) fn image_read(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let written = call.arguments.first().map(|a| self.is_read_write(a.ty.id));
        if written != Some(true) {
            self.values(call.arguments)?;
            return self.arbitrary(call);
        }
        let [image, place] = call.arguments else {
            return self.refuse(
                Code::K204,
                "such a read of an image that is written as well",
            );
        };
        let array = self.image(image)?;
        let at = self.texel(array, place)?;
        self.load(at, Scalar::Int(8), false);
        self.arbitrary(call)
    }

    /// `write_imagef(image, place, color)`.
    pub(crate) fn image_write(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let [image, place, color] = call.arguments else {
            return self.refuse(Code::K204, "such a write to an image");
        };
        let array = self.image(image)?;
        let at = self.texel(array, place)?;
        self.values(std::slice::from_ref(color))?;
        let some = self.temporary(Scalar::Int(8));
        self.push(StmtKind::Havoc(some));
        self.store(at, Expr::local(some, Scalar::Int(8)), false);
        Ok(None)
    }

    /// The array of an image: a parameter of the kernel, for nothing else can be an image there.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what has no rule is refused"
    )]
    fn image(&mut self, image: &CExpr) -> Lowered<ArrayId> {
        match &image.kind {
            C::Cast { operand, .. } => self.image(operand),
            C::Variable(id) => match self.images.get(id) {
                Some(array) => Ok(*array),
                None => self.refuse(Code::K204, "a write to an image in a function"),
            },
            _ => self.refuse(Code::K204, "a write to this image"),
        }
    }

    /// How far apart the coordinates of two, and of three, are.
    fn shifts(&self) -> (u32, u32) {
        match self.types.pointer() {
            8 => (ROWS, OF_THREE),
            _ => (ROWS_NARROW, OF_THREE_NARROW),
        }
    }

    /// The address of an element.
    fn texel(&mut self, array: ArrayId, place: &CExpr) -> Lowered<Expr> {
        let (rows, of_three) = self.shifts();
        let values = self.values(std::slice::from_ref(place))?;
        let [value] = values.as_slice() else {
            return self.refuse(Code::K204, "this place in an image");
        };
        let mut coordinates = Vec::new();
        if let Type::Vector { count, .. } = self.types.get(place.ty.id) {
            // The last of four coordinates is not used.
            for lane in 0..(*count).min(3) {
                coordinates.push(self.load_lane(value, place.ty.id, lane)?);
            }
        } else {
            coordinates.push(value.clone());
        }
        let apart = match coordinates.len() {
            3 => [0, of_three, 2 * of_three],
            _ => [0, rows, 0],
        };
        let mut bytes = self.word(0);
        for (coordinate, shift) in coordinates.into_iter().zip(apart) {
            if coordinate.scalar != Scalar::Int(32) {
                return self.refuse(Code::K204, "this place in an image");
            }
            let wide = self.as_word(coordinate, false);
            let scaled = binary(BinaryOp::Mul, wide, self.word(1 << shift));
            bytes = binary(BinaryOp::Add, bytes, scaled);
        }
        Ok(offset(base(array), self.evaluated(bytes)))
    }
}
