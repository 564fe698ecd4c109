//! Members of numbers of 8 and 16 bits, and of several of them in one: their values are unknown.

use super::BuiltinCall;
use crate::Lowered;
use crate::builder::Builder;
use clang::tree::RecordId;
use clang::types::Type;
use kernel_graph::Expr;
use text::code::Code;

impl Builder<'_> {
    /// Whether our headers declare the record as a number of 8 or 16 bits or several of them.
    pub(crate) fn is_half(&self, id: RecordId) -> bool {
        let Some(record) = self.types.unit.record(id) else {
            return false;
        };
        let file = record.place.span.file as usize;
        let own = self
            .types
            .unit
            .files
            .get(file)
            .is_some_and(|file| file.role == clang::place::Role::Own);
        own && matches!(
            record.name.as_str(),
            "__half"
                | "__half2"
                | "__nv_bfloat16"
                | "__nv_bfloat162"
                | "__nv_fp8_e4m3"
                | "__nv_fp8_e5m2"
                | "__nv_fp8x2_e4m3"
                | "__nv_fp8x2_e5m2"
                | "__nv_fp8x4_e4m3"
                | "__nv_fp8x4_e5m2"
        )
    }

    /// `a += b`, where the object comes first.
    pub(crate) fn half_operator(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let [object, rest @ ..] = call.arguments else {
            return self.refuse(Code::K204, "this operator");
        };
        let ty = object.ty;
        self.values(rest)?;
        let object = self.place(object)?;
        let object = self.evaluated(object);
        self.changed(&object, ty)?;
        Ok(Some(object))
    }

    /// A conversion or other member that leaves the object as it is.
    pub(crate) fn half_member(
        &mut self,
        call: &BuiltinCall<'_>,
        (object, ty): (Expr, clang::types::TypeId),
    ) -> Lowered<Option<Expr>> {
        let reads = call.name.starts_with("operator ");
        if !reads {
            return self.refuse(Code::K204, &format!("`{}`", call.name));
        }
        // The object is read.
        let bits = self
            .types
            .size(ty)
            .and_then(|size| u32::try_from(size).ok());
        let Some(bits) = bits.and_then(|bytes| bytes.checked_mul(8)) else {
            return self.refuse(Code::K204, &format!("`{}`", call.name));
        };
        self.load(object, kernel_graph::Scalar::Int(bits), false);
        self.values(call.arguments)?;
        self.arbitrary(call)
    }

    /// An object made by a constructor of our headers.
    pub(crate) fn half_made(&mut self, to: &Expr, ty: clang::types::Qual) -> Lowered<bool> {
        let Type::Record(id) = self.types.get(ty.id) else {
            return Ok(false);
        };
        if !self.is_half(*id) {
            return Ok(false);
        }
        let fresh = self.scratch(ty.id)?;
        self.copy(to.clone(), fresh, ty)?;
        Ok(true)
    }

    /// An object is read, and gets arbitrary bytes.
    pub(crate) fn changed(&mut self, object: &Expr, ty: clang::types::Qual) -> Lowered<()> {
        let before = self.scratch(ty.id)?;
        self.copy(before, object.clone(), ty)?;
        let after = self.scratch(ty.id)?;
        self.copy(object.clone(), after, ty)
    }
}
