//! The questions of unrolling, and what the answers mean.

use super::MOST_SEARCHED;
use super::check::Target;
use crate::framework::input::{Input, Refusal};
use crate::framework::prover::{Outcome, Prover, Question, ask, proved_prefix};
use crate::shared::bounds::{Side, comparison};
use crate::shared::copies::Layout;
use crate::shared::entry::{ahead, explained, initial};
use crate::shared::loops::{By, Update, UpdateOp, constant};
use crate::shared::names::local;
use crate::shared::required::equal_number;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use spec_lang::ast::{Expr, ExprKind, Method, NodeId, Visitor};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// What the copies of a question hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lemmas {
    /// The guards only.
    None,
    /// The invariants too, between the copies, as the result has them.
    Invariants,
}

/// The program in which the first `asked` iterations stand before the loop, each after an
/// assertion of the guard, and at their end perhaps one that it no longer holds.
fn question(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    asked: u64,
    ends: bool,
    lemmas: Lemmas,
) -> Question {
    ahead(input, &target.site, layout, |probe, file, at| {
        for copy in 1..=asked {
            probe.assert(file, at, layout.guard());
            if lemmas == Lemmas::Invariants {
                probe.insert(file, at, layout.asserts("").text());
            }
            if copy < asked || ends {
                probe.insert(file, at, layout.copy(copy, "", false).text());
            }
        }
        if ends {
            probe.assert(file, at, &format!("!({})", layout.guard()));
        }
    })
}

/// Asks without the invariants first, which is quick, then with them.
fn asked(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
    ends: bool,
    prover: &mut dyn Prover,
) -> Vec<Outcome> {
    let first = ask(
        prover,
        question(input, target, layout, count, ends, Lemmas::None),
    );
    let held = proved_prefix(&first);
    match first.get(held) {
        None | Some(Outcome::Refuted(_)) => first,
        _ => {
            let second = ask(
                prover,
                question(input, target, layout, count, ends, Lemmas::Invariants),
            );
            if proved_prefix(&second) > held {
                second
            } else {
                first
            }
        }
    }
}

/// Shows that the guard holds at the start of each of the first `count` iterations.
pub(super) fn guards_hold(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
    prover: &mut dyn Prover,
) -> Result<(), Refusal> {
    // A few first: most loops that do not run so often end early, and many copies take long.
    let mut tried = count.min(FEW);
    loop {
        let outcomes = asked(input, target, layout, tried, false, prover);
        let held = proved_prefix(&outcomes);
        if let Some(outcome) = outcomes.get(held) {
            let held = held as u64;
            return Err(not_shown(input, target, layout, count, held, outcome));
        }
        if tried == count {
            return Ok(());
        }
        tried = count;
    }
}

/// Iterations that are asked about before all of them.
const FEW: u64 = 16;

/// The number of all iterations.
pub(super) fn count_all(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    prover: &mut dyn Prover,
) -> Result<u64, Refusal> {
    if let Some(foreseen) = foreseen(input, target).filter(|count| *count <= MOST_SEARCHED) {
        super::check::count(input, target, foreseen.max(1))?;
        let outcomes = asked(input, target, layout, foreseen, true, prover);
        if proved_prefix(&outcomes) == outcomes.len() {
            return Ok(foreseen);
        }
    }
    let mut tried = 4;
    let held = loop {
        super::check::count(input, target, tried)?;
        let outcomes = asked(input, target, layout, tried, false, prover);
        let held = proved_prefix(&outcomes) as u64;
        if held < tried {
            break held;
        }
        // Most loops that are unrolled run a power of two times, and what cannot be shown takes the
        // solver much longer than what can.
        if prover.decides() {
            let ends = asked(input, target, layout, held, true, prover);
            if proved_prefix(&ends) == ends.len() {
                return Ok(held);
            }
        }
        if tried >= MOST_SEARCHED {
            return Err(Refusal::inapplicable(
                Code::A109,
                target.site.head,
                format!("the loop runs more than {MOST_SEARCHED} times"),
            )
            .with_help("give a number of iterations"));
        }
        tried *= 2;
    };
    let outcomes = asked(input, target, layout, held, true, prover);
    match outcomes.get(proved_prefix(&outcomes)) {
        None => Ok(held),
        Some(outcome) => {
            let diagnostic = Diagnostic::error(
                Code::A109,
                target.site.head,
                format!("the loop is not shown to end after {held} iterations, nor to go on"),
            )
            .with_help(match held {
                0 => "state how often it runs, as in `requires n == 4`".to_owned(),
                _ => format!("state how often it runs, as in `requires n == 4`, or unroll {held}"),
            });
            Err(classed(explained(diagnostic, outcome), outcome))
        }
    }
}

fn classed(mut diagnostic: Diagnostic, outcome: &Outcome) -> Refusal {
    match outcome {
        Outcome::Unknown(_) => {
            diagnostic.code = Code::A112;
            Refusal::unknown(diagnostic)
        }
        _ => Refusal::not_applicable(diagnostic),
    }
}

