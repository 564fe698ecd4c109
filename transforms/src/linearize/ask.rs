//! The questions of linearization, and what the answers mean.

use super::arith::same;
use super::entrance;
use super::extents::at_call;
use super::group::{Group, mentions};
use super::rewrite::{Rewrite, in_words};
use super::world::{Callable, CallableBody, Kind, Place, World};
use crate::framework::input::Refusal;
use crate::framework::probe::Probe;
use crate::framework::prover::{NOTHING_ASKED, Outcome, Prover, ask};
use crate::shared::names::{effect, fresh};
use itertools::Itertools;
use spec_lang::ast::build::binary;
use spec_lang::ast::{BinaryOp, ClauseKind, Expr, ExprKind};
use spec_lang::print;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// What is asked at one place, and what to say if it is not shown.
struct Asked {
    formula: String,
    code: Code,
    message: String,
    at: Span,
    help: String,
}

/// Shows all prerequisites; one line for each that was.
pub(super) fn all(
    world: &World<'_>,
    group: &Group,
    rewrite: &Rewrite<'_>,
    prover: &mut dyn Prover,
) -> Result<Vec<String>, Refusal> {
    let mut shown = Vec::new();
    entrance::locks(world, group)?;
    for number in 0..world.callables.len() {
        let lines = entry(world, group, rewrite, number, prover)?;
        shown.extend(lines);
    }
    for allocation in &rewrite.allocations {
        let what = world.describe(allocation.member);
        let said = [
            (&allocation.sizes.0, &allocation.extents.0, "rows"),
            (&allocation.sizes.1, &allocation.extents.1, "columns"),
        ];
        let mut questions = Vec::new();
        for (size, extent, word) in said {
            if let Some(span) = effect(world.input, size) {
                return Err(Refusal::inapplicable(
                    Code::A411,
                    span,
                    "this size does more than look",
                )
                .with_help("take it out, into a variable"));
            }
            if !same(size, extent) {
                questions.push(Asked {
                    formula: print::expr(&binary(BinaryOp::Eq, size.clone(), extent.clone())),
                    code: Code::A401,
                    message: format!(
                        "the {word} made here are not shown to be the `{}` of {what}",
                        print::expr(extent)
                    ),
                    at: allocation.span,
                    help: "make the matrix with the extents that are given for it".to_owned(),
                });
            }
            questions.push(Asked {
                formula: format!("0 <= {}", print::operand(size)),
                code: Code::A401,
                message: format!("the number of {word} of {what} is not shown not to be negative"),
                at: allocation.span,
                help: format!("make `0 <= {}` known here", print::expr(size)),
            });
        }
        let Some(callable) = world.callables.get(allocation.callable) else {
            continue;
        };
        before(world, callable, allocation.place, &questions, prover)?;
        shown.push(format!(
            "{what} is made with {} rows and {} columns",
            print::expr(&allocation.extents.0),
            print::expr(&allocation.extents.1)
        ));
    }
    shown.extend(calls(world, group, prover)?);
    Ok(shown)
}

