//! What must be so before anything is asked: the loop, its variable, its update.

use super::{MOST_BYTES, MOST_COPIES, Unroll};
use crate::framework::input::{Input, Refusal};
use crate::framework::site::Site;
use crate::framework::step::Asked;
use crate::framework::transformation::Transformation;
use crate::shared::bounds::{Side, bounds, comparison};
use crate::shared::continues;
use crate::shared::labels::Labels;
use crate::shared::loops::{By, Loop, Update, UpdateFault, jump, update_of};
use crate::shared::names::{effect, local, writes};
use crate::shared::variable::{LoopVariable, loop_meant, variable_named};
use spec_lang::ast::{ClauseKind, Expr, NodeId, Visitor};
use spec_lang::resolve::Resolution;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// A loop that can be unrolled if its guard holds long enough.
pub(super) struct Target {
    pub site: Site,
    pub parts: Loop,
    /// None if a line names a loop that runs over no variable.
    pub variable: Option<LoopVariable>,
    pub update: Option<Update>,
    /// The directive, if one asks for it.
    pub directive: Option<Span>,
}

/// The loop a step means, looked at from all sides.
pub(super) fn target(
    input: &Input<'_>,
    asked: &Asked,
    variable: Option<&str>,
) -> Result<Target, Refusal> {
    let meant = loop_meant(input, asked, Unroll::ABOUT.word, variable)?;
    at_site(input, &meant.site, meant.name.as_deref(), meant.directive)
}

/// The loop at a site, with the variable of this name or the one it seems to run over.
pub(super) fn at_site(
    input: &Input<'_>,
    site: &Site,
    name: Option<&str>,
    directive: Option<Span>,
) -> Result<Target, Refusal> {
    let Some(parts) = input.statement(site.id).and_then(Loop::of) else {
        return Err(Refusal::wrong(Code::A001, site.span, "this is not a loop"));
    };
    let (variable, update) = match name {
        Some(name) => {
            let variable = variable_named(
                input,
                &parts,
                name,
                directive.unwrap_or(site.head),
                Code::A102,
            )?;
            let update = update_always(input, &parts, variable.id)
                .map_err(|fault| update_refusal(&variable.name, site, fault))?;
            (Some(variable), Some(update))
        }
        None => guess(input, &parts, site)?,
    };
    let target = Target {
        site: site.clone(),
        parts,
        variable,
        update,
        directive,
    };
    body(input, &target)?;
    guard(input, &target)?;
    clauses(&target)?;
    limits(input, &target)?;
    Ok(target)
}

/// The first variable with an update that can be followed. Without any, the loop can
/// still be unrolled: only its bounds stay as they are.
fn guess(
    input: &Input<'_>,
    parts: &Loop,
    site: &Site,
) -> Result<(Option<LoopVariable>, Option<Update>), Refusal> {
    let mut first_fault = None;
    for name in &site.names {
        let variable = match variable_named(input, parts, name, site.head, Code::A102) {
            Ok(variable) => variable,
            Err(refusal) => {
                first_fault.get_or_insert(refusal);
                continue;
            }
        };
        match update_always(input, parts, variable.id) {
            Ok(update) => return Ok((Some(variable), Some(update))),
            Err(fault) => {
                first_fault.get_or_insert(update_refusal(name, site, fault));
            }
        }
    }
    match first_fault {
        Some(refusal) => Err(refusal),
        None => Ok((None, None)),
    }
}

/// The update of a variable, if no `continue` leaves it out.
fn update_always(input: &Input<'_>, parts: &Loop, variable: NodeId) -> Result<Update, UpdateFault> {
    let update = update_of(input.resolution, parts, variable)?;
    if let Some(first) = continues::own(input, parts).first() {
        let skipped = writes(input.resolution, [&parts.body])
            .into_iter()
            .find(|write| write.variable == variable && write.span.start > first.start);
        if let Some(write) = skipped {
            return Err(UpdateFault::Conditional(write.span));
        }
    }
    Ok(update)
}

fn update_refusal(name: &str, site: &Site, fault: UpdateFault) -> Refusal {
    let diagnostic = match fault {
        UpdateFault::None => Diagnostic::error(
            Code::A102,
            site.head,
            format!("`{name}` is not written in this loop"),
        ),
        UpdateFault::Several(places) => {
            let mut diagnostic = Diagnostic::error(
                Code::A104,
                places.first().copied().unwrap_or(site.head),
                format!(
                    "the {} updates of `{name}` in this loop cannot be combined into one",
                    places.len()
                ),
            )
            .with_text("one")
            .with_help("bring them together in one statement");
            for place in places.into_iter().skip(1) {
                diagnostic = diagnostic.with_label(place, "another");
            }
            diagnostic
        }
        UpdateFault::Conditional(place) => Diagnostic::error(
            Code::A103,
            place,
            format!("the update of `{name}` is not a statement that every iteration runs"),
        )
        .with_note("it stands under a condition, behind a `continue`, in an inner loop or within an expression")
        .with_help("make it a statement of the body itself"),
        UpdateFault::Form(place) => Diagnostic::error(
            Code::A105,
            place,
            format!("the update of `{name}` is not by `+`, `-`, `*` or `/`"),
        )
        .with_help(format!(
            "`{name} = {name} + c`, `{name} -= c`, `{name}++` and the like can be followed"
        )),
    };
    Refusal::not_applicable(diagnostic)
}

