//! What the published optimizer could not merge, for `--profile vercors-1.4`.

use super::Merge;
use super::check::Target;
use super::count::Test;
use crate::framework::input::{Input, Refusal};
use crate::framework::transformation::Transformation;
use crate::shared::bounds::{Side, bounds, moving_side, tested};
use crate::shared::loops::{By, UpdateFault, constant};
use spec_lang::ast::Expr;
use text::code::Code;
use text::span::Span;

/// The old tool's limits, if the profile has them.
pub(super) fn limits(
    input: &Input<'_>,
    target: &Target,
    fault: Option<UpdateFault>,
) -> Result<(), Refusal> {
    let limits = Merge::ABOUT.limits(input.profile);
    let parts = &target.parts;
    let refuse = |span: Span, message: String| {
        Err(Refusal::inapplicable(Code::A205, span, message)
            .with_note("a limit of `--profile vercors-1.4`"))
    };
    let head = target.site.head;
    if limits.constant_step {
        let by_number =
            matches!(&target.update, Some(update) if matches!(update.by, By::Number(_)));
        if !by_number {
            let place = match (&target.update, fault) {
                (Some(update), _) => update.span,
                (_, Some(UpdateFault::Conditional(place) | UpdateFault::Form(place))) => place,
                (_, Some(UpdateFault::Several(places))) => places.first().copied().unwrap_or(head),
                _ => head,
            };
            return refuse(
                place,
                "the loop's variable is not updated by one number on every path".to_owned(),
            );
        }
    }
    if limits.literal_bounds && (target.breaks || target.continues) {
        return refuse(
            head,
            "an iteration may leave the loop before its number of iterations is reached".to_owned(),
        );
    }
    let (Some(variable), Some(guard)) = (&target.variable, &parts.guard) else {
        return Ok(());
    };
    let alone = tested(input.resolution, guard, variable.id).is_some()
        || Test::of(input.resolution, guard, variable.id).is_some();
    if limits.variable_alone_in_guard && !alone {
        let message = format!("the guard does not compare `{}` alone", variable.name);
        return refuse(guard.span, message);
    }
    Ok(())
}

/// The refusal of a bound that is not a number, in the old tool's words, if the profile
/// wants one.
pub(super) fn bound_that_is_no_number(input: &Input<'_>, target: &Target) -> Result<(), Refusal> {
    if !Merge::ABOUT.limits(input.profile).literal_bounds {
        return Ok(());
    }
    let (Some(variable), Some(update)) = (&target.variable, &target.update) else {
        return Ok(());
    };
    let resolution = input.resolution;
    let guard = target.parts.guard.as_ref();
    let in_guard = guard.and_then(|guard| tested(resolution, guard, variable.id));
    let in_range = target.parts.iterator.as_ref();
    let stated = bounds(resolution, &target.parts.contract, variable.id);
    let limits = in_guard
        .map(|(side, _, limit)| (side, limit))
        .into_iter()
        .chain(in_range.map(|iterator| (Side::Upper, &iterator.high)))
        .chain(stated.iter().map(|bound| (bound.side, &bound.limit)))
        .filter(|(side, _)| *side != moving_side(update.op));
    for (side, limit) in limits {
        if constant(limit).is_none() {
            return Err(no_number(input, &variable.name, side, limit));
        }
    }
    Ok(())
}

/// The same of what the variable starts from, which the old tool took from the invariants, too:
/// said where the number of iterations could not be found, and no reason to refuse otherwise.
pub(super) fn start_that_is_no_number(input: &Input<'_>, target: &Target) -> Option<Refusal> {
    let (variable, update) = (target.variable.as_ref()?, target.update.as_ref()?);
    let stated = bounds(input.resolution, &target.parts.contract, variable.id);
    let start = stated
        .iter()
        .filter(|bound| bound.side == moving_side(update.op))
        .find(|bound| constant(&bound.limit).is_none())?;
    Some(no_number(input, &variable.name, start.side, &start.limit))
}

fn no_number(input: &Input<'_>, variable: &str, side: Side, limit: &Expr) -> Refusal {
    let word = match side {
        Side::Upper => "upperbound",
        Side::Lower => "lowerbound",
    };
    Refusal::inapplicable(
        Code::A204,
        limit.span,
        format!(
            "The {word} of {variable} is not a constant, but {}",
            input.slice(limit.span)
        ),
    )
    .with_note("a limit of `--profile vercors-1.4`")
    .with_help("with `--profile sound` the number of iterations need not be known")
}
