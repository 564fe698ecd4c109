//! Contracts: clauses with the reason behind each, and their words.

use super::rows::Rows;
use crate::model::Required;
use crate::place::Spot;
use contracts::{Argument, Axis, Clause, Kind, Name, Number, Relation, Size, Value};
use kernel_graph::{ArrayId, Place};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

/// What launches have to satisfy; all of it together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contract {
    /// The threads of a block, if they are required.
    pub block: Option<Shape>,
    /// The other clauses.
    pub clauses: Vec<Proposed>,
}

/// A block of a fixed shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The threads by dimension.
    pub threads: [u32; 3],
    /// What in the text suggests it.
    pub evidence: String,
    /// The array whose extent suggests it, if one does: larger blocks must run out of it.
    pub extent: Option<ArrayId>,
}

/// What goes wrong without a clause: nothing else is a reason for it, or excused by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Races of accesses whose addresses this parameter or number multiplies: it is the length of a row.
    Row(String),
    /// Accesses outside of these arrays.
    Extent {
        /// The arrays.
        arrays: BTreeSet<ArrayId>,
        /// Whether races in them are, too: what is outside of a row is in the next one.
        rows: bool,
    },
    /// Races of threads that differ in a dimension about which the kernel does not ask.
    Unasked,
    /// Races of threads of one block, and accesses outside of shared arrays, where a block is to have as many threads in one
    /// dimension as in another.
    Square,
    /// Races of threads of one block whose rows are longer than a warp: the kernel does not tell the warps of a row apart.
    Lanes,
    /// Races at places that come from elements of this array.
    Contents(ArrayId),
}

impl About {
    /// Whether contents explain that something goes wrong at a place.
    pub(super) fn explains(&self, place: &Place, rows: &Rows) -> bool {
        match self {
            About::Contents(array) => rows.comes_from(place, *array),
            About::Row(_)
            | About::Extent { .. }
            | About::Unasked
            | About::Square
            | About::Lanes => false,
        }
    }

    /// Whether it is about what is outside of an array.
    pub(super) fn has(&self, array: ArrayId) -> bool {
        match self {
            About::Extent { arrays, .. } => arrays.contains(&array),
            About::Row(_) | About::Unasked | About::Square | About::Lanes | About::Contents(_) => {
                false
            }
        }
    }

    /// Takes in the arrays of another.
    pub(super) fn join(&mut self, other: &mut About) {
        if let (
            About::Extent { arrays, rows },
            About::Extent {
                arrays: others,
                rows: of_others,
            },
        ) = (self, other)
        {
            arrays.append(others);
            *rows |= *of_others;
        }
    }
}

/// What the length of a row is, beside a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// The parameter and a number.
    Plus(i64),
    /// The parameter divided by a number.
    By(u32),
}

impl Change {
    /// The length of a row; none if no clause can name the parameter.
    pub(super) fn length(self, width: &str) -> Option<Number> {
        let width = parameter(width)?;
        Some(match self {
            Change::Plus(0) => width,
            Change::Plus(number) => Number::sum([width, Number::from(number)]),
            Change::By(number) => {
                Number::Quotient(Box::new(width), Box::new(Number::from(i64::from(number))))
            }
        })
    }
}

/// How likely it is that a clause is meant, of those that exclude as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// Another one says how long a row has to be.
    Little,
    /// It only keeps a number from being none.
    Some,
    /// It says what an engineer would.
    Most,
}

/// A clause that the text of a kernel suggests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposed {
    /// The clause.
    pub clause: Clause,
    /// What goes wrong without it.
    pub about: About,
    /// What in the text suggests it.
    pub evidence: String,
    /// How likely it is that it is meant.
    pub weight: Weight,
}

/// The number of threads in a dimension: of a block, or of the whole grid.
pub(super) fn threads(axis: Axis, whole: bool) -> Number {
    let block = Number::Value(Value::Size(Size::Block, axis));
    match whole {
        true => Number::product([Number::Value(Value::Size(Size::Grid, axis)), block]),
        false => block,
    }
}

/// The number of blocks in a dimension.
pub(super) fn blocks(axis: Axis) -> Number {
    Number::Value(Value::Size(Size::Grid, axis))
}

/// A parameter's value, if clauses can name it.
pub(super) fn parameter(name: &str) -> Option<Number> {
    let argument = Argument::new(name).ok()?;
    Some(Number::Value(Value::Argument(argument)))
}

impl Proposed {
    /// That a parameter, by which something is multiplied as a row's number by a row's length, is at least so much.
    pub(super) fn at_least(width: &str, change: Change, least: Number) -> Option<Proposed> {
        let length = change.length(width)?;
        let evidence = format!("rows of `{length}` elements are apart");
        Some(Proposed {
            about: About::Row(match change {
                Change::Plus(_) => length.to_string(),
                Change::By(_) => width.to_owned(),
            }),
            clause: Clause::Compare(length, Relation::AtLeast, least),
            evidence,
            weight: Weight::Most,
        })
    }

