//! What sorts an operation takes and yields, for all sorts of elements.

use crate::Sort;

/// A sort with two open places, `A` and `B`: of elements, or of keys and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Strings.
    String,
    /// `A` itself.
    A,
    /// `B` itself.
    B,
    /// Sequences of `A`.
    Seq,
    /// Sets of `A`.
    Set,
    /// Bags of `A`.
    Bag,
    /// Options of `A`.
    Option,
    /// Maps from `A` to `B`.
    Map,
    /// Sets of `B`.
    SetOfB,
    /// Sets of pairs of `A` and `B`.
    SetOfPairs,
    /// Total maps from integers to `A`.
    Total,
    /// Sequences of integers.
    SeqOfInts,
    /// Sets of integers.
    SetOfInts,
}

/// What stands in the open places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    a: Option<Sort>,
    b: Option<Sort>,
}

impl Shape {
    /// Whether a sort is of this shape, given what is known of the open places; learns of them.
    pub(crate) fn takes(self, sort: &Sort, places: &mut Places) -> bool {
        match (self, sort) {
            (Shape::Bool, Sort::Bool) | (Shape::Int, Sort::Int) | (Shape::String, Sort::String) => {
                true
            }
            (Shape::SeqOfInts, Sort::Seq(a)) | (Shape::SetOfInts, Sort::Set(a)) => **a == Sort::Int,
            (Shape::A, sort) => fill(&mut places.a, sort),
            (Shape::B, sort) => fill(&mut places.b, sort),
            (Shape::Seq, Sort::Seq(a))
            | (Shape::Set, Sort::Set(a))
            | (Shape::Bag, Sort::Bag(a))
            | (Shape::Option, Sort::Option(a)) => fill(&mut places.a, a),
            (Shape::Map, Sort::Map(a, b)) => fill(&mut places.a, a) && fill(&mut places.b, b),
            (Shape::SetOfB, Sort::Set(b)) => fill(&mut places.b, b),
            (Shape::SetOfPairs, Sort::Set(pair)) => {
                let Sort::Tuple(parts) = &**pair else {
                    return false;
                };
                match parts.as_slice() {
                    [a, b] => fill(&mut places.a, a) && fill(&mut places.b, b),
                    _ => false,
                }
            }
            (Shape::Total, Sort::Array(index, a)) => **index == Sort::Int && fill(&mut places.a, a),
            _ => false,
        }
    }

    /// The sort, if what it needs of the open places is known.
    pub(crate) fn sort(self, places: &Places) -> Option<Sort> {
        let (a, b) = (|| places.a.clone(), || places.b.clone());
        Some(match self {
            Shape::Bool => Sort::Bool,
            Shape::Int => Sort::Int,
            Shape::String => Sort::String,
            Shape::A => a()?,
            Shape::B => b()?,
            Shape::Seq => Sort::seq(a()?),
            Shape::Set => Sort::set(a()?),
            Shape::Bag => Sort::bag(a()?),
            Shape::Option => Sort::option(a()?),
            Shape::Map => Sort::map(a()?, b()?),
            Shape::SetOfB => Sort::set(b()?),
            Shape::SetOfPairs => Sort::set(Sort::Tuple(vec![a()?, b()?])),
            Shape::Total => Sort::array(Sort::Int, a()?),
            Shape::SeqOfInts => Sort::seq(Sort::Int),
            Shape::SetOfInts => Sort::set(Sort::Int),
        })
    }
}

fn fill(place: &mut Option<Sort>, sort: &Sort) -> bool {
    match place {
        Some(known) => known == sort,
        None => {
            *place = Some(sort.clone());
            true
        }
    }
}
