//! What a clause may speak of.

/// The part of a launch that has a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// Threads of a block, work-items of a work-group: `blockDim`.
    Block,
    /// Blocks of the grid, work-groups of an ND-range: `gridDim`.
    Grid,
}

/// A dimension of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// The first, whose numbers change fastest.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// All of them, in order.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
}

/// What a launch passes under a name: a parameter (`n`), a member of one (`p.width`), a constant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Argument(String);

/// The longest name, in bytes.
pub(crate) const LONGEST_NAME: usize = 255;

/// Names of CUDA and OpenCL that have a value for each thread.
const OF_THREADS: &[&str] = &[
    "threadIdx",
    "blockIdx",
    "get_global_id",
    "get_global_linear_id",
    "get_group_id",
    "get_local_id",
    "get_local_linear_id",
    "get_sub_group_id",
    "get_sub_group_local_id",
];

/// Names that no argument has, and what to write instead.
const RESERVED: &[(&str, &str)] = &[
    (
        "blockDim",
        "`blockDim` is the size of a block: write `blockDim.x`, `blockDim.y` or `blockDim.z`",
    ),
    (
        "gridDim",
        "`gridDim` is the size of the grid: write `gridDim.x`, `gridDim.y` or `gridDim.z`",
    ),
    (
        "get_local_size",
        "`get_local_size` is followed by the number of a dimension: `get_local_size(0)`",
    ),
    (
        "get_num_groups",
        "`get_num_groups` is followed by the number of a dimension: `get_num_groups(0)`",
    ),
    (
        "sharedBytes",
        "`sharedBytes` is the dynamic shared memory of a launch, in bytes, and no argument",
    ),
    (
        "warpSize",
        "`warpSize` is the size of a warp, and no argument",
    ),
    ("true", "a clause compares integers: write `1` for `true`"),
    ("false", "a clause compares integers: write `0` for `false`"),
    (
        "nullptr",
        "write `nonnull(p)` for a pointer that is not null",
    ),
    ("NULL", "write `nonnull(p)` for a pointer that is not null"),
    (
        "sizeof",
        "a clause knows no types: write the number of bytes",
    ),
    (
        "this",
        "a clause names arguments of a launch, and `this` is none",
    ),
];

/// Why a clause cannot name this, if that is so because it belongs to a thread.
pub(crate) fn of_threads(word: &str) -> Option<String> {
    let found = OF_THREADS.contains(&word);
    found.then(|| format!("a clause is about a launch, and `{word}` differs among its threads"))
}

impl Argument {
    /// The argument of a name: identifiers of C (ASCII), with `.` between them, together at most 255 bytes.
    ///
    /// # Errors
    /// If the text is no such name, or means something else in a clause (`warpSize`, `threadIdx.x`): then why.
    pub fn new(name: &str) -> Result<Self, String> {
        if name.len() > LONGEST_NAME {
            return Err(format!("a name has at most {LONGEST_NAME} bytes"));
        }
        if !name.split('.').all(is_identifier) {
            return Err("the name of a parameter, or of a member of one, is expected".to_owned());
        }
        let first = name.split('.').next().unwrap_or(name);
        if let Some(why) = of_threads(first) {
            return Err(why);
        }
        match RESERVED.iter().find(|(word, _)| *word == first) {
            Some((_, why)) => Err((*why).to_owned()),
            None => Ok(Argument(name.to_owned())),
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of the parameter: `p` of `p.width`.
    pub fn parameter(&self) -> &str {
        self.0.split('.').next().unwrap_or(&self.0)
    }
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// What has a value in an expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A size of block or grid: `blockDim.x`.
    Size(Size, Axis),
    /// Dynamic shared memory of the launch, in bytes: `sharedBytes`.
    SharedBytes,
    /// Threads of a warp: `warpSize`.
    WarpSize,
    /// The value of an argument: of its own type, as the kernel gets it.
    Argument(Argument),
    /// How many elements the array has that an argument points to, counted from there: `length(a)`.
    Length(Argument),
}

/// What must be known for a clause to be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// What expressions name.
    Value(Value),
    /// The address that a pointer holds, 0 if it is null. Clauses about pointers ask for it.
    Address(Argument),
    /// How many bytes belong to a pointer, from its address on: those that the kernel may access by it. `disjoint` and
    /// `identical_or_disjoint` ask for it; none belong to it if the number is not positive.
    Bytes(Argument),
    /// What lies in the array that an argument points to. Clauses about contents ask for it; it is no number, so that nobody
    /// knows it.
    Contents(Argument),
}

impl Name {
    /// The argument that this belongs to; none of sizes.
    pub fn argument(&self) -> Option<&Argument> {
        match self {
            Name::Value(Value::Size(..) | Value::SharedBytes | Value::WarpSize) => None,
            Name::Value(Value::Argument(argument) | Value::Length(argument))
            | Name::Address(argument)
            | Name::Bytes(argument)
            | Name::Contents(argument) => Some(argument),
        }
    }
}
