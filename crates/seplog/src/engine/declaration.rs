//! What is known of the declaration at work from its beginning on.

use crate::engine::findings::Identity;
use crate::function::call_graph::below;
use core_lang::{FunctionId, Program};

/// Which axioms may be used for a declaration, and how its obligations are asked.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    /// The functions whose postconditions may be used; none for all. A pure function uses only
    /// those it rests on, since its own postcondition is what is shown.
    pub postconditions_of: Option<Vec<FunctionId>>,
    /// How many of the user's axioms may be used.
    pub assumed: usize,
    /// Whether an obligation that knows many facts is asked with selected premises first.
    pub selected_first: bool,
    /// Obligations that do not hold and that nothing after them may take to hold.
    pub not_assumed: Vec<Identity>,
}

impl Declaration {
    /// A method or predicate, which may use everything.
    pub(crate) fn method() -> Self {
        Declaration {
            postconditions_of: None,
            assumed: usize::MAX,
            selected_first: true,
            not_assumed: Vec::new(),
        }
    }

    /// A pure function, which may use only what it rests on.
    pub(crate) fn function(program: &Program, function: FunctionId) -> Self {
        Declaration {
            postconditions_of: Some(below(program, function)),
            ..Declaration::definition()
        }
    }

    /// A pure function whose axioms are made or whose recursion is looked at: what is known of
    /// others so far may be used.
    pub(crate) fn definition() -> Self {
        Declaration {
            selected_first: false,
            ..Declaration::method()
        }
    }

    /// The user's axiom of this number, which may use only those before it.
    pub(crate) fn axiom(number: usize) -> Self {
        Declaration {
            assumed: number,
            ..Declaration::method()
        }
    }
}
