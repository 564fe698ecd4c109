//! What must be so of a block before it is tiled: nothing in it that all threads do
//! together, nothing that leaves it, nothing a quantifier cannot say.

use super::Tile;
use super::target::{Target, first_statement};
use crate::framework::input::{Input, Refusal, is_loop};
use crate::framework::transformation::Transformation;
use crate::shared::loops::constant;
use crate::shared::names::{DeclaredNames, effect, is_stable, local, writes};
use crate::shared::waiting::{self, Bodiless};
use num_bigint::BigInt;
use spec_lang::ast::{
    BinaryOp, ClauseKind, Expr, ExprKind, NodeId, SpecKind, Stmt, StmtKind, Visitor,
};
use spec_lang::facts;
use spec_lang::resolve::Reference;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// Everything that can be said without a proof, and without the tile size.
pub(super) fn check(input: &Input<'_>, target: &Target) -> Result<(), Refusal> {
    body(input, target)?;
    clauses(input, target)?;
    ranges(input, target)?;
    limits(input, target)
}

/// Whether tiles of this size can be made.
pub(super) fn size(input: &Input<'_>, target: &Target, size: u64) -> Result<(), Refusal> {
    let at = target.directive.unwrap_or(target.site.head);
    if size == 0 {
        return Err(
            Refusal::inapplicable(Code::A501, at, "a tile must have at least one cell")
                .with_help("give a number from 1"),
        );
    }
    if !Tile::ABOUT.limits(input.profile).literal_extent {
        return Ok(());
    }
    let name = &target.iterator.name.name;
    let (message, place) = match extent_at_least(input, target) {
        None => (
            format!(
                "Could not determine that {size} is less than the upperbound for the thread id \
                 {name} of the parallel block"
            ),
            target.iterator.high.span,
        ),
        Some((least, place)) if least <= BigInt::from(size) => (
            format!("The tile size {size} must be less than the upperbound {least} of {name}"),
            place,
        ),
        Some(_) => return Ok(()),
    };
    Err(Refusal::inapplicable(Code::A510, place, message)
        .with_note("a limit of `--profile vercors-1.4`")
        .with_help(format!(
            "say how large it is at least, as in `requires {} >= {};`",
            input.slice(target.iterator.high.span),
            size.saturating_add(1)
        )))
}

/// The largest number that the method's own clauses give as a lower bound of the extent,
/// as the published tool looks for it: by the words.
fn extent_at_least(input: &Input<'_>, target: &Target) -> Option<(BigInt, Span)> {
    let high = &target.iterator.high;
    if let Some(number) = constant(high) {
        return Some((number, high.span));
    }
    let words = |expr: &Expr| -> String { input.slice(expr.span).split_whitespace().collect() };
    let wanted = words(high);
    let mut found: Option<(BigInt, Span)> = None;
    for clause in &target.method.contract.clauses {
        let (ClauseKind::Requires(expr)
        | ClauseKind::Context(expr)
        | ClauseKind::ContextEverywhere(expr)) = &clause.kind
        else {
            continue;
        };
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            let ExprKind::Binary(op, left, right) = &expr.kind else {
                continue;
            };
            let (op, number) = match op {
                BinaryOp::And | BinaryOp::Star => {
                    open.extend([&**left, &**right]);
                    continue;
                }
                op if words(left) == wanted => (*op, constant(right)),
                BinaryOp::Lt if words(right) == wanted => (BinaryOp::Gt, constant(left)),
                BinaryOp::Le if words(right) == wanted => (BinaryOp::Ge, constant(left)),
                BinaryOp::Eq if words(right) == wanted => (BinaryOp::Eq, constant(left)),
                _ => continue,
            };
            let least = match (op, number) {
                (BinaryOp::Eq | BinaryOp::Ge, Some(number)) => number,
                (BinaryOp::Gt, Some(number)) => number + 1,
                _ => continue,
            };
            if found.as_ref().is_none_or(|(known, _)| *known < least) {
                found = Some((least, expr.span));
            }
        }
    }
    found
}

