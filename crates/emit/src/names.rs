//! Names of the emitted text: one for each declaration of a method, so that no scope of C changes
//! what a name means.

use crate::code::Type;
use spec_lang::ast::NodeId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Words that mean something in one of the languages, or that the emitted text uses itself.
const RESERVED: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char \
char16_t char32_t class compl const index_x index_y index_z const_cast constant constexpr continue decltype default delete \
do double dynamic_cast else enum error explicit export extern false float for friend generic global \
goto grid half if image1d_t image2d_t image3d_t index inline int kernel local long main mutable \
namespace new noexcept not not_eq nullptr operator or or_eq pipe private program protected public \
prepared queue read_only read_write register reinterpret_cast restrict result return sampler_t short signed \
size_t sizeof static static_assert static_cast stream struct switch template this thread_local \
threads threads_x threads_y threads_z throw true try typedef typeid typename uchar uint ulong union \
uniform unsigned ushort using virtual void volatile wchar_t while write_only xor xor_eq NULL dim3 \
threadIdx blockIdx blockDim gridDim warpSize event_t bool2 int2 int3 int4 int8 int16 uint2 uint3 \
uint4 long2 long3 long4 float2 float3 float4 double2 double3 double4 status ptrdiff_t intptr_t \
uintptr_t assert linux unix complex error blocks block grid_x";

/// What a name of the emitted text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// A scalar.
    Scalar(Type),
    /// An array with such elements.
    Array(Type),
}

/// The names of a method.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: BTreeSet<String>,
    of: HashMap<NodeId, String>,
    kinds: BTreeMap<String, Named>,
}

impl Names {
    /// Gives a declaration a name, as much like its own as can be.
    pub(crate) fn declare(&mut self, id: NodeId, wanted: &str, named: Named) -> String {
        let name = self.fresh(wanted, named);
        self.of.insert(id, name.clone());
        name
    }

    /// A name of no declaration.
    pub(crate) fn fresh(&mut self, wanted: &str, named: Named) -> String {
        let base = identifier(wanted);
        let mut name = base.clone();
        let mut number = 2;
        while self.is_taken(&name, named) {
            name = format!("{base}_{number}");
            number += 1;
        }
        self.taken.insert(name.clone());
        if let Named::Array(_) = named {
            let length = crate::code::length_of(&name);
            self.taken.insert(length.clone());
            self.kinds.insert(length, Named::Scalar(Type::Int));
        }
        self.kinds.insert(name.clone(), named);
        name
    }

    fn is_taken(&self, name: &str, named: Named) -> bool {
        let length = match named {
            Named::Array(_) => self.taken.contains(&crate::code::length_of(name)),
            Named::Scalar(_) => false,
        };
        length || self.taken.contains(name)
    }

    /// Lets a declaration share the name of another.
    pub(crate) fn share(&mut self, id: NodeId, name: &str) {
        self.of.insert(id, name.to_owned());
    }

    /// The name of a declaration, if it has been given one.
    pub(crate) fn of(&self, id: NodeId) -> Option<&str> {
        self.of.get(&id).map(String::as_str)
    }

    /// What a name stands for.
    pub(crate) fn kind(&self, name: &str) -> Option<Named> {
        self.kinds.get(name).copied()
    }
}

/// A word of C that means nothing in these languages yet.
pub(crate) fn identifier(wanted: &str) -> String {
    let mut name = word(wanted);
    if RESERVED.split_whitespace().any(|word| word == name) {
        name.push('_');
    }
    name
}

/// A word that may stand in an identifier.
pub(crate) fn word(wanted: &str) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() {
        true => c,
        false => '_',
    };
    let mut name: String = wanted.chars().map(plain).collect();
    // Such names belong to the compiler, or begin with a digit.
    if name.is_empty() || name.starts_with(|c: char| c == '_' || c.is_ascii_digit()) {
        name.insert(0, 'v');
    }
    // The emitted text has functions of such names.
    if ["pure_", "euclidean_", "run_", "check_"]
        .iter()
        .any(|one| name.starts_with(one))
    {
        name.insert_str(0, "v_");
    }
    while name.contains("__") {
        name = name.replace("__", "_");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_languages_are_no_names() {
        assert_eq!(identifier("kernel"), "kernel_");
        assert_eq!(identifier("tid"), "tid");
        assert_eq!(identifier("__x"), "v_x");
        assert_eq!(identifier("größe"), "gr_e");
    }

    #[test]
    fn two_declarations_have_two_names() {
        let mut names = Names::default();
        let int = Named::Scalar(Type::Int);
        assert_eq!(names.declare(NodeId(1), "k", int), "k");
        assert_eq!(names.declare(NodeId(2), "k", int), "k_2");
        assert_eq!(names.declare(NodeId(3), "a_length", int), "a_length");
        // Its length would have the name of another.
        assert_eq!(
            names.declare(NodeId(4), "a", Named::Array(Type::Int)),
            "a_2"
        );
    }
}
