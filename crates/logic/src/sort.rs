//! Sorts.

use std::cmp::Ordering;
use std::fmt;

use crate::digest;

/// The sort of a term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Real numbers: permission amounts and floats.
    Real,
    /// References to objects and arrays.
    Ref,
    /// Bit-vectors of a width, which is at least 1.
    BitVec(u32),
    /// Total maps from the first sort to the second.
    Array(Box<Sort>, Box<Sort>),
    /// Finite sequences of the sort.
    Seq(Box<Sort>),
    /// Finite sets of the sort.
    Set(Box<Sort>),
    /// Finite bags of the sort.
    Bag(Box<Sort>),
    /// Finite maps from the first sort to the second.
    Map(Box<Sort>, Box<Sort>),
    /// Nothing, or one value of the sort.
    Option(Box<Sort>),
    /// Tuples with members of these sorts.
    Tuple(Vec<Sort>),
    /// Strings.
    String,
    /// A type parameter, of which nothing is known.
    Parameter(String),
    /// An abstract data type, known by its axioms only: its name and a number that tells it apart
    /// from types of the same name elsewhere.
    Adt(String, u32),
}

impl Sort {
    /// The sort of total maps from `index` to `value`.
    pub fn array(index: Sort, value: Sort) -> Sort {
        Sort::Array(Box::new(index), Box::new(value))
    }

    /// The sort of sequences of `element`.
    pub fn seq(element: Sort) -> Sort {
        Sort::Seq(Box::new(element))
    }

    /// The sort of finite sets of `element`.
    pub fn set(element: Sort) -> Sort {
        Sort::Set(Box::new(element))
    }

    /// The sort of finite bags of `element`.
    pub fn bag(element: Sort) -> Sort {
        Sort::Bag(Box::new(element))
    }

    /// The sort of finite maps from `key` to `value`.
    pub fn map(key: Sort, value: Sort) -> Sort {
        Sort::Map(Box::new(key), Box::new(value))
    }

    /// The sort of options of `element`.
    pub fn option(element: Sort) -> Sort {
        Sort::Option(Box::new(element))
    }

    /// Whether terms of this sort are numbers.
    pub fn is_numeric(&self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// The width, of a sort of bit-vectors.
    pub fn width(&self) -> Option<u32> {
        if let Sort::BitVec(width) = self {
            Some(*width)
        } else {
            None
        }
    }

    /// Whether this is a sort of the data theories, or one of which nothing or only axioms are
    /// known. To the solver such sorts are uninterpreted.
    pub fn is_data(&self) -> bool {
        match self {
            Sort::Seq(_)
            | Sort::Set(_)
            | Sort::Bag(_)
            | Sort::Map(..)
            | Sort::Option(_)
            | Sort::Tuple(_)
            | Sort::String
            | Sort::Parameter(_)
            | Sort::Adt(..) => true,
            Sort::Bool | Sort::Int | Sort::Real | Sort::Ref | Sort::BitVec(_) | Sort::Array(..) => {
                false
            }
        }
    }

    /// Whether values of this sort have a size: sequences, sets, bags and maps.
    pub fn is_sized(&self) -> bool {
        matches!(
            self,
            Sort::Seq(_) | Sort::Set(_) | Sort::Bag(_) | Sort::Map(..)
        )
    }

    /// A hash of what the sort is made of. Type parameters and abstract data types are alike, since
    /// nothing but their names tells them apart.
    pub fn shape(&self) -> u64 {
        let of = |parts: &[&Sort]| {
            digest((
                self.rank(),
                parts.iter().map(|p| p.shape()).collect::<Vec<_>>(),
            ))
        };
        match self {
            Sort::Bool | Sort::Int | Sort::Real | Sort::Ref | Sort::String => of(&[]),
            Sort::BitVec(width) => digest((self.rank(), width)),
            Sort::Array(one, other) | Sort::Map(one, other) => of(&[one, other]),
            Sort::Seq(part) | Sort::Set(part) | Sort::Bag(part) | Sort::Option(part) => of(&[part]),
            Sort::Tuple(parts) => of(&parts.iter().collect::<Vec<_>>()),
            Sort::Adt(..) | Sort::Parameter(_) => digest("program"),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Sort::Bool => 0,
            Sort::Int => 1,
            Sort::Real => 2,
            Sort::Ref => 3,
            Sort::BitVec(_) => 4,
            Sort::Array(..) => 5,
            Sort::Adt(..) => 6,
            Sort::Bag(_) => 7,
            Sort::Map(..) => 8,
            Sort::Option(_) => 9,
            Sort::Seq(_) => 10,
            Sort::Set(_) => 11,
            Sort::String => 12,
            Sort::Tuple(_) => 13,
            Sort::Parameter(_) => 14,
        }
    }
}

/// Abstract data types are in the order of their numbers, so that it does not change with a name.
impl Ord for Sort {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        self.rank()
            .cmp(&other.rank())
            .then_with(|| match (self, other) {
                (Sort::BitVec(a), Sort::BitVec(b)) => a.cmp(b),
                (Sort::Array(a, b), Sort::Array(c, d)) | (Sort::Map(a, b), Sort::Map(c, d)) => {
                    (a, b).cmp(&(c, d))
                }
                (Sort::Adt(a, m), Sort::Adt(b, n)) => (m, a).cmp(&(n, b)),
                (Sort::Bag(a), Sort::Bag(b))
                | (Sort::Option(a), Sort::Option(b))
                | (Sort::Seq(a), Sort::Seq(b))
                | (Sort::Set(a), Sort::Set(b)) => a.cmp(b),
                (Sort::Tuple(a), Sort::Tuple(b)) => a.cmp(b),
                (Sort::Parameter(a), Sort::Parameter(b)) => a.cmp(b),
                // Sorts of one rank without parts are the same.
                _ => Ordering::Equal,
            })
    }
}

