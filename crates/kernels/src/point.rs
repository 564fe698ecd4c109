//! Points of the source where a barrier could be put.

use crate::builder::Builder;
use crate::conditional::{self, is_outside};
use crate::used::end_of_use;
use clang::place::File;
use clang::tree::{Expr as CExpr, ExprKind as CExprKind, Stmt as CStmt, StmtKind as S};
use kernel_graph::{PatchPoint, Place, StmtKind};
use text::edit::unit_of;

impl Builder<'_> {
    /// Where a barrier could be put before a statement.
    pub(crate) fn patch_before(&self, stmt: &CStmt) -> Option<PatchPoint> {
        let span = stmt.place.span;
        let file = self.types.unit.files.get(span.file as usize)?;
        if file.role == clang::place::Role::Own {
            return None;
        }
        let text = &file.source.text;
        let start = before_directives(text, span.start as usize)?;
        Some(PatchPoint {
            file: span.file,
            offset: u32::try_from(start).ok()?,
            indentation: indentation(text, behind_directives(text, span.start as usize)?)?,
            braces_until: None,
            in_macro: stmt.place.in_macro(),
            conditional: false,
            update: None,
            used: Vec::new(),
        })
    }

    /// Marks the point before a statement, if points are wanted and there is one; `alone` says that
    /// the statement is the body of another.
    pub(crate) fn point_before(&mut self, stmt: &CStmt, alone: bool) {
        // After a jump nothing comes here.
        if !self.tables.points || !self.reached() {
            return;
        }
        if matches!(stmt.kind, S::Empty) && !alone {
            return;
        }
        let Some(mut patch) = self.patch_before(stmt) else {
            return;
        };
        let Some(outside) = self.outside(stmt, alone) else {
            patch.conditional = true;
            return self.point_here(stmt, patch, alone);
        };
        if outside == patch.offset {
            return self.point_here(stmt, patch, alone);
        }
        // Before the conditional there is room for a barrier, at the statement for an atomic operation.
        self.push_point(PatchPoint {
            offset: outside,
            ..patch.clone()
        });
        patch.conditional = true;
        self.point_here(stmt, patch, alone);
    }

    /// Where a barrier goes that is to be before a statement whatever the preprocessor takes.
    fn outside(&self, stmt: &CStmt, alone: bool) -> Option<u32> {
        let span = stmt.place.span;
        let text = &self.types.unit.files.get(span.file as usize)?.source.text;
        let from = self.body_in(span.file);
        let start = before_directives(text, span.start as usize)?;
        let outside = conditional::outside(text, from, start)?;
        // The braces around a body would be in one branch only.
        let torn = alone && (outside != start || !is_outside(text, from, span.end as usize));
        u32::try_from(outside).ok().filter(|_| !torn)
    }

    /// Where the body of the function at work begins, if it is in this file.
    fn body_in(&self, file: u32) -> usize {
        match self.body {
            Some(body) if body.file == file => body.start as usize,
            _ => 0,
        }
    }

    /// Marks a point where a statement begins.
    fn point_here(&mut self, stmt: &CStmt, mut patch: PatchPoint, alone: bool) {
        let from_macro = stmt.place.spelling.is_some();
        // What a block begins with has a point of its own, but not within a macro.
        if matches!(stmt.kind, S::Block(_)) && !from_macro {
            return;
        }
        let span = stmt.place.span;
        let file = |number: u32| self.types.unit.files.get(number as usize);
        let Some(File { source, .. }) = file(span.file) else {
            return;
        };
        let text = &source.text;
        if from_macro {
            // Of the statements of one use of a macro only the first begins where the use does.
            let first = self.macros.insert((patch.file, patch.offset));
            if !first || !begins_statement(text, patch.offset as usize) {
                return;
            }
        }
        if alone {
            let end = match stmt.place.spelling.and_then(|s| file(s.span.file)) {
                Some(defined) => end_of_use(text, &defined.source.text, &stmt.place),
                None => end_of(text, span.end as usize),
            };
            let Some(end) = end else {
                return;
            };
            patch.braces_until = u32::try_from(end).ok();
        }
        if matches!(stmt.kind, S::Case { .. } | S::Default(_) | S::Label { .. }) {
            patch.indentation = above_label(text, patch.offset as usize, &patch.indentation);
        }
        patch.update = self.update_of(stmt, text);
        patch.used = self.used_in(stmt, text);
        self.push_point(patch);
    }

    /// Marks the point at the end of a block with braces.
    pub(crate) fn point_at_end(&mut self, block: &CStmt, last: Option<&CStmt>) {
        if !self.tables.points || !self.reached() || block.place.spelling.is_some() {
            return;
        }
        let span = block.place.span;
        let Some(file) = self.types.unit.files.get(span.file as usize) else {
            return;
        };
        let text = &file.source.text;
        let brace = (span.end as usize).saturating_sub(1);
        if file.role == clang::place::Role::Own || text.as_bytes().get(brace) != Some(&b'}') {
            return;
        }
        let of_last = last.and_then(|stmt| self.patch_before(behind_labels(stmt)));
        let of_last = of_last.map(|patch| patch.indentation);
        let of_brace = || Some(indentation(text, brace)? + &unit_of(text));
        let blanks = of_last.or_else(of_brace);
        let (Some(indentation), Ok(offset)) = (blanks, u32::try_from(brace)) else {
            return;
        };
        let conditional = !is_outside(text, self.body_in(span.file), brace);
        self.push_point(PatchPoint {
            file: span.file,
            offset,
            indentation,
            braces_until: None,
            in_macro: false,
            conditional,
            update: None,
            used: Vec::new(),
        });
    }

    /// The point between reads and write of a statement that is an assignment: at its operator. A
    /// barrier there takes the statement apart.
    pub(crate) fn point_within(&self, stmt: &CStmt, e: &CExpr) -> Option<PatchPoint> {
        let CExprKind::Assign { left, .. } = &e.kind else {
            return None;
        };
        let (whole, left) = (stmt.place, left.place);
        if !self.tables.points || whole.spelling.is_some() || left.spelling.is_some() {
            return None;
        }
        let text = &self
            .types
            .unit
            .files
            .get(whole.span.file as usize)?
            .source
            .text;
        let behind = text.get(left.span.end as usize..)?;
        let blanks = behind.len() - behind.trim_start().len();
        let at = left.span.end as usize + blanks;
        // In one branch of a conditional the assignment would stay in one piece in the others.
        self.outside(stmt, true)?;
        Some(PatchPoint {
            offset: u32::try_from(at).ok()?,
            braces_until: u32::try_from(end_of(text, whole.span.end as usize)?).ok(),
            ..self.patch_before(stmt)?
        })
    }

    /// Marks the point between an assignment's reads and its write.
    pub(crate) fn point_apart(&mut self, patch: Option<PatchPoint>) {
        if let Some(patch) = patch {
            self.push_point(patch);
        }
    }

    fn push_point(&mut self, patch: PatchPoint) {
        let at = text::span::Span {
            file: patch.file,
            start: patch.offset,
            end: patch.offset,
        };
        let here = std::mem::replace(&mut self.place, Place::plain(at));
        self.patch = Some(patch);
        self.push(StmtKind::Point);
        self.place = here;
    }
}