/// That a parameter has its extents when the method begins, that its rows differ, and that
/// every index of the method is in range.
fn entry(
    world: &World<'_>,
    group: &Group,
    rewrite: &Rewrite<'_>,
    number: usize,
    prover: &mut dyn Prover,
) -> Result<Vec<String>, Refusal> {
    let Some(callable) = world.callables.get(number) else {
        return Ok(Vec::new());
    };
    let mut questions = Vec::new();
    let mut shown = Vec::new();
    for &member in &group.members {
        for matrix in entrance::names(world, group, member, callable)? {
            questions.extend(of_matrix(world, group, rewrite, callable, member, &matrix)?);
            if let Some(extents) = group.extents.get(&member) {
                shown.push(format!(
                    "{} has the extents {} with rows that differ",
                    called(world, member, &matrix),
                    extents.describe()
                ));
            }
        }
    }
    let spans: Vec<Span> = rewrite
        .accesses
        .iter()
        .filter(|(own, _)| *own == number)
        .map(|(_, span)| *span)
        .collect();
    if questions.is_empty() && spans.is_empty() {
        return Ok(shown);
    }
    let (name, outcomes) = match &callable.body {
        CallableBody::Block(body) => {
            let mut probe = Probe::new(world.input, &callable.name);
            for asked in &questions {
                probe.assert(body.file, body.start as usize + 1, &asked.formula);
            }
            for span in &spans {
                probe.about(*span);
            }
            (callable.name.clone(), ask(prover, probe.finish()))
        }
        CallableBody::Abstract if questions.is_empty() => {
            let mut probe = Probe::new(world.input, &callable.name);
            for span in &spans {
                probe.about(*span);
            }
            (callable.name.clone(), ask(prover, probe.finish()))
        }
        CallableBody::Expr | CallableBody::Predicate(_) | CallableBody::Abstract
            if !questions.is_empty() =>
        {
            let mut outcomes = lemma(world, callable, &questions, prover);
            let mut probe = Probe::new(world.input, &callable.name);
            for span in &spans {
                probe.about(*span);
            }
            outcomes.extend(ask(prover, probe.finish()));
            (callable.name.clone(), outcomes)
        }
        _ => return Ok(shown),
    };
    for (asked, outcome) in questions.iter().zip(&outcomes) {
        if *outcome != Outcome::Proved {
            return Err(not_shown(asked, outcome));
        }
    }
    for (span, outcome) in spans.iter().zip(outcomes.iter().skip(questions.len())) {
        let never = matches!(outcome, Outcome::Unknown(reason) if reason == NOTHING_ASKED);
        if *outcome != Outcome::Proved && !never {
            let asked = Asked {
                formula: String::new(),
                code: Code::A413,
                message: "this element is not shown to be one of the matrix".to_owned(),
                at: *span,
                help: "make it known that both indices are in range".to_owned(),
            };
            return Err(not_shown(&asked, outcome));
        }
    }
    if !spans.is_empty() {
        shown.push(format!("every index in `{name}` is in range"));
    }
    Ok(shown)
}

/// How a matrix is called in messages, with its words where they are not its name alone.
fn called(world: &World<'_>, member: usize, matrix: &Expr) -> String {
    let what = world.describe(member);
    match &matrix.kind {
        ExprKind::Member(object, _) if !matches!(object.kind, ExprKind::This) => {
            format!("{what}, here `{}`,", print::expr(matrix))
        }
        _ => what,
    }
}

/// Whether a precondition speaks of a matrix's elements or lengths, and not only of what a
/// predicate hides. That of a predicate is what it stands for.
pub(super) fn speaks_of(
    world: &World<'_>,
    group: &Group,
    member: usize,
    callable: &Callable,
) -> bool {
    struct Of<'a>(&'a World<'a>, usize, bool);
    impl spec_lang::ast::Visitor for Of<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            use spec_lang::ast::ExprKind::{Index, Matrix, Member};
            self.2 |= match &expr.kind {
                Index(inner, _) | Member(inner, _) | Matrix(inner, _, _) => {
                    self.0.matrix(inner) == Some(self.1)
                }
                _ => false,
            };
            self.walk_expr(expr);
        }
    }
    let mut of = Of(world, member, false);
    let body = match &callable.body {
        CallableBody::Predicate(body) => Some(&**body),
        _ => None,
    };
    for expr in callable.preconditions().chain(body) {
        if mentions(world, group, expr) {
            spec_lang::ast::Visitor::visit_expr(&mut of, expr);
        }
    }
    of.2
}

