//! In which respects programs mean different things.

/// What a program means where readings differ. The default is the strict reading: nothing is
/// granted. The lowering decides; no code below it asks for the name of a reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Semantics {
    /// The rows of a matrix are fixed, so that reading a row needs no permission.
    pub fixed_rows: bool,
    /// An array has an element at every index.
    pub total_arrays: bool,
    /// A map has a value at every key.
    pub total_maps: bool,
    /// A quantified permission that is inhaled is taken to be injective.
    pub injectivity_assumed: bool,
    /// Recursive functions are taken to be well-founded.
    pub termination_assumed: bool,
    /// A final field is like any other: reading it needs permission.
    pub finals_need_permission: bool,
}
