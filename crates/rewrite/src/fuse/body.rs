//! The body of a fused kernel: what both begin with once, then the rest of each.

use super::parameters::Parameters;
use super::row::{Row, words};
use crate::loops::counted::is_read_alone;
use crate::loops::layout::behind_comment;
use crate::loops::parts::{no_directives, statement_end};
use crate::opened::Opened;
use crate::prefetch::element::written_at;
use clang::tree::{Expr, ExprKind, Function, Stmt, StmtKind, UnaryOp, Unit, VariableId};
use clang::walk::{Part, of_expr, of_stmt};
use text::code::Code;
use text::edit::indentation_unit;
use text::span::Span;
use transforms::Refusal;

/// Both bodies in their parts.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    /// What stands before the name of a kernel.
    pub header: String,
    /// Where both are defined.
    pub whole: [Span; 2],
    /// Annotations above the second kernel, with the names that the fused one has.
    pub annotations: Vec<(Span, String)>,
    /// What both begin with, and the rest of each: lines.
    start: String,
    rests: [String; 2],
    /// Whether each rest gets braces, for names are declared in both.
    scoped: bool,
    unit: String,
}

impl Bodies {
    /// The bodies of two kernels.
    ///
    /// # Errors
    /// `A009`, `A604`, `A606`, `A609`.
    pub(crate) fn new(
        opened: &Opened<'_>,
        row: &Row,
        parameters: &Parameters,
    ) -> Result<Bodies, Refusal> {
        let unit = &opened.reading.unit;
        let text = &opened.source.text;
        let [one, other] = &row.functions;
        let missing = |at: usize| {
            let message = "the kernel has no body in the file";
            Refusal::inapplicable(Code::A009, row.places[at], message)
        };
        let one = part(unit, *one).ok_or_else(|| missing(0))?;
        let other = part(unit, *other).ok_or_else(|| missing(1))?;
        let starts = row
            .places
            .map(|place| definition(text, place.start as usize));
        let header = |at: usize| {
            let place = row.places[at];
            text.get(starts[at]..place.start as usize).unwrap_or("")
        };
        if words(header(0)) != words(header(1)) {
            let message = "the two kernels are declared in another way";
            return Err(Refusal::inapplicable(Code::A604, row.places[1], message)
                .with_label(row.places[0], "the first"));
        }
        for (start, function) in starts.iter().zip([&one, &other]) {
            no_directives(
                text,
                Span::new(0, *start, function.1.end as usize),
                "the kernels",
            )?;
        }
        unchanged(unit, &one)?;
        names(unit, &other, parameters)?;
        let renames = renames(unit, &other, parameters)?;
        let both = shared(opened, (&one, &other), &renames);
        for stmt in one.2.get(both..).unwrap_or_default() {
            if let Some(span) = returns(stmt) {
                let message = "this `return` would leave out the second kernel";
                return Err(Refusal::inapplicable(Code::A606, span, message)
                    .with_help("write it with `if` instead, or begin both kernels with it"));
            }
        }
        let cut = |function: &Parts<'_>| -> Result<usize, Refusal> {
            let Some(last) = both.checked_sub(1).and_then(|at| function.2.get(at)) else {
                return Ok(function.1.start as usize + 1);
            };
            let end = statement_end(text, last).ok_or_else(|| {
                let message = "a macro brings the end of this statement";
                Refusal::inapplicable(Code::A009, last.place.span, message)
            })?;
            Ok(behind_comment(text, end))
        };
        let (first, second) = (cut(&one)?, cut(&other)?);
        let inner = |from: usize, function: &Parts<'_>| {
            Span::new(
                0,
                from,
                (function.1.end as usize).saturating_sub(1).max(from),
            )
        };
        let begin = Span::new(0, one.1.start as usize + 1, first);
        let rest = [inner(first, &one), inner(second, &other)];
        let rests = [
            lines(opened.slice(rest[0])),
            lines(&renamed(opened, rest[1], &renames)),
        ];
        let scoped = collide(unit, (&one, &other), both, parameters);
        let above = commented(text, starts[1]);
        Ok(Bodies {
            header: header(0).to_owned(),
            whole: [
                Span::new(0, starts[0], one.1.end as usize),
                Span::new(0, starts[1], other.1.end as usize),
            ],
            annotations: annotations(opened, Span::new(0, above, starts[1]), parameters),
            start: lines(opened.slice(begin)),
            rests,
            scoped,
            unit: indentation_unit(opened.source),
        })
    }

    /// The lines of the fused body, with what stands between the two parts.
    pub(crate) fn text(&self, between: Option<&str>) -> String {
        let unit = &self.unit;
        let mut all = self.start.clone();
        let [first, second] = &self.rests;
        let part = |rest: &str| match self.scoped {
            false => rest.to_owned(),
            true => {
                let deeper = rest.split_inclusive('\n').map(|line| match line.trim() {
                    "" => line.to_owned(),
                    _ => format!("{unit}{line}"),
                });
                format!("{unit}{{\n{}{unit}}}\n", deeper.collect::<String>())
            }
        };
        all.push_str(&part(first));
        if let Some(between) = between {
            all.push_str(&format!("{unit}{between}\n"));
        }
        all.push_str(&part(second));
        all
    }
}

