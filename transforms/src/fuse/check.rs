//! What must be so before anything is asked: bodies, clauses, what stands between.

use super::names::{names_in, names_of};
use super::row::{Kernel, Row};
use crate::framework::input::{Input, Refusal, is_loop};
use crate::shared::names::{is_length, writes};
use spec_lang::ast::{
    BinaryOp, Call, ClauseKind, Expr, ExprKind, NodeId, SpecKind, Stmt, StmtKind, UnaryOp, Visitor,
};
use spec_lang::resolve::{Profile, Reference};
use std::collections::BTreeSet;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

fn refuse(diagnostic: Diagnostic) -> Result<(), Refusal> {
    Err(Refusal::not_applicable(diagnostic))
}

/// What of a body matters here.
#[derive(Default)]
pub(super) struct Inside {
    /// A jump out of a body, or to a label. That a label marks a state is no hindrance: its name is the
    /// method's only one, and the body moves as a whole.
    pub jump: Option<(Span, &'static str)>,
    /// Locks and threads, its own or those of what it calls.
    pub lock: Option<(Span, &'static str)>,
    /// The first barrier of the kernel's own block.
    pub barrier: Option<Span>,
    /// Whether one of them is a statement of the body itself, so that every thread meets it.
    pub divided: bool,
    /// The first `atomic`.
    pub atomic: Option<Span>,
    /// The first loop or inner block, which keep what the contract says throughout.
    pub keeps: Option<Span>,
    /// The first `\old` without a label, outside barriers.
    pub old: Option<Span>,
    /// The arrays and fields written, as they are written.
    pub written: BTreeSet<String>,
}

/// Looks through a kernel.
pub(super) fn inside(input: &Input<'_>, kernel: &Kernel) -> Inside {
    struct Look<'a> {
        input: &'a Input<'a>,
        block: NodeId,
        found: Inside,
    }
    impl Look<'_> {
        fn write(&mut self, target: &Expr) {
            self.found.written.insert(super::formula::root(target));
        }
    }
    impl Visitor for Look<'_> {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            let found = &mut self.found;
            let jump = match &stmt.kind {
                // A thread has none of its method; of an inner block, neither.
                StmtKind::Return(_) => Some("return"),
                StmtKind::Goto(_) => Some("goto"),
                _ => None,
            };
            if let Some(word) = jump {
                found.jump.get_or_insert((stmt.span, word));
            }
            if let Some(word) = crate::shared::waiting::word(stmt) {
                found.lock.get_or_insert((stmt.span, word));
            }
            match &stmt.kind {
                StmtKind::Barrier(_) => {
                    let own = self.input.resolution.references.get(&stmt.id);
                    if own == Some(&Reference::Statement(self.block)) {
                        found.barrier.get_or_insert(stmt.span);
                    }
                    // `\old` at a barrier is just before it, wherever the barrier stands.
                    let old = found.old.take();
                    self.walk_stmt(stmt);
                    self.found.old = old;
                    return;
                }
                StmtKind::Atomic { .. } => {
                    found.atomic.get_or_insert(stmt.span);
                }
                StmtKind::Par(_) => {
                    found.keeps.get_or_insert(stmt.span);
                }
                StmtKind::Assign { target, .. } => self.write(target),
                _ if is_loop(stmt) => {
                    found.keeps.get_or_insert(stmt.span);
                }
                _ => {}
            }
            self.walk_stmt(stmt);
        }
        fn visit_expr(&mut self, expr: &Expr) {
            match &expr.kind {
                ExprKind::Old(None, _) => {
                    self.found.old.get_or_insert(expr.span);
                }
                ExprKind::Increment { target, .. } => self.write(target),
                _ => {}
            }
            self.walk_expr(expr);
        }
        fn visit_call(&mut self, call: &Call) {
            self.walk_call_parts(call);
        }
    }
    impl Look<'_> {
        fn walk_call_parts(&mut self, call: &Call) {
            if let Some(receiver) = &call.receiver {
                self.visit_expr(receiver);
            }
            for expr in &call.args {
                self.visit_expr(expr);
            }
            for ghost in call.given.iter().chain(&call.yields) {
                self.visit_expr(&ghost.right);
            }
            for stmt in &call.ghost_statements {
                self.visit_stmt(stmt);
            }
        }
    }
    let mut look = Look {
        input,
        block: kernel.block.id,
        found: Inside::default(),
    };
    look.found.lock = {
        let body = &kernel.block.body;
        crate::shared::waiting::called(input, crate::shared::waiting::Bodiless::Meets, |look| {
            look.visit_block(body)
        })
    };
    look.visit_par_block(&kernel.block);
    look.found.written.extend(called(input, kernel));
    let own = |stmt: &Stmt| {
        matches!(stmt.kind, StmtKind::Barrier(_))
            && input.resolution.references.get(&stmt.id)
                == Some(&Reference::Statement(kernel.block.id))
    };
    look.found.divided = kernel.block.body.statements.iter().any(own);
    look.found
}

