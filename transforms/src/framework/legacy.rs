//! What the old optimizer could not do, and vercors-1.4 brings back: the words for it. Which of
//! them hold is said by each transformation (`About::legacy`).

/// Limits on a transformation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The update of a loop's variable has a number written out.
    pub constant_step: bool,
    /// It has one update, at one place.
    pub one_update: bool,
    /// The guard compares the variable, alone on one side.
    pub variable_alone_in_guard: bool,
    /// The invariants have exactly one lower and one upper bound on the variable.
    pub one_bound_each: bool,
    /// The bounds of the variable are numbers, and so is how often the loop runs.
    pub literal_bounds: bool,
    /// The first statement of the method is the block, and the block a directive means.
    pub first_block: bool,
    /// A block has one thread identifier, from 0.
    pub one_iterator_from_zero: bool,
    /// A number stands for the extent, or is known to be a lower bound of it.
    pub literal_extent: bool,
    /// Directives have `inter` and `intra` the other way round.
    pub words_exchanged: bool,
    /// The kernels have ranges that are written the same.
    pub equal_ranges: bool,
    /// The lengths of the arrays that kernels share, and the range, are numbers.
    pub literal_lengths: bool,
    /// Of several patterns those that nothing accesses are passed over.
    pub absent_ignored: bool,
}

impl Limits {
    /// None of them.
    pub const NONE: Limits = Limits {
        constant_step: false,
        one_update: false,
        variable_alone_in_guard: false,
        one_bound_each: false,
        literal_bounds: false,
        first_block: false,
        one_iterator_from_zero: false,
        literal_extent: false,
        words_exchanged: false,
        equal_ranges: false,
        literal_lengths: false,
        absent_ignored: false,
    };
}