/// A function with the place of its body and its statements.
type Parts<'a> = (&'a Function, Span, &'a [Stmt]);

fn part(unit: &Unit, id: clang::tree::FunctionId) -> Option<Parts<'_>> {
    let function = unit.function(id)?;
    let body = function.body.as_ref()?;
    match &body.kind {
        StmtKind::Block(all) if body.place.span.file == 0 && body.place.spelling.is_none() => {
            Some((function, body.place.span, all))
        }
        _ => None,
    }
}

/// Where the definition begins of which the name is at a place: behind the statement, block or directive before it.
fn definition(text: &str, name: usize) -> usize {
    let mut start = 0;
    let mut fresh = true;
    let mut line_of = None;
    for token in clang::tokens(text, 0).take_while(|token| token.start < name) {
        if let Some(end) = line_of {
            if token.start < end {
                continue;
            }
            line_of = None;
            fresh = true;
        }
        let word = token.of(text);
        if word == "#" {
            line_of = Some(end_of_line(text, token.start));
            continue;
        }
        if fresh {
            start = token.start;
            fresh = false;
        }
        fresh |= matches!(word, ";" | "}" | "{");
    }
    start
}

/// Where a directive ends, which a backslash continues.
fn end_of_line(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('\n')) {
        let line = text.get(at..at + next).unwrap_or("");
        at += next + 1;
        if !line.trim_end().ends_with('\\') {
            return at;
        }
    }
    text.len()
}

/// Where the comments begin that stand in lines at once above a place.
pub(crate) fn commented(text: &str, place: usize) -> usize {
    let mut at = place;
    while let Some(before) = text.get(..at).and_then(|all| all.strip_suffix('\n')) {
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        match before
            .get(line..)
            .is_some_and(|one| one.trim_start().starts_with("//"))
        {
            true => at = line,
            false => break,
        }
    }
    at
}

/// Whole lines: what is left of the first one is left out if it is empty.
fn lines(text: &str) -> String {
    let kept = match text.split_once('\n') {
        Some((first, rest)) if first.trim().is_empty() => rest,
        _ => text.trim_start_matches([' ', '\t']),
    };
    let kept = kept.trim_end();
    match kept.is_empty() {
        true => String::new(),
        false => format!("{kept}\n"),
    }
}

/// Refuses parameters that the first kernel changes: the second would get what is left of them.
fn unchanged(unit: &Unit, one: &Parts<'_>) -> Result<(), Refusal> {
    for id in &one.0.parameters {
        let changes = one.2.iter().find(|stmt| !is_read_alone(unit, stmt, *id));
        if let (Some(stmt), Some(variable)) = (changes, unit.variable(*id)) {
            let message = format!(
                "the first kernel does more than read its parameter `{}`",
                variable.name
            );
            return Err(Refusal::inapplicable(Code::A609, stmt.place.span, message)
                .with_help("copy it into a variable, and change that one"));
        }
    }
    Ok(())
}

