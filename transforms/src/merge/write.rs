//! The edits that make the merged loop.

use super::check::Target;
use super::form::Form;
use super::{DROP_DIRECTIVE, GUARD, HEADER, KNOWN, MOVE_BOUND, PHASE, REST, RULES, TEST};
use crate::framework::braces::is_bare_body;
use crate::framework::input::Input;
use crate::shared::bounds::{bounds, is_not_negative, moved, moving_side};
use crate::shared::copies::{Layout, declares, directive_place, needs_scope};
use crate::shared::names::is_stable;
use spec_lang::ast::{ClauseKind, StmtKind};
use text::edit::{Edit, EditError, EditSet, Snippet, indentation};
use text::span::Span;

/// Everything that decides what the result looks like.
pub(super) struct Plan<'a> {
    input: &'a Input<'a>,
    target: &'a Target,
    layout: &'a Layout<'a>,
    count: u64,
    form: &'a Form,
    /// What the header does first is done before the loop.
    init_moves: bool,
    /// The result stands in a block of its own.
    scoped: bool,
}

/// Lines of a body within braces that stand on other lines than what is in them.
struct Room {
    /// Start of the first line.
    first: usize,
    /// Start of the line of the closing brace.
    close: usize,
    /// Indentation of the statements.
    indent: String,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        input: &'a Input<'a>,
        target: &'a Target,
        layout: &'a Layout<'a>,
        count: u64,
        form: &'a Form,
    ) -> Self {
        let parts = &target.parts;
        let range_kept = layout.range().is_some_and(|(_, _, kept)| kept);
        let init_moves = match form {
            Form::Counted { peeled, .. } => *peeled > 0 || range_kept,
            Form::Ahead { .. } => layout.init_place().is_some() || parts.iterator.is_some(),
            Form::Endless | Form::Tested => range_kept,
        };
        let peels = matches!(form, Form::Counted { peeled, .. } if *peeled > 0);
        let beside = init_moves || peels || matches!(form, Form::Ahead { .. });
        Plan {
            input,
            target,
            layout,
            count,
            form,
            init_moves,
            // Clauses before a loop that is the body of a `par` would be read as those of the
            // block.
            scoped: (beside && needs_scope(input, &target.site, parts))
                || is_bare_body(input, &parts.stmt),
        }
    }

    /// All edits.
    ///
    /// # Errors
    /// Places of the loop that do not fit into each other, which would be a fault.
    pub(super) fn edits(&self, directive: Option<Span>) -> Result<EditSet, EditError> {
        let (layout, parts) = (self.layout, &self.target.parts);
        let mut edits = EditSet::new();
        let before = self.before();
        if !before.is_empty() {
            let lines = layout.inserted(before, &self.loop_indent(), RULES.body);
            edits.push(Edit::from_snippet(layout.insertion(), &lines, RULES.body));
        }
        if let Some(place) = layout.clauses_behind()
            && !self.clauses("").is_empty()
        {
            let deeper = if self.scoped {
                layout.unit.as_str()
            } else {
                ""
            };
            edits.push(layout.clause_edit(place, deeper, |indent| self.clauses(indent), PHASE));
        }
        let replaced = self.body(&mut edits);
        if self.scoped {
            self.indent_lines(directive, replaced, &mut edits);
        }
        if let Some(place) = directive {
            edits.delete(place, DROP_DIRECTIVE);
        }
        self.header(&mut edits);
        for edit in self.moved_bounds() {
            edits.push(edit);
        }
        let end = parts.stmt.span.end as usize;
        if let Form::Ahead { .. } = self.form {
            let mut rest = Snippet::generated(layout.eol.as_str(), REST, None);
            rest.append(self.rest()?);
            let place = Span::new(parts.stmt.span.file, end, end);
            edits.push(Edit::from_snippet(place, &rest, REST));
        }
        if self.scoped {
            let close = format!("{}{}}}", layout.eol.as_str(), layout.indent);
            edits
                .insert(parts.stmt.span.file, end, close, RULES.scope)
                .origin = Some(self.target.site.head);
        }
        Ok(edits)
    }

    /// Iterations before the loop.
    fn peeled(&self) -> u64 {
        match self.form {
            Form::Counted { peeled, .. } => *peeled,
            _ => 0,
        }
    }

    fn loop_indent(&self) -> String {
        match self.scoped {
            true => format!("{}{}", self.layout.indent, self.layout.unit),
            false => self.layout.indent.clone(),
        }
    }

    /// What stands before the loop, and what its contract gets if that stands there too.
    fn before(&self) -> Snippet {
        let (layout, head) = (self.layout, self.target.site.head);
        let indent = self.loop_indent();
        let mut lines = Snippet::new();
        if self.scoped {
            lines.append(layout.line(&layout.indent, "{", RULES.scope, Some(head)));
        }
        if self.init_moves {
            lines.append(layout.init(&indent));
        }
        for copy in 1..=self.peeled() {
            lines.append(layout.asserts(&indent));
            lines.append(self.known_guard(&indent));
            lines.append(layout.copy(copy, &indent, false));
        }
        if layout.clauses_behind().is_none() {
            lines.append(self.clauses(&indent));
        }
        lines
    }

    /// What the loop's contract gets.
    fn clauses(&self, indent: &str) -> Snippet {
        let layout = self.layout;
        match self.form {
            Form::Counted { phase, .. } => {
                let text = format!("loop_invariant {phase};");
                layout.line(indent, &text, PHASE, Some(self.target.site.head))
            }
            Form::Ahead { .. } | Form::Tested => layout.range_invariant(indent, 0, true),
            Form::Endless => Snippet::new(),
        }
    }

    /// The guard as an assertion, where it is not tested any more.
    fn known_guard(&self, indent: &str) -> Snippet {
        let text = format!("assert {};", self.layout.guard());
        self.layout.line(indent, &text, KNOWN, self.guard_place())
    }

    fn guard_place(&self) -> Option<Span> {
        let place = self.target.parts.guard.as_ref().map(|guard| guard.span);
        place.or(Some(self.target.site.head))
    }

    /// What stands between two iterations in one.
    fn between(&self, indent: &str) -> Snippet {
        let layout = self.layout;
        let mut lines = layout.update(indent);
        lines.append(layout.asserts(indent));
        match self.form {
            Form::Counted { .. } | Form::Ahead { .. } => {
                lines.append(self.known_guard(indent));
            }
            Form::Tested => {
                let text = format!("if ({}) {{ break; }}", layout.negated_guard());
                lines.append(layout.line(indent, &text, TEST, self.guard_place()));
            }
            Form::Endless => {}
        }
        lines
    }

    /// The iterations after the first.
    fn others(&self, indent: &str) -> Snippet {
        let mut lines = Snippet::new();
        for number in 1..self.count {
            lines.append(self.between(indent));
            let copy = self.peeled().saturating_add(number);
            lines.append(self.layout.body_alone(copy, indent));
        }
        lines
    }

    /// Puts the other iterations behind the first; the place of the body if it is written
    /// anew for that.
    fn body(&self, edits: &mut EditSet) -> Option<Span> {
        let (layout, body) = (self.layout, &self.target.parts.body);
        let file = body.span.file;
        let Some(room) = self.room() else {
            let outer = self.loop_indent();
            let indent = format!("{outer}{}", layout.unit);
            // The brace goes behind the header, also where the body has a line of its own.
            let head = Span {
                end: body.span.start,
                ..self.target.parts.stmt.span
            };
            let head = self.input.slice(head).trim_end();
            let header = head.ends_with(')') && !last_line(head).contains("//");
            let place = match header {
                true => Span::new(
                    file,
                    self.target.parts.stmt.span.start as usize + head.len(),
                    body.span.end as usize,
                ),
                false => body.span,
            };
            let space = if header { " " } else { "" };
            let open = format!("{space}{{{}", layout.eol.as_str());
            let mut lines = Snippet::generated(open, RULES.body, None);
            lines.append(layout.body_alone(0, &indent));
            lines.append(self.others(&indent));
            lines.push(format!("{outer}}}"), RULES.body, None);
            edits.push(Edit::from_snippet(place, &lines, RULES.body));
            return Some(place);
        };
        let indent = match self.scoped {
            true => format!("{}{}", room.indent, layout.unit),
            false => room.indent,
        };
        let mut lines = Snippet::new();
        if declares(body) {
            let open = layout.line(&indent, "{", RULES.scope, Some(body.span));
            let place = Span::new(file, room.first, room.first);
            edits.push(Edit::from_snippet(place, &open, RULES.scope));
            let inside = Span::new(file, room.first, room.close);
            for at in self.starts_within(inside) {
                edits.insert(file, at, layout.unit.clone(), RULES.scope);
            }
            lines.append(layout.line(&indent, "}", RULES.scope, Some(body.span)));
        }
        lines.append(self.others(&indent));
        let place = Span::new(file, room.close, room.close);
        edits.push(Edit::from_snippet(place, &lines, RULES.body));
        None
    }

    fn room(&self) -> Option<Room> {
        let body = &self.target.parts.body;
        let StmtKind::Block(block) = &body.kind else {
            return None;
        };
        let file = self.input.file(body.span)?;
        let (open, close) = (
            block.span.start as usize,
            (block.span.end as usize).checked_sub(1)?,
        );
        let first = open + file.text.get(open..close)?.find('\n')? + 1;
        let start = file.text.get(..close)?.rfind('\n')? + 1;
        let alone = file.text.get(start..close)?.trim().is_empty();
        let statements = &block.statements;
        let apart = statements
            .first()
            .is_some_and(|stmt| stmt.span.start as usize >= first);
        let indent = statements
            .first()
            .map(|stmt| indentation(file, stmt.span.start as usize).to_owned());
        (alone && apart).then_some(Room {
            first,
            close: start,
            indent: indent?,
        })
    }

    /// Starts of the lines in a place that are not blank.
    fn starts_within(&self, place: Span) -> Vec<usize> {
        let text = self.input.slice(place);
        let start = place.start as usize;
        let mut at = start;
        let mut found = Vec::new();
        for line in text.split_inclusive('\n') {
            if !line.trim().is_empty() {
                found.push(at);
            }
            at += line.len();
        }
        found
    }

    /// Moves the lines of the loop one level in.
    fn indent_lines(&self, directive: Option<Span>, replaced: Option<Span>, edits: &mut EditSet) {
        let gone: Vec<Span> = directive.into_iter().collect();
        for at in self.layout.line_starts(&gone) {
            if replaced.is_some_and(|place| (place.start as usize) < at && at < place.end as usize)
            {
                continue;
            }
            let file = self.target.parts.stmt.span.file;
            edits.insert(file, at, self.layout.unit.clone(), RULES.scope);
        }
    }

    /// The header without what was done before, and with the guard that looks ahead.
    fn header(&self, edits: &mut EditSet) {
        let layout = self.layout;
        if self.init_moves
            && let Some(place) = layout.init_place()
        {
            edits.delete(place, HEADER);
        }
        let guard = match self.form {
            Form::Ahead { guard } => guard.as_str(),
            _ => layout.guard(),
        };
        if let Some((place, header)) = layout.ordinary_header(guard, !self.init_moves) {
            edits.replace(place, header, HEADER);
        } else if let (Form::Ahead { guard }, Some(old)) = (self.form, &self.target.parts.guard) {
            edits.replace(old.span, guard.as_str(), GUARD);
        }
    }

    /// The bounds of the variable after the iterations before the loop.
    fn moved_bounds(&self) -> Vec<Edit> {
        let (Form::Counted { peeled, .. }, Some(variable), Some(update)) =
            (self.form, &self.target.variable, &self.target.update)
        else {
            return Vec::new();
        };
        let resolution = self.input.resolution;
        let parts = &self.target.parts;
        let mut written = parts.changing(resolution);
        written.push(variable.id);
        let all = bounds(resolution, &parts.contract, variable.id);
        let not_negative = is_not_negative(&all);
        all.iter()
            .filter(|bound| {
                bound.side == moving_side(update.op)
                    && is_stable(resolution, &bound.limit, &written)
            })
            .filter_map(|bound| {
                let limit = self.input.slice(bound.limit.span);
                let text = moved(bound, update, *peeled, not_negative, limit, "")?;
                let edit = Edit::new(bound.limit.span, text, MOVE_BOUND);
                Some(edit.with_origin(bound.clause))
            })
            .collect()
    }

    /// The loop for what is left over: the old one, without its directives and without
    /// what its header did first.
    fn rest(&self) -> Result<Snippet, EditError> {
        let (layout, parts) = (self.layout, &self.target.parts);
        let span = parts.stmt.span;
        let Some(file) = self.input.file(span) else {
            return Ok(Snippet::new());
        };
        let mut changes: Vec<(Span, String)> = Vec::new();
        let mut start = layout.begin;
        for clause in &parts.contract.clauses {
            if let ClauseKind::Directive(directive) = &clause.kind {
                let place = directive_place(file, directive.span);
                if (place.start as usize) <= start {
                    let rest = file.text.get(place.end as usize..).unwrap_or("");
                    start = place.end as usize + (rest.len() - rest.trim_start().len());
                } else {
                    changes.push((place, String::new()));
                }
            }
        }
        changes.extend(layout.init_place().map(|place| (place, String::new())));
        changes.extend(layout.ordinary_header(layout.guard(), false));
        changes.extend(layout.labels(self.count));
        let indent = self.loop_indent();
        let mut lines = Snippet::new();
        let range = |indent: &str| layout.range_invariant(indent, 0, true);
        match layout.clauses_behind() {
            None => lines.append(range(&indent)),
            Some((place, Some(indent))) => changes.push((place, range(&indent).text())),
            Some((place, None)) => {
                changes.push((place, format!("{} ", range("").text().trim_end())));
            }
        }
        lines.push(indent.as_str(), REST, None);
        let whole = Span::new(span.file, start, span.end as usize);
        let copy = Snippet::copy_with(file, whole, &changes, REST)?;
        lines.append(copy.reindented(&layout.indent, &indent));
        Ok(lines)
    }
}

/// The last line of a text.
fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}
