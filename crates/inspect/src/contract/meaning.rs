//! Clauses as data: what one is to the checker, whether numbers satisfy it, and its words.

use kernel_graph::Dimension;
use num_bigint::BigInt;
use num_traits::Signed;
use races::{Premise, Quantity};

/// What launches have to satisfy; all of it together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contract {
    /// The threads of a block, if they are required.
    pub block: Option<Shape>,
    /// The other clauses.
    pub clauses: Vec<Clause>,
}

/// A block of a fixed shape, and the array of which it follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The threads by dimension.
    pub threads: [u32; 3],
    /// As the array is declared, such as `tile[16][16]`.
    pub array: String,
}

/// That a parameter is at least as large as something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// The parameter: something is multiplied by it, as a row's number by a row's length.
    pub width: String,
    /// What it has to reach.
    pub least: Least,
}

/// What a row's length has to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Least {
    /// As many as there are threads in a dimension of the grid.
    Threads(Dimension),
    /// As many as a block has in a dimension.
    Block(Dimension),
    /// Another parameter.
    Parameter(String),
}

/// Numbers of a launch by name: `blockDim.x`, `gridDim.x` and parameters.
pub(crate) type Numbers<'a> = &'a dyn Fn(&str) -> Option<BigInt>;

fn letter(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::X => "x",
        Dimension::Y => "y",
        Dimension::Z => "z",
    }
}

impl Clause {
    /// For the checker.
    pub(crate) fn premise(&self) -> Premise {
        let least = match &self.least {
            Least::Threads(d) => Quantity::Product(
                Box::new(Quantity::GridSize(*d)),
                Box::new(Quantity::BlockSize(*d)),
            ),
            Least::Block(d) => Quantity::BlockSize(*d),
            Least::Parameter(name) => Quantity::Parameter(name.clone()),
        };
        Premise {
            least,
            most: Quantity::Parameter(self.width.clone()),
        }
    }

    /// Whether numbers satisfy it; none if one of them is not known.
    pub(crate) fn holds(&self, of: Numbers<'_>) -> Option<bool> {
        let least = match &self.least {
            Least::Threads(d) => {
                let of = |what: &str| of(&format!("{what}.{}", letter(*d)));
                of("gridDim")? * of("blockDim")?
            }
            Least::Block(d) => of(&format!("blockDim.{}", letter(*d)))?,
            Least::Parameter(name) => of(name)?,
        };
        Some(!(of(&self.width)? - least).is_negative())
    }

    /// As it is written in C.
    pub(crate) fn words(&self) -> String {
        let width = &self.width;
        match &self.least {
            Least::Threads(d) => {
                let d = letter(*d);
                format!("{width} >= gridDim.{d} * blockDim.{d}")
            }
            Least::Block(d) => format!("{width} >= blockDim.{}", letter(*d)),
            Least::Parameter(name) => format!("{width} >= {name}"),
        }
    }
}

impl Shape {
    /// As it is written in C.
    pub(crate) fn words(&self) -> String {
        let each = self.threads.iter().zip(["x", "y", "z"]);
        let each = each.map(|(n, d)| format!("blockDim.{d} == {n}"));
        let all: Vec<String> = each.collect();
        all.join(" && ")
    }
}

impl Contract {
    /// Each clause in words, the reason behind it.
    pub(crate) fn words(&self) -> Vec<String> {
        let shape = self.block.iter();
        let shape =
            shape.map(|shape| format!("{}, as `{}` has it", quoted(&shape.words()), shape.array));
        let clauses = self.clauses.iter().map(|clause| {
            let why = format!("rows of `{}` elements are apart", clause.width);
            format!("{}, so that {why}", quoted(&clause.words()))
        });
        shape.chain(clauses).collect()
    }
}

fn quoted(text: &str) -> String {
    format!("`{text}`")
}