/// That a matrix has its extents at the beginning of a method.
fn of_matrix(
    world: &World<'_>,
    group: &Group,
    rewrite: &Rewrite<'_>,
    callable: &Callable,
    member: usize,
    matrix: &Expr,
) -> Result<Vec<Asked>, Refusal> {
    let (Some(declared), Some(extents)) = (world.matrices.get(member), group.extents.get(&member))
    else {
        return Ok(Vec::new());
    };
    let what = called(world, member, matrix);
    let m = print::expr(matrix);
    let said = match declared.kind {
        Kind::Field => in_words(world, extents, matrix),
        _ => Ok((extents.rows.clone(), extents.columns.clone())),
    };
    let said = said.map_err(|unseen| {
        Refusal::inapplicable(
            Code::A408,
            callable.name_span,
            format!("`{unseen}` is not in scope here, or means something else"),
        )
        .with_note(format!("it is an extent of {what}"))
    })?;
    let rows = print::operand(&said.0);
    let columns = print::operand(&said.1);
    let program = world.input.program;
    let (i, j) = (fresh(program, "row"), fresh(program, "other"));
    let at = match declared.kind {
        Kind::Param(_) => declared.name_span,
        _ => callable.name_span,
    };
    let help = format!(
        "add `requires \\matrix({m}, {}, {});`, or give the extents it has",
        print::expr(&said.0),
        print::expr(&said.1)
    );
    let asked = |formula: String, code: Code, message: String| Asked {
        formula,
        code,
        message,
        at,
        help: help.clone(),
    };
    let width = if rewrite.compared.contains(&member) {
        String::new()
    } else {
        // Empty rows may be one; nothing can be seen of it.
        format!("0 < {columns} && ")
    };
    Ok(vec![
        asked(
            format!("{m} != null && {m}.length == {rows}"),
            Code::A401,
            format!("{what} is not shown to have `{rows}` rows"),
        ),
        asked(
            format!(
                "(\\forall int {i}; 0 <= {i} && {i} < {rows}; \
                 {m}[{i}] != null && {m}[{i}].length == {columns})"
            ),
            Code::A401,
            format!("the rows of {what} are not shown to have `{columns}` elements each"),
        ),
        Asked {
            help: format!(
                "say that they differ: `\\matrix` does, and so does the permission `write` to all elements of `{m}`"
            ),
            ..asked(
                format!(
                    "(\\forall int {i}, int {j}; {width}0 <= {i} && {i} < {rows} && \
                 0 <= {j} && {j} < {rows} && {m}[{i}] == {m}[{j}]; {i} == {j})"
                ),
                Code::A412,
                format!("two rows of {what} are not shown to differ"),
            )
        },
    ])
}

/// Asks in a method that requires what a function requires, or what a predicate says.
fn lemma(
    world: &World<'_>,
    callable: &Callable,
    questions: &[Asked],
    prover: &mut dyn Prover,
) -> Vec<Outcome> {
    let input = world.input;
    let name = fresh(input.program, "extents_of");
    let mut text = String::from("\n");
    match &callable.body {
        CallableBody::Predicate(body) => {
            text.push_str(&format!("requires {}\n;\n", input.slice(body.span)));
        }
        _ => {
            for clause in &callable.contract.clauses {
                if matches!(
                    clause.kind,
                    ClauseKind::Requires(_)
                        | ClauseKind::Context(_)
                        | ClauseKind::ContextEverywhere(_)
                ) {
                    text.push_str(input.slice(clause.span));
                    text.push('\n');
                }
            }
        }
    }
    let params = callable
        .params
        .iter()
        .map(|param| input.slice(param.span))
        .join(", ");
    let full = match callable.name.rsplit_once('.') {
        Some((class, _)) => format!("{class}.{name}"),
        None => name.clone(),
    };
    text.push_str(&format!("void {name}({params}) {{\n"));
    let (file, at) = (callable.span.file, callable.span.end as usize);
    let mut probe = Probe::new(input, &full);
    probe.insert(file, at, text);
    for asked in questions {
        probe.assert(file, at, &asked.formula);
    }
    probe.insert(file, at, "}\n");
    ask(prover, probe.finish())
}