/// The statements of the body.
fn body(input: &Input<'_>, target: &Target) -> Result<(), Refusal> {
    let head = target.site.head;
    let refuse = |code, span, message: String, note: &str| {
        Err(Refusal::inapplicable(code, span, message)
            .with_label(head, "in the body of this block")
            .with_note(note.to_owned()))
    };
    let mut look = Body {
        input,
        block: target.block.id,
        inner: 0,
        loops: 0,
        barrier: None,
        leaves: None,
        waits: None,
        thread: None,
    };
    for stmt in &target.block.body.statements {
        look.visit_stmt(stmt);
    }
    let called = waiting::called(input, Bodiless::DoesNot, |calls| {
        calls.visit_block(&target.block.body);
    });
    if let Some((span, _)) = called {
        let what = "the callee synchronizes with other threads and";
        look.waits.get_or_insert((what, span));
    }
    if let Some(span) = look.barrier {
        return refuse(
            Code::A502,
            span,
            "a thread with several cells would reach this barrier once for each of them".into(),
            "all threads must pass a barrier equally often, and what lies before it must be done \
             for all cells",
        );
    }
    if let Some((word, span)) = look.leaves {
        return refuse(
            Code::A505,
            span,
            format!("the body has a `{word}`, which might leave the thread's other cells undone"),
            "write it with `if` instead",
        );
    }
    if let Some((what, span)) = look.waits {
        return refuse(
            Code::A506,
            span,
            format!("{what} may wait for a thread whose cell would come later in the same thread"),
            "the cells of a tile are done one after the other",
        );
    }
    if let Some(span) = look.thread {
        return refuse(
            Code::A507,
            span,
            "the body uses the identity of the thread, and one thread would do several cells"
                .into(),
            "use the block's thread identifier, which keeps its value",
        );
    }
    Ok(())
}

/// What is looked for in a body.
struct Body<'a> {
    input: &'a Input<'a>,
    block: NodeId,
    /// Blocks around the place, within the body.
    inner: usize,
    /// Loops around it, within the body.
    loops: usize,
    barrier: Option<Span>,
    leaves: Option<(&'static str, Span)>,
    waits: Option<(&'static str, Span)>,
    thread: Option<Span>,
}

impl Visitor for Body<'_> {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Barrier(_) => {
                let of = self.input.resolution.references.get(&stmt.id);
                // A barrier of a block within the body is passed by all of that block's threads.
                let inner = matches!(of, Some(Reference::Statement(id)) if *id != self.block);
                if !(inner && self.inner > 0) {
                    self.barrier.get_or_insert(stmt.span);
                }
            }
            StmtKind::Return(_) if self.inner == 0 => {
                self.leaves.get_or_insert(("return", stmt.span));
            }
            // A label without one only marks a state, and each cell passes it.
            StmtKind::Goto(_) => {
                self.leaves.get_or_insert(("goto", stmt.span));
            }
            StmtKind::Break(to) if self.loops == 0 || to.is_some() => {
                self.leaves.get_or_insert(("break", stmt.span));
            }
            StmtKind::Continue(to) if self.loops == 0 || to.is_some() => {
                self.leaves.get_or_insert(("continue", stmt.span));
            }
            StmtKind::Spec(SpecKind::Wait, _) => {
                self.waits.get_or_insert(("`wait`", stmt.span));
            }
            // The thread that is waited for may itself wait for a later cell.
            StmtKind::Spec(SpecKind::Join, _) => {
                self.waits.get_or_insert(("`join`", stmt.span));
            }
            StmtKind::Spec(SpecKind::Lock, _) if super::locking::kept(self.input).is_some() => {
                self.waits
                    .get_or_insert(("a thread that waits may keep this lock, and", stmt.span));
            }
            _ => {}
        }
        if is_loop(stmt)
            && let Some(guard) = super::spinning::spins(self.input, stmt)
        {
            self.waits
                .get_or_insert(("this loop watches what other threads write, and", guard));
        }
        let inner = usize::from(is_loop(stmt));
        self.loops += inner;
        self.walk_stmt(stmt);
        self.loops -= inner;
    }
    fn visit_par_block(&mut self, block: &spec_lang::ast::ParBlock) {
        self.inner += 1;
        self.walk_par_block(block);
        self.inner -= 1;
    }
    fn visit_expr(&mut self, expr: &Expr) {
        if matches!(expr.kind, ExprKind::CurrentThread) {
            self.thread.get_or_insert(expr.span);
        }
        self.walk_expr(expr);
    }
}