/// What methods called in a body might write: every array and field that its contract
/// names, if one of them is not pure.
fn called(input: &Input<'_>, kernel: &Kernel) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    struct Calls<'a>(&'a Input<'a>, bool);
    impl Visitor for Calls<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Call(_) | ExprKind::New(_) = &expr.kind
                && crate::shared::names::effect(self.0, expr).is_some()
                && !spec_lang::facts::has_permissions(self.0.resolution, expr)
            {
                self.1 = true;
            }
            self.walk_expr(expr);
        }
    }
    let mut calls = Calls(input, false);
    calls.visit_block(&kernel.block.body);
    if calls.1 {
        struct Roots<'a>(&'a mut BTreeSet<String>);
        impl Visitor for Roots<'_> {
            fn visit_expr(&mut self, expr: &Expr) {
                if let ExprKind::Perm(location, _) | ExprKind::PointsTo(location, ..) = &expr.kind {
                    self.0.insert(super::formula::root(location));
                }
                self.walk_expr(expr);
            }
        }
        Roots(&mut found).visit_contract(&kernel.block.contract);
    }
    found
}

/// Every kernel by itself, and beside the first.
pub(super) fn kernels(input: &Input<'_>, row: &Row) -> Result<(), Refusal> {
    let Some(first) = row.kernels.first() else {
        return Ok(());
    };
    for (index, kernel) in row.kernels.iter().enumerate() {
        let described = kernel.describe(index + 1);
        if kernel.block.iterators.len() != first.block.iterators.len() {
            return refuse(
                Diagnostic::error(
                    Code::A604,
                    kernel.head(),
                    format!(
                        "{described} has {}, and the first has {}",
                        iterators(kernel),
                        iterators(first)
                    ),
                )
                .with_label(first.head(), "the first")
                .with_help("give them the same number of iterators"),
            );
        }
        if index > 0
            && let Some(directive) = kernel.directives.first()
        {
            return refuse(
                Diagnostic::error(
                    Code::A609,
                    directive.span,
                    format!("{described} has a directive of its own, which has no place in a fused kernel"),
                )
                .with_help("put it before the first kernel, or carry it out before"),
            );
        }
        let inside = inside(input, kernel);
        if let Some((span, word)) = inside.jump {
            let message =
                format!("a `{word}` in {described} might mean another place in a fused kernel");
            return refuse(
                Diagnostic::error(Code::A606, span, message)
                    .with_help("write it with `if` instead"),
            );
        }
        if let Some((span, word)) = inside.lock {
            return refuse(
                Diagnostic::error(
                    Code::A607,
                    span,
                    format!("{described} has a {word}, so its threads may wait for others"),
                )
                .with_note("kernels that are fused must be free of locks (section 5.8), and so must be what they call"),
            );
        }
        let everywhere = kernel
            .block
            .contract
            .clauses
            .iter()
            .find(|clause| matches!(clause.kind, ClauseKind::ContextEverywhere(_)));
        if let (Some(clause), Some(place)) = (everywhere, inside.keeps) {
            return refuse(
                Diagnostic::error(
                    Code::A609,
                    clause.span,
                    format!("what {described} says throughout would be an invariant of the other kernels' loops too"),
                )
                .with_label(place, "it is an invariant here")
                .with_help("say it with `context`, and with `loop_invariant` where a loop needs it"),
            );
        }
        if input.profile == Profile::VerCors14
            && index > 0
            && let Some(span) = inside.old
        {
            return refuse(
                Diagnostic::error(
                    Code::A610,
                    span,
                    format!("`\\old` in {described} is the start of this kernel, which a fused kernel does not have"),
                )
                .with_note("in `--profile vercors-1.4`; in the default profile it is the start of the method"),
            );
        }
    }
    Ok(())
}

