//! A body without its `continue`s: what a `continue` skips goes under a condition instead.
//!
//! In a copy of an iteration ahead of the loop there is nothing to continue. `if (c) { continue; } s`
//! does the same as `if (!c) { s }`, and `if (c) { r continue; } s` as `if (c) { r } else { s }`. That
//! is done where the text stays readable: nothing is written twice, and no jump is made.

use crate::framework::input::Input;
use crate::shared::loops::Loop;
use crate::shared::opposite::{Changes, opposite};
use spec_lang::ast::{Call, ExprKind, Stmt, StmtKind, Visitor};
use spec_lang::resolve::Reference;
use text::edit::{LineEnd, indentation, indentation_unit, line_end};
use text::source::SourceFile;
use text::span::Span;

/// The places of the `continue`s without a name that go on with this loop, in the order of the text.
pub(crate) fn own(input: &Input<'_>, parts: &Loop) -> Vec<Span> {
    let mut find = Own {
        input,
        parts,
        found: Vec::new(),
    };
    find.visit_stmt(&parts.body);
    find.found
}

struct Own<'a> {
    input: &'a Input<'a>,
    parts: &'a Loop,
    found: Vec<Span>,
}

impl Visitor for Own<'_> {
    // Ghost arguments of a call are filed as statements, but are none.
    fn visit_call(&mut self, _: &Call) {}
    fn visit_stmt(&mut self, stmt: &Stmt) {
        let aim = self.input.resolution.references.get(&stmt.id);
        if matches!(stmt.kind, StmtKind::Continue(None))
            && matches!(aim, Some(Reference::Statement(to)) if *to == self.parts.stmt.id)
        {
            self.found.push(stmt.span);
        }
        self.walk_stmt(stmt);
    }
}

/// The changes that take every `continue` out of a loop's body.
///
/// # Errors
/// The place of one that cannot be written as a condition.
pub(crate) fn taken_out(input: &Input<'_>, parts: &Loop) -> Result<Changes, Span> {
    let own = own(input, parts);
    let Some(first) = own.first().copied() else {
        return Ok(Vec::new());
    };
    let file = input.file(parts.body.span).ok_or(first)?;
    let mut writer = Writer {
        input,
        file,
        unit: indentation_unit(file),
        eol: line_end(file),
        own,
        changes: Vec::new(),
        deeper: Vec::new(),
    };
    writer.last(&parts.body, 0)?;
    Ok(writer.finished())
}

struct Writer<'a> {
    input: &'a Input<'a>,
    file: &'a SourceFile,
    unit: String,
    eol: LineEnd,
    own: Vec<Span>,
    changes: Changes,
    /// What goes one level in.
    deeper: Vec<Span>,
}

