//! Loops within the body. A loop forgets the values of what its invariants take, so one that takes a
//! thread's whole share of an array forgets what the cells that are done were computed from, though
//! nobody can have changed it. An equation behind the permission keeps it.

use super::contract::{Conjunct, Role};
use super::entry::{self, Equation, Kept};
use super::target::Target;
use crate::framework::input::Input;
use crate::shared::names::{effect, local};
use spec_lang::ast::{Contract, Expr, ExprKind, NodeId, SpecKind, Stmt, StmtKind, Visitor};
use std::collections::BTreeSet;
use text::source::SourceFile;
use text::span::Span;

/// An equation for a loop within the body.
pub(super) struct Carried {
    /// Where it goes in the file: behind the clause with the permission.
    pub at: usize,
    /// Where that clause begins, for its indentation.
    pub clause: usize,
    /// In the body's words, with the value at the label.
    pub text: String,
    /// The clause.
    pub origin: Span,
}

/// The equations that loops of the body need: of arrays that the body does not write, of whose
/// values something is said of the cells that are done, or that keep theirs around the tile.
/// `label` marks where the work on a cell begins.
pub(super) fn carried(
    input: &Input<'_>,
    file: &SourceFile,
    target: &Target,
    said: (&[Conjunct], &[Kept]),
    label: &str,
) -> Vec<Carried> {
    let params = target.method.params.iter();
    let mut body = Body {
        input,
        params: params.map(|param| param.id).collect(),
        loops: Vec::new(),
        written: BTreeSet::new(),
        plain: true,
    };
    body.visit_block(&target.block.body);
    if !body.plain {
        return Vec::new();
    }
    let (parts, kept) = said;
    let needed = |array: &str| {
        let equations = kept.iter().filter(|one| !one.written);
        equations.map(|one| &one.root).any(|kept| kept == array)
            || parts.iter().any(|part| {
                let of_done = matches!(part.role, Role::After | Role::Both);
                of_done && !part.resource && entry::says_values(input, &part.expr, array)
            })
    };
    let mut found = Vec::new();
    for contract in &body.loops {
        for clause in &contract.clauses {
            let Some(assertion) = clause.kind.invariant() else {
                continue;
            };
            let mut equations = Vec::new();
            entry::equations(assertion, &mut equations);
            for (equation, array) in equations {
                let root = entry::root(input, &array);
                let stays = needed(&root) && body.is_unchanged(&equation);
                if stays {
                    let text = entry::write(input, &equation, Some(label), &|expr| {
                        input.slice(expr.span).to_owned()
                    });
                    found.push(Carried {
                        at: behind(file, clause.span.end as usize),
                        clause: clause.span.start as usize,
                        text,
                        origin: clause.span,
                    });
                }
            }
        }
    }
    found.sort_by_key(|carried| carried.at);
    found
}

/// The place behind a clause and the comment in its line.
fn behind(file: &SourceFile, end: usize) -> usize {
    let rest = file.text.get(end..).unwrap_or("");
    let line = rest.find(['\n', '\r']).map_or(rest, |at| &rest[..at]);
    match line.trim_start() {
        comment if comment.starts_with("//") => end + line.len(),
        _ => end,
    }
}

/// What the body does.
struct Body<'a> {
    input: &'a Input<'a>,
    /// The method's parameters.
    params: Vec<NodeId>,
    /// The contracts of its loops.
    loops: Vec<Contract>,
    /// Roots of what it assigns to.
    written: BTreeSet<String>,
    /// Whether it has only statements by which a thread gains no permission: then what it holds
    /// anywhere it held where it began, and only what it assigns to changes.
    plain: bool,
}

impl Body<'_> {
    fn assigned(&mut self, target: &Expr) {
        self.written.insert(entry::root(self.input, target));
        // Another local may be a name for any array.
        let array = entry::indexed(target);
        let named = local(self.input.resolution, array);
        self.plain &= array.id == target.id || named.is_none_or(|id| self.params.contains(&id));
        if let ExprKind::Member(object, _) = &target.kind {
            self.written.insert(entry::root(self.input, object));
        }
    }

    /// Whether a location has the same meaning and value in all of the body.
    fn is_unchanged(&self, equation: &Equation) -> bool {
        match equation {
            Equation::Cell(location) => self.keeps(location),
            Equation::When(condition, body) => self.keeps(condition) && self.is_unchanged(body),
            Equation::ForAll(quantifier, body) => {
                let ExprKind::Quantifier { binders, range, .. } = &quantifier.kind else {
                    return false;
                };
                let bounds = binders.iter().filter_map(|binder| binder.range.as_ref());
                let mut bounds = bounds.flat_map(|(low, high)| [low, high]);
                bounds.all(|bound| self.keeps(bound))
                    && range.as_ref().is_none_or(|range| self.keeps(range))
                    && self.is_unchanged(body)
            }
        }
    }

    /// Whether nothing that an expression reads of the heap is assigned to.
    fn keeps(&self, expr: &Expr) -> bool {
        struct Reads<'a>(&'a Body<'a>, bool);
        impl Visitor for Reads<'_> {
            fn visit_expr(&mut self, expr: &Expr) {
                match &expr.kind {
                    ExprKind::Index(..) | ExprKind::Member(..) => {
                        self.1 &= !self.0.written.contains(&entry::root(self.0.input, expr));
                    }
                    ExprKind::Call(_) => self.1 = false,
                    _ => {}
                }
                self.walk_expr(expr);
            }
        }
        let mut reads = Reads(self, true);
        reads.visit_expr(expr);
        reads.1
    }
}

impl Visitor for Body<'_> {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, .. } => self.assigned(target),
            StmtKind::While { contract, .. }
            | StmtKind::For { contract, .. }
            | StmtKind::RangedFor { contract, .. } => self.loops.push(contract.clone()),
            StmtKind::Block(_)
            | StmtKind::Local { .. }
            | StmtKind::If { .. }
            | StmtKind::Expr(_)
            | StmtKind::Spec(SpecKind::Assert | SpecKind::Refute, _)
            | StmtKind::Break(None)
            | StmtKind::Continue(None) => {}
            _ => self.plain = false,
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Increment { target, .. } => self.assigned(target),
            _ => self.plain &= effect(self.input, expr).is_none(),
        }
        self.walk_expr(expr);
    }
}