fn iterators(kernel: &Kernel) -> String {
    match kernel.block.iterators.len() {
        1 => "1 iterator".to_owned(),
        number => format!("{number} iterators"),
    }
}

/// What becomes of the statements before a kernel.
#[derive(Clone, Debug, Default)]
pub(super) struct Between {
    /// Those that can as well stand before the first kernel.
    pub moved: Vec<Stmt>,
    /// Assertions about what is in memory, which a barrier can make.
    pub asserted: Vec<Stmt>,
}

/// Sorts the statements between the kernels.
pub(super) fn between(input: &Input<'_>, row: &Row) -> Result<Vec<Between>, Refusal> {
    let mut all = Vec::new();
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (index, stmts) in row.between.iter().enumerate() {
        if let Some(kernel) = row.kernels.get(index) {
            used.extend(names_of(&kernel.block));
        }
        let mut sorted = Between::default();
        for stmt in stmts {
            let before = row.kernels.get(index + 1).map_or_else(
                || "the next kernel".to_owned(),
                |kernel| kernel.describe(index + 2),
            );
            let why = match &stmt.kind {
                StmtKind::Empty => continue,
                StmtKind::Spec(SpecKind::Assert, formula) if !is_heap_free(input, formula) => {
                    sorted.asserted.push(stmt.clone());
                    continue;
                }
                StmtKind::Spec(SpecKind::Assert, _) => None,
                StmtKind::Local { names, .. } => names
                    .iter()
                    .filter_map(|name| name.init.as_ref())
                    .find(|init| !is_heap_free(input, init))
                    .map(|init| (init.span, "it reads memory, which a kernel before it may have changed, or calls a method")),
                StmtKind::Assign { target, value, .. } if crate::shared::names::local(input.resolution, target).is_some() => {
                    (!is_heap_free(input, value)).then_some((
                        value.span,
                        "it reads memory, which a kernel before it may have changed, or calls a method",
                    ))
                }
                _ => Some((stmt.span, "only assertions and calculations with local variables can be moved")),
            };
            let why = why.or_else(|| {
                let clash = changed(input, stmt)
                    .into_iter()
                    .find(|name| used.contains(name));
                clash.map(|_| (stmt.span, "a kernel before it uses this name"))
            });
            if let Some((span, why)) = why {
                return Err(Refusal::inapplicable(
                    Code::A602,
                    stmt.span,
                    format!(
                        "this statement before {before} cannot be moved before the first kernel"
                    ),
                )
                .with_label(span, why)
                .with_help("put it before or behind the kernels"));
            }
            sorted.moved.push(stmt.clone());
        }
        all.push(sorted);
    }
    Ok(all)
}

/// The names a statement declares or writes.
fn changed(input: &Input<'_>, stmt: &Stmt) -> BTreeSet<String> {
    match &stmt.kind {
        StmtKind::Local { names, .. } => names.iter().map(|name| name.name.name.clone()).collect(),
        StmtKind::Assign { target, .. } => names_in(&[Stmt {
            kind: StmtKind::Expr(target.clone()),
            ..stmt.clone()
        }]),
        _ if writes(input.resolution, [stmt]).is_empty() => BTreeSet::new(),
        _ => names_in(std::slice::from_ref(stmt)),
    }
}

/// Whether the value of an expression depends on nothing but local variables and lengths.
pub(super) fn is_heap_free(input: &Input<'_>, expr: &Expr) -> bool {
    let free = |inner: &Expr| is_heap_free(input, inner);
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Null => true,
        ExprKind::Name(_) => matches!(
            input.resolution.references.get(&expr.id),
            Some(Reference::Local(_))
        ),
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Not, inner)
        | ExprKind::Size(inner) => free(inner),
        ExprKind::Binary(op, left, right) => {
            !matches!(op, BinaryOp::Wand) && free(left) && free(right)
        }
        ExprKind::Conditional(condition, yes, no) => free(condition) && free(yes) && free(no),
        ExprKind::Member(inner, _) => {
            is_length(input.resolution, expr)
                && free(inner)
                && matches!(inner.kind, ExprKind::Name(_))
        }
        ExprKind::Quantifier {
            binders,
            range,
            body,
            ..
        } => {
            binders.iter().all(|binder| {
                binder.from.is_none()
                    && binder
                        .range
                        .as_ref()
                        .is_none_or(|(low, high)| free(low) && free(high))
            }) && range.as_ref().is_none_or(|range| free(range))
                && free(body)
        }
        _ => false,
    }
}
