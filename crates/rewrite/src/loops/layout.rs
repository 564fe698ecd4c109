//! How copies of a loop's body are laid out, as `transforms::shared::copies` does for PVL.

use super::parts::Parts;
use crate::opened::Opened;
use crate::sites::{Site, body_of};
use clang::tree::StmtKind;
use clang::{TokenKind, with_comments};
use text::edit::{
    Edit, EditSet, LineEnd, Snippet, indentation, indentation_unit, line_end, whole_lines,
};
use text::source::SourceFile;
use text::span::Span;

/// The names of the rules that make lines, as the change log has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// A declaration or assignment of a `for` header, placed before the copies.
    pub init: &'static str,
    /// A copy of the body.
    pub body: &'static str,
    /// The update of a `for` header.
    pub update: &'static str,
    /// Braces and indentation around copies.
    pub scope: &'static str,
    /// A condition around a copy.
    pub guard: &'static str,
    /// A comment that asked for the step.
    pub directive: &'static str,
}

/// Lays out copies of a loop.
pub(crate) struct Layout<'a> {
    source: &'a SourceFile,
    parts: &'a Parts,
    rules: &'a Rules,
    /// Where the loop begins, with what stands before its keyword.
    pub begin: usize,
    /// Indentation of the line where it begins, which may be that of a pragma.
    lead: String,
    /// Indentation of the line of its keyword.
    pub indent: String,
    /// One level.
    pub unit: String,
    /// How lines end.
    eol: LineEnd,
    /// Whether the loop and its copies get braces around them: their variable is declared in the header, or they stand for
    /// one statement.
    pub scoped: bool,
    /// Whether the body declares something.
    declares: bool,
    /// `__invariant`, which is an assertion outside of a loop.
    invariants: Vec<(Span, String)>,
}

