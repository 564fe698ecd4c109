//! The edits that put an element into a register for a run of statements.

use super::element::{Element, bare, written_at};
use super::runs::Run;
use super::uses::{Role, Use};
use crate::linearize::found::bracket;
use crate::loops::layout::behind_comment;
use crate::loops::parts::statement_end;
use crate::opened::Opened;
use crate::sites::line_of_pragma;
use clang::tree::{Stmt, StmtKind};
use text::code::Code;
use text::edit::{EditSet, indentation, line_end};
use text::span::Span;
use transforms::Refusal;

const LOAD: &str = "prefetch: element into a register";
const USE: &str = "prefetch: register for the element";
const STORE: &str = "prefetch: register back into the element";
/// Of text that only the race checker sees.
const ASSERTION: &str = "prefetch: another element asserted to be another";

/// A register for a run.
pub(crate) struct Registers<'a> {
    pub opened: &'a Opened<'a>,
    pub element: &'a Element,
    pub ty: &'a str,
    pub name: String,
    pub run: &'a Run<'a>,
}

impl Registers<'_> {
    /// The edits: a load, the register in place of each use, a store if it was written.
    pub(crate) fn edits(&self, edits: &mut EditSet) -> Result<(), Refusal> {
        let (begun, kept) = (self.run.begun(), self.run.kept());
        let mut seen: Vec<Span> = Vec::new();
        for one in self.run.uses() {
            let Some(at) = one.at.filter(|at| !seen.contains(at)) else {
                continue;
            };
            seen.push(at);
            if kept.is_some_and(|kept| kept.at == Some(at)) {
                continue;
            }
            let text = match begun.is_some_and(|begun| begun.at == Some(at)) {
                true => format!("{} {}", self.ty, self.name),
                false => self.name.clone(),
            };
            edits.replace(at, text, USE);
        }
        match self.run.stmts.first() {
            Some(stmt) if begun.is_none() => self.load(stmt, edits),
            Some(_) | None => {}
        }
        match self.run.ahead() {
            Some(stmt) if kept.is_none() => self.store(stmt, edits),
            Some(_) | None => Ok(()),
        }
    }

    /// The element as it is written where it occurs first.
    fn text(&self) -> &str {
        let first = written_at(self.element.first.place);
        first.map_or(&self.element.spelled.text, |span| self.opened.slice(span))
    }

    fn load(&self, stmt: &Stmt, edits: &mut EditSet) {
        let source = self.opened.source;
        let start = stmt.place.span.start as usize;
        let start = match stmt.kind {
            StmtKind::Attributed { .. } => line_of_pragma(&source.text, start),
            _ => start,
        };
        let text = format!(
            "{} {} = {};{}{}",
            self.ty,
            self.name,
            self.text(),
            line_end(source).as_str(),
            indentation(source, start),
        );
        edits.insert(0, start, text, LOAD).origin = Some(self.element.first.place.span);
    }

    fn store(&self, stmt: &Stmt, edits: &mut EditSet) -> Result<(), Refusal> {
        let source = self.opened.source;
        let Some(end) = statement_end(&source.text, stmt) else {
            let message = "a macro brings the end of this statement, behind which the register is written back";
            return Err(Refusal::inapplicable(Code::A009, stmt.place.span, message));
        };
        let text = format!(
            "{}{}{} = {};",
            line_end(source).as_str(),
            indentation(source, stmt.place.span.start as usize),
            self.text(),
            self.name,
        );
        let at = behind_comment(&source.text, end);
        edits.insert(0, at, text, STORE).origin = Some(stmt.place.span);
        Ok(())
    }

    /// Asserts of other elements of the array that they are others, where one of both is written; whether there are any.
    pub(crate) fn asserted(&self, edits: &mut EditSet) -> Result<bool, Refusal> {
        let ahead = self.run.ahead().is_some();
        let others = self.run.facts.iter().flat_map(|one| &one.others);
        let mut seen: Vec<Span> = Vec::new();
        for one in others.filter(|one| ahead || one.role != Role::Read) {
            if let Some(at) = one.at
                && seen.contains(&at)
            {
                continue;
            }
            seen.extend(one.at);
            self.differs(one, edits)?;
        }
        Ok(!seen.is_empty())
    }

    fn differs(&self, one: &Use, edits: &mut EditSet) -> Result<(), Refusal> {
        let text = &self.opened.source.text;
        let name = self.element.spelled.array();
        let spans = |at: Span| brackets(text, at, self.element.depth);
        let own = written_at(bare(&self.element.first).place).and_then(spans);
        let (Some(own), Some(other)) = (own, one.at.and_then(spans)) else {
            let message = format!("a macro brings this use of `{name}`, which may be the element");
            return Err(Refusal::inapplicable(Code::A009, one.span, message));
        };
        let each = own.iter().zip(&other).map(|(own, other)| {
            let (own, other) = (self.opened.slice(*own), self.opened.slice(*other));
            format!("({other}) == ({own})")
        });
        let all: Vec<String> = each.collect();
        if let Some(last) = other.last() {
            let text = self.opened.slice(*last);
            // The sign makes a value of the index: as a place, a thread's number would be all three of its numbers.
            let text = format!("(__assert(!({})), +({text}))", all.join(" && "));
            edits.replace(*last, text, ASSERTION);
        }
        Ok(())
    }
}

/// What stands in each of the brackets of an element.
fn brackets(text: &str, element: Span, depth: usize) -> Option<Vec<Span>> {
    let mut all = Vec::new();
    let name = clang::tokens(text, element.start as usize).next()?;
    let mut at = name.end;
    for _ in 0..depth {
        let (inner, end) = bracket(text, at)?;
        all.push(inner);
        at = end;
    }
    (at == element.end as usize).then_some(all)
}
