//! Launches of kernels in the host code of a file, as its text has them.

use crate::opened::Opened;
use crate::prefetch::element::bare;
use clang::HostReading;
use clang::tree::{Expr, ExprKind, Language, Unit};
use clang::types::Type;
use clang::walk::{Part, of_expr, of_stmt};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;
use transforms::Refusal;

/// What the grid of a launch is in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Grid {
    /// A number: `n / 256`.
    Number(Span),
    /// `dim3(n / 256, …)`: its arguments.
    Made(Vec<Span>),
    /// Something else of type `dim3`, as a variable.
    Extents(Span),
}

/// A launch.
#[derive(Clone, Debug)]
pub(crate) struct HostLaunch {
    /// The kernel's name, as it is in the text.
    pub callee: Span,
    /// From the kernel's name to the last parenthesis.
    pub span: Span,
    /// What is between the angles, each as it is written.
    pub configuration: Vec<Span>,
    /// What is passed, each as it is written.
    pub arguments: Vec<Span>,
    /// The grid.
    pub grid: Grid,
}

/// All launches of a kernel in the file.
///
/// # Errors
/// `A512`, or the code that is given, if one is not understood, or the kernel's name is used otherwise.
pub(crate) fn launches(
    opened: &Opened<'_>,
    kernel: &str,
    code: Code,
) -> Result<Vec<HostLaunch>, Refusal> {
    let Some(host) = opened.host else {
        // The host of OpenCL is elsewhere.
        if opened.reading.unit.language == Language::OpenCl {
            return Ok(Vec::new());
        }
        let message = "the host code of the file could not be read, so its launches are not known";
        return Err(Refusal::unknown(Diagnostic::global(code, message)));
    };
    let mut search = Search {
        opened,
        unit: &host.unit,
        kernel,
        found: Vec::new(),
        others: Vec::new(),
    };
    for id in &host.functions {
        let body = host.unit.function(*id).and_then(|one| one.body.as_ref());
        if let Some(body) = body {
            search.parts(of_stmt(body));
        }
    }
    let Search {
        mut found, others, ..
    } = search;
    // A template of the host has the same launch in each instance.
    found.sort_by_key(|one| one.callee.start);
    found.dedup_by_key(|one| one.callee);
    all_known(host, kernel, (&found, &others), code)?;
    Ok(found)
}

/// Refuses uses of a kernel's name that are none of these launches.
fn all_known(
    host: &HostReading,
    kernel: &str,
    (found, others): (&[HostLaunch], &[Span]),
    code: Code,
) -> Result<(), Refusal> {
    let refused = |span: Span, message: String| {
        Err(Refusal::inapplicable(code, span, message).with_help(
            "write it as `kernel<<<grid, block>>>(…)`, or change the launch by hand in a file of its own",
        ))
    };
    for stray in &host.strays {
        let known = |one: &HostLaunch| one.span.contains(stray.place);
        let other = |one: &Span| one.contains(stray.place);
        let named = stray.name.as_deref() == Some(kernel);
        if found.iter().any(known) || (!named && others.iter().any(other)) {
            continue;
        }
        match &stray.name {
            Some(name) if name == kernel => {
                let message = format!("this use of `{kernel}` is no launch that is rewritten");
                return refused(stray.place, message);
            }
            // What is launched by a handle may be this kernel.
            None if !stray.in_directive && stray.place.file == 0 => {
                let message = format!("it is not known whether this launches `{kernel}`");
                return refused(stray.place, message);
            }
            Some(_) | None => {}
        }
    }
    Ok(())
}

struct Search<'a> {
    opened: &'a Opened<'a>,
    unit: &'a Unit,
    kernel: &'a str,
    found: Vec<HostLaunch>,
    /// Launches of other kernels.
    others: Vec<Span>,
}