impl<'a> Layout<'a> {
    /// How the copies of a loop are laid out.
    pub(crate) fn new(
        opened: &Opened<'a>,
        site: &Site<'_>,
        parts: &'a Parts,
        rules: &'a Rules,
    ) -> Layout<'a> {
        let source = opened.source;
        let stmt = site.stmt();
        let init_declares = stmt.is_some_and(|stmt| match &stmt.kind {
            StmtKind::For { init, .. } => init
                .as_ref()
                .is_some_and(|init| matches!(init.kind, StmtKind::Declare(_))),
            _ => false,
        });
        let declares = stmt.and_then(body_of).is_some_and(|body| match &body.kind {
            StmtKind::Block(all) => all
                .iter()
                .any(|one| matches!(one.kind, StmtKind::Declare(_))),
            _ => false,
        });
        let invariants = super::fit::invariants(opened, site).into_iter();
        Layout {
            source,
            parts,
            rules,
            begin: site.begin,
            lead: indentation(source, site.begin).to_owned(),
            indent: indentation(source, site.place.span.start as usize).to_owned(),
            unit: indentation_unit(source),
            eol: line_end(source),
            scoped: init_declares || !site.in_block,
            declares,
            invariants: invariants
                .map(|span| (span, "__assert".to_owned()))
                .collect(),
        }
    }

    /// The indentation of what stands beside the loop.
    pub(crate) fn inner(&self) -> String {
        match self.scoped {
            true => format!("{}{}", self.indent, self.unit),
            false => self.indent.clone(),
        }
    }

    /// The text of a part of the loop.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.source.slice(span)
    }

    /// The guard as text.
    pub(crate) fn guard(&self) -> &'a str {
        self.parts.guard.map_or("true", |guard| self.slice(guard))
    }

    /// A generated line.
    pub(crate) fn line(
        &self,
        indent: &str,
        text: &str,
        rule: &str,
        origin: Option<Span>,
    ) -> Snippet {
        Snippet::generated(format!("{indent}{text}\n"), rule, origin).with_line_end(self.eol)
    }

    /// A copied place as lines of its own, moved to an indentation.
    fn copied(&self, indent: &str, span: Span, after: &str, rule: &str) -> Snippet {
        let from = indentation(self.source, span.start as usize);
        let mut lines = Snippet::generated(indent.to_owned(), rule, Some(span));
        let copy = Snippet::copy_with(self.source, span, &self.invariants, rule)
            .unwrap_or_else(|_| Snippet::copy(self.source, span, rule));
        lines.append(copy.reindented(from, indent));
        lines.push(format!("{after}\n"), rule, Some(span));
        lines.with_line_end(self.eol)
    }

    /// What a `for` header does first, as a line.
    pub(crate) fn init(&self, indent: &str) -> Snippet {
        let one = self.parts.init;
        one.map_or_else(Snippet::new, |span| {
            self.copied(indent, span, ";", self.rules.init)
        })
    }

    /// What it does after each iteration, as a line.
    pub(crate) fn update(&self, indent: &str) -> Snippet {
        let one = self.parts.step;
        one.map_or_else(Snippet::new, |span| {
            self.copied(indent, span, ";", self.rules.update)
        })
    }

    /// The statements of the body; in braces if they declare something.
    pub(crate) fn body(&self, indent: &str) -> Snippet {
        let (inner, body) = (self.parts.inner, self.parts.body);
        if inner.start == inner.end {
            return Snippet::new();
        }
        if !self.declares {
            return self.copied(indent, inner, "", self.rules.body);
        }
        let deeper = format!("{indent}{}", self.unit);
        let mut lines = self.line(indent, "{", self.rules.scope, Some(body));
        lines.append(self.copied(&deeper, inner, "", self.rules.body));
        lines.append(self.line(indent, "}", self.rules.scope, Some(body)));
        lines
    }

    /// An iteration: body and update, under the loop's guard if that is asked for.
    pub(crate) fn iteration(&self, indent: &str, guarded: bool) -> Snippet {
        let mut lines = Snippet::new();
        let deeper = match guarded {
            true => format!("{indent}{}", self.unit),
            false => indent.to_owned(),
        };
        if guarded {
            let text = format!("if ({}) {{", self.guard());
            lines.append(self.line(indent, &text, self.rules.guard, self.parts.guard));
        }
        lines.append(self.body(&deeper));
        lines.append(self.update(&deeper));
        if guarded {
            lines.append(self.line(indent, "}", self.rules.guard, Some(self.parts.body)));
        }
        lines
    }

    /// Puts lines before the loop, and braces around both where they are needed. The directive that asked for it goes.
    pub(crate) fn ahead(&self, lines: Snippet, directive: Option<Span>, edits: &mut EditSet) {
        let file = self.parts.span.file;
        let inner = self.inner();
        let mut all = Snippet::new();
        if self.scoped {
            all.append(self.line("", "{", self.rules.scope, Some(self.parts.span)));
        }
        all.append(lines);
        let all = self.begun(all, Some(&inner));
        edits.push(Edit::from_snippet(
            Span::new(file, self.begin, self.begin),
            &all,
            self.rules.body,
        ));
        if self.scoped {
            for at in self.line_starts() {
                edits.insert(file, at, self.unit.clone(), self.rules.scope);
            }
            self.close(edits, self.parts.span.end as usize);
        }
        self.drop_directive(directive, edits);
    }

    /// Puts the brace that [`Layout::ahead`] opened behind the loop and the comment on its last line.
    fn close(&self, edits: &mut EditSet, end: usize) {
        let at = behind_comment(&self.source.text, end);
        let text = format!("{}{}}}", self.eol.as_str(), self.indent);
        edits
            .insert(self.parts.span.file, at, text, self.rules.scope)
            .origin = Some(self.parts.span);
    }

    /// Lines that begin where the loop does: the first without the part of its indentation that is there. What comes next, if
    /// something does, gets its indentation behind them, unless it is a pragma that has one of its own.
    pub(crate) fn begun(&self, lines: Snippet, next: Option<&str>) -> Snippet {
        let text = lines.text();
        let blanks = text.len() - text.trim_start_matches([' ', '\t']).len();
        let mut all = Snippet::new();
        let missing = self.indent.strip_prefix(&self.lead).unwrap_or("");
        all.push(missing, self.rules.scope, None);
        all.append(lines.without_start(blanks));
        if let Some(next) = next {
            let next = match self.lead == self.indent {
                true => next,
                false => &self.lead,
            };
            all.push(next, self.rules.scope, None);
        }
        all.with_line_end(self.eol)
    }

    /// Takes out the directive that asked for the step, with its line.
    pub(crate) fn drop_directive(&self, directive: Option<Span>, edits: &mut EditSet) {
        if let Some(span) = directive {
            edits.delete(whole_lines(self.source, span), self.rules.directive);
        }
    }

    /// Where the lines of the loop but for the first begin.
    fn line_starts(&self) -> Vec<usize> {
        line_starts(&self.source.text, self.begin, self.parts.span.end as usize)
    }
}

/// Where the lines of a part of the text but for the first begin; none of those that begin within a string or are empty.
pub(crate) fn line_starts(text: &str, start: usize, end: usize) -> Vec<usize> {
    let inside: Vec<_> = with_comments(text, start)
        .take_while(|token| token.start < end)
        .filter(|token| token.kind == TokenKind::Text)
        .map(|token| token.range())
        .collect();
    let whole = text.get(start..end).unwrap_or("");
    let all = whole.match_indices('\n').map(|(at, _)| start + at + 1);
    all.filter(|at| {
        let line = text.get(*at..).and_then(|rest| rest.lines().next());
        let empty = line.is_none_or(|line| line.trim().is_empty());
        !empty && !inside.iter().any(|one| one.start < *at && *at < one.end)
    })
    .collect()
}

/// Behind a comment that ends the line of a statement; where the statement ends if there is none.
pub(crate) fn behind_comment(text: &str, end: usize) -> usize {
    let line = text
        .get(end..)
        .and_then(|rest| rest.lines().next())
        .unwrap_or("");
    let words = line.trim();
    let comment = words.starts_with("//")
        || (words.starts_with("/*") && words.find("*/") == words.len().checked_sub(2));
    match comment {
        true => end + line.trim_end().len(),
        false => end,
    }
}
