//! A whole program: every declaration is executed, every obligation answered.

use crate::engine::declaration::Declaration;
use crate::engine::findings::Findings;
use crate::engine::settings::{Observer, Settings};
use crate::engine::{Engine, Surroundings};
use crate::function::prepare::prepare;
use crate::obligation::batch;
use crate::obligation::prove;
use crate::question::premises::Asking;
use crate::report::failure::Unsupported;
use crate::report::messages;
use crate::report::{MethodReport, ObligationReport, Outcome, Report, declared_name};
use core_lang::FunctionId;
use core_lang::LoweredProgram;
use rayon::prelude::*;
use solver::encode::{Effort, Solved};
use solver::smt::SolverPool;
use std::time::Instant;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// With more failed obligations than this that contradict what is known, the rest is taken to hold.
const MOST_NOT_ASSUMED: usize = 16;

/// How many attempts a limit of an obligation is for, if it is more than usual.
const ATTEMPTS: u64 = 4;

/// A declaration to check.
enum Item {
    Method(usize),
    Function(FunctionId),
    Predicate(usize),
    Axiom(usize),
}

/// Checks a lowered program.
pub fn verify(
    lowered: LoweredProgram,
    settings: &Settings,
    pool: &SolverPool,
    observer: &dyn Observer,
) -> Report {
    let program = &lowered.program;
    let functions = prepare(program, pool, settings.seed);
    let around = Surroundings {
        program,
        pool,
        functions: &functions.axioms,
        seed: settings.seed,
        asked: &settings.asked,
        together: batch::is_shown(program, &functions.axioms, settings),
    };
    let mut effort = Effort {
        seed: settings.seed,
        timeout_ms: settings.timeout_ms,
        on_the_way: settings.on_the_way,
        ..Effort::default()
    };
    if let Some(rlimit) = settings.rlimit {
        effort.total_rlimit = rlimit;
        effort.rlimit = (rlimit / ATTEMPTS).max(effort.rlimit).min(rlimit);
        effort.first_rlimit = effort.first_rlimit.min(rlimit);
    }
    let mut items: Vec<(String, Span, Item)> = Vec::new();
    for (number, method) in program.methods.iter().enumerate() {
        items.push((method.name.clone(), method.span, Item::Method(number)));
    }
    for (number, function) in program.functions.iter().enumerate() {
        let id = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
        // One that could not be lowered stands among the methods, with the reason.
        let refused = program.methods.iter().any(|m| m.span == function.span);
        // What is written out is shown where it stands; what it promises is not.
        let inlined = functions.axioms.inlined.get(number) == Some(&true) && function.inline;
        let nothing_to_show = inlined && function.ensures.conjuncts().is_empty();
        if !refused && !nothing_to_show {
            items.push((function.name.clone(), function.span, Item::Function(id)));
        }
    }
    for (number, predicate) in program.predicates.iter().enumerate() {
        if predicate.body.is_some() {
            items.push((
                predicate.name.clone(),
                predicate.span,
                Item::Predicate(number),
            ));
        }
    }
    for (number, axiom) in program.axioms.iter().enumerate() {
        items.push((axiom.name.clone(), axiom.span, Item::Axiom(number)));
    }
    items.sort_by_key(|(_, span, _)| *span);
    let (items, passed_over): (Vec<_>, Vec<_>) = items
        .into_iter()
        .partition(|(name, _, _)| wanted(name, &settings.only));
    let passed_over = passed_over.into_iter().map(|(name, _, _)| name).collect();
    let answer = |around: Surroundings<'_>, (name, span, item): &(String, Span, Item)| {
        observer.started(name);
        let started = Instant::now();
        let mut report = MethodReport {
            name: name.clone(),
            span: *span,
            obligations: Vec::new(),
            unsupported: None,
            contradictory: Vec::new(),
            time_ms: 0.0,
        };
        let mut warnings = Vec::new();
        if let Item::Method(number) = item
            && let Some(unsupported) = &program.methods[*number].unsupported
        {
            report.unsupported = Some(unsupported.clone());
        } else {
            warnings = check_item(&mut report, around, item, &effort, observer);
        }
        report.time_ms = started.elapsed().as_secs_f64() * 1000.0;
        observer.finished(&report);
        (report, warnings)
    };
    // What is used of functions everywhere is shown first.
    let is_function = |(_, _, item): &(String, Span, Item)| matches!(item, Item::Function(_));
    let (first, then): (Vec<_>, Vec<_>) = items.into_iter().partition(is_function);
    let alone = Surroundings {
        together: false,
        ..around
    };
    let mut answers: Vec<(MethodReport, Vec<Diagnostic>)> =
        first.par_iter().map(|item| answer(alone, item)).collect();
    let shown = answers.iter().all(|(report, _)| report.is_shown());
    let around = if shown { around } else { alone };
    answers.par_extend(then.par_iter().map(|item| answer(around, item)));
    answers.sort_by_key(|(report, _)| report.span);
    let mut warnings = lowered.warnings;
    warnings.extend(functions.warnings);
    let mut methods = Vec::new();
    for (report, found) in answers {
        methods.push(report);
        warnings.extend(found);
    }
    Report {
        methods,
        trusted: lowered.trusted,
        warnings,
        passed_over,
    }
}

