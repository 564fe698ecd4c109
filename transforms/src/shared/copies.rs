//! Straight-line copies of a loop's body: where they go and how they are laid out.

use crate::framework::input::Input;
use crate::framework::site::Site;
use crate::shared::continues::taken_out;
use crate::shared::labels::Labels;
use crate::shared::loops::{Loop, constant};
use crate::shared::names::{DeclaredNames, clashes, fresh, is_stable, writes_within};
use crate::shared::opposite::{Changes, opposite_text};
use itertools::Itertools;
use spec_lang::ast::{BinaryOp, ClauseKind, Expr, ExprKind, QuantifierKind, Stmt, StmtKind};
use text::edit::{Edit, LineEnd, Snippet, indentation, indentation_unit, line_end, whole_lines};
use text::source::SourceFile;
use text::span::Span;

/// The names of the rules that make lines, as the change log has them.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// A declaration or assignment of a `for` header, placed before the copies.
    pub init: &'static str,
    /// An invariant as an assertion.
    pub invariant: &'static str,
    /// A statement of the body.
    pub body: &'static str,
    /// The update of a `for` header.
    pub update: &'static str,
    /// Braces and indentation around copies.
    pub scope: &'static str,
    /// What a ranged loop knows without saying.
    pub range: &'static str,
    /// A condition around a copy.
    pub guard: &'static str,
}

/// Lays out copies of a loop.
pub struct Layout<'a> {
    file: &'a SourceFile,
    parts: &'a Loop,
    rules: &'a Rules,
    /// Where the loop begins, with the opening of an annotation comment around its clauses.
    pub begin: usize,
    /// Whether nothing else stands before it on its line.
    pub begins_line: bool,
    /// Indentation of its line.
    pub indent: String,
    /// One level.
    pub unit: String,
    /// How lines end.
    pub eol: LineEnd,
    guard: String,
    /// Its opposite.
    ended: String,
    range: Option<Range>,
    /// The labels of the body.
    labels: Labels,
    /// What takes `continue` out of the body, in copies that are not in the loop.
    straight: Changes,
}

/// The ends of `for (int i = lo .. hi)`, as words that mean the same all the while.
struct Range {
    start: String,
    end: String,
    /// The declarations that make them so.
    kept: Vec<(String, Span)>,
}

impl<'a> Layout<'a> {
    /// How the copies of a loop are laid out; none if its place is not in the files.
    pub fn new(input: &Input<'a>, parts: &'a Loop, rules: &'a Rules) -> Option<Self> {
        let file = input.file(parts.stmt.span)?;
        let begin = before_marker(&file.text, parts.stmt.span.start as usize);
        let line = file.text.get(..begin)?.rfind('\n').map_or(0, |at| at + 1);
        let before = file.text.get(line..begin)?.trim_start_matches('\u{feff}');
        let range = range(input, parts);
        let (guard, ended) = match (&parts.guard, &parts.iterator, &range) {
            (Some(guard), _, _) => (
                file.slice(guard.span).to_owned(),
                opposite_text(input, guard),
            ),
            (None, Some(iterator), Some(range)) => {
                let (name, end) = (&iterator.name.name, &range.end);
                (format!("{name} < {end}"), format!("{name} >= {end}"))
            }
            _ => ("true".to_owned(), "false".to_owned()),
        };
        Some(Layout {
            file,
            parts,
            rules,
            begin,
            begins_line: before.trim().is_empty(),
            indent: indentation(file, begin).to_owned(),
            unit: indentation_unit(file),
            eol: line_end(file),
            guard,
            ended,
            range,
            labels: Labels::within(input, &parts.body).unwrap_or_default(),
            straight: taken_out(input, parts).unwrap_or_default(),
        })
    }

    /// The guard's text.
    pub fn guard(&self) -> &str {
        &self.guard
    }

    /// The negation of the guard, as text.
    pub fn negated_guard(&self) -> &str {
        &self.ended
    }

    /// Where the invariants of a ranged loop stand, if that is behind its header: an empty place
    /// before the first, and its indentation, if it begins a line.
    pub fn clauses_behind(&self) -> Option<(Span, Option<String>)> {
        let header = self.parts.iterator.as_ref()?.span;
        let clauses = self.parts.contract.clauses.iter();
        let first = clauses
            .filter(|clause| !matches!(clause.kind, ClauseKind::Directive(_)))
            .map(|clause| clause.span)
            .min_by_key(|span| span.start)
            .filter(|span| span.start >= header.end)?;
        let start = first.start as usize;
        let place = |at: usize| Span::new(first.file, at, at);
        if !self.starts_line(start) {
            return Some((place(start), None));
        }
        let line = self.file.text.get(..start)?.rfind('\n')? + 1;
        Some((place(line), Some(indentation(self.file, start).to_owned())))
    }

