//! The number that a guard tests the variable against.

use super::check::Target;
use super::count::Test;
use crate::framework::input::Input;
use crate::shared::bounds::{Side, tested};
use crate::shared::loops::constant;
use crate::shared::required::equal_number;
use crate::shared::variable::LoopVariable;
use spec_lang::ast::Expr;

/// The test of the guard against a number, and what has to be shown if the guard has
/// another word for it.
pub(super) fn test(
    input: &Input<'_>,
    target: &Target,
    variable: &LoopVariable,
) -> Option<(Test, Option<String>)> {
    let number = |limit: &Expr| match constant(limit) {
        Some(number) => Some((number, None)),
        None => {
            let written = target.parts.changing(input.resolution);
            let number = equal_number(input, target.site.method_id, limit, &written)?;
            let given = format!("{} == {number}", input.slice(limit.span));
            Some((number, Some(given)))
        }
    };
    match (&target.parts.guard, &target.parts.iterator) {
        (Some(guard), _) => {
            if let Some(test) = Test::of(input.resolution, guard, variable.id) {
                return Some((test, None));
            }
            let (side, strict, limit) = tested(input.resolution, guard, variable.id)?;
            let (number, given) = number(limit)?;
            Some((Test::at(side, strict, number), given))
        }
        (None, Some(iterator)) => {
            let (number, given) = number(&iterator.high)?;
            Some((Test::at(Side::Upper, true, number), given))
        }
        (None, None) => None,
    }
}
