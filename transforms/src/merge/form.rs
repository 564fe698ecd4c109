//! Which form the result has, and what has to be shown for it.

use super::check::{Target, bound_that_is_no_number};
use super::count::{Test, iterations, value};
use super::divisible::divisible;
use super::lookahead::{lookahead, lookahead_each, with};
use crate::bounds::{Bound, Side, bounds, moving_side};
use crate::copies::Layout;
use crate::entry::{before_loop, explained, initial};
use crate::input::{Input, Refusal};
use crate::legacy::legacy_limits;
use crate::loops::{By, Update, UpdateOp, constant};
use crate::prover::{Outcome, Prover, ask, proved_prefix};
use crate::variable::LoopVariable;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use spec_lang::ast::ExprKind;
use spec_lang::diagnostics::{Diagnostic, Severity};

/// Values that are listed in an invariant at most.
const MOST_VALUES: usize = 64;

/// How M iterations are made one.
pub(super) enum Form {
    /// The number of iterations, or what is left of it by M, is known: what is left over runs first.
    Counted {
        /// Iterations before the loop.
        peeled: u64,
        /// What is known of the variable wherever a merged iteration starts.
        phase: String,
    },
    /// The loop has no guard.
    Endless,
    /// The guard looks ahead; what is left over runs in a loop behind.
    Ahead {
        /// The guard of all M iterations.
        guard: String,
    },
    /// The guard is still tested before each iteration.
    Tested,
}

/// A form, and what is said about it.
pub(super) struct Choice {
    pub form: Form,
    pub notes: Vec<Diagnostic>,
    pub shown: Vec<String>,
}

/// Chooses the form: the one with the fewest tests that is sure to be right.
pub(super) fn choose(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
    prover: &mut dyn Prover,
) -> Result<Choice, Refusal> {
    bound_that_is_no_number(input, target)?;
    let old = legacy_limits(input.profile, "merge").literal_bounds;
    let parts = &target.parts;
    let endless = match &parts.guard {
        Some(guard) => guard.kind == ExprKind::Bool(true),
        None => parts.iterator.is_none(),
    };
    if endless && !old {
        return Ok(Choice {
            form: Form::Endless,
            notes: Vec::new(),
            shown: Vec::new(),
        });
    }
    let mut why = None;
    if !target.continues {
        match counted(input, target, layout, count, prover)? {
            Counted::Known(choice) => return Ok(choice),
            Counted::Open(outcome) => why = outcome,
        }
    }
    if old {
        return Err(count_not_found(target, why));
    }
    if !target.continues
        && prover.decides()
        && let Some((phase, whole)) = divisible(input, target, layout, count, prover)
    {
        return Ok(Choice {
            form: Form::Counted { peeled: 0, phase },
            notes: Vec::new(),
            shown: vec![format!("no iteration is left over: `{whole}`")],
        });
    }
    if !target.breaks
        && let Some((guard, shown)) = ahead(input, target, layout, count, prover)
    {
        return Ok(Choice {
            form: Form::Ahead { guard },
            notes: vec![note(
                "A210",
                target,
                "the number of iterations is not known, so what is left over runs in a loop of its own",
            )],
            shown,
        });
    }
    Ok(Choice {
        form: Form::Tested,
        notes: vec![note(
            "A211",
            target,
            "an iteration may be the last one for a reason that cannot be foreseen, so the guard is still tested between them",
        )],
        shown: Vec::new(),
    })
}

fn note(code: &'static str, target: &Target, message: &str) -> Diagnostic {
    let mut note = Diagnostic::warning(code, target.site.head, message);
    note.severity = Severity::Note;
    note
}

fn count_not_found(target: &Target, why: Option<Outcome>) -> Refusal {
    let at = target.directive.unwrap_or(target.site.head);
    let message = "the number of iterations could not be found";
    let diagnostic = Diagnostic::error("A205", at, message)
        .with_note("a limit of `--profile vercors-1.4`")
        .with_help("set the variable to a number just before the loop");
    match why {
        None => Refusal::not_applicable(diagnostic),
        Some(outcome) => {
            let mut diagnostic = explained(diagnostic, &outcome);
            match outcome {
                Outcome::Unknown(_) => {
                    diagnostic.code = "A209";
                    Refusal::unknown(diagnostic)
                }
                _ => Refusal::not_applicable(diagnostic),
            }
        }
    }
}

enum Counted {
    Known(Choice),
    /// Not known; with what was said when it was asked, if it was.
    Open(Option<Outcome>),
}

/// The form with a known number of iterations.
fn counted(
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
    let test = match (&target.parts.guard, &target.parts.iterator) {
        (Some(guard), _) => Test::of(input.resolution, guard, variable.id),
        (None, Some(iterator)) => constant(&iterator.high).map(Test::below),
        (None, None) => None,
    };
    let Some(test) = test else { return Ok(open) };
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
        match is_so(
            input, target, layout, variable, update, &first, &total, prover,
        ) {
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
            let way = match (up, start.sign()) {
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

/// Whether the variable starts from this number, and the loop runs so often from there.
#[allow(clippy::too_many_arguments)]
fn is_so(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    variable: &LoopVariable,
    update: &Update,
    first: &BigInt,
    total: &BigInt,
    prover: &mut dyn Prover,
) -> Outcome {
    let at = |iterations: &BigInt| -> Option<String> {
        let value = value(first, update, iterations)?.to_string();
        Some(match &target.parts.guard {
            Some(guard) => with(input, guard, variable.id, &value),
            None => format!("{value} < {}", layout.range()?.1),
        })
    };
    let mut formulas = vec![format!("{} == {first}", variable.name)];
    if total.is_positive() {
        formulas.extend(at(&(total - 1)));
    }
    formulas.extend(at(total).map(|guard| format!("!({guard})")));
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
        "A203",
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

/// The guard that looks ahead, and what was shown for it.
fn ahead(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
    prover: &mut dyn Prover,
) -> Option<(String, Vec<String>)> {
    let found = lookahead(input, target, layout, count)?;
    let Some(formula) = found.assumed else {
        return Some((found.guard, Vec::new()));
    };
    let question = before_loop(input, &target.site, layout, &[&formula]);
    if prover.decides() && ask(prover, question) == [Outcome::Proved] {
        let shown = vec![format!("`{formula}` holds before the loop")];
        return Some((found.guard, shown));
    }
    let found = lookahead_each(input, target, count)?;
    Some((found.guard, Vec::new()))
}