fn body(input: &Input<'_>, target: &Target) -> Result<(), Refusal> {
    let body = &target.parts.body;
    // The published optimizer knew no `continue`.
    let old = Unroll::ABOUT.limits(input.profile).one_update;
    let own = match continues::own(input, &target.parts) {
        own if !old => own,
        _ => Vec::new(),
    };
    let diagnostic = if let Some(jump) = jump(body, &own) {
        let message = format!(
            "the body has a `{}`, which would leave a copy for another place",
            jump.word
        );
        Diagnostic::error(Code::A106, jump.span, message).with_help("write it with `if` instead")
    } else if let Err(hindrance) = Labels::within(input, body) {
        hindrance.diagnostic(Code::A106)
    } else if let Err(place) = continues::taken_out(input, &target.parts) {
        Diagnostic::error(
            Code::A106,
            place,
            "the body has a `continue` whose effect takes more than an `else` in a copy",
        )
        .with_note("`if (c) { continue; }` among the statements of the body can be copied")
        .with_help("write it with `if` instead")
    } else {
        return Ok(());
    };
    let diagnostic = diagnostic.with_label(target.site.head, "in the body of this loop");
    Err(Refusal::not_applicable(diagnostic))
}

fn guard(input: &Input<'_>, target: &Target) -> Result<(), Refusal> {
    if let Some(expr) = &target.parts.guard
        && let Some(span) = effect(input, expr)
    {
        return Err(Refusal::inapplicable(
            Code::A107,
            span,
            "the guard has an effect, so it cannot be asserted",
        )
        .with_label(target.site.head, "the guard of this loop")
        .with_help("take it out of the guard, into a variable"));
    }
    Ok(())
}

fn clauses(target: &Target) -> Result<(), Refusal> {
    for clause in &target.parts.contract.clauses {
        match clause.kind {
            ClauseKind::LoopInvariant(_) | ClauseKind::Decreases(_) | ClauseKind::Directive(_) => {}
            _ => {
                return Err(Refusal::inapplicable(
                    Code::A110,
                    clause.span,
                    "this clause is a contract of each iteration",
                )
                .with_note(
                    "a copy of an iteration ahead of the loop would have no contract of its own",
                )
                .with_help("say it as `loop_invariant`"));
            }
        }
    }
    Ok(())
}

/// The old tool's limits, if the profile has them.
fn limits(input: &Input<'_>, target: &Target) -> Result<(), Refusal> {
    let limits = Unroll::ABOUT.limits(input.profile);
    let (Some(variable), Some(update)) = (&target.variable, &target.update) else {
        return Ok(());
    };
    let refuse = |span: Span, message: String| {
        Err(Refusal::inapplicable(Code::A111, span, message)
            .with_note("a limit of `--profile vercors-1.4`"))
    };
    if limits.constant_step && matches!(update.by, By::Expr(_)) {
        return refuse(
            update.span,
            format!("the update of `{}` is not by a number", variable.name),
        );
    }
    if limits.one_update && update.places > 1 {
        return refuse(
            update.span,
            format!("`{}` is updated at {} places", variable.name, update.places),
        );
    }
    if limits.variable_alone_in_guard {
        let alone = |expr: &Expr| comparison(input.resolution, expr, variable.id).is_some();
        if let Some(guard) = target.parts.guard.as_ref().filter(|guard| !alone(guard)) {
            return refuse(
                guard.span,
                format!("the guard does not compare `{}` alone", variable.name),
            );
        }
    }
    if limits.one_bound_each {
        let all = bounds(input.resolution, &target.parts.contract, variable.id);
        let body = std::iter::once(&target.parts.body).chain(&target.parts.update);
        let written: Vec<_> = writes(input.resolution, body)
            .into_iter()
            .map(|write| write.variable)
            .collect();
        for (side, word) in [(Side::Lower, "lower"), (Side::Upper, "upper")] {
            let stated = || all.iter().filter(|bound| bound.side == side);
            let mut count = stated().count();
            if count > 1 {
                // What changes along with the variable relates the two, and bounds neither.
                count = stated()
                    .filter(|bound| !mentions(input, &bound.limit, &written))
                    .count();
            }
            if count != 1 {
                let name = &variable.name;
                return refuse(
                    target.site.head,
                    format!("the invariants have {count} {word} bounds on `{name}`, not one"),
                );
            }
        }
    }
    Ok(())
}

/// Whether one of some locals stands in an expression.
fn mentions(input: &Input<'_>, expr: &Expr, variables: &[NodeId]) -> bool {
    struct Mentions<'a> {
        resolution: &'a Resolution,
        variables: &'a [NodeId],
        found: bool,
    }
    impl Visitor for Mentions<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.found |=
                local(self.resolution, expr).is_some_and(|id| self.variables.contains(&id));
            self.walk_expr(expr);
        }
    }
    let mut mentions = Mentions {
        resolution: input.resolution,
        variables,
        found: false,
    };
    mentions.visit_expr(expr);
    mentions.found
}

/// Whether this number of copies can be made at all.
pub(super) fn count(input: &Input<'_>, target: &Target, count: u64) -> Result<(), Refusal> {
    let at = target.directive.unwrap_or(target.site.head);
    if count == 0 {
        return Err(
            Refusal::inapplicable(Code::A108, at, "no iteration would be unrolled")
                .with_help("give a number from 1"),
        );
    }
    let bytes = input.slice(target.site.span).len() as u64;
    if count > MOST_COPIES || count.saturating_mul(bytes) > MOST_BYTES {
        return Err(Refusal::inapplicable(
            Code::A108,
            at,
            format!("{count} copies of this loop are more than can be made"),
        )
        .with_note(format!(
            "at most {MOST_COPIES} copies and {} MiB of text",
            MOST_BYTES >> 20
        )));
    }
    Ok(())
}
