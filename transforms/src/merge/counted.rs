//! The form with a known number of iterations.

use super::check::Target;
use super::count::{iterations, value};
use super::form::{Choice, Form};
use super::limit::test;
use super::lookahead::with;
use crate::framework::input::{Input, Refusal};
use crate::framework::prover::{Outcome, Prover, ask, proved_prefix};
use crate::shared::bounds::{Bound, Side, bounds, moving_side};
use crate::shared::copies::Layout;
use crate::shared::entry::{before_loop, initial};
use crate::shared::loops::{By, Update, UpdateOp, constant};
use crate::shared::variable::LoopVariable;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Values that are listed in an invariant at most.
const MOST_VALUES: usize = 64;

/// Whether the number of iterations is known.
pub(super) enum Counted {
    Known(Choice),
    /// Not known; with what was said when it was asked, if it was.
    Open(Option<Outcome>),
}

/// The form with a known number of iterations.
pub(super) fn counted(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
    prover: &mut dyn Prover,
) -> Result<Counted, Refusal> {
    let open = Counted::Open(None);
    let (Some(variable), Some(update)) = (&target.variable, &target.update) else {
        return Ok(open);
    };
    let Some((test, given)) = test(input, target, variable) else {
        return Ok(open);
    };
    let stated = bounds(input.resolution, &target.parts.contract, variable.id);
    let mut outcome = None;
    let candidates = candidates(input, target, variable, update, &stated, prover.decides());
    for first in candidates {
        let Some(total) = iterations(&first, update, &test) else {
            continue;
        };
        let Some(form) = with_count(variable, update, &stated, &first, &total, count) else {
            continue;
        };
        let start = Start {
            variable,
            update,
            first: &first,
            total: &total,
            given: given.as_deref(),
        };
        match is_so(input, target, layout, &start, prover) {
            Outcome::Proved => {}
            other => {
                outcome = Some(other);
                continue;
            }
        }
        let Some((peeled, phase)) = form else {
            return Err(too_few(target, &total, count));
        };
        if target.breaks && peeled > 0 {
            return Ok(open);
        }
        let merged = &total / count;
        return Ok(Counted::Known(Choice {
            form: Form::Counted { peeled, phase },
            notes: Vec::new(),
            shown: vec![format!(
                "the number of iterations is {total}: {peeled} before the loop, {merged} of {count} each"
            )],
        }));
    }
    Ok(Counted::Open(outcome))
}