impl PartialOrd for Sort {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Sort::Array(index, value) = self {
            return write!(f, "[{index}]{value}");
        }
        written(self, f)
    }
}

/// How a sort is written as a part of another.
fn written(sort: &Sort, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let of = |head: &str, parts: &[&Sort], f: &mut fmt::Formatter<'_>| {
        write!(f, "{head}<")?;
        for (at, part) in parts.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { "," })?;
            written(part, f)?;
        }
        f.write_str(">")
    };
    match sort {
        Sort::Bool => f.write_str("Bool"),
        Sort::Int => f.write_str("Int"),
        Sort::Real => f.write_str("Real"),
        Sort::Ref => f.write_str("Ref"),
        Sort::BitVec(width) => write!(f, "bv{width}"),
        Sort::Array(index, value) => {
            f.write_str("Array(")?;
            written(index, f)?;
            f.write_str(",")?;
            written(value, f)?;
            f.write_str(")")
        }
        Sort::Seq(element) => of("Seq", &[element], f),
        Sort::Set(element) => of("Set", &[element], f),
        Sort::Bag(element) => of("Bag", &[element], f),
        Sort::Map(key, value) => of("Map", &[key, value], f),
        Sort::Option(element) => of("Option", &[element], f),
        Sort::Tuple(parts) => of("Tuple", &parts.iter().collect::<Vec<_>>(), f),
        Sort::String => f.write_str("String"),
        Sort::Parameter(name) => write!(f, "Type:{name}"),
        Sort::Adt(name, number) => write!(f, "Adt:{name}:{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_are_written_with_their_parts() {
        let pair = Sort::Tuple(vec![Sort::Int, Sort::Bool]);
        let map = Sort::map(pair.clone(), Sort::array(Sort::Int, Sort::Ref));
        for (sort, text) in [
            (Sort::seq(map), "Seq<Map<Tuple<Int,Bool>,Array(Int,Ref)>>"),
            (Sort::array(Sort::Int, Sort::Ref), "[Int]Ref"),
            (Sort::option(Sort::String), "Option<String>"),
            (Sort::bag(Sort::BitVec(8)), "Bag<bv8>"),
            (Sort::set(Sort::Parameter("T".into())), "Set<Type:T>"),
            (Sort::Adt("A".into(), 3), "Adt:A:3"),
        ] {
            assert_eq!(sort.to_string(), text);
        }
    }

    #[test]
    fn the_order_agrees_with_equality() {
        let all = [
            Sort::Bool,
            Sort::Int,
            Sort::Real,
            Sort::Ref,
            Sort::BitVec(8),
            Sort::BitVec(16),
            Sort::array(Sort::Int, Sort::Bool),
            Sort::array(Sort::Int, Sort::seq(Sort::Int)),
            Sort::Adt("A".into(), 1),
            Sort::bag(Sort::Int),
            Sort::map(Sort::Int, Sort::Int),
            Sort::option(Sort::Int),
            Sort::seq(Sort::Int),
            Sort::set(Sort::Int),
            Sort::String,
            Sort::Tuple(vec![Sort::Int]),
            Sort::Parameter("T".into()),
        ];
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a} {b}");
            }
        }
    }
}