    /// Puts lines where [`Self::clauses_behind`] says, given what makes them at an indentation.
    pub fn clause_edit(
        &self,
        (place, indent): (Span, Option<String>),
        deeper: &str,
        lines: impl Fn(&str) -> Snippet,
        rule: &str,
    ) -> Edit {
        match indent {
            Some(indent) => Edit::from_snippet(place, &lines(&format!("{deeper}{indent}")), rule),
            None => {
                let text = lines("").text();
                let words = text.lines().join(" ");
                Edit::new(place, format!("{words} "), rule)
            }
        }
    }

    /// The ends of a ranged loop, as words that mean the same all the while, and whether
    /// one of them is a variable made for it.
    pub fn range(&self) -> Option<(&str, &str, bool)> {
        let range = self.range.as_ref()?;
        Some((&range.start, &range.end, !range.kept.is_empty()))
    }

    /// A generated line.
    pub fn line(&self, indent: &str, text: &str, rule: &str, origin: Option<Span>) -> Snippet {
        Snippet::generated(format!("{indent}{text}\n"), rule, origin).with_line_end(self.eol)
    }

    /// A copied place as lines of its own, moved to an indentation, between two words.
    fn copied(&self, indent: &str, before: &str, span: Span, after: &str, rule: &str) -> Snippet {
        let from = indentation(self.file, span.start as usize);
        let mut lines = Snippet::generated(format!("{indent}{before}"), rule, Some(span));
        lines.append(Snippet::copy(self.file, span, rule).reindented(from, indent));
        lines.push(format!("{after}\n"), rule, Some(span));
        lines.with_line_end(self.eol)
    }

    /// A statement from a header, as a line.
    fn header_statement(&self, indent: &str, stmt: &Stmt, rule: &str) -> Snippet {
        let ended = self.file.slice(stmt.span).ends_with([';', '}']);
        self.copied(indent, "", stmt.span, if ended { "" } else { ";" }, rule)
    }

    /// What a `for` header does first. An expression without effect (`for (i; …)`) is left out.
    pub fn init(&self, indent: &str) -> Snippet {
        let mut lines = Snippet::new();
        for stmt in self.parts.init.iter().filter(|stmt| does_something(stmt)) {
            lines.append(self.header_statement(indent, stmt, self.rules.init));
        }
        if let (Some(iterator), Some(range)) = (&self.parts.iterator, &self.range) {
            let ty = self.file.slice(iterator.ty.span);
            let first = (
                format!("{} = {}", iterator.name.name, range.start),
                iterator.low.span,
            );
            for (text, origin) in range.kept.iter().chain([&first]) {
                lines.append(self.line(
                    indent,
                    &format!("{ty} {text};"),
                    self.rules.init,
                    Some(*origin),
                ));
            }
        }
        lines
    }

    /// Every invariant as an assertion, but for those that could help no proof: the permissions
    /// between two copies are what they are, whether or not somebody says it.
    pub fn asserts(&self, indent: &str) -> Snippet {
        let mut lines = Snippet::new();
        for clause in &self.parts.contract.clauses {
            let said = match &clause.kind {
                ClauseKind::LoopInvariant(said)
                | ClauseKind::Context(said)
                | ClauseKind::ContextEverywhere(said) => said,
                ClauseKind::Requires(_)
                | ClauseKind::Ensures(_)
                | ClauseKind::LockInvariant(_)
                | ClauseKind::KernelInvariant(_)
                | ClauseKind::Decreases(_)
                | ClauseKind::Given(_)
                | ClauseKind::Yields(_)
                | ClauseKind::Other(..)
                | ClauseKind::Directive(_) => continue,
            };
            if only_permissions(said) {
                continue;
            }
            let text = self.file.slice(clause.span);
            let word = text
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(text.len());
            let rest = Span {
                start: clause.span.start + u32::try_from(word).unwrap_or(0),
                ..clause.span
            };
            lines.append(self.copied(indent, "assert", rest, "", self.rules.invariant));
        }
        lines
    }

