//! The symbols that stand for a pure function in questions.

use crate::function::axioms::FunctionAxioms;
use core_lang::{FunctionId, Program};
use solver::term::{self, FunctionRole, Sort, Symbol, SymbolKind, Term};

/// The symbol of a function.
pub(crate) fn symbol(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
) -> Symbol {
    named_symbol(program, functions, function, FunctionRole::Value)
}

/// The symbol that is not unfolded again.
pub(crate) fn limited(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
) -> Symbol {
    named_symbol(program, functions, function, FunctionRole::Limited)
}

/// The symbol that every mention of a function brings along.
pub(crate) fn stopping_symbol(
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

/// The symbol that says that a function's precondition, permissions included, holds for some
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
    let symbol = named_symbol(program, functions, function, FunctionRole::Defined);
    term::app(&symbol, applied)
}

pub(crate) fn named_symbol(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
    role: FunctionRole,
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
    let kind = SymbolKind::Function {
        name: declared.name.clone(),
        number: function.0,
        role,
    };
    let result = match role {
        FunctionRole::Value | FunctionRole::Limited => declared.sort.clone(),
        FunctionRole::Defined => Sort::Bool,
    };
    Symbol::of_kind(kind, args, result)
}