fn check_item(
    report: &mut MethodReport,
    around: Surroundings<'_>,
    item: &Item,
    effort: &Effort,
    observer: &dyn Observer,
) -> Vec<Diagnostic> {
    let program = around.program;
    let declaration = match item {
        Item::Method(_) | Item::Predicate(_) => Declaration::method(),
        Item::Function(id) => Declaration::function(program, *id),
        Item::Axiom(number) => Declaration::axiom(*number),
    };
    let observe = |names: &[&str], solved: &Solved| observer.question(names, solved);
    let asking = Asking {
        together: around.together,
        effort,
        observe: &observe,
    };
    let mut answered = Vec::new();
    let mut declaration = declaration;
    loop {
        let mut engine = Engine::new(around, declaration.clone());
        match item {
            Item::Method(number) => engine.method(&program.methods[*number]),
            Item::Function(id) => engine.function(*id),
            Item::Predicate(number) => engine.predicate(&program.predicates[*number]),
            Item::Axiom(number) => engine.axiom(*number),
        }
        let found = std::mem::take(&mut engine.found);
        if let Some(gap) = first(&found.gaps) {
            // A construct without a rule: nothing of this declaration counts as shown.
            report.unsupported = Some(gap);
            return Vec::new();
        }
        let Findings {
            mut obligations,
            whole,
            assumed,
            probes,
            ..
        } = found;
        observer.stated(&report.name, obligations.len());
        let ids = prove::identities(&report.name, &obligations);
        let mut reports = engine.prove(&ids, &mut obligations, whole, &asking, answered);
        let contradicting = match declaration.not_assumed.len() < MOST_NOT_ASSUMED {
            true => engine.contradicting(&assumed, &reports),
            false => Vec::new(),
        };
        if let Some((last, _)) = contradicting.last() {
            // Once more, without taking to hold what nothing could follow. Nothing has changed up
            // to the first of them.
            let known = contradicting.iter().map(|(number, _)| *number).min();
            reports.truncate(known.unwrap_or(*last) + 1);
            answered = reports;
            let more = contradicting.into_iter().map(|(_, claim)| claim);
            declaration.not_assumed.extend(more);
            continue;
        }
        prove::search(&ids, &obligations, &around, &asking, &mut reports);
        report.obligations = reports;
        if !around.asked.is_empty() {
            // Nobody reads the warnings of a question.
            report.contradictory = engine.contradictory(&probes);
            return Vec::new();
        }
        // What does not hold is said already; what holds may do so for no reason.
        let holds = |report: &ObligationReport| report.outcome == Outcome::Proved;
        return match report.obligations.iter().all(holds) {
            true => engine.vacuity(&probes),
            false => Vec::new(),
        };
    }
}

fn first(gaps: &[(Unsupported, Span)]) -> Option<Diagnostic> {
    let (what, span) = gaps.iter().min_by_key(|(_, span)| *span)?;
    Some(messages::unsupported(*what, *span))
}

/// Whether a declaration is among those asked for.
fn wanted(name: &str, only: &[String]) -> bool {
    let name = declared_name(name);
    only.is_empty()
        || only.iter().any(|wanted| {
            wanted == name || name.rsplit('.').next().is_some_and(|short| short == wanted)
        })
}