    /// Copy number `copy` of an iteration, from 1, outside the loop; within `if (guard)` if asked
    /// for. Number 0 is the iteration itself, whose labels keep their names.
    pub fn copy(&self, copy: u64, indent: &str, guarded: bool) -> Snippet {
        let deeper = |indent: &str| format!("{indent}{}", self.unit);
        let depth = if guarded {
            deeper(indent)
        } else {
            indent.to_owned()
        };
        // The update must not see what the body declares, nor the next copy.
        let scoped = declares(&self.parts.body) && (!guarded || self.has_update());
        let mut lines = Snippet::new();
        let body = self.parts.body.span;
        if guarded {
            let origin = self.parts.guard.as_ref().map(|guard| guard.span);
            lines.append(self.line(
                indent,
                &format!("if ({}) {{", self.guard),
                self.rules.guard,
                origin,
            ));
        }
        if scoped {
            lines.append(self.scoped_body(copy, &depth, &self.straight));
        } else {
            lines.append(self.body(copy, &depth, &self.straight));
        }
        lines.append(self.update(&depth));
        if guarded {
            lines.append(self.line(indent, "}", self.rules.guard, Some(body)));
        }
        lines
    }

    /// Copy number `copy` of the body alone, within the loop, in a block of its own if it declares
    /// something.
    pub fn body_alone(&self, copy: u64, indent: &str) -> Snippet {
        if declares(&self.parts.body) {
            self.scoped_body(copy, indent, &[])
        } else {
            self.body(copy, indent, &[])
        }
    }

    /// The places of labels in the body, with their names in copy number `copy`.
    pub fn labels(&self, copy: u64) -> Vec<(Span, String)> {
        self.labels.names(copy)
    }

    fn scoped_body(&self, copy: u64, indent: &str, changes: &[(Span, String)]) -> Snippet {
        let body = self.parts.body.span;
        let mut lines = self.line(indent, "{", self.rules.scope, Some(body));
        lines.append(self.body(copy, &format!("{indent}{}", self.unit), changes));
        lines.append(self.line(indent, "}", self.rules.scope, Some(body)));
        lines
    }

    /// Whether something is done after the body of each iteration.
    pub fn has_update(&self) -> bool {
        !self.parts.update.is_empty() || self.parts.iterator.is_some()
    }

    /// What is done after the body of each iteration, as lines.
    pub fn update(&self, indent: &str) -> Snippet {
        let mut lines = Snippet::new();
        for stmt in &self.parts.update {
            lines.append(self.header_statement(indent, stmt, self.rules.update));
        }
        if let Some(iterator) = &self.parts.iterator {
            let name = &iterator.name.name;
            lines.append(self.line(
                indent,
                &format!("{name} = {name} + 1;"),
                self.rules.update,
                Some(iterator.span),
            ));
        }
        lines
    }

    /// What a ranged loop knows of its variable without saying, as an invariant of the
    /// ordinary loop it becomes, after so many copies; under guards, none of them is sure.
    pub fn range_invariant(&self, indent: &str, copies: u64, guarded: bool) -> Snippet {
        let (Some(iterator), Some(Range { start, end, .. })) = (&self.parts.iterator, &self.range)
        else {
            return Snippet::new();
        };
        let name = &iterator.name.name;
        let known = if guarded {
            format!("{start} <= {name} && ({name} <= {end} || {name} == {start})")
        } else {
            let first = match constant(&iterator.low) {
                Some(low) => (low + copies).to_string(),
                None => format!("{start} + {copies}"),
            };
            format!("{first} <= {name} && {name} <= {end}")
        };
        self.line(
            indent,
            &format!("loop_invariant {known};"),
            self.rules.range,
            Some(iterator.span),
        )
    }

    /// The first part of a `for` header that does something, without the `;` behind it.
    pub fn init_place(&self) -> Option<Span> {
        let (first, last) = (self.parts.init.first()?, self.parts.init.last()?);
        if !has_init(self.parts) {
            return None;
        }
        let init = first.span.to(last.span);
        let words = self.file.slice(init).trim_end_matches(';').len();
        let start = init.start as usize;
        Some(Span::new(init.file, start, start + words))
    }

    /// The range of a ranged loop, and what stands there in an ordinary one with this guard.
    pub fn ordinary_header(&self, guard: &str, with_init: bool) -> Option<(Span, String)> {
        let iterator = self.parts.iterator.as_ref()?;
        let name = &iterator.name.name;
        let init = match &self.range {
            Some(range) if with_init => {
                let ty = self.file.slice(iterator.ty.span);
                format!("{ty} {name} = {}", range.start)
            }
            _ => String::new(),
        };
        Some((
            iterator.span,
            format!("{init}; {guard}; {name} = {name} + 1"),
        ))
    }