/// Refuses a local of the second kernel that has the name of a parameter which it would hide.
fn names(unit: &Unit, other: &Parts<'_>, parameters: &Parameters) -> Result<(), Refusal> {
    let mut declared = Vec::new();
    for stmt in other.2 {
        locals(unit, stmt, &mut declared);
    }
    for (name, place) in declared {
        if parameters.others.iter().any(|(_, taken)| *taken == name) {
            let message =
                format!("`{name}` is declared here, and is a parameter of the fused kernel");
            return Err(
                Refusal::inapplicable(Code::A609, place, message).with_help("give it another name")
            );
        }
    }
    Ok(())
}

fn locals(unit: &Unit, stmt: &Stmt, found: &mut Vec<(String, Span)>) {
    for part in of_stmt(stmt) {
        match part {
            Part::Stmt(inner) => locals(unit, inner, found),
            Part::Declared(id) => {
                let one = unit.variable(id);
                found.extend(one.map(|one| (one.name.clone(), one.name_place.span)));
            }
            Part::Expr(_) => {}
        }
    }
}

/// Where parameters of the second kernel get another name.
fn renames(
    unit: &Unit,
    other: &Parts<'_>,
    parameters: &Parameters,
) -> Result<Vec<(Span, String)>, Refusal> {
    let mut found = Vec::new();
    for stmt in other.2 {
        renames_in(unit, of_stmt(stmt), parameters, &mut found)?;
    }
    found.sort_by_key(|(span, _)| span.start);
    found.dedup();
    Ok(found)
}

fn renames_in(
    unit: &Unit,
    parts: Vec<Part<'_>>,
    parameters: &Parameters,
    found: &mut Vec<(Span, String)>,
) -> Result<(), Refusal> {
    for part in parts {
        match part {
            Part::Stmt(inner) => renames_in(unit, of_stmt(inner), parameters, found)?,
            Part::Expr(expr) => rename(unit, expr, parameters, found)?,
            Part::Declared(id) => {
                if let Some(init) = unit.variable(id).and_then(|one| one.init.as_ref()) {
                    rename(unit, init, parameters, found)?;
                }
            }
        }
    }
    Ok(())
}

fn rename(
    unit: &Unit,
    expr: &Expr,
    parameters: &Parameters,
    found: &mut Vec<(Span, String)>,
) -> Result<(), Refusal> {
    if let ExprKind::Variable(id) = &expr.kind
        && let Some((_, name)) = parameters.others.iter().find(|(own, _)| own == id)
    {
        let own = unit.variable(*id).map_or("", |one| one.name.as_str());
        match written_at(expr.place).filter(|span| unit.slice(*span) == own) {
            Some(span) => found.push((span, name.clone())),
            None => {
                let message =
                    format!("a macro brings this use of `{own}`, which is to be `{name}`");
                return Err(Refusal::inapplicable(Code::A009, expr.place.span, message));
            }
        }
    }
    renames_in(unit, of_expr(expr), parameters, found)
}

/// A part of the text with other names in it.
fn renamed(opened: &Opened<'_>, span: Span, renames: &[(Span, String)]) -> String {
    let mut text = String::new();
    let mut at = span.start as usize;
    for (place, name) in renames.iter().filter(|(place, _)| span.contains(*place)) {
        text.push_str(opened.slice(Span::new(0, at, place.start as usize)));
        text.push_str(name);
        at = place.end as usize;
    }
    text.push_str(opened.slice(Span::new(0, at, span.end as usize)));
    text
}

/// Annotations in a comment above the second kernel, with the names that the fused one has.
fn annotations(opened: &Opened<'_>, above: Span, parameters: &Parameters) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    let mut at = above.start as usize;
    for line in opened.slice(above).split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(marks) = line.find("//@") else {
            continue;
        };
        let body = line.get(marks + 3..).unwrap_or("");
        for token in clang::tokens(body, 0) {
            let name = parameters.renamed.get(token.of(body));
            if let Some(name) = name.filter(|name| *name != token.of(body)) {
                let place = start + marks + 3 + token.start;
                found.push((
                    Span::new(0, place, place + token.of(body).len()),
                    name.clone(),
                ));
            }
        }
    }
    found
}