/// Asks just before a statement.
fn before(
    world: &World<'_>,
    callable: &Callable,
    place: Place,
    questions: &[Asked],
    prover: &mut dyn Prover,
) -> Result<(), Refusal> {
    if questions.is_empty() {
        return Ok(());
    }
    let (file, at) = (place.span.file, place.span.start as usize);
    let mut probe = Probe::new(world.input, &callable.name);
    if place.wrap {
        probe.insert(file, at, "{\n");
    }
    for asked in questions {
        probe.assert(file, at, &asked.formula);
    }
    if place.wrap {
        probe.insert(file, place.span.end as usize, "\n}");
    }
    let outcomes = ask(prover, probe.finish());
    for (asked, outcome) in questions.iter().zip(&outcomes) {
        if *outcome != Outcome::Proved {
            return Err(not_shown(asked, outcome));
        }
    }
    Ok(())
}

/// That a matrix that is passed on has the extents of the parameter.
fn calls(
    world: &World<'_>,
    group: &Group,
    prover: &mut dyn Prover,
) -> Result<Vec<String>, Refusal> {
    let mut shown = Vec::new();
    for call in &world.calls {
        let Some(callee) = world.callable(call.callee) else {
            continue;
        };
        for (index, arg) in call.args.iter().enumerate() {
            let (Some(from), Some(to)) = (group.member(world, arg), world.param(callee, index))
            else {
                continue;
            };
            let (Some(own), Some(wanted)) = (group.extents.get(&from), group.extents.get(&to))
            else {
                continue;
            };
            let differ = |note: &str| {
                Refusal::inapplicable(
                    Code::A410,
                    call.span,
                    format!(
                        "{} and {} are not shown to have the same extents here",
                        world.describe(from),
                        world.describe(to)
                    ),
                )
                .with_note(note)
                .with_note(format!(
                    "{} against {}",
                    own.describe(),
                    wanted.describe()
                ))
            };
            let Ok(own_words) = in_words(world, own, arg) else {
                return Err(differ("those of the first cannot be written here"));
            };
            let Some(words) = at_call(world, wanted, call) else {
                return Err(differ("those of the second cannot be written here"));
            };
            let pairs = [(&own_words.0, &words.0), (&own_words.1, &words.1)];
            let mut questions = Vec::new();
            for (one, other) in pairs {
                if same(one, other) {
                    continue;
                }
                if effect(world.input, other).is_some() {
                    return Err(differ("an argument does more than look"));
                }
                questions.push(Asked {
                    formula: print::expr(&binary(BinaryOp::Eq, one.clone(), other.clone())),
                    code: Code::A410,
                    message: format!(
                        "`{}` and `{}` are not shown to be equal, but {} is passed on as {}",
                        print::expr(one),
                        print::expr(other),
                        world.describe(from),
                        world.describe(to)
                    ),
                    at: call.span,
                    help: "an element would be at another place there; pass the extents too"
                        .to_owned(),
                });
            }
            if !questions.is_empty() {
                let (Some(place), Some(caller)) = (
                    call.place,
                    call.caller.and_then(|number| world.callables.get(number)),
                ) else {
                    return Err(differ("nothing can be asked within a formula or condition"));
                };
                before(world, caller, place, &questions, prover)?;
            }
            shown.push(format!(
                "{} has the extents of {} where it is passed on",
                world.describe(from),
                world.describe(to)
            ));
        }
    }
    shown.dedup();
    Ok(shown)
}

fn not_shown(asked: &Asked, outcome: &Outcome) -> Refusal {
    let diagnostic = Diagnostic::error(asked.code, asked.at, asked.message.clone())
        .with_help(asked.help.clone());
    let note = |text: String| diagnostic.clone().with_note(text);
    match outcome {
        Outcome::Proved | Outcome::Failed(None) => {
            Refusal::not_applicable(note("no proof was found within the limits".to_owned()))
        }
        Outcome::Refuted(example) if example.is_empty() => Refusal::not_applicable(diagnostic),
        Outcome::Refuted(example) => {
            Refusal::not_applicable(note(format!("counterexample: {example}")))
        }
        Outcome::Failed(Some(example)) => {
            Refusal::not_applicable(note(format!("candidate counterexample: {example}")))
        }
        Outcome::Unknown(reason) => {
            let mut open = note(format!("unknown: {reason}"));
            open.code = Code::A415;
            Refusal::unknown(open)
        }
    }
}
