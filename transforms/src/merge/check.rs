//! What must be so before anything is asked: the loop, its variable, its body.

use super::{Merge, published};
use crate::framework::input::{Input, Refusal};
use crate::framework::site::Site;
use crate::framework::step::Asked;
use crate::framework::transformation::Transformation;
use crate::shared::labels::Labels;
use crate::shared::loops::{Loop, Update, UpdateFault, update_of};
use crate::shared::names::effect;
use crate::shared::variable::{LoopVariable, loop_meant, variable_named};
use spec_lang::ast::{Call, ClauseKind, Directive, Iterator, Stmt, StmtKind, Visitor};
use spec_lang::resolve::{Reference, Resolution, Type};
use text::code::Code;
use text::span::Span;

/// Copies of a body that are made at most; more would be a text nobody can read or verify.
const MOST_COPIES: u64 = 1_024;
/// Bytes that copies may take at most.
const MOST_BYTES: u64 = 4 << 20;

/// A loop whose iterations can be merged.
pub(super) struct Target {
    pub site: Site,
    pub parts: Loop,
    /// None if a line names a loop that runs over no variable.
    pub variable: Option<LoopVariable>,
    /// None if the variable is updated in a way that cannot be foreseen.
    pub update: Option<Update>,
    /// Whether the body has a `break` of this loop.
    pub breaks: bool,
    /// Whether the body has a `continue` of this loop.
    pub continues: bool,
    /// The directive, if one asks for it.
    pub directive: Option<Span>,
}

/// The loop a step means, looked at from all sides.
pub(super) fn target(
    input: &Input<'_>,
    asked: &Asked,
    variable: Option<&str>,
) -> Result<Target, Refusal> {
    let meant = loop_meant(input, asked, Merge::ABOUT.word, variable)?;
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
            let at = directive.unwrap_or(site.head);
            let variable = variable_named(input, &parts, name, at, Code::A202)?;
            let update = update_of(input.resolution, &parts, variable.id);
            if let Err(UpdateFault::None) = update {
                let message = format!("`{name}` is not written in this loop");
                return Err(Refusal::inapplicable(Code::A202, at, message));
            }
            (Some(variable), update)
        }
        None => guess(input, &parts, site),
    };
    // Of other numbers and of collections `+` and `/` mean something else.
    let update = update.and_then(|update| {
        let id = variable.as_ref().map(|variable| variable.id);
        let ty = id.and_then(|id| input.resolution.declared.get(&id));
        match ty {
            Some(Type::Int) => Ok(update),
            _ => Err(UpdateFault::Form(update.span)),
        }
    });
    if let (Some(iterator), Some(variable)) = (&parts.iterator, &variable) {
        ranged(iterator, variable, directive.unwrap_or(site.head))?;
    }
    let exits = exits(input.resolution, &parts);
    if let Some((word, span)) = exits.hindrance {
        let message = match word {
            "directive" => {
                "the body has a directive that is still to be carried out, and copies of it would have it several times"
            }
            _ => "the body has a jump by name to its own loop",
        };
        let help = match word {
            "directive" => "carry it out first, in a run of its own",
            _ => "write it with `if`, or without the name",
        };
        return Err(Refusal::inapplicable(Code::A206, span, message)
            .with_label(site.head, "in the body of this loop")
            .with_help(help));
    }
    if let Err(hindrance) = Labels::within(input, &parts.body) {
        return Err(Refusal::not_applicable(
            hindrance
                .diagnostic(Code::A206)
                .with_label(site.head, "in the body of this loop"),
        ));
    }
    guard(input, &parts, site)?;
    clauses(&parts)?;
    let target = Target {
        site: site.clone(),
        variable,
        update: update.as_ref().ok().cloned(),
        breaks: exits.breaks,
        continues: exits.continues,
        directive,
        parts,
    };
    published::limits(input, &target, update.err())?;
    Ok(target)
}

/// A ranged loop runs over the variable of its range.
fn ranged(iterator: &Iterator, variable: &LoopVariable, at: Span) -> Result<(), Refusal> {
    if variable.id != iterator.id {
        let message = format!(
            "this loop runs over `{}`, not over `{}`",
            iterator.name.name, variable.name
        );
        return Err(Refusal::inapplicable(Code::A202, at, message));
    }
    Ok(())
}

