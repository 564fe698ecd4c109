//! What holds of a value by its type.

use crate::engine::context::Context;
use crate::state;
use crate::state::reference::null;
use core_lang::{Function, Program};
use solver::term::{self, Term};

/// What holds of a value by its type.
pub(crate) fn typing(data: &core_lang::DataType, value: &Term) -> Vec<Term> {
    use core_lang::DataType;
    match data {
        DataType::Plain => Vec::new(),
        DataType::Fraction => vec![
            term::lt(state::no_permission(), value.clone()),
            term::le(value.clone(), state::whole()),
        ],
        DataType::ZeroPermission => vec![
            term::le(state::no_permission(), value.clone()),
            term::le(value.clone(), state::whole()),
        ],
        DataType::Enum(count) => vec![
            term::le(term::int(0), value.clone()),
            term::lt(
                value.clone(),
                term::int(i64::try_from(*count).unwrap_or(i64::MAX)),
            ),
        ],
    }
}

/// What must be shown of a value that is given a type. Every value of an enum is one of
/// its constants, since there is no other way to get one.
pub(crate) fn checked_typing(data: &core_lang::DataType, value: &Term) -> Vec<Term> {
    match matches!(data, core_lang::DataType::Enum(_)) {
        true => Vec::new(),
        false => typing(data, value),
    }
}

/// What holds of the arguments wherever a function has a meaning: their types, and that
/// the receiver is there.
pub(crate) fn argument_facts(
    program: &Program,
    declared: &Function,
    context: &Context,
    shown: bool,
) -> Vec<Term> {
    let mut facts = Vec::new();
    for (number, param) in declared.params.iter().enumerate() {
        let Some(value) = context.locals.get(param) else {
            continue;
        };
        let local = program.local(*param);
        facts.extend(if shown {
            checked_typing(&local.data, value)
        } else {
            typing(&local.data, value)
        });
        if number == 0 && local.name == "this" {
            facts.push(term::ne(value.clone(), null()));
        }
    }
    facts
}
