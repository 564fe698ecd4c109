//! Whether a question says all that is known.
//!
//! A counterexample is one only if it satisfies all that is known. What a question leaves out on purpose,
//! because it would burden the solver or has no first-order form, a model need not satisfy: that
//! sets are finite and have as many elements as they have, that a recursion ends, what a predicate
//! instance hides, which values the cells of an enumeration have, and
//! of which classes an object is where classes extend others. Of such a question no model is a refutation.

use crate::function::axioms::FunctionAxioms;
use core_lang::{FunctionBody, Program};
use logic::Theory;
use solver::encode::Question;
use solver::term::{FunctionRole, Sort, SymbolKind};

/// What tells whether questions leave something out.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// What is declared.
    pub program: &'a Program,
    /// What may be assumed of its functions.
    pub functions: &'a FunctionAxioms,
}

impl Known<'_> {
    /// Whether more is known of some symbol than the question says.
    pub(crate) fn says_less(&self, question: &Question) -> bool {
        self.program.narrow_cells
            || self.program.inherits
            || question.symbols().iter().any(|symbol| {
                let mut sorts = symbol.args().iter().chain([symbol.result()]);
                self.is_loose(symbol.kind()) || sorts.any(sort_is_loose)
            })
    }

    fn is_loose(&self, kind: &SymbolKind) -> bool {
        match kind {
            SymbolKind::Data(op) => theory_is_loose(op.theory()),
            SymbolKind::Function { number, role, .. } => match role {
                // A recursion has one solution, its equation perhaps other models.
                FunctionRole::Limited | FunctionRole::Defined => true,
                FunctionRole::Value => self.function_is_loose(*number),
            },
            SymbolKind::Renamed(kind) | SymbolKind::Head(kind) => self.is_loose(kind),
            SymbolKind::Skolem { variable, .. } => self.is_loose(variable),
            SymbolKind::Named(_)
            | SymbolKind::Fresh { .. }
            | SymbolKind::StandIn(_)
            | SymbolKind::Numbered(_) => false,
        }
    }

    /// A function with a body that may not be used, or one that reads the heap: that its value depends
    /// on what it reads alone is said of those applications that occur.
    fn function_is_loose(&self, number: u32) -> bool {
        let number = number as usize;
        let Some(function) = self.program.functions.get(number) else {
            return true;
        };
        let used = self.functions.definitions.get(number);
        let defined = match function.body {
            FunctionBody::Expr(_) => used.is_some_and(|axioms| !axioms.is_empty()),
            FunctionBody::Abstract => true,
        };
        !defined || self.functions.footprints.get(number) != Some(&None)
    }
}

/// Whether models of a theory's axioms may be other than what the theory is about: collections are
/// finite, equal if they have equal elements, and have a size. Of what is in a collection, an option or
/// a tuple its type is not said, nor that it is there.
fn theory_is_loose(theory: Theory) -> bool {
    match theory {
        Theory::Seq
        | Theory::Set
        | Theory::Bag
        | Theory::Map
        | Theory::String
        | Theory::Fold
        | Theory::Option
        | Theory::Tuple => true,
        Theory::Enum => false,
    }
}

fn sort_is_loose(sort: &Sort) -> bool {
    match sort {
        Sort::Seq(_)
        | Sort::Set(_)
        | Sort::Bag(_)
        | Sort::Map(..)
        | Sort::Option(_)
        | Sort::Tuple(_)
        | Sort::String => true,
        Sort::Array(index, value) => sort_is_loose(index) || sort_is_loose(value),
        Sort::Bool
        | Sort::Int
        | Sort::Real
        | Sort::Ref
        | Sort::BitVec(_)
        | Sort::Parameter(_)
        | Sort::Adt(..) => false,
    }
}
