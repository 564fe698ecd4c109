//! What holds of unknown numbers where a launch is reached.

use crate::number::Number;
use contracts::Relation;

/// A comparison that holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// Left.
    pub left: Number,
    /// How they compare.
    pub relation: Relation,
    /// Right.
    pub right: Number,
}

impl Fact {
    pub(crate) fn new(left: Number, relation: Relation, right: Number) -> Fact {
        Fact {
            left,
            relation,
            right,
        }
    }

    /// What holds exactly where this does not.
    pub(crate) fn negated(&self) -> Fact {
        Fact {
            relation: negated(self.relation),
            ..self.clone()
        }
    }
}

/// Whether two constants compare so.
pub(crate) fn holds(left: i128, relation: Relation, right: i128) -> bool {
    match relation {
        Relation::AtMost => left <= right,
        Relation::Less => left < right,
        Relation::Equal => left == right,
        Relation::Different => left != right,
        Relation::AtLeast => left >= right,
        Relation::More => left > right,
    }
}

/// The relation that holds exactly where the other does not.
pub(crate) fn negated(relation: Relation) -> Relation {
    match relation {
        Relation::AtMost => Relation::More,
        Relation::Less => Relation::AtLeast,
        Relation::Equal => Relation::Different,
        Relation::Different => Relation::Equal,
        Relation::AtLeast => Relation::Less,
        Relation::More => Relation::AtMost,
    }
}