/// The blanks at the start of the line of an offset.
fn indentation(text: &str, at: usize) -> Option<String> {
    let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let blanks = text.get(line..)?.chars();
    Some(blanks.take_while(|c| *c == ' ' || *c == '\t').collect())
}

/// The statement behind the labels that it begins with.
fn behind_labels(mut stmt: &CStmt) -> &CStmt {
    while let S::Case { body, .. } | S::Default(body) | S::Label { body, .. } = &stmt.kind {
        stmt = body;
    }
    stmt
}

/// The blanks before a statement above a label, which stands further left than statements do.
fn above_label(text: &str, at: usize, own: &str) -> String {
    let above = text.get(..at).unwrap_or_default().trim_end();
    let last = indentation(above, above.len()).unwrap_or_default();
    match last.len() > own.len() && !above.ends_with(':') {
        true => last,
        false => own.to_owned() + &unit_of(text),
    }
}

/// The offset before the `#pragma` lines directly above a statement, which belong to it; else that of
/// the statement.
pub(crate) fn before_directives(text: &str, at: usize) -> Option<usize> {
    let mut start = at;
    loop {
        let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
        let first = |from: usize| {
            let rest = text.get(from..)?;
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            Some((from + blanks, rest.trim_start_matches([' ', '\t'])))
        };
        // The place of an attribute that a pragma gives is in the pragma.
        let (own, rest) = first(line)?;
        if rest.starts_with('#') && own < start {
            start = own;
            continue;
        }
        let Some(above) = line.checked_sub(1) else {
            return Some(start);
        };
        let line = text.get(..above)?.rfind('\n').map_or(0, |end| end + 1);
        let (place, rest) = first(line)?;
        let alone = text.get(above + 1..start)?.trim().is_empty();
        match alone && rest.starts_with("#pragma") {
            true => start = place,
            false => return Some(start),
        }
    }
}

/// An offset behind the `#` lines that an offset is in, which stand where they like: the place of an attribute
/// that a pragma gives is in the pragma, and its statement below.
fn behind_directives(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
        let rest = text.get(line..)?;
        match rest.trim_start_matches([' ', '\t']).starts_with('#') {
            true => at = line + rest.find('\n')? + 1,
            false => return Some(at),
        }
    }
}

/// Whether a statement may begin at an offset, as far as the text before it says.
fn begins_statement(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end();
    let word = |word: &str| {
        before.strip_suffix(word).is_some_and(|rest| {
            let last = rest.chars().next_back();
            !last.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
    };
    before.ends_with([';', '{', '}', ')', ':'])
        || before.ends_with("*/")
        || word("else")
        || word("do")
}

/// The first byte behind blanks and closing parentheses.
pub(crate) fn behind_operand(text: &str, at: u32) -> Option<u32> {
    let behind = text.get(at as usize..)?;
    let passed = behind.len()
        - behind
            .trim_start_matches([' ', '\t', '\r', '\n', ')'])
            .len();
    at.checked_add(u32::try_from(passed).ok()?)
}

/// The offset behind a statement whose last token ends at `at`: with its semicolon.
pub(crate) fn end_of(text: &str, at: usize) -> Option<usize> {
    if text.get(..at)?.ends_with(['}', ';']) {
        return Some(at);
    }
    let rest = text.get(at..)?;
    let blanks = rest.len() - rest.trim_start().len();
    rest.trim_start()
        .starts_with(';')
        .then_some(at + blanks + 1)
}
