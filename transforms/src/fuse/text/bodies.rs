//! The fused kernel's body: the bodies of the kernels, and what stands between them.

use super::{Lines, Mark, Writer, Written, rules, statements};
use crate::fuse::formula::{all, canonical};
use crate::fuse::join::Place;
use crate::fuse::row::Kernel;
use crate::shared::copies::before_marker;
use spec_lang::ast::{Stmt, StmtKind};
use spec_lang::lex;
use text::edit::{Edit, Snippet, indentation};
use text::span::Span;

impl Writer<'_> {
    /// `if (…) {`, `{` or nothing around a body.
    fn opening(&self, kernel: usize) -> Option<(String, &'static str)> {
        let guard = self.layout.guards.get(kernel)?;
        match all(guard.iter().cloned()) {
            Some(guard) => Some((
                format!("if ({}) {{", canonical(&self.in_block(&guard))),
                rules::GUARD,
            )),
            None => self
                .layout
                .scopes
                .get(kernel)
                .is_some_and(|scope| *scope)
                .then(|| ("{".to_owned(), rules::SCOPE)),
        }
    }

    /// Everything within the first kernel's braces.
    pub(super) fn body(&self, first: &Kernel, written: &mut Written) {
        let layout = self.layout;
        let span = first.block.body.span;
        let (file, open, close) = (span.file, span.start as usize + 1, span.end as usize - 1);
        let inner = format!("{}{}", self.inner_indent(first), self.deeper);
        let mut lines = Lines::new(self.eol);
        let close_line = self.own_line(close).filter(|line| *line >= open);
        let whole = self.text().get(open..close).unwrap_or("");
        let lead = whole.len() - whole.trim_start().len();
        let crowded = lead < whole.len() && !whole[..lead].contains('\n');
        let around = self.opening(0);
        if crowded || around.is_some() {
            let mut opening = Lines::new(self.eol);
            let mut lead = if crowded { lead } else { 0 };
            let rule = match &around {
                Some((text, rule)) => {
                    let text = format!("\n{inner}{text}");
                    opening.append(Snippet::generated(text, *rule, Some(first.head())));
                    rule
                }
                None => rules::BODY,
            };
            let begins = whole[lead..].starts_with("//");
            if crowded && !begins {
                let deeper = if around.is_some() {
                    self.unit.as_str()
                } else {
                    ""
                };
                let text = format!("\n{inner}{deeper}");
                opening.append(Snippet::generated(text, rule, Some(span)));
            } else {
                lead = 0;
            }
            self.push(written, Span::new(file, open, open + lead), opening, rule);
        }
        if let Some((_, rule)) = around {
            let end = close_line.unwrap_or(close);
            let body = self.text().get(open..end).unwrap_or("");
            for (at, _) in body.match_indices('\n') {
                let at = open + at + 1;
                let line = self.text().get(at..end).unwrap_or("");
                let line = line.lines().next().unwrap_or("");
                if at < end && !line.trim().is_empty() {
                    let place = Span::new(file, at, at);
                    let edit = Edit::new(place, self.unit.clone(), rule).with_origin(span);
                    written.edits.push((edit, Vec::new()));
                }
            }
            lines.line(&inner, "}", rule, Some(span));
        }
        for number in 1..layout.count {
            self.seam(number, &inner, &mut lines);
            self.moved_body(number, &inner, &mut lines);
        }
        match close_line {
            Some(line) => self.push(written, Span::new(file, line, line), lines, rules::BODY),
            None => {
                let blanks = self.text().get(open..close).unwrap_or("");
                let blanks = blanks.len() - blanks.trim_end_matches([' ', '\t']).len();
                let indent = format!("{}{}", self.indent, self.deeper);
                let all = lines.within_line(indent, rules::BODY, Some(span));
                self.push(
                    written,
                    Span::new(file, close - blanks, close),
                    all,
                    rules::BODY,
                );
            }
        }
    }

    /// The indentation of statements in the first kernel.
    fn inner_indent(&self, kernel: &Kernel) -> String {
        let brace = kernel.block.body.span.start as usize;
        kernel
            .block
            .body
            .statements
            .iter()
            .map(|stmt| stmt.span.start as usize)
            .find(|at| self.own_line(*at).is_some_and(|line| line > brace))
            .map_or_else(
                || format!("{}{}", indentation(self.file, brace), self.unit),
                |at| indentation(self.file, at).to_owned(),
            )
    }

    /// Comments, barrier and assertions before the body of a kernel.
    fn seam(&self, number: usize, indent: &str, lines: &mut Lines) {
        let layout = self.layout;
        self.comments(number, indent, lines);
        let Some(seam) = layout.seams.get(number - 1) else {
            return;
        };
        let origin = layout.row.kernels.get(number).map(Kernel::head);
        if seam.barrier {
            let deeper = format!("{indent}{}", self.unit);
            let name = layout.names.block.as_deref().unwrap_or("fused");
            let start = lines.length;
            lines.line(indent, &format!("barrier({name})"), rules::BARRIER, origin);
            let sides = [
                (Place::BarrierTake, "requires", &seam.takes),
                (Place::BarrierGive, "ensures", &seam.gives),
            ];
            let mut conjuncts = Vec::new();
            for (place, word, list) in sides {
                for conjunct in list {
                    let text = format!("{word} {};", self.said(conjunct));
                    let range = lines.line(&deeper, &text, rules::BARRIER, Some(conjunct.origin));
                    conjuncts.push((range, Mark::Conjunct(place, Box::new(conjunct.clone()))));
                }
            }
            let asserted = layout.between.get(number - 1);
            let asserted = asserted.map_or(&[][..], |between| &between.asserted);
            lines.line(indent, "{", rules::BARRIER, origin);
            for stmt in asserted {
                let place = self.with_comments(number, stmt);
                let text = statements(layout.input, &[place], &deeper, rules::HOST);
                let range = lines.append(text);
                conjuncts.push((range, Mark::Host(stmt.span)));
            }
            lines.line(indent, "}", rules::BARRIER, origin);
            for (range, mark) in conjuncts {
                lines.marked(range, mark);
            }
            let end = lines.length;
            lines.marked(start..end, Mark::Barrier);
        }
        for conjunct in &seam.asserts {
            let text = format!("assert {};", self.said(conjunct));
            let range = lines.line(indent, &text, rules::SEAM, Some(conjunct.origin));
            lines.marked(
                range,
                Mark::Conjunct(Place::Seam, Box::new(conjunct.clone())),
            );
        }
    }

    /// What was said between two kernels.
    fn comments(&self, number: usize, indent: &str, lines: &mut Lines) {
        let layout = self.layout;
        let (Some(before), Some(kernel)) = (
            layout.row.kernels.get(number - 1),
            layout.row.kernels.get(number),
        ) else {
            return;
        };
        let (from, to) = (before.stmt.span.end, kernel.block.body.span.start);
        let stmts = layout.row.between.get(number - 1);
        let stmts = stmts.iter().flat_map(|stmts| stmts.iter());
        // An empty statement goes, and leaves its comments here.
        let moved: Vec<Span> = stmts
            .filter(|stmt| stmt.kind != StmtKind::Empty)
            .map(|stmt| self.with_comments(number, stmt))
            .collect();
        let within = |span: Span| moved.iter().any(|moved| moved.contains(span));
        for comment in lex::comments(self.text(), before.stmt.span.file) {
            let span = comment.span;
            if span.start < from || span.end > to || within(span) {
                continue;
            }
            lines.append(Snippet::generated(indent, rules::COMMENT, Some(span)));
            let old = indentation(self.file, span.start as usize);
            let text = Snippet::copy(self.file, span, rules::COMMENT).reindented(old, indent);
            lines.append(text);
            lines.append(Snippet::generated("\n", rules::COMMENT, Some(span)));
        }
    }

    /// A statement between the kernels before kernel number `number`, with the comments of its own:
    /// those right above it, and one behind it on its line.
    fn with_comments(&self, number: usize, stmt: &Stmt) -> Span {
        let layout = self.layout;
        let gap = layout.row.between.get(number - 1);
        let ends = gap.iter().flat_map(|stmts| stmts.iter());
        let ends = ends.map(|stmt| stmt.span.end);
        let before = layout.row.kernels.get(number - 1);
        let from = ends
            .chain(before.map(|kernel| kernel.stmt.span.end))
            .filter(|end| *end <= stmt.span.start)
            .max()
            .unwrap_or(stmt.span.start);
        let mut whole = stmt.span;
        let comments = lex::comments(self.text(), stmt.span.file);
        for comment in comments.iter().rev() {
            let span = comment.span;
            let near = |start: u32, end: u32| {
                let text = self.text().get(start as usize..end as usize);
                text.is_some_and(|text| text.trim().is_empty() && text.matches('\n').count() <= 1)
            };
            let above =
                span.start >= from && span.end <= whole.start && near(span.end, whole.start);
            if above && self.own_line(span.start as usize).is_some() {
                whole.start = span.start;
            }
        }
        let behind = comments.iter().find(|comment| {
            let text = self
                .text()
                .get(stmt.span.end as usize..comment.span.start as usize);
            text.is_some_and(|text| text.trim_matches([' ', '\t']).is_empty())
        });
        if let Some(comment) = behind {
            whole.end = comment.span.end;
        }
        whole
    }

    /// Statements moved before the first kernel.
    pub(super) fn moved_statements(&self, first: &Kernel, written: &mut Written) {
        let gaps = self.layout.between.iter().enumerate();
        let gaps = gaps.take(self.layout.count.saturating_sub(1));
        let moved: Vec<Span> = gaps
            .flat_map(|(gap, between)| between.moved.iter().map(move |stmt| (gap + 1, stmt)))
            .map(|(number, stmt)| self.with_comments(number, stmt))
            .collect();
        if moved.is_empty() {
            return;
        }
        let at = before_marker(self.text(), first.stmt.span.start as usize);
        let mut lines = Lines::new(self.eol);
        let file = first.stmt.span.file;
        match self.own_line(at) {
            Some(line) => {
                lines.append(statements(
                    self.layout.input,
                    &moved,
                    &self.indent,
                    rules::MOVED,
                ));
                self.push(written, Span::new(file, line, line), lines, rules::MOVED);
            }
            None => {
                lines.append(statements(self.layout.input, &moved, "", rules::MOVED));
                self.push(written, Span::new(file, at, at), lines, rules::MOVED);
            }
        }
    }

    /// The body of another kernel.
    fn moved_body(&self, number: usize, indent: &str, lines: &mut Lines) {
        let layout = self.layout;
        let Some(kernel) = layout.row.kernels.get(number) else {
            return;
        };
        let opening = self.opening(number);
        let deeper = match opening {
            Some(_) => format!("{indent}{}", self.unit),
            None => indent.to_owned(),
        };
        let block = kernel.block.body.span;
        let (start, end) = (block.start as usize + 1, block.end as usize - 1);
        let text = self.text().get(start..end).unwrap_or("");
        let first = start + (text.len() - text.trim_start().len());
        let inner = Span::new(block.file, first, (first + text.trim().len()).max(first));
        if let Some((text, rule)) = &opening {
            lines.line(indent, text, rule, Some(kernel.head()));
        }
        if !inner.range().is_empty() {
            let from = self.inner_indent(kernel);
            lines.append(Snippet::generated(
                deeper.as_str(),
                rules::BODY,
                Some(inner),
            ));
            let copy =
                Snippet::copy_with(self.file, inner, &layout.names.replacements, rules::BODY)
                    .unwrap_or_else(|_| Snippet::copy(self.file, inner, rules::BODY));
            let range = lines.append(copy.reindented(&from, &deeper));
            lines.marked(range, Mark::Body);
            lines.append(Snippet::generated("\n", rules::BODY, Some(inner)));
        }
        if let Some((_, rule)) = &opening {
            lines.line(indent, "}", rule, Some(block));
        }
    }

    /// The other kernels go.
    pub(super) fn others(&self, first: &Kernel, written: &mut Written) {
        let Some(last) = self.layout.row.kernels.get(self.layout.count - 1) else {
            return;
        };
        let file = first.stmt.span.file;
        let (start, end) = (first.stmt.span.end as usize, last.stmt.span.end as usize);
        let rest = |at: usize| {
            let text = self.text().get(at..).unwrap_or("");
            let line = text.split_inclusive('\n').next().unwrap_or("");
            (line.trim().is_empty() && line.ends_with('\n')).then_some(at + line.len())
        };
        let place = match (rest(start), rest(end)) {
            (Some(start), Some(end)) => Span::new(file, start, end),
            _ => Span::new(file, start, end),
        };
        let edit = Edit::new(place, String::new(), rules::GONE).with_origin(last.stmt.span);
        written.edits.push((edit, Vec::new()));
    }
}