/// Whether an expression has a name of a local for which the test holds.
pub(super) fn mentions(input: &Input<'_>, expr: &Expr, test: &dyn Fn(NodeId) -> bool) -> bool {
    struct Look<'a> {
        input: &'a Input<'a>,
        test: &'a dyn Fn(NodeId) -> bool,
        found: bool,
    }
    impl Visitor for Look<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let Some(id) = local(self.input.resolution, expr) {
                self.found |= (self.test)(id);
            }
            self.walk_expr(expr);
        }
    }
    let mut look = Look {
        input,
        test,
        found: false,
    };
    look.visit_expr(expr);
    look.found
}

/// Whether the value of an expression may depend on the heap: elements, fields, calls.
pub(super) fn reads_heap(input: &Input<'_>, expr: &Expr) -> bool {
    struct Look<'a> {
        input: &'a Input<'a>,
        found: bool,
    }
    impl Visitor for Look<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            let resolution = self.input.resolution;
            self.found |= facts::expr(&expr.kind).heap.settled(|| match &expr.kind {
                ExprKind::Member(..) | ExprKind::Name(_) => {
                    matches!(
                        resolution.references.get(&expr.id),
                        Some(Reference::Field(..))
                    )
                }
                ExprKind::Binary(..) => resolution.method_called(expr).is_some(),
                _ => true,
            });
            self.walk_expr(expr);
        }
    }
    let mut look = Look {
        input,
        found: false,
    };
    look.visit_expr(expr);
    look.found
}

/// The clauses of the block.
fn clauses(input: &Input<'_>, target: &Target) -> Result<(), Refusal> {
    let inner_loops = {
        struct Inner(bool);
        impl Visitor for Inner {
            fn visit_stmt(&mut self, stmt: &Stmt) {
                self.0 |= is_loop(stmt) || matches!(stmt.kind, StmtKind::Par(_));
                self.walk_stmt(stmt);
            }
        }
        let mut inner = Inner(false);
        inner.visit_block(&target.block.body);
        inner.0
    };
    let own = input.resolution.canonical(target.iterator.id);
    for clause in &target.block.contract.clauses {
        let note = match &clause.kind {
            ClauseKind::Requires(_)
            | ClauseKind::Ensures(_)
            | ClauseKind::Context(_)
            | ClauseKind::Directive(_) => continue,
            // For a cell alone it holds throughout; for the tile it need not, within a loop.
            ClauseKind::ContextEverywhere(expr)
                if !inner_loops || !mentions(input, expr, &|id| id == own) =>
            {
                continue;
            }
            ClauseKind::ContextEverywhere(_) => {
                "the loops of the body would get it for all cells of a tile; say it as `context`, \
                 and as an invariant of these loops"
            }
            _ => "a block that stands for several cells has no place for it",
        };
        return Err(Refusal::inapplicable(
            Code::A508,
            clause.span,
            "this clause has no form for several cells",
        )
        .with_note(note));
    }
    Ok(())
}

