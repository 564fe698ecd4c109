//! The symbols that stand for a pure function in questions.

use crate::function_axioms::FunctionAxioms;
use ir::{FunctionId, Program};
use solver::term::{self, Sort, Symbol, Term};

/// The symbol of a function.
pub fn symbol(program: &Program, functions: &FunctionAxioms, function: FunctionId) -> Symbol {
    named_symbol(program, functions, function, "")
}

/// The symbol that is not unfolded again.
pub(crate) fn limited(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
) -> Symbol {
    named_symbol(program, functions, function, "'")
}

/// The symbol that every mention of a function brings along.
pub fn stopping_symbol(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
) -> Symbol {
    let plain = symbol(program, functions, function);
    functions
        .limited
        .iter()
        .find(|(symbol, _)| *symbol == plain)
        .map_or(plain, |(_, limited)| limited.clone())
}

/// The symbol that says that a function's precondition, shares included, holds for some
/// arguments and maps: nothing is known of the value otherwise.
pub(crate) fn defined(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
    applied: Vec<Term>,
) -> Term {
    if functions.footprint(function).is_none() {
        return term::tt();
    }
    let named = named_symbol(program, functions, function, "'defined");
    let symbol = Symbol::new(named.name(), named.args().to_vec(), Sort::Bool);
    term::app(&symbol, applied)
}

pub(crate) fn named_symbol(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
    mark: &str,
) -> Symbol {
    let declared = program.function(function);
    let mut args: Vec<Sort> = declared
        .params
        .iter()
        .map(|param| program.local(*param).sort.clone())
        .collect();
    if let Some(footprint) = functions.footprint(function) {
        args.extend(footprint.map_sorts(program));
    }
    Symbol::new(
        format!("{}#{}{mark}", declared.name, function.0),
        args,
        declared.sort.clone(),
    )
}
