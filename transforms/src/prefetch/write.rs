//! The edits: load, store, and the register in place of the cell.

use super::decide::Plan;
use super::pattern::Cell;
use crate::framework::input::Input;
use crate::shared::copies::before_marker;
use spec_lang::ast::{AssignOp, StmtKind};
use text::edit::{Edit, EditSet, LineEnd, Snippet, indentation, indentation_unit, line_end};
use text::source::SourceFile;
use text::span::Span;

const DECLARE: &str = "prefetch: register for the cell";
const LOAD: &str = "prefetch: cell loaded into its register";
const STORE: &str = "prefetch: register written back";
const ACCESS: &str = "prefetch: register in place of the cell";
const EITHER: &str = "prefetch: register where the element is the cell";
const INVARIANT: &str = "prefetch: register and cell agree";

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// What ends ranges. It comes first: where a range ends and another begins, perhaps one
    /// of another name for the same cell, memory must be up to date before it is read.
    Stores,
    /// All else.
    Rest,
}

/// The variable that a cell is kept in.
#[derive(Clone, Copy)]
pub(super) struct Register<'a> {
    /// A new name.
    pub name: &'a str,
    /// Its type.
    pub ty: &'a str,
}

/// Writes a part of the plans of one cell down.
pub(super) fn write(
    part: Part,
    input: &Input<'_>,
    cell: &Cell,
    register: Register<'_>,
    plans: &[Plan],
    edits: &mut EditSet,
) {
    let mut declared: Vec<(Span, u32)> = Vec::new();
    for plan in plans {
        let Some(file) = input.file(plan.range.block) else {
            continue;
        };
        let span = plan.range.span();
        // An earlier register in a block around this one does for this range, too.
        let known = declared
            .iter()
            .any(|(block, from)| block.contains(span) && *from <= span.start);
        if !known {
            declared.push((plan.range.block, span.start));
        }
        Writer {
            file,
            register: register.name,
            ty: register.ty,
            text: cell_text(input, plan, cell),
            plan,
            edits,
        }
        .range(part, known);
    }
}

/// The cell in the words of its first access.
fn cell_text(input: &Input<'_>, plan: &Plan, cell: &Cell) -> String {
    plan.replaced
        .iter()
        .find(|access| access.matches && !access.annotation)
        .map(|access| input.slice(access.expr.span))
        .filter(|text| !text.contains('\n'))
        .map_or_else(|| cell.pattern.text(), str::to_owned)
}

struct Writer<'a> {
    file: &'a SourceFile,
    register: &'a str,
    ty: &'a str,
    text: String,
    plan: &'a Plan,
    edits: &'a mut EditSet,
}