/// The ranges: that of the thread identifier must mean the same all the while.
fn ranges(input: &Input<'_>, target: &Target) -> Result<(), Refusal> {
    let own = input.resolution.canonical(target.iterator.id);
    for other in &target.block.iterators {
        if other.id == target.iterator.id {
            continue;
        }
        for bound in [&other.low, &other.high] {
            if mentions(input, bound, &|id| id == own) {
                return Err(Refusal::inapplicable(
                    Code::A503,
                    bound.span,
                    format!(
                        "the range of `{}` depends on `{}`",
                        other.name.name, target.iterator.name.name
                    ),
                )
                .with_help(format!("tile `@{}` instead", other.name.name)));
            }
        }
    }
    let kept: Vec<&Expr> = [&target.iterator.low, &target.iterator.high]
        .into_iter()
        .filter(|bound| !can_be_repeated(input, target, bound))
        .collect();
    let refuse = |bound: &Expr, message: &str, other: Option<Span>| {
        let mut diagnostic = Diagnostic::error(Code::A509, bound.span, message);
        if let Some(other) = other {
            diagnostic = diagnostic.with_label(other, "this is evaluated before it or after it");
        }
        Err(Refusal::not_applicable(
            diagnostic
                .with_note(
                    "the tiles need it more than once, but the range of a block is evaluated once",
                )
                .with_help("put it into a local variable before the block"),
        ))
    };
    for bound in &kept {
        if target.parent.is_none() {
            let message =
                "this bound may change while the block runs, and there is no place to keep it";
            return refuse(bound, message, None);
        }
        let ids = target.block.iterators.iter().map(|iterator| iterator.id);
        let ids: Vec<NodeId> = ids.map(|id| input.resolution.canonical(id)).collect();
        if mentions(input, bound, &|id| ids.contains(&id)) {
            let message = "this bound would have to be kept before the block, where the other \
                           thread identifier is not there";
            return refuse(bound, message, None);
        }
        // A variable before the block gets its value before the other ranges are evaluated.
        let acts = effect(input, bound).is_some();
        let order = other_ends(target).into_iter().find(|end| {
            effect(input, end).is_some()
                || (acts && !is_stable(input.resolution, end, &written(input, target)))
        });
        if let Some(end) = order {
            let message = "this bound would have to be kept, and would then be evaluated ahead of \
                           other ranges";
            return refuse(bound, message, Some(end.span));
        }
    }
    Ok(())
}

/// The local variables that the parallel statement writes, its ranges included.
fn written(input: &Input<'_>, target: &Target) -> Vec<NodeId> {
    let writes = writes(input.resolution, [&target.stmt]).into_iter();
    writes.map(|write| write.variable).collect()
}

/// The ends of all ranges of the parallel statement but the tiled one.
fn other_ends(target: &Target) -> Vec<&Expr> {
    let StmtKind::Par(par) = &target.stmt.kind else {
        return Vec::new();
    };
    let iterators = par.blocks.iter().flat_map(|block| &block.iterators);
    iterators
        .filter(|iterator| iterator.id != target.iterator.id)
        .flat_map(|iterator| [&iterator.low, &iterator.high])
        .collect()
}

/// Whether the words of a bound can stand anywhere in the block, as often as wanted: they keep
/// their value, and nothing in the block is called like a name of theirs.
pub(super) fn can_be_repeated(input: &Input<'_>, target: &Target, bound: &Expr) -> bool {
    let declared = DeclaredNames::on(|declared| declared.visit_par_block(&target.block));
    is_stable(input.resolution, bound, &written(input, target))
        && declared.spare(input.resolution, bound)
}

/// The old tool's limits, if the profile has them.
fn limits(input: &Input<'_>, target: &Target) -> Result<(), Refusal> {
    let limits = Tile::ABOUT.limits(input.profile);
    let refuse = |span: Span, message: String| {
        Err(Refusal::inapplicable(Code::A510, span, message)
            .with_note("a limit of `--profile vercors-1.4`"))
    };
    if limits.first_block
        && first_statement(&target.method).is_none_or(|first| first.id != target.stmt.id)
    {
        return refuse(
            target.site.head,
            "the block is not the first statement of its method".to_owned(),
        );
    }
    if limits.one_iterator_from_zero {
        if let [first, second, ..] = target.block.iterators.as_slice() {
            return refuse(
                first.span.to(second.span),
                "the block has several thread identifiers".to_owned(),
            );
        }
        if constant(&target.iterator.low) != Some(BigInt::from(0)) {
            return refuse(
                target.iterator.low.span,
                format!("`{}` does not start at 0", target.iterator.name.name),
            );
        }
    }
    Ok(())
}