/// With how many statements both bodies begin: numbers of threads, what is computed from them and from parameters, and
/// guards that end the thread, none of which the first kernel changes later.
fn shared(
    opened: &Opened<'_>,
    (one, other): (&Parts<'_>, &Parts<'_>),
    renames: &[(Span, String)],
) -> usize {
    let unit = &opened.reading.unit;
    let same = |left: &Stmt, right: &Stmt| {
        let right = renamed(opened, right.place.span, renames);
        words(opened.slice(left.place.span)) == words(&right)
    };
    let each = one.2.iter().zip(other.2);
    let count = each
        .take_while(|(left, right)| is_start(unit, left) && same(left, right))
        .count();
    let (start, rest) = one.2.split_at(count);
    let mut declared: Vec<VariableId> = Vec::new();
    for stmt in start {
        if let StmtKind::Declare(all) = &stmt.kind {
            declared.extend(all);
        }
    }
    let steady = |id: &VariableId| rest.iter().all(|stmt| is_read_alone(unit, stmt, *id));
    match declared.iter().all(steady) {
        true => count,
        false => 0,
    }
}

/// Whether a statement is one that both kernels may begin with.
fn is_start(unit: &Unit, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Declare(all) => all.iter().all(|id| {
            let one = unit.variable(*id);
            let local = one.is_some_and(|one| {
                one.storage == clang::tree::Storage::Local
                    && one.space != clang::types::AddressSpace::Local
            });
            let init = one.and_then(|one| one.init.as_ref());
            local && init.is_some_and(|init| !reads_memory(init))
        }),
        StmtKind::If {
            condition,
            then: Some(then),
            otherwise: None,
            ..
        } => {
            let ends = match &then.kind {
                StmtKind::Return(None) => true,
                StmtKind::Block(all) => {
                    matches!(all.as_slice(), [one] if matches!(one.kind, StmtKind::Return(None)))
                }
                _ => false,
            };
            ends && !reads_memory(condition)
        }
        _ => false,
    }
}

/// Whether an expression reads what a kernel may write.
fn reads_memory(expr: &Expr) -> bool {
    let own = match &expr.kind {
        ExprKind::Index { .. } | ExprKind::Atomic { .. } | ExprKind::Assign { .. } => true,
        ExprKind::Field { arrow, .. } | ExprKind::Swizzle { arrow, .. } => *arrow,
        ExprKind::Unary { op, .. } => matches!(
            op,
            UnaryOp::Deref
                | UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement
        ),
        _ => false,
    };
    own || of_expr(expr).into_iter().any(|part| match part {
        Part::Expr(inner) => reads_memory(inner),
        Part::Stmt(_) | Part::Declared(_) => true,
    })
}

/// Whether names that the rest of one body declares are those of the other's, or of parameters.
fn collide(
    unit: &Unit,
    (one, other): (&Parts<'_>, &Parts<'_>),
    both: usize,
    parameters: &Parameters,
) -> bool {
    let of = |parts: &Parts<'_>| -> Vec<String> {
        let mut found = Vec::new();
        for stmt in parts.2.get(both..).unwrap_or_default() {
            if let StmtKind::Declare(all) = &stmt.kind {
                let all = all.iter().filter_map(|id| unit.variable(*id));
                found.extend(all.map(|one| one.name.clone()));
            }
        }
        found
    };
    let (first, second) = (of(one), of(other));
    let taken = |name: &String| parameters.names.contains(name);
    first
        .iter()
        .any(|name| second.contains(name) || taken(name))
        || second.iter().any(taken)
}

/// A `return` in a statement.
fn returns(stmt: &Stmt) -> Option<Span> {
    if let StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Label { .. } = stmt.kind {
        return Some(stmt.place.span);
    }
    of_stmt(stmt).into_iter().find_map(|part| match part {
        Part::Stmt(inner) => returns(inner),
        Part::Expr(_) | Part::Declared(_) => None,
    })
}
