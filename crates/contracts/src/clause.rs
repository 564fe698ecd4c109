//! Clauses: what is required of a launch.

use crate::name::{Argument, Name, Value};
use crate::number::Number;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use std::num::NonZeroU64;

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `<`
    Less,
    /// `==`
    Equal,
    /// `!=`
    Different,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Relation {
    /// All of them.
    pub const ALL: [Relation; 6] = [
        Relation::AtMost,
        Relation::Less,
        Relation::Equal,
        Relation::Different,
        Relation::AtLeast,
        Relation::More,
    ];

    /// Whether it holds of two integers.
    pub fn holds(self, a: &BigInt, b: &BigInt) -> bool {
        match self {
            Relation::AtMost => a <= b,
            Relation::Less => a < b,
            Relation::Equal => a == b,
            Relation::Different => a != b,
            Relation::AtLeast => a >= b,
            Relation::More => a > b,
        }
    }
}

/// One requirement of a launch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clause {
    /// `a <= b` and its like. It does not hold if either side has no value, whatever the relation.
    Compare(Number, Relation, Number),
    /// `isPowerOfTwo(a)`: 1, 2, 4, …; it does not hold of 0, of negative numbers, and if `a` has no value.
    PowerOfTwo(Number),
    /// `disjoint(a, b)`: no byte belongs to both pointers. What belongs to a pointer says [`Name::Bytes`].
    Disjoint(Argument, Argument),
    /// `identical_or_disjoint(a, b)`: the pointers hold the same address, or no byte belongs to both.
    IdenticalOrDisjoint(Argument, Argument),
    /// `aligned(a, 16)`: the address is a multiple of so many bytes.
    Aligned(Argument, NonZeroU64),
    /// `nonnull(a)`: the address is not 0.
    NonNull(Argument),
    /// `sorted(a)`: no element of the array is greater than the next one. Of what lies in memory nothing is known before a
    /// launch: whether a clause about it holds is not decided.
    Sorted(Argument),
    /// `injective(a)`: no two elements of the array are the same.
    Injective(Argument),
    /// `within(a, 0, n)`: each element of the array is at least the first number, and below the second.
    Within(Argument, Number, Number),
    /// `a && b || c`: of one alternative all clauses hold.
    ///
    /// It is well-formed if there are at least two alternatives, each with at least one clause, as there are in all that
    /// is parsed. (Of no alternatives none holds; an alternative without clauses always does.)
    AnyOf(Vec<Vec<Clause>>),
}

/// What a clause is about, by which assumptions are listed and denied. The order is that of [`Clause::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Sizes of block, grid, shared memory and warp alone.
    Sizes,
    /// Arguments, also beside sizes; and clauses that name nothing.
    Numbers,
    /// Where pointers point: disjointness, alignment, null.
    Pointers,
    /// How long arrays are.
    Extents,
    /// What lies in arrays.
    Contents,
}

impl Clause {
    /// What it is about: the last of the kinds that occur in it, so that alternatives about sizes or pointers are about
    /// pointers.
    pub fn kind(&self) -> Kind {
        match self {
            Clause::Compare(a, _, b) => kind_of(&[a, b]),
            Clause::PowerOfTwo(a) => kind_of(&[a]),
            Clause::Disjoint(..)
            | Clause::IdenticalOrDisjoint(..)
            | Clause::Aligned(..)
            | Clause::NonNull(_) => Kind::Pointers,
            Clause::Sorted(_) | Clause::Injective(_) | Clause::Within(..) => Kind::Contents,
            Clause::AnyOf(alternatives) => {
                let kinds = alternatives.iter().flatten().map(Clause::kind);
                kinds.max().unwrap_or(Kind::Numbers)
            }
        }
    }

    /// All names whose values decide whether it holds.
    pub fn names(&self) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        self.add_names(&mut names);
        names
    }

    fn add_names(&self, names: &mut BTreeSet<Name>) {
        match self {
            Clause::Compare(a, _, b) => {
                a.add_names(names);
                b.add_names(names);
            }
            Clause::PowerOfTwo(a) => a.add_names(names),
            Clause::Disjoint(a, b) | Clause::IdenticalOrDisjoint(a, b) => {
                for pointer in [a, b] {
                    names.insert(Name::Address(pointer.clone()));
                    names.insert(Name::Bytes(pointer.clone()));
                }
            }
            Clause::Aligned(a, _) | Clause::NonNull(a) => {
                names.insert(Name::Address(a.clone()));
            }
            Clause::Sorted(a) | Clause::Injective(a) => {
                names.insert(Name::Contents(a.clone()));
            }
            Clause::Within(a, low, high) => {
                names.insert(Name::Contents(a.clone()));
                low.add_names(names);
                high.add_names(names);
            }
            Clause::AnyOf(alternatives) => {
                for clause in alternatives.iter().flatten() {
                    clause.add_names(names);
                }
            }
        }
    }
}

fn kind_of(numbers: &[&Number]) -> Kind {
    let mut names = BTreeSet::new();
    for number in numbers {
        number.add_names(&mut names);
    }
    let kinds = names.iter().map(|name| match name {
        Name::Value(Value::Size(..) | Value::SharedBytes | Value::WarpSize) => Kind::Sizes,
        Name::Value(Value::Argument(_)) => Kind::Numbers,
        Name::Value(Value::Length(_)) | Name::Bytes(_) => Kind::Extents,
        Name::Address(_) => Kind::Pointers,
        Name::Contents(_) => Kind::Contents,
    });
    kinds.max().unwrap_or(Kind::Numbers)
}

/// All that is required of a launch: each clause must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Contract {
    /// The clauses, in the order in which they are shown.
    pub clauses: Vec<Clause>,
}

impl Contract {
    /// All names whose values decide whether it holds.
    pub fn names(&self) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        for clause in &self.clauses {
            clause.add_names(&mut names);
        }
        names
    }
}