/// Numbers that the variable may start from; with a guess, also those that its bounds suggest.
fn candidates(
    input: &Input<'_>,
    target: &Target,
    variable: &LoopVariable,
    update: &Update,
    stated: &[Bound],
    guess: bool,
) -> Vec<BigInt> {
    let ranged = target.parts.iterator.as_ref();
    let set = match ranged {
        Some(iterator) => constant(&iterator.low),
        None => initial(input, &target.site, &target.parts, variable),
    };
    let from_bounds = stated
        .iter()
        .filter(|bound| guess && bound.side == moving_side(update.op))
        .filter_map(inclusive);
    let mut all: Vec<BigInt> = Vec::new();
    for value in set.into_iter().chain(from_bounds) {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

/// The outermost value that a bound with a number allows.
fn inclusive(bound: &Bound) -> Option<BigInt> {
    let limit = constant(&bound.limit)?;
    Some(match (bound.strict, bound.side) {
        (false, _) => limit,
        (true, Side::Lower) => limit + 1,
        (true, Side::Upper) => limit - 1,
    })
}

/// Iterations before the loop and the values at merged iterations. The outer answer is
/// none if they cannot be written down, the inner one if there are fewer iterations.
#[allow(clippy::option_option)]
fn with_count(
    variable: &LoopVariable,
    update: &Update,
    stated: &[Bound],
    first: &BigInt,
    total: &BigInt,
    count: u64,
) -> Option<Option<(u64, String)>> {
    let (merged, rest) = total.div_rem(&BigInt::from(count));
    if merged.is_zero() {
        return Some(None);
    }
    let peeled = rest.to_u64()?;
    let start = value(first, update, &rest)?;
    let last = value(first, update, total)?;
    let name = &variable.name;
    let By::Number(by) = &update.by else {
        return None;
    };
    let phase = match update.op {
        UpdateOp::Add | UpdateOp::Sub if merged > BigInt::from(1) => {
            let up = update.op == UpdateOp::Add;
            let moving = moving_side(update.op);
            let (low, high) = if up { (&start, &last) } else { (&last, &start) };
            // What the invariants say themselves need not be said again.
            let is_stated = |side: Side, value: &BigInt| {
                stated.iter().any(|bound| {
                    let moved = match (bound.side == moving, up) {
                        (false, _) => BigInt::zero(),
                        (true, true) => by * &rest,
                        (true, false) => -(by * &rest),
                    };
                    bound.side == side
                        && inclusive(bound).is_some_and(|limit| limit + moved == *value)
                })
            };
            let mut parts = Vec::new();
            if !is_stated(Side::Lower, low) {
                parts.push(format!("{low} <= {name}"));
            }
            if !is_stated(Side::Upper, high) {
                parts.push(format!("{name} <= {high}"));
            }
            // Of numbers that are not negative the remainder is that of the difference.
            let whole = !start.is_negative() && (&start % (by * count)).is_zero();
            let way = match (up, start.sign()) {
                (true, _) if whole => name.clone(),
                (true, num_bigint::Sign::NoSign) => name.clone(),
                (true, num_bigint::Sign::Plus) => format!("({name} - {start})"),
                (true, num_bigint::Sign::Minus) => format!("({name} + {})", -&start),
                (false, _) => format!("({start} - {name})"),
            };
            parts.push(format!("{way} % {} == 0", by * count));
            parts.join(" && ")
        }
        _ => {
            let number = merged.to_usize().filter(|&number| number < MOST_VALUES)?;
            let mut parts = Vec::new();
            for done in 0..=number {
                let value = value(first, update, &(&rest + BigInt::from(done) * count))?;
                parts.push(format!("{name} == {value}"));
            }
            parts.join(" || ")
        }
    };
    Some(Some((peeled, phase)))
}

/// Where a loop starts, and how often it runs from there.
struct Start<'a> {
    variable: &'a LoopVariable,
    update: &'a Update,
    first: &'a BigInt,
    total: &'a BigInt,
    given: Option<&'a str>,
}

/// Whether the variable starts from this number, and the loop runs so often from there.
fn is_so(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    start: &Start<'_>,
    prover: &mut dyn Prover,
) -> Outcome {
    let at = |iterations: &BigInt| -> Option<String> {
        let value = value(start.first, start.update, iterations)?.to_string();
        Some(match &target.parts.guard {
            Some(guard) => with(input, guard, start.variable.id, &value),
            None => format!("{value} < {}", layout.range()?.1),
        })
    };
    let mut formulas = vec![format!("{} == {}", start.variable.name, start.first)];
    formulas.extend(start.given.map(str::to_owned));
    if start.total.is_positive() {
        formulas.extend(at(&(start.total - 1)));
    }
    formulas.extend(at(start.total).map(|guard| format!("!({guard})")));
    let formulas: Vec<&str> = formulas.iter().map(String::as_str).collect();
    let outcomes = ask(prover, before_loop(input, &target.site, layout, &formulas));
    outcomes
        .get(proved_prefix(&outcomes))
        .cloned()
        .unwrap_or(Outcome::Proved)
}

fn too_few(target: &Target, total: &BigInt, count: u64) -> Refusal {
    let at = target.directive.unwrap_or(target.site.head);
    let times = match total.to_u64() {
        Some(1) => "once".to_owned(),
        _ => format!("{total} times"),
    };
    let diagnostic = Diagnostic::error(
        Code::A203,
        at,
        "The number of iterations is less than the number of iterations to merge",
    )
    .with_note(format!(
        "the loop runs {times}, and {count} are to become one"
    ));
    Refusal::not_applicable(match total.to_u64() {
        Some(total) if total > 1 => diagnostic.with_help(format!("merge {total} or fewer")),
        _ => diagnostic,
    })
}
