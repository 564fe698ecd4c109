//! What holds of unknown numbers where a launch is reached.

use crate::number::Number;
use contracts::Relation;

/// A comparison that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
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