/// The first variable with an update that can be followed, or else the first at all.
fn guess(
    input: &Input<'_>,
    parts: &Loop,
    site: &Site,
) -> (Option<LoopVariable>, Result<Update, UpdateFault>) {
    let mut first = (None, Err(UpdateFault::None));
    for name in &site.names {
        let Ok(variable) = variable_named(input, parts, name, site.head, Code::A202) else {
            continue;
        };
        let update = update_of(input.resolution, parts, variable.id);
        if update.is_ok() {
            return (Some(variable), update);
        }
        if first.0.is_none() {
            first = (Some(variable), update);
        }
    }
    first
}

/// How a body may be left.
#[derive(Default)]
struct Exits {
    breaks: bool,
    continues: bool,
    /// What cannot be in a copy: the word, and where.
    hindrance: Option<(&'static str, Span)>,
}

fn exits(resolution: &Resolution, parts: &Loop) -> Exits {
    struct Find<'a> {
        resolution: &'a Resolution,
        parts: &'a Loop,
        found: Exits,
    }
    impl Find<'_> {
        fn hindered(&mut self, word: &'static str, span: Span) {
            self.found.hindrance.get_or_insert((word, span));
        }
    }
    impl Visitor for Find<'_> {
        // Ghost arguments of a call are filed as statements, but are none.
        fn visit_call(&mut self, _: &Call) {}
        fn visit_directive(&mut self, directive: &Directive) {
            self.hindered("directive", directive.span);
        }
        fn visit_stmt(&mut self, stmt: &Stmt) {
            let own = matches!(
                self.resolution.references.get(&stmt.id),
                Some(Reference::Statement(to)) if *to == self.parts.stmt.id
            );
            match &stmt.kind {
                StmtKind::Break(Some(_)) | StmtKind::Continue(Some(_)) if own => {
                    self.hindered("jump", stmt.span);
                }
                StmtKind::Break(None) if own => self.found.breaks = true,
                StmtKind::Continue(None) if own => self.found.continues = true,
                _ => {}
            }
            self.walk_stmt(stmt);
        }
    }
    let mut find = Find {
        resolution,
        parts,
        found: Exits::default(),
    };
    find.visit_stmt(&parts.body);
    find.found
}

fn guard(input: &Input<'_>, parts: &Loop, site: &Site) -> Result<(), Refusal> {
    if let Some(expr) = &parts.guard
        && let Some(span) = effect(input, expr)
    {
        return Err(Refusal::inapplicable(
            Code::A207,
            span,
            "the guard has an effect, so it cannot be left out between iterations",
        )
        .with_label(site.head, "the guard of this loop")
        .with_help("take it out of the guard, into a variable"));
    }
    Ok(())
}

fn clauses(parts: &Loop) -> Result<(), Refusal> {
    for clause in &parts.contract.clauses {
        match clause.kind {
            ClauseKind::LoopInvariant(_) | ClauseKind::Decreases(_) | ClauseKind::Directive(_) => {}
            _ => {
                return Err(Refusal::inapplicable(
                    Code::A208,
                    clause.span,
                    "this clause is a contract of each iteration",
                )
                .with_note("a merged iteration would need another contract")
                .with_help("say it as `loop_invariant`"));
            }
        }
    }
    Ok(())
}

/// Whether this number of iterations can be made one at all.
pub(super) fn count(input: &Input<'_>, target: &Target, count: u64) -> Result<(), Refusal> {
    let at = target.directive.unwrap_or(target.site.head);
    if count < 2 {
        let message = match count {
            0 => "no iteration would be left of the loop",
            _ => "one iteration merged is the loop as it is",
        };
        return Err(
            Refusal::inapplicable(Code::A201, at, message).with_help("give a number from 2")
        );
    }
    let bytes = input.slice(target.site.span).len() as u64;
    // As many again may stand before the loop.
    if count > MOST_COPIES || count.saturating_mul(2).saturating_mul(bytes) > MOST_BYTES {
        return Err(Refusal::inapplicable(
            Code::A201,
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