    /// The body without its braces, comments included, with some changes.
    fn body(&self, copy: u64, indent: &str, changes: &[(Span, String)]) -> Snippet {
        let body = &self.parts.body;
        let (span, from) = match &body.kind {
            StmtKind::Empty => return Snippet::new(),
            StmtKind::Block(block) => {
                let inner = Span {
                    start: block.span.start + 1,
                    end: block.span.end.saturating_sub(1).max(block.span.start + 1),
                    ..block.span
                };
                let text = self.file.slice(inner);
                let start = inner.start as usize + (text.len() - text.trim_start().len());
                let inner = Span::new(inner.file, start, start + text.trim().len());
                let first = block
                    .statements
                    .iter()
                    .map(|stmt| stmt.span.start as usize)
                    .find(|&at| self.starts_line(at));
                (inner, indentation(self.file, first.unwrap_or(start)))
            }
            _ => (body.span, indentation(self.file, body.span.start as usize)),
        };
        if span.start >= span.end {
            return Snippet::new();
        }
        let rule = self.rules.body;
        let mut all = changes.to_vec();
        all.extend(self.labels(copy));
        let text = Snippet::copy_with(self.file, span, &all, rule)
            .unwrap_or_else(|_| Snippet::copy(self.file, span, rule));
        let mut lines = Snippet::generated(indent, rule, Some(span));
        lines.append(text.reindented(from, indent));
        lines.push(self.eol.as_str(), rule, Some(span));
        lines
    }

    fn starts_line(&self, at: usize) -> bool {
        let before = self.file.text.get(..at).unwrap_or("");
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        line.trim().is_empty()
    }

    /// Where lines before the loop go: an empty place at the start of its line, or the
    /// blanks before it where something else stands there.
    pub fn insertion(&self) -> Span {
        let text = self.file.text.get(..self.begin).unwrap_or("");
        let file = self.parts.stmt.span.file;
        if self.begins_line {
            let line = text.rfind('\n').map_or(0, |at| at + 1);
            let line = if line == 0 && text.starts_with('\u{feff}') {
                3
            } else {
                line
            };
            Span::new(file, line, line)
        } else {
            let blanks = text.len() - text.trim_end_matches([' ', '\t']).len();
            Span::new(file, self.begin - blanks, self.begin)
        }
    }

    /// Lines as [`Self::insertion`] takes them, with the indentation of the loop that follows.
    pub fn inserted(&self, lines: Snippet, loop_indent: &str, rule: &str) -> Snippet {
        if self.begins_line {
            return lines;
        }
        let mut all = Snippet::generated(self.eol.as_str(), rule, None);
        all.append(lines);
        all.push(loop_indent, rule, None);
        all
    }

    /// The span with the line end after it, if nothing else stands between.
    pub fn with_rest_of_line(&self, span: Span) -> Span {
        let rest = self.file.text.get(span.end as usize..).unwrap_or("");
        let line = rest.split_inclusive('\n').next().unwrap_or("");
        let taken = if line.trim().is_empty() {
            line.len()
        } else {
            0
        };
        Span::new(span.file, span.start as usize, span.end as usize + taken)
    }

    /// Starts of the loop's lines that are not blank and do not start within `gone`.
    pub fn line_starts(&self, gone: &[Span]) -> Vec<usize> {
        let span = self.parts.stmt.span;
        let (first, end) = (self.begin, span.end as usize);
        let text = self.file.text.get(first..end).unwrap_or("");
        let mut starts: Vec<usize> = if self.begins_line {
            vec![self.insertion().start as usize]
        } else {
            Vec::new()
        };
        starts.extend(text.match_indices('\n').map(|(at, _)| first + at + 1));
        starts.retain(|&at| {
            let line = self.file.text.get(at..).unwrap_or("");
            let line = line.lines().next().unwrap_or("");
            let removed = gone
                .iter()
                .any(|gone| (gone.start as usize..gone.end as usize).contains(&at));
            at < end && !line.trim().is_empty() && !removed
        });
        starts
    }
}