fn not_shown(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
    held: u64,
    outcome: &Outcome,
) -> Refusal {
    let times = |count: u64| {
        if count == 1 {
            "once".to_owned()
        } else {
            format!("{count} times")
        }
    };
    let guard = layout.guard();
    let verb = if matches!(outcome, Outcome::Refuted(_)) {
        "may not hold"
    } else {
        "is not shown to hold"
    };
    let place = target
        .parts
        .guard
        .as_ref()
        .map_or(target.site.head, |guard| guard.span);
    let mut diagnostic = Diagnostic::error(
        Code::A101,
        place,
        format!(
            "the loop is not shown to run {}: its guard `{guard}` {verb} at the start of iteration {}",
            times(count),
            held + 1
        ),
    );
    if let Some(directive) = target.directive {
        diagnostic = diagnostic.with_label(directive, format!("{count} asked for here"));
    }
    let mut ways = Vec::new();
    match requirement(input, target, count) {
        Some((text, true)) => ways.push(format!("add `requires {text};`")),
        Some((text, false)) => ways.push(format!("make `{text}` known before the loop")),
        None if held == 0 => ways.push("show that the guard holds so often".to_owned()),
        None => {}
    }
    if held > 0 {
        ways.push(format!("unroll {held}, for which it is shown"));
    }
    ways.push("use `--guard`".to_owned());
    let help = ways.join(", or ");
    classed(explained(diagnostic, outcome).with_help(help), outcome)
}

/// What would have to be known for the guard to hold `count` times, where that can be
/// said; true if it speaks of parameters only.
fn requirement(input: &Input<'_>, target: &Target, count: u64) -> Option<(String, bool)> {
    let (variable, update, guard) = (
        target.variable.as_ref()?,
        target.update.as_ref()?,
        target.parts.guard.as_ref()?,
    );
    let (side, strict, rest) = comparison(input.resolution, guard, variable.id)?;
    let last = after(
        initial(input, &target.site, &target.parts, variable)?,
        update,
        count - 1,
    )?;
    if constant(rest).is_some() {
        return None;
    }
    let text = input.slice(rest.span);
    let requirement = match (side, strict) {
        (Side::Upper, true) => format!("{text} >= {}", last + 1),
        (Side::Upper, false) => format!("{text} >= {last}"),
        (Side::Lower, true) => format!("{text} <= {}", last - 1),
        (Side::Lower, false) => format!("{text} <= {last}"),
    };
    Some((requirement, of_parameters(input, target, rest)))
}

/// How often the loop runs if only its variable decides, and that by numbers in the text or in the
/// precondition. It is worth a question, no more: whether it is so is asked.
fn foreseen(input: &Input<'_>, target: &Target) -> Option<u64> {
    let (variable, update) = (target.variable.as_ref()?, target.update.as_ref()?);
    let number = |limit: &Expr| {
        constant(limit).or_else(|| {
            let written = target.parts.changing(input.resolution);
            equal_number(input, target.site.method_id, limit, &written)
        })
    };
    let (low, end, side, strict) = match (&target.parts.iterator, &target.parts.guard) {
        (Some(iterator), _) => (
            number(&iterator.low)?,
            number(&iterator.high)?,
            Side::Upper,
            true,
        ),
        (None, Some(guard)) => {
            let (side, strict, rest) = comparison(input.resolution, guard, variable.id)?;
            let low = initial(input, &target.site, &target.parts, variable)?;
            (low, number(rest)?, side, strict)
        }
        (None, None) => return None,
    };
    let mut value = low;
    for count in 0..=MOST_SEARCHED {
        let runs = match (side, strict) {
            (Side::Upper, true) => value < end,
            (Side::Upper, false) => value <= end,
            (Side::Lower, true) => value > end,
            (Side::Lower, false) => value >= end,
        };
        if !runs {
            return Some(count);
        }
        value = after(value, update, 1)?;
    }
    None
}

/// A value after so many updates.
fn after(mut value: BigInt, update: &Update, count: u64) -> Option<BigInt> {
    let By::Number(by) = &update.by else {
        return None;
    };
    for _ in 0..count.to_usize()? {
        value = match update.op {
            UpdateOp::Add => value + by,
            UpdateOp::Sub => value - by,
            UpdateOp::Mul => value * by,
            UpdateOp::Div if *by > BigInt::from(0) => value.div_floor(by),
            UpdateOp::Div => return None,
        };
    }
    Some(value)
}

/// Whether every name in an expression is a parameter of the method.
fn of_parameters(input: &Input<'_>, target: &Target, expr: &Expr) -> bool {
    struct Params(NodeId, bool, Vec<NodeId>);
    impl Visitor for Params {
        fn visit_declaration(&mut self, declaration: &spec_lang::ast::Declaration) {
            let outer = self.1;
            self.1 = declaration.id == self.0;
            self.walk_declaration(declaration);
            self.1 = outer;
        }
        fn visit_method(&mut self, method: &Method) {
            if self.1 {
                self.2.extend(method.params.iter().map(|param| param.id));
            }
        }
    }
    struct Outside<'a>(&'a Input<'a>, &'a [NodeId], bool);
    impl Visitor for Outside<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Name(_) = expr.kind {
                let known = local(self.0.resolution, expr).is_some_and(|id| self.1.contains(&id));
                self.2 |= !known;
            }
            self.walk_expr(expr);
        }
    }
    let mut params = Params(target.site.method_id, false, Vec::new());
    params.visit_program(input.program);
    let mut outside = Outside(input, &params.2, false);
    outside.visit_expr(expr);
    !outside.2
}
