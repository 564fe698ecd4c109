//! Points of the source where a barrier could be put.

use crate::builder::Builder;
use clang::tree::{Expr as CExpr, ExprKind as CExprKind, Stmt as CStmt, StmtKind as S};
use ir::kernel::{PatchPoint, Place, StmtKind};

/// Blanks that a body is indented by, where it has no statement to go by.
const INDENTATION: &str = "    ";

impl Builder<'_> {
    /// Where a barrier could be put before a statement.
    pub fn patch_before(&self, stmt: &CStmt) -> Option<PatchPoint> {
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
            indentation: indentation(text, start)?,
            braces_until: None,
            in_macro: stmt.place.in_macro(),
            update: None,
        })
    }

    /// Marks the point before a statement, if points are wanted and there is one; `alone` says that
    /// the statement is the body of another.
    pub fn point_before(&mut self, stmt: &CStmt, alone: bool) {
        let within = matches!(stmt.kind, S::Block(_));
        // After a jump nothing comes here; what a block begins with has a point of its own.
        if !self.tables.points || within || !self.reached() {
            return;
        }
        if matches!(stmt.kind, S::Empty) && !alone {
            return;
        }
        let Some(mut patch) = self.patch_before(stmt) else {
            return;
        };
        let span = stmt.place.span;
        let Some(file) = self.types.unit.files.get(span.file as usize) else {
            return;
        };
        let text = &file.source.text;
        if stmt.place.spelling.is_some() {
            // Of the statements of one use of a macro only the first begins where the use does.
            let first = self.macros.insert((patch.file, patch.offset));
            if !first || !begins_statement(text, patch.offset as usize) {
                return;
            }
        }
        if alone {
            let Some(end) = end_of(text, span.end as usize) else {
                return;
            };
            patch.braces_until = u32::try_from(end).ok();
        }
        patch.update = self.update_of(stmt, text);
        self.push_point(patch);
    }

    /// Marks the point at the end of a block with braces.
    pub fn point_at_end(&mut self, block: &CStmt, last: Option<&CStmt>) {
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
        let of_last = last.and_then(|stmt| self.patch_before(stmt));
        let of_brace = || Some(indentation(text, brace)? + INDENTATION);
        let blanks = of_last.map(|patch| patch.indentation).or_else(of_brace);
        let (Some(indentation), Ok(offset)) = (blanks, u32::try_from(brace)) else {
            return;
        };
        self.push_point(PatchPoint {
            file: span.file,
            offset,
            indentation,
            braces_until: None,
            in_macro: false,
            update: None,
        });
    }

    /// The point between reads and write of a statement that is an assignment: at its operator. A
    /// barrier there takes the statement apart.
    pub fn point_within(&self, stmt: &CStmt, e: &CExpr) -> Option<PatchPoint> {
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
        Some(PatchPoint {
            offset: u32::try_from(at).ok()?,
            braces_until: u32::try_from(end_of(text, whole.span.end as usize)?).ok(),
            ..self.patch_before(stmt)?
        })
    }

    /// Marks the point between an assignment's reads and its write.
    pub fn point_apart(&mut self, patch: Option<PatchPoint>) {
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

/// The offset before the `#pragma` lines directly above a statement, which belong to it; else that of
/// the statement.
fn before_directives(text: &str, at: usize) -> Option<usize> {
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
pub fn behind_operand(text: &str, at: u32) -> Option<u32> {
    let behind = text.get(at as usize..)?;
    let passed = behind.len()
        - behind
            .trim_start_matches([' ', '\t', '\r', '\n', ')'])
            .len();
    at.checked_add(u32::try_from(passed).ok()?)
}

/// The offset behind a statement whose last token ends at `at`: with its semicolon.
pub fn end_of(text: &str, at: usize) -> Option<usize> {
    if text.get(..at)?.ends_with(['}', ';']) {
        return Some(at);
    }
    let rest = text.get(at..)?;
    let blanks = rest.len() - rest.trim_start().len();
    rest.trim_start()
        .starts_with(';')
        .then_some(at + blanks + 1)
}