    /// That a parameter is a power of two, of which masks are made.
    pub(super) fn power_of_two(name: &str) -> Option<Proposed> {
        Some(Proposed {
            clause: Clause::PowerOfTwo(parameter(name)?),
            about: About::Row(Change::Plus(-1).length(name)?.to_string()),
            evidence: format!("`{name} - 1` is a mask"),
            weight: Weight::Some,
        })
    }

    /// That a length of rows is no more than memory has.
    pub(super) fn within_memory(width: &str) -> Option<Proposed> {
        let most = Number::from(i64::MAX);
        Some(Proposed {
            clause: Clause::Compare(parameter(width)?, Relation::AtMost, most),
            about: About::Row(width.to_owned()),
            evidence: format!("no memory has more than so many elements in a row of `{width}`"),
            weight: Weight::Some,
        })
    }

    /// That there are no more threads than so many, by which something is multiplied.
    pub(super) fn at_most(width: u32, threads: Number) -> Proposed {
        Proposed {
            clause: Clause::Compare(threads, Relation::AtMost, Number::from(i64::from(width))),
            about: About::Row(width.to_string()),
            evidence: format!("rows of {width} elements are apart"),
            weight: Weight::Most,
        }
    }

    /// That no more of a row is reached than so many elements.
    pub(super) fn within_row(width: u32, reached: Number, most: u32) -> Proposed {
        Proposed {
            about: About::Row(width.to_string()),
            evidence: format!("rows of {width} elements are apart"),
            ..Proposed::at_most(most, reached)
        }
    }

    /// That there are no more threads than the number that singles out the last element of a row within its margin.
    pub(super) fn up_to(last: u32, width: u32, threads: Number) -> Proposed {
        Proposed {
            evidence: format!("`{last}` is singled out in rows of {width} elements"),
            about: About::Row(width.to_string()),
            ..Proposed::at_most(last, threads)
        }
    }
}

impl Proposed {
    /// The dimension whose threads it bounds by a number, and the number; none if it does something else.
    pub(super) fn most_threads(&self) -> Option<(usize, u32)> {
        let Clause::Compare(
            Number::Value(Value::Size(Size::Block, axis)),
            Relation::AtMost | Relation::Equal,
            Number::Literal(n),
        ) = &self.clause
        else {
            return None;
        };
        let at = Axis::ALL.iter().position(|one| one == axis)?;
        Some((at, n.to_u32()?))
    }

    /// Whether it is about the threads of a block and nothing else.
    pub(super) fn is_of_blocks(&self) -> bool {
        let mut names = self.clause.names().into_iter();
        names.all(|name| matches!(name, Name::Value(Value::Size(Size::Block, _))))
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

    /// All clauses that sizes and numbers decide.
    pub(super) fn decidable(&self) -> contracts::Contract {
        let mut all = self.all();
        all.clauses.retain(|clause| clause.kind() != Kind::Contents);
        all
    }

    /// Whether something is required of contents.
    pub(super) fn has_contents(&self) -> bool {
        self.clauses.iter().any(Proposed::is_of_contents)
    }

    /// What the clauses about contents are about.
    pub(super) fn contents(&self) -> Vec<&About> {
        let all = self.clauses.iter().filter(|one| one.is_of_contents());
        all.map(|one| &one.about).collect()
    }

    /// What the checker assumes beside the shape of blocks: what is read in the clauses as they are printed. None if one
    /// is not read.
    pub(crate) fn premises(&self) -> Option<Vec<Clause>> {
        let each = self.clauses.iter();
        let each = each.map(|one| Clause::parse(&one.clause.to_string()).ok());
        let all: Option<Vec<Vec<Clause>>> = each.collect();
        Some(all?.into_iter().flatten().collect())
    }

    /// Whether nothing is required.
    pub(crate) fn is_empty(&self) -> bool {
        self.block.is_none() && self.clauses.is_empty()
    }

    /// Each clause as it is printed, with what suggests it; `place` is where an array is declared.
    pub(crate) fn required(&self, place: &dyn Fn(ArrayId) -> Option<Spot>) -> Vec<Required> {
        let shape = self.block.iter().map(|shape| {
            let clauses = contracts::Contract {
                clauses: shape.clauses(),
            };
            Required {
                clause: clauses.to_string(),
                kind: Kind::Sizes,
                evidence: shape.evidence.clone(),
                spot: shape.extent.and_then(place),
                inferred: true,
            }
        });
        let clauses = self.clauses.iter().map(|one| Required {
            clause: one.clause.to_string(),
            kind: one.clause.kind(),
            evidence: one.evidence.clone(),
            spot: match &one.about {
                About::Extent { arrays, .. } => arrays.first().and_then(|array| place(*array)),
                About::Row(_)
                | About::Unasked
                | About::Square
                | About::Lanes
                | About::Contents(_) => None,
            },
            inferred: true,
        });
        shape.chain(clauses).collect()
    }
}

/// The value that a name has; of pointers nothing is known.
pub(super) fn value(name: &Name, of: &dyn Fn(&Value) -> Option<BigInt>) -> Option<BigInt> {
    match name {
        Name::Value(value) => of(value),
        Name::Address(_) | Name::Bytes(_) | Name::Contents(_) => None,
    }
}