impl Search<'_> {
    fn parts(&mut self, parts: Vec<Part<'_>>) {
        for part in parts {
            match part {
                Part::Stmt(inner) => self.parts(of_stmt(inner)),
                Part::Expr(expr) => self.expr(expr),
                Part::Declared(id) => {
                    let init = self.unit.variable(id).and_then(|one| one.init.as_ref());
                    if let Some(init) = init {
                        self.expr(init);
                    }
                }
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match launch(self.opened, self.unit, expr, self.kernel) {
            Some(one) => self.found.push(one),
            None => self.others.extend(other(self.unit, expr, self.kernel)),
        }
        self.parts(of_expr(expr));
    }
}

/// Where another kernel is launched, if that is what an expression does.
fn other(unit: &Unit, expr: &Expr, kernel: &str) -> Option<Span> {
    let ExprKind::Launch { callee, .. } = &expr.kind else {
        return None;
    };
    let ExprKind::Function(id) = &bare(callee).kind else {
        return None;
    };
    let function = unit.function(*id)?;
    (function.name != kernel).then_some(expr.place.span)
}

/// An expression as a launch of a kernel, if it is one that the text has as it stands.
pub(crate) fn launch(
    opened: &Opened<'_>,
    unit: &Unit,
    expr: &Expr,
    kernel: &str,
) -> Option<HostLaunch> {
    let ExprKind::Launch {
        configuration,
        callee,
        arguments,
    } = &expr.kind
    else {
        return None;
    };
    let ExprKind::Function(id) = &bare(callee).kind else {
        return None;
    };
    let function = unit.function(*id)?;
    let plain = expr.place.spelling.is_none() && callee.place.spelling.is_none();
    if function.name != kernel || !plain || expr.place.span.file != 0 {
        return None;
    }
    let text = &opened.source.text;
    let angles = parts_behind(text, callee.place.span.end as usize, ("<<<", ">>>"))?;
    let passed = parts_behind(text, angles.1, ("(", ")"))?;
    let first = *angles.0.first()?;
    let grid = match (made(text, first), configuration.first()) {
        (Some(parts), _) => Grid::Made(parts),
        (None, Some(grid)) if is_number(unit, grid) => Grid::Number(first),
        (None, _) => Grid::Extents(first),
    };
    (angles.0.len() >= 2 && passed.0.len() == arguments.len()).then(|| HostLaunch {
        callee: callee.place.span,
        span: Span::new(0, callee.place.span.start as usize, passed.1),
        configuration: angles.0,
        arguments: passed.0,
        grid,
    })
}

/// Whether what becomes of an expression a `dim3` is a number.
fn is_number(unit: &Unit, expr: &Expr) -> bool {
    let inner = match &expr.kind {
        ExprKind::Cast { operand, .. } => operand,
        ExprKind::Temporary(inner) => inner,
        ExprKind::Construct { arguments, .. } => {
            // The others are as they are if nothing is said.
            let Some(first) = arguments.first() else {
                return false;
            };
            let same = |one: &&Expr| one.place.span.start >= expr.place.span.start;
            let alone = arguments.iter().skip(1).filter(same).count() == 0
                || arguments.len() == 1
                || first.place == expr.place;
            return alone && is_number(unit, first);
        }
        _ => return matches!(unit.types.get(expr.ty.id), Type::Int(_)),
    };
    is_number(unit, inner)
}

/// The arguments of `dim3(…)`.
fn made(text: &str, span: Span) -> Option<Vec<Span>> {
    let word = clang::tokens(text, span.start as usize).next()?;
    if word.of(text) != "dim3" {
        return None;
    }
    let (parts, end) = parts_behind(text, word.end, ("(", ")"))?;
    (end == span.end as usize).then_some(parts)
}

/// The parts between commas of what stands in brackets behind a place, without blanks around them, and where the brackets
/// end.
fn parts_behind(
    text: &str,
    from: usize,
    (open, close): (&str, &str),
) -> Option<(Vec<Span>, usize)> {
    let rest = text.get(from..)?;
    let start = from + (rest.len() - rest.trim_start().len());
    let inside = start + open.len();
    (text.get(start..inside)? == open).then_some(())?;
    let mut depth = 0usize;
    let mut begin = inside;
    let mut found = Vec::new();
    for token in clang::tokens(text, inside) {
        let word = token.of(text);
        let ends = depth == 0 && text.get(token.start..)?.starts_with(close);
        if ends || (word == "," && depth == 0) {
            let part = text.get(begin..token.start)?;
            let lead = part.len() - part.trim_start().len();
            let kept = part.trim();
            if !kept.is_empty() {
                found.push(Span::new(0, begin + lead, begin + lead + kept.len()));
            }
            begin = token.end;
        }
        if ends {
            return Some((found, token.start + close.len()));
        }
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}
