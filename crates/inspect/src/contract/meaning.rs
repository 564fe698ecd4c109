//! Contracts: clauses with the reason behind each, and their words.

use contracts::{Argument, Axis, Clause, Name, Number, Relation, Size, Value};
use num_bigint::BigInt;

/// What launches have to satisfy; all of it together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contract {
    /// The threads of a block, if they are required.
    pub block: Option<Shape>,
    /// The other clauses.
    pub clauses: Vec<Proposed>,
}

/// A block of a fixed shape, and the array of which it follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The threads by dimension.
    pub threads: [u32; 3],
    /// As the array is declared, such as `tile[16][16]`.
    pub array: String,
}

/// A clause that the text of a kernel suggests: that a length of rows is at least as large as something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposed {
    /// The clause.
    pub clause: Clause,
    /// The parameter that something is multiplied by, as a row's number by a row's length.
    pub width: String,
}

/// The number of threads in a dimension: of a block, or of the whole grid.
pub(super) fn threads(axis: Axis, whole: bool) -> Number {
    let block = Number::Value(Value::Size(Size::Block, axis));
    match whole {
        true => Number::product([Number::Value(Value::Size(Size::Grid, axis)), block]),
        false => block,
    }
}

/// A parameter's value, if clauses can name it.
pub(super) fn parameter(name: &str) -> Option<Number> {
    let argument = Argument::new(name).ok()?;
    Some(Number::Value(Value::Argument(argument)))
}

impl Proposed {
    /// That a parameter is at least so much.
    pub(super) fn at_least(width: &str, least: Number) -> Option<Proposed> {
        Some(Proposed {
            clause: Clause::Compare(parameter(width)?, Relation::AtLeast, least),
            width: width.to_owned(),
        })
    }
}

impl Shape {
    /// What it requires.
    fn clauses(&self) -> Vec<Clause> {
        let each = Axis::ALL.into_iter().zip(self.threads);
        let each = each.map(|(axis, n)| {
            Clause::Compare(
                threads(axis, false),
                Relation::Equal,
                Number::from(i64::from(n)),
            )
        });
        each.collect()
    }
}

impl Contract {
    /// All clauses.
    pub(crate) fn all(&self) -> contracts::Contract {
        let shape = self.block.iter().flat_map(Shape::clauses);
        let others = self.clauses.iter().map(|one| one.clause.clone());
        contracts::Contract {
            clauses: shape.chain(others).collect(),
        }
    }

    /// What the checker assumes beside the shape of blocks: what is read in the clauses as they are printed. None if one
    /// is not read.
    pub(crate) fn premises(&self) -> Option<Vec<Clause>> {
        let each = self.clauses.iter();
        let each = each.map(|one| Clause::parse(&one.clause.to_string()).ok());
        let all: Option<Vec<Vec<Clause>>> = each.collect();
        Some(all?.into_iter().flatten().collect())
    }

    /// Each clause in words, the reason behind it.
    pub(crate) fn words(&self) -> Vec<String> {
        let shape = self.block.iter().map(|shape| {
            let clauses = contracts::Contract {
                clauses: shape.clauses(),
            };
            format!("`{clauses}`, as `{}` has it", shape.array)
        });
        let clauses = self.clauses.iter().map(|one| {
            let why = format!("rows of `{}` elements are apart", one.width);
            format!("`{}`, so that {why}", one.clause)
        });
        shape.chain(clauses).collect()
    }
}

/// The value that a name has; of pointers nothing is known.
pub(super) fn value(name: &Name, of: &dyn Fn(&Value) -> Option<BigInt>) -> Option<BigInt> {
    match name {
        Name::Value(value) => of(value),
        Name::Address(_) | Name::Bytes(_) => None,
    }
}
