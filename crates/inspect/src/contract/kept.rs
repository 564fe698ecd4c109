//! Which guards keep accesses away from what lies behind an array: conditions on the way to a statement that compare the
//! number of a thread with something. Who writes one means launches with more threads than the array has elements, so that
//! no clause about how many threads there are may stand in for it.

use super::rows::assigned;
use kernel_graph::{
    Atom, BlockId, CompareOp, Dimension, Expr, ExprKind, Function, Graph, LocalId, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// The guards of a kernel whose calls are inlined.
pub(super) struct Kept<'f> {
    function: &'f Function,
    graph: Option<Graph>,
    assigned: BTreeMap<LocalId, Vec<&'f Expr>>,
}

/// What keeps the number of a thread in a dimension away from more.
#[derive(Clone, Debug, Default)]
pub(super) struct Guarded<'f> {
    /// Whether anything does.
    pub any: bool,
    /// What it is compared with.
    pub by: Vec<&'f Expr>,
}

impl<'f> Kept<'f> {
    /// Those of a kernel.
    pub(super) fn of(function: &'f Function) -> Self {
        Kept {
            function,
            graph: Graph::new(function).ok(),
            assigned: assigned(function),
        }
    }

    /// What keeps the number of a thread in a dimension, in its block or in the grid, away from more on each way to a
    /// block; what is not known counts as a guard.
    pub(super) fn guards(&self, at: BlockId, axis: Dimension) -> Guarded<'f> {
        let mut found = Guarded::default();
        let Some(graph) = &self.graph else {
            found.any = true;
            return found;
        };
        for (from, block) in (0u32..).map(BlockId).zip(&self.function.blocks) {
            let value = match &block.end {
                Terminator::Branch {
                    condition: value, ..
                }
                | Terminator::Switch { value, .. } => value,
                Terminator::Goto(_)
                | Terminator::Return(_)
                | Terminator::Trap
                | Terminator::Unreachable => continue,
            };
            let mut next = block.end.successors().into_iter();
            if !graph.dominates(from, at) || !next.any(|to| decides(graph, (from, to), at)) {
                continue;
            }
            for (a, b) in self.compared(value) {
                for (number, other) in [(a, b), (b, a)] {
                    let open = !self.is_start(other);
                    if open && self.differs(number, axis) && !self.differs(other, axis) {
                        found.any = true;
                        found.by.push(other);
                    }
                }
            }
        }
        found
    }

    /// What a condition compares by order.
    fn compared(&self, condition: &'f Expr) -> Vec<(&'f Expr, &'f Expr)> {
        let mut found = Vec::new();
        self.visit(condition, &mut |part| {
            if let ExprKind::Compare(op, a, b) = &part.kind {
                match op {
                    CompareOp::LessSigned
                    | CompareOp::LessUnsigned
                    | CompareOp::LessEqualSigned
                    | CompareOp::LessEqualUnsigned => found.push((&**a, &**b)),
                    CompareOp::Eq | CompareOp::Ne => {}
                }
            }
        });
        found
    }

    /// Whether an expression differs by the numbers of threads or blocks of a dimension.
    fn differs(&self, expr: &'f Expr, axis: Dimension) -> bool {
        let mut found = false;
        self.visit(expr, &mut |part| match &part.kind {
            ExprKind::Atom(Atom::Thread(of) | Atom::Block(of) | Atom::Global(of)) => {
                found |= *of == axis;
            }
            ExprKind::Atom(Atom::Lane | Atom::Warp) => found = true,
            _ => {}
        });
        found
    }

    /// Whether it is 0 or 1: who compares with these singles out the first threads.
    fn is_start(&self, expr: &'f Expr) -> bool {
        let mut parts = Vec::new();
        self.visit(expr, &mut |part| parts.push(part));
        let plain = |part: &&Expr| match &part.kind {
            ExprKind::Const(bits) => *bits <= 1,
            ExprKind::Cast(..) => true,
            _ => false,
        };
        parts.iter().all(plain)
    }

    /// Sees all parts of an expression, and of what is assigned to the locals in it.
    fn visit(&self, expr: &'f Expr, see: &mut dyn FnMut(&'f Expr)) {
        let mut seen: BTreeSet<LocalId> = BTreeSet::new();
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            see(expr);
            match &expr.kind {
                ExprKind::Local(local) if seen.insert(*local) => {
                    open.extend(self.assigned.get(local).into_iter().flatten());
                }
                _ => open.extend(expr.children()),
            }
        }
    }
}

/// Whether each way to a block goes from one block to another one.
fn decides(graph: &Graph, (from, to): (BlockId, BlockId), at: BlockId) -> bool {
    let before = graph.predecessors.get(&to).into_iter().flatten();
    let mut others = before.filter(|one| **one != from);
    graph.dominates(to, at) && others.all(|other| graph.dominates(to, *other))
}