/// The ends of a ranged loop. They are evaluated once; one that might change, or that has
/// an effect, is kept in a variable.
fn range(input: &Input<'_>, parts: &Loop) -> Option<Range> {
    let iterator = parts.iterator.as_ref()?;
    let mut written = parts.changing(input.resolution);
    // One end may write what the other reads.
    for end in [&iterator.low, &iterator.high] {
        written.extend(writes_within(input.resolution, end));
    }
    // In the ordinary loop the ends stand where the iterator is declared.
    let own = DeclaredNames::on(|own| own.add(&iterator.name, iterator.id));
    let mut kept = Vec::new();
    let mut word = |expr: &Expr, suffix: &str| {
        let text = input.slice(expr.span);
        if is_stable(input.resolution, expr, &written) && own.spare(input.resolution, expr) {
            return text.to_owned();
        }
        let name = fresh(input.program, &format!("{}_{suffix}", iterator.name.name));
        kept.push((format!("{name} = {text}"), expr.span));
        name
    };
    let start = word(&iterator.low, "start");
    let end = word(&iterator.high, "end");
    Some(Range { start, end, kept })
}

/// Whether an assertion is made of permissions, with nothing about values.
fn only_permissions(said: &Expr) -> bool {
    match &said.kind {
        ExprKind::Bool(true) | ExprKind::Perm(..) => true,
        ExprKind::Binary(BinaryOp::Star | BinaryOp::And, left, right) => {
            only_permissions(left) && only_permissions(right)
        }
        ExprKind::Binary(BinaryOp::Implies, _, then) => only_permissions(then),
        ExprKind::Quantifier { kind, body, .. } => {
            *kind == QuantifierKind::ForallStar && only_permissions(body)
        }
        _ => false,
    }
}

/// Whether a `for` header's first part has an effect.
fn does_something(stmt: &Stmt) -> bool {
    use spec_lang::ast::ExprKind;
    match &stmt.kind {
        StmtKind::Expr(expr) => !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Int(_)),
        StmtKind::Empty => false,
        _ => true,
    }
}

/// Whether a `for` header's first part has an effect or declares something.
pub fn has_init(parts: &Loop) -> bool {
    parts.init.iter().any(does_something)
}

/// Whether a body declares names in its own scope.
pub fn declares(body: &Stmt) -> bool {
    match &body.kind {
        StmtKind::Block(block) => block.statements.iter().any(declares_one),
        _ => declares_one(body),
    }
}

fn declares_one(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Local { .. } => true,
        StmtKind::Ghost(inner) | StmtKind::Label(_, Some(inner)) => declares_one(inner),
        _ => false,
    }
}

/// The start of a statement, or of the `/*@` or `//@` that its clauses are written in.
pub(crate) fn before_marker(text: &str, start: usize) -> usize {
    let before = text.get(..start).unwrap_or("");
    let trimmed = before.trim_end();
    match trimmed.strip_suffix("/*@") {
        Some(rest) => rest.len(),
        None if trimmed.ends_with("//@") && !before[trimmed.len()..].contains('\n') => {
            trimmed.len() - 3
        }
        None => start,
    }
}

/// What to delete so that nothing of a directive stays: its lines if it is alone on them,
/// the marker of an annotation comment around it included.
pub fn directive_place(file: &SourceFile, span: Span) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = file
        .text
        .get(..start)
        .unwrap_or("")
        .trim_end_matches([' ', '\t']);
    let after = file.text.get(end..).unwrap_or("");
    let line = after.lines().next().unwrap_or("");
    let place = if before.ends_with("/*@") && line.trim_start().starts_with("@*/") {
        let blanks = line.len() - line.trim_start().len();
        Span::new(span.file, before.len() - 3, end + blanks + 3)
    } else if before.ends_with("//@") && line.trim().is_empty() {
        Span::new(span.file, before.len() - 3, end)
    } else {
        span
    };
    whole_lines(file, place)
}

/// Whether what is placed beside a loop needs a block of its own: the loop is the only
/// statement of a branch, or what its header declares would clash outside it.
pub(crate) fn needs_scope(input: &Input<'_>, site: &Site, parts: &Loop) -> bool {
    let Some(parent) = site.parent.and_then(|id| input.block(id)) else {
        return true;
    };
    let mut declared: Vec<&str> = parts
        .iterator
        .iter()
        .map(|iterator| iterator.name.name.as_str())
        .collect();
    for stmt in &parts.init {
        if let StmtKind::Local { names, .. } = &stmt.kind {
            declared.extend(names.iter().map(|name| name.name.name.as_str()));
        }
    }
    declared
        .into_iter()
        .any(|name| clashes(input, &parts.stmt, &parent, name))
}
