//! Which kernels are fused, and their launches: each of the first with one of the second behind it.

use super::Functions;
use crate::launches::{HostLaunch, launch, launches};
use crate::opened::Opened;
use clang::tree::{Expr, ExprKind, Stmt, StmtKind, Unit};
use clang::walk::{Part, of_stmt};
use spec_lang::nearest::nearest;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;
use transforms::fuse::Arguments;
use transforms::{Asked, Refusal, SiteName};

/// Two kernels.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub names: [String; 2],
    pub functions: Functions,
    /// Where their names are.
    pub places: [Span; 2],
    /// Their launches, each of the first with that of the second behind it.
    pub launches: Vec<(HostLaunch, HostLaunch)>,
}

/// The kernels that a step means.
///
/// # Errors
/// `A601`, `A616`, `C102`.
pub(crate) fn row(
    opened: &Opened<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Row, Refusal> {
    if arguments.kernels != 2 || arguments.blocks != 1 {
        let message =
            "on CUDA and OpenCL two kernels are fused at a time, in the blocks that they have";
        let diagnostic = Diagnostic::global(Code::A601, message);
        return Err(Refusal::not_applicable(diagnostic.with_help(
            "name two, `--fuse first,second`, and fuse the result with the next",
        )));
    }
    let names: [String; 2] = match (arguments.names.as_slice(), &asked.site) {
        ([first, second], _) => [first.clone(), second.clone()],
        (_, Some(SiteName::Name(first))) => {
            let next = behind(opened, first);
            let next = next.ok_or_else(|| {
                let message = format!("no launch of another kernel stands behind one of `{first}`");
                Refusal::not_applicable(Diagnostic::global(Code::A616, message))
                    .with_help("name both: `--fuse first,second`")
            })?;
            [first.clone(), next]
        }
        _ => {
            let message = "which kernels are meant is not said";
            let diagnostic = Diagnostic::global(Code::C102, message);
            let help = "name them: `--fuse first,second`, or the first, `--fuse 2@first`";
            return Err(Refusal::wrong_input(diagnostic.with_help(help)));
        }
    };
    let [first, second] = &names;
    let one = kernel(opened, first)?;
    let other = kernel(opened, second)?;
    if first == second {
        let message = format!("`{first}` is to be fused with itself");
        return Err(Refusal::inapplicable(Code::A601, one.1, message));
    }
    let launches = pairs(opened, [first, second])?;
    Ok(Row {
        functions: [one.0, other.0],
        places: [one.1, other.1],
        names,
        launches,
    })
}

/// A kernel of the file.
fn kernel(opened: &Opened<'_>, name: &str) -> Result<(clang::tree::FunctionId, Span), Refusal> {
    let unit = &opened.reading.unit;
    let all = opened.kernels();
    let found = all.filter_map(|one| Some((one.function?, unit.function(one.function?)?)));
    let found: Vec<_> = found.collect();
    let known = found.iter().find(|(_, one)| one.name == name);
    let Some((id, function)) = known else {
        let message = format!("there is no kernel `{name}`");
        let refused = Refusal::wrong_input(Diagnostic::global(Code::C102, message));
        let names = found.iter().map(|(_, one)| one.name.as_str());
        return Err(match nearest(name, names) {
            Some(near) => refused.with_help(format!("did you mean `{near}`?")),
            None => refused,
        });
    };
    let span = function.name_place.span;
    if !function.template_arguments.is_empty() {
        let message = format!("`{name}` is an instance of a template");
        return Err(Refusal::inapplicable(Code::A609, span, message));
    }
    if span.file != 0 || function.name_place.spelling.is_some() {
        let message = format!("`{name}` is not defined in the file itself");
        return Err(Refusal::inapplicable(Code::A009, span, message));
    }
    Ok((*id, span))
}

/// The launches of both kernels, in pairs.
fn pairs(
    opened: &Opened<'_>,
    [first, second]: [&String; 2],
) -> Result<Vec<(HostLaunch, HostLaunch)>, Refusal> {
    let ones = launches(opened, first, Code::A616)?;
    let others = launches(opened, second, Code::A616)?;
    let mut found = Vec::new();
    if let Some(host) = opened.host {
        for id in &host.functions {
            let body = host.unit.function(*id).and_then(|one| one.body.as_ref());
            if let Some(body) = body {
                let names = [first.as_str(), second.as_str()];
                in_stmt(opened, (&host.unit, body), names, &mut found);
            }
        }
    }
    found.sort_by_key(|(one, _): &(HostLaunch, HostLaunch)| one.callee.start);
    found.dedup_by_key(|(one, _)| one.callee);
    let alone = |name: &str, one: &HostLaunch, help: &str| {
        let message = format!("this launch of `{name}` is not one of two that follow each other");
        Err(Refusal::inapplicable(Code::A616, one.span, message).with_help(help))
    };
    let help = "put them one behind the other, with nothing between";
    if let Some(one) = ones
        .iter()
        .find(|one| found.iter().all(|(known, _)| known.callee != one.callee))
    {
        return alone(first, one, help);
    }
    if let Some(one) = others
        .iter()
        .find(|one| found.iter().all(|(_, known)| known.callee != one.callee))
    {
        return alone(second, one, help);
    }
    for (one, other) in &found {
        let words = |launch: &HostLaunch| -> Vec<String> {
            let all = launch.configuration.iter();
            all.map(|span| words(opened.slice(*span))).collect()
        };
        if words(one) != words(other) {
            let message = "the two launches have another grid, block, shared memory or stream";
            return Err(Refusal::inapplicable(Code::A616, other.span, message)
                .with_label(one.span, "the first"));
        }
    }
    Ok(found)
}

/// The words of a text.
pub(crate) fn words(text: &str) -> String {
    let all: Vec<&str> = clang::tokens(text, 0).map(|one| one.of(text)).collect();
    all.join(" ")
}

fn in_stmt(
    opened: &Opened<'_>,
    (unit, stmt): (&Unit, &Stmt),
    names: [&str; 2],
    found: &mut Vec<(HostLaunch, HostLaunch)>,
) {
    let [first, second] = names;
    if let StmtKind::Block(all) = &stmt.kind {
        for two in all.windows(2) {
            let [one, other] = two else {
                continue;
            };
            let one = launched(one).and_then(|expr| launch(opened, unit, expr, first));
            let other = launched(other).and_then(|expr| launch(opened, unit, expr, second));
            found.extend(one.zip(other));
        }
    }
    for part in of_stmt(stmt) {
        if let Part::Stmt(inner) = part {
            in_stmt(opened, (unit, inner), names, found);
        }
    }
}

/// The launch that a statement is.
fn launched(stmt: &Stmt) -> Option<&Expr> {
    let StmtKind::Expr(expr) = &stmt.kind else {
        return None;
    };
    let mut expr = expr;
    loop {
        expr = match &expr.kind {
            ExprKind::Launch { .. } => return Some(expr),
            ExprKind::Cast { operand, .. } => operand,
            ExprKind::Temporary(inner) => inner,
            _ => return None,
        };
    }
}

/// The kernel that is launched behind one.
fn behind(opened: &Opened<'_>, first: &str) -> Option<String> {
    let names: Vec<String> = opened
        .kernels()
        .filter_map(|one| opened.reading.unit.function(one.function?))
        .map(|one| one.name.clone())
        .collect();
    names.into_iter().find(|second| {
        let mut found = Vec::new();
        for id in opened.host.iter().flat_map(|host| &host.functions) {
            let Some(host) = opened.host else {
                continue;
            };
            let body = host.unit.function(*id).and_then(|one| one.body.as_ref());
            if let Some(body) = body {
                in_stmt(opened, (&host.unit, body), [first, second], &mut found);
            }
        }
        !found.is_empty()
    })
}