impl Writer<'_> {
    fn range(&mut self, part: Part, declared: bool) {
        let (Some(first), Some(last)) = (
            self.plan.range.stmts.first().map(|stmt| stmt.span),
            self.plan.range.stmts.last().map(|stmt| stmt.span),
        ) else {
            return;
        };
        let register = self.register;
        let origin = self
            .plan
            .replaced
            .iter()
            .find(|access| !access.annotation)
            .map_or(first, |access| access.expr.span);
        if part == Part::Stores {
            if self.plan.dirty {
                self.store(last, origin);
            }
            return;
        }
        self.load(declared, first, origin);
        if !self.plan.dirty {
            self.invariants(origin);
        }
        let born = self.born().filter(|_| !declared);
        for access in &self.plan.replaced {
            let span = access.expr.span;
            let (text, rule) = match born == Some(span) {
                true => (format!("{} {register}", self.ty), DECLARE),
                false => (register.to_owned(), ACCESS),
            };
            self.edits.replace(span, text, rule).origin = Some(span);
        }
        for (span, test) in &self.plan.tested {
            let before = format!("({test} ? {register} : ");
            self.edits
                .insert(span.file, span.start as usize, before, EITHER)
                .origin = Some(*span);
            self.edits
                .insert(span.file, span.end as usize, ")", EITHER)
                .origin = Some(*span);
        }
    }

    /// Where the first statement gives the register its value, so that it can be declared there.
    fn born(&self) -> Option<Span> {
        let first = self.plan.range.stmts.first()?;
        let StmtKind::Assign {
            target,
            op: AssignOp::Set,
            ..
        } = &first.kind
        else {
            return None;
        };
        let replaced = &self.plan.replaced;
        let is_cell = replaced.iter().any(|access| access.expr.id == target.id);
        let found = self.plan.written_first && is_cell && target.span.start == first.span.start;
        found.then_some(target.span)
    }

    fn load(&mut self, declared: bool, first: Span, origin: Span) {
        let (register, ty, text) = (self.register, self.ty, self.text.clone());
        let mut load: Vec<(String, &str)> = Vec::new();
        match (self.plan.condition.text(), declared) {
            (None, _) if self.plan.written_first => {
                if !declared && self.born().is_none() {
                    load.push((format!("{ty} {register};"), DECLARE));
                }
            }
            (None, false) => load.push((format!("{ty} {register} = {text};"), LOAD)),
            (None, true) => load.push((format!("{register} = {text};"), LOAD)),
            (Some(condition), _) => {
                if !declared {
                    load.push((format!("{ty} {register};"), DECLARE));
                }
                load.extend(under(
                    &condition,
                    &format!("{register} = {text};"),
                    self.file,
                    LOAD,
                ));
            }
        }
        self.lines_before(first, &load, origin);
    }

    fn store(&mut self, last: Span, origin: Span) {
        let store = format!("{} = {};", self.text, self.register);
        let store = match self.plan.condition.text() {
            None => vec![(store, STORE)],
            Some(condition) => under(&condition, &store, self.file, STORE),
        };
        let written = self.plan.replaced.iter().rfind(|access| access.writes());
        let origin = written.map_or(origin, |access| access.expr.span);
        self.lines_after(last, &store, origin);
    }

    /// Loops that hold the cell's permission forget its value unless they say it.
    fn invariants(&mut self, origin: Span) {
        let same = format!("{} == {}", self.text, self.register);
        let clause = match self.plan.condition.text() {
            None => format!("loop_invariant {same};"),
            Some(condition) => format!("loop_invariant ({condition}) ==> {same};"),
        };
        for found in self.plan.loops.clone() {
            match found.after {
                Some(after) => self.clause_after(after, &clause, origin),
                None => self.lines_before(found.stmt, &[(clause.clone(), INVARIANT)], origin),
            }
        }
    }

    fn eol(&self) -> LineEnd {
        line_end(self.file)
    }

    fn snippet(&self, indent: &str, lines: &[(String, &str)], origin: Span) -> Snippet {
        let mut all = Snippet::new();
        for (line, rule) in lines {
            all.append(Snippet::generated(
                format!("{indent}{line}\n"),
                *rule,
                Some(origin),
            ));
        }
        all.with_line_end(self.eol())
    }

    fn words(&self, lines: &[(String, &str)], origin: Span, before: bool) -> Snippet {
        let mut all = Snippet::new();
        for (line, rule) in lines {
            let text = match before {
                true => format!("{} ", line.trim()),
                false => format!(" {}", line.trim()),
            };
            all.append(Snippet::generated(text, *rule, Some(origin)));
        }
        all
    }

    fn lines_before(&mut self, stmt: Span, lines: &[(String, &str)], origin: Span) {
        let Some((_, rule)) = lines.first() else {
            return;
        };
        let at = before_marker(&self.file.text, stmt.start as usize);
        let before = self.file.text.get(..at).unwrap_or("");
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let alone = before.get(line..).unwrap_or("").trim().is_empty();
        let (offset, snippet) = match alone {
            true => {
                let indent = indentation(self.file, at).to_owned();
                (line, self.snippet(&indent, lines, origin))
            }
            false => (at, self.words(lines, origin, true)),
        };
        let place = Span::new(stmt.file, offset, offset);
        self.edits.push(Edit::from_snippet(place, &snippet, *rule));
    }

    fn lines_after(&mut self, stmt: Span, lines: &[(String, &str)], origin: Span) {
        let Some((_, rule)) = lines.first() else {
            return;
        };
        let end = stmt.end as usize;
        let rest = self.file.text.get(end..).unwrap_or("");
        let line = rest.split_inclusive('\n').next().unwrap_or("");
        let word = line.trim();
        let clear =
            (word.is_empty() || word.starts_with("//") || word == "@*/") && line.ends_with('\n');
        let start = before_marker(&self.file.text, stmt.start as usize);
        let (offset, snippet) = match clear {
            true => {
                let indent = indentation(self.file, start).to_owned();
                (end + line.len(), self.snippet(&indent, lines, origin))
            }
            false => (end, self.words(lines, origin, false)),
        };
        let place = Span::new(stmt.file, offset, offset);
        self.edits.push(Edit::from_snippet(place, &snippet, *rule));
    }

    fn clause_after(&mut self, clause: Span, text: &str, origin: Span) {
        let end = clause.end as usize;
        let rest = self.file.text.get(end..).unwrap_or("");
        let line = rest.split_inclusive('\n').next().unwrap_or("");
        let indent = indentation(self.file, clause.start as usize).to_owned();
        let before = self.file.text.get(..clause.start as usize).unwrap_or("");
        let start = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
        let own_line = line.trim().is_empty() && start.trim().is_empty();
        let (offset, text) = match own_line {
            true => (end + line.len(), format!("{indent}{text}\n")),
            false => (end, format!(" {text}")),
        };
        self.edits
            .insert(clause.file, offset, text, INVARIANT)
            .origin = Some(origin);
    }
}

/// A statement under a condition.
fn under<'r>(
    condition: &str,
    statement: &str,
    file: &SourceFile,
    rule: &'r str,
) -> Vec<(String, &'r str)> {
    let unit = indentation_unit(file);
    vec![
        (format!("if ({condition}) {{"), rule),
        (format!("{unit}{statement}"), rule),
        ("}".to_owned(), rule),
    ]
}