impl Writer<'_> {
    /// The first `continue` within a statement.
    fn within(&self, stmt: &Stmt) -> Option<Span> {
        let mut own = self.own.iter();
        own.find(|span| stmt.span.contains(**span)).copied()
    }

    /// A statement behind which an iteration has nothing to do, at so many levels in.
    fn last(&mut self, stmt: &Stmt, depth: usize) -> Result<(), Span> {
        let Some(place) = self.within(stmt) else {
            return Ok(());
        };
        match &stmt.kind {
            StmtKind::Block(block) => {
                let end = self.trimmed((block.span.end as usize).saturating_sub(1));
                self.list(&block.statements, end, depth)
            }
            StmtKind::If {
                then_branch,
                else_branch,
                ..
            } => {
                for branch in [Some(then_branch), else_branch.as_ref()]
                    .into_iter()
                    .flatten()
                {
                    if let StmtKind::Continue(_) = branch.kind {
                        self.changes.push((branch.span, "{ }".to_owned()));
                    } else {
                        self.last(branch, depth)?;
                    }
                }
                Ok(())
            }
            StmtKind::Continue(_) => {
                let start = self.trimmed(stmt.span.start as usize);
                let place = Span::new(stmt.span.file, start, stmt.span.end as usize);
                self.changes.push((place, String::new()));
                Ok(())
            }
            _ => Err(place),
        }
    }

    /// Statements with nothing to do behind them, the last of which ends before `end`.
    fn list(&mut self, stmts: &[Stmt], end: usize, depth: usize) -> Result<(), Span> {
        let found = stmts.iter().position(|stmt| self.within(stmt).is_some());
        let Some((stmt, rest)) = found.and_then(|at| stmts.get(at..)?.split_first()) else {
            return Ok(());
        };
        let Some(next) = rest.first() else {
            return self.last(stmt, depth);
        };
        let place = self.within(stmt).unwrap_or(stmt.span);
        let StmtKind::If {
            condition,
            then_branch,
            else_branch: None,
        } = &stmt.kind
        else {
            return Err(place);
        };
        if !always(then_branch) {
            return Err(place);
        }
        let behind = self.gap(then_branch.span.end as usize, next.span.start as usize);
        if only(then_branch) && !self.has_comment(then_branch) && condition.kind != ExprKind::Any {
            self.changes.extend(opposite(self.input, condition));
            let branch = Span::new(
                stmt.span.file,
                then_branch.span.start as usize,
                behind.end as usize,
            );
            self.opened("{", branch, next, depth);
        } else {
            match only(then_branch) && !matches!(then_branch.kind, StmtKind::Block(_)) {
                true => self.changes.push((then_branch.span, "{ }".to_owned())),
                false => self.last(then_branch, depth)?,
            }
            self.opened(" else {", behind, next, depth);
        }
        let inside = Span::new(stmt.span.file, behind.end as usize, end);
        self.deeper.push(inside);
        self.list(rest, end, depth + 1)?;
        let indent = indentation(self.file, stmt.span.start as usize);
        let close = format!("{}{indent}{}}}", self.eol.as_str(), self.unit.repeat(depth));
        self.changes
            .push((Span::new(stmt.span.file, end, end), close));
        Ok(())
    }

    /// Writes what opens the room for the rest, on a line of its own unless it has one.
    fn opened(&mut self, word: &str, place: Span, next: &Stmt, depth: usize) {
        let (from, to) = (place.end as usize, next.span.start as usize);
        let mut text = word.to_owned();
        let between = self.file.text.get(from..to).unwrap_or("");
        if between.trim().is_empty() && !between.contains('\n') {
            let indent = indentation(self.file, to);
            text.push_str(self.eol.as_str());
            text.push_str(indent);
            text.push_str(&self.unit.repeat(depth + 1));
        }
        self.changes.push((place, text));
    }

    /// The blanks behind a statement, up to the end of the line before what follows.
    fn gap(&self, from: usize, to: usize) -> Span {
        let text = self.file.text.get(from..to).unwrap_or("");
        let blanks = &text[..text.len() - text.trim_start().len()];
        let taken = match blanks.rfind('\n') {
            Some(at) => blanks[..at].strip_suffix('\r').map_or(at, str::len),
            None if text.trim().is_empty() => blanks.len(),
            // A comment follows, as it did.
            None => 0,
        };
        Span::new(self.file_number(), from, from + taken)
    }

    fn file_number(&self) -> u32 {
        self.own.first().map_or(0, |span| span.file)
    }

    /// The end of what stands before the blanks that end here.
    fn trimmed(&self, end: usize) -> usize {
        self.file.text.get(..end).unwrap_or("").trim_end().len()
    }

    fn has_comment(&self, stmt: &Stmt) -> bool {
        let text = self.file.slice(stmt.span);
        text.contains("//") || text.contains("/*")
    }

    /// The changes, with the indentation of lines that went in.
    fn finished(self) -> Changes {
        let Writer {
            file,
            unit,
            mut changes,
            deeper,
            ..
        } = self;
        let Some(whole) = deeper.iter().copied().reduce(Span::to) else {
            return changes;
        };
        let start = whole.start as usize;
        let text = file.slice(whole);
        let begins: Vec<usize> = text
            .match_indices('\n')
            .map(|(at, _)| start + at + 1)
            .filter(|&at| {
                let line = file.text.get(at..).unwrap_or("").lines().next();
                !line.unwrap_or("").trim().is_empty()
            })
            .collect();
        let mut lines = Changes::new();
        for at in begins {
            let covered = changes
                .iter()
                .any(|(place, _)| (place.start as usize) < at && at < place.end as usize);
            let levels = deeper
                .iter()
                .filter(|span| (span.start as usize) < at && at < span.end as usize)
                .count();
            if !covered && levels > 0 {
                lines.push((Span::new(whole.file, at, at), unit.repeat(levels)));
            }
        }
        // What opens or closes at the same place stands before the indentation of its line.
        changes.extend(lines);
        changes
    }
}

/// Whether a branch ends by `continue`, whatever way it is gone through, and has no other.
fn always(branch: &Stmt) -> bool {
    match &branch.kind {
        StmtKind::Continue(None) => true,
        StmtKind::Block(block) => block.statements.last().is_some_and(always),
        _ => false,
    }
}

/// Whether a branch does nothing but `continue`.
fn only(branch: &Stmt) -> bool {
    match &branch.kind {
        StmtKind::Continue(None) => true,
        StmtKind::Block(block) => {
            matches!(block.statements.as_slice(), [one] if only(one))
        }
        _ => false,
    }
}
