//! Runs: statements that follow each other in a block, between barriers and changes of what the element is made of, from the
//! first that uses the element to the last.

use super::area::Area;
use super::element::Element;
use super::uses::{Facts, Role, Use, callee_of, facts};
use crate::opened::Opened;
use crate::sites::body_of;
use clang::tree::{Expr, ExprKind, Stmt, StmtKind, Unit};
use clang::walk::{Part, of_stmt};
use text::span::Span;

/// A run.
#[derive(Clone, Debug)]
pub(crate) struct Run<'a> {
    pub unit: &'a Unit,
    pub stmts: Vec<&'a Stmt>,
    pub facts: Vec<Facts>,
}

impl<'a> Run<'a> {
    /// All of it.
    pub(crate) fn span(&self) -> Option<Span> {
        let (first, last) = (self.stmts.first()?, self.stmts.last()?);
        Some(first.place.span.to(last.place.span))
    }

    /// All uses of the element.
    pub(crate) fn uses(&self) -> impl Iterator<Item = &Use> {
        self.facts.iter().flat_map(|one| &one.own)
    }

    /// A write at the end that nothing follows: it is left as it is.
    pub(crate) fn kept(&self) -> Option<Use> {
        let (stmt, facts) = (self.stmts.last()?, self.facts.last()?);
        plain_write(self.unit, stmt, facts).filter(|_| self.stmts.len() > 1)
    }

    /// A write at the beginning before which nothing is read: the register begins with its value.
    pub(crate) fn begun(&self) -> Option<Use> {
        let (stmt, facts) = (self.stmts.first()?, self.facts.first()?);
        plain_write(self.unit, stmt, facts).filter(|_| facts.own.len() == 1)
    }

    /// The last statement with a write that goes to the register, which is then ahead of memory.
    pub(crate) fn ahead(&self) -> Option<&'a Stmt> {
        let kept = self.kept();
        let goes = |one: &&Use| one.role != Role::Read && Some(**one) != kept;
        let each = self.stmts.iter().zip(&self.facts);
        let mut all = each.filter(|(_, facts)| facts.own.iter().any(|one| goes(&one)));
        all.next_back().map(|(stmt, _)| *stmt)
    }

    /// Whether a register saves an access.
    fn pays(&self) -> bool {
        self.uses().count() > 1 || self.facts.iter().any(|one| one.repeated)
    }
}

/// What was found in a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found<'a> {
    /// The runs for which a register pays.
    pub runs: Vec<Run<'a>>,
    /// Runs with one access.
    pub single: Vec<Span>,
    /// Accesses in statements that stand in no block.
    pub unhosted: Vec<Span>,
}

/// The runs of a function's body.
pub(crate) fn runs<'a>(
    opened: &Opened<'a>,
    element: &Element,
    (body, area): (&'a Stmt, Area),
) -> Found<'a> {
    let mut search = Search {
        opened,
        unit: &opened.reading.unit,
        element,
        area,
        found: Found::default(),
    };
    search.inside(body, false);
    search.found
}

struct Search<'a, 'e> {
    opened: &'e Opened<'a>,
    unit: &'a Unit,
    element: &'e Element,
    area: Area,
    found: Found<'a>,
}

impl<'a> Search<'a, '_> {
    /// Looks into a statement that is no part of a run.
    fn inside(&mut self, stmt: &'a Stmt, of_switch: bool) {
        if let StmtKind::Block(all) = &stmt.kind
            && !of_switch
        {
            return self.list(all);
        }
        let is_switch = matches!(stmt.kind, StmtKind::Switch { .. });
        let blocks = matches!(stmt.kind, StmtKind::Block(_));
        for part in of_stmt(stmt) {
            if let Part::Stmt(inner) = part {
                let structured = !of_stmt(inner).is_empty() && body_of(inner).is_some();
                let hosts = matches!(inner.kind, StmtKind::Block(_) | StmtKind::If { .. });
                if !structured && !hosts && !blocks {
                    let own = facts(self.unit, self.element, inner).own;
                    self.found.unhosted.extend(own.iter().map(|one| one.span));
                }
                self.inside(inner, is_switch);
            }
        }
    }

    fn list(&mut self, all: &'a [Stmt]) {
        let mut run = Run {
            unit: self.unit,
            stmts: Vec::new(),
            facts: Vec::new(),
        };
        for stmt in all {
            let own = facts(self.unit, self.element, stmt);
            let labelled = matches!(
                stmt.kind,
                StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default(_)
            );
            if own.separates || labelled || !self.is_meant(stmt) {
                self.close(std::mem::replace(
                    &mut run,
                    Run {
                        unit: self.unit,
                        stmts: Vec::new(),
                        facts: Vec::new(),
                    },
                ));
                if !own.own.is_empty() {
                    self.inside(stmt, false);
                }
                continue;
            }
            run.stmts.push(stmt);
            run.facts.push(own);
        }
        self.close(run);
    }

    fn is_meant(&self, stmt: &Stmt) -> bool {
        let span = stmt.place.span;
        match self.area {
            Area::Whole | Area::Line(_) => true,
            Area::Within(area) => area.contains(span),
            Area::From(at) => span.start as usize == at,
        }
    }

    fn close(&mut self, run: Run<'a>) {
        let uses = |own: &Facts| !own.own.is_empty();
        let (Some(first), Some(last)) = (
            run.facts.iter().position(uses),
            run.facts.iter().rposition(uses),
        ) else {
            return;
        };
        let run = Run {
            unit: self.unit,
            stmts: run.stmts.get(first..=last).unwrap_or_default().to_vec(),
            facts: run.facts.get(first..=last).unwrap_or_default().to_vec(),
        };
        if let [only] = run.stmts.as_slice()
            && self.is_deeper(only)
        {
            return self.inside(only, false);
        }
        let Some(span) = run.span() else {
            return;
        };
        if let Area::Line(line) = self.area {
            let at = |offset: u32| self.opened.source.line_column(offset as usize).line;
            if !(at(span.start)..=at(span.end)).contains(&line) {
                return;
            }
        }
        match run.pays() {
            true => self.found.runs.push(run),
            false => self.found.single.push(span),
        }
    }

    /// Whether the uses of a statement are all in parts of it that are not always executed, or in a block: the register is
    /// then for that part.
    fn is_deeper(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Block(_) => true,
            StmtKind::If {
                before, condition, ..
            } => {
                before.is_empty() && {
                    let alone = Stmt {
                        kind: StmtKind::Expr(condition.clone()),
                        place: stmt.place,
                    };
                    facts(self.unit, self.element, &alone).own.is_empty()
                }
            }
            _ => false,
        }
    }
}

/// Where a statement gives the element a value without looking at it.
fn plain_write(unit: &Unit, stmt: &Stmt, facts: &Facts) -> Option<Use> {
    let StmtKind::Expr(expr) = &stmt.kind else {
        return None;
    };
    let left = left_of(unit, expr)?;
    let own = facts.own.iter();
    own.copied()
        .find(|one| one.role == Role::Write && one.span == left.place.span)
}

/// What an assignment assigns to; of a struct it is a call.
fn left_of<'e>(unit: &Unit, expr: &'e Expr) -> Option<&'e Expr> {
    match &expr.kind {
        ExprKind::Assign { op: None, left, .. } => Some(left),
        ExprKind::Call {
            callee,
            arguments,
            operator: true,
        } => {
            let function = callee_of(callee).and_then(|id| unit.function(id));
            let assigns = function.is_some_and(|one| one.name == "operator=");
            arguments.first().filter(|_| assigns)
        }
        _ => None,
    }
}
