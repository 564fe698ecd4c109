//! Where it matters in which order operands are evaluated.
//!
//! C and C++ leave that open for most operators and for arguments; the lowering chooses one order.
//! An expression is noted if what one of its operands does can be told by another: it waits and the
//! other accesses memory that other threads see, or it writes what the other reads or writes. What
//! is believed of such an expression is an assumption, and is listed.
//!
//! While a function is lowered, the statements that come of each operand are kept apart ([`Log`]).
//! Which bytes they may access, and what the functions do that they call, is known only when all
//! functions are lowered ([`settle`]).

mod footprint;

use crate::order::footprint::{Effects, Known, Summaries};
use clang::tree::{BinaryOp, Expr as CExpr, ExprKind as C, Language};
use kernel_graph::{Array, Function, Place, StmtKind};
use std::collections::BTreeSet;
use std::ops::Range;

/// The statements of the function at work, by operands.
#[derive(Default)]
pub(crate) struct Log {
    stmts: Vec<StmtKind>,
    /// How many of the statements before each may write or wait.
    strong: Vec<usize>,
    /// Expressions at work, outermost first.
    open: Vec<Frame>,
    /// Expressions with operands that may disturb one another.
    doubtful: Vec<Doubtful>,
}

/// An expression at work.
struct Frame {
    start: usize,
    operands: Vec<Range<usize>>,
}

/// An expression, and what its operands do.
struct Doubtful {
    place: Place,
    operands: Vec<Vec<StmtKind>>,
}

impl Log {
    /// A statement was made.
    pub(crate) fn push(&mut self, kind: &StmtKind) {
        let before = self.strong.last().copied().unwrap_or(0);
        self.strong.push(before + usize::from(is_strong(kind)));
        self.stmts.push(kind.clone());
    }

    /// An expression begins.
    pub(crate) fn begin(&mut self) {
        self.open.push(Frame {
            start: self.stmts.len(),
            operands: Vec::new(),
        });
    }

    /// The innermost expression ends.
    pub(crate) fn end(&mut self, e: &CExpr, language: Language, place: Place) {
        let Some(frame) = self.open.pop() else {
            return;
        };
        let whole = frame.start..self.stmts.len();
        if !is_sequenced(e, language) && frame.operands.iter().any(|o| self.has_strong(o)) {
            let mut operands: Vec<Vec<StmtKind>> = Vec::new();
            for range in &frame.operands {
                operands.push(self.of(range).to_vec());
            }
            if let C::Assign { op: Some(_), .. } = e.kind {
                // What stands on the left is read as well, at any time.
                let rest = self.of(&whole).iter().enumerate();
                let own = rest.filter(|(at, kind)| {
                    let at = frame.start + at;
                    let operand = frame.operands.iter().any(|range| range.contains(&at));
                    !operand && matches!(kind, StmtKind::Load { .. })
                });
                operands.push(own.map(|(_, kind)| kind.clone()).collect());
            }
            if operands.len() > 1 {
                self.doubtful.push(Doubtful { place, operands });
            }
        }
        if let Some(around) = self.open.last_mut()
            && !whole.is_empty()
        {
            around.operands.push(whole);
        }
    }

    fn of(&self, range: &Range<usize>) -> &[StmtKind] {
        self.stmts.get(range.clone()).unwrap_or_default()
    }

    fn has_strong(&self, range: &Range<usize>) -> bool {
        let until = |end: usize| {
            let last = end.checked_sub(1).and_then(|last| self.strong.get(last));
            last.copied().unwrap_or(0)
        };
        until(range.end) > until(range.start)
    }
}

/// Whether a statement may write memory that exists before it, or wait.
fn is_strong(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Store { access, .. }
        | StmtKind::Copy { access, .. }
        | StmtKind::Fill { access, .. } => !access.ghost,
        StmtKind::Atomic { .. }
        | StmtKind::Barrier(_)
        | StmtKind::Fence(..)
        | StmtKind::CopyAsync { .. }
        | StmtKind::WaitAsync(_)
        | StmtKind::CopyGroup(_)
        | StmtKind::Call { .. } => true,
        StmtKind::Assign { .. }
        | StmtKind::Load { .. }
        | StmtKind::Collective { .. }
        | StmtKind::Havoc(_)
        | StmtKind::Declare(_)
        | StmtKind::Annotation(_)
        | StmtKind::Point => false,
    }
}

/// Whether the language says in which order the operands are evaluated, or evaluates one only.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "no order is assumed of other expressions"
)]
fn is_sequenced(e: &CExpr, language: Language) -> bool {
    match &e.kind {
        C::Binary { op, .. } => matches!(
            op,
            BinaryOp::Comma | BinaryOp::LogicalAnd | BinaryOp::LogicalOr
        ),
        C::Conditional { .. } | C::BinaryConditional { .. } | C::Block(_) => true,
        C::InitList { .. } => language == Language::Cuda,
        _ => false,
    }
}

/// Notes in each function the expressions of it, and of what it calls, whose meaning depends on the
/// order in which operands are evaluated, and the functions in which a barrier would make it so. `logs` has one
/// entry for each function.
pub(crate) fn settle(functions: &mut [Function], arrays: &[Array], logs: &[Log]) {
    let known: Vec<Known> = functions.iter().map(Known::of).collect();
    let summaries = Summaries::of(functions, &known, arrays);
    let mut orders: Vec<Vec<Place>> = Vec::new();
    let mut beside: BTreeSet<usize> = BTreeSet::new();
    for (log, known) in logs.iter().zip(&known) {
        let effects_of = |doubtful: &Doubtful| -> Vec<Effects> {
            let operands = doubtful.operands.iter();
            operands
                .map(|stmts| summaries.effects(stmts.iter(), known))
                .collect()
        };
        for doubtful in &log.doubtful {
            let effects = effects_of(doubtful);
            for (at, operand) in doubtful.operands.iter().enumerate() {
                let mut others = effects.iter().enumerate().filter(|(other, _)| *other != at);
                if others.any(|(_, other)| summaries.meets_others(other)) {
                    beside.extend(summaries.called(operand));
                }
            }
        }
        let doubtful = log.doubtful.iter().filter(|doubtful| {
            let effects = effects_of(doubtful);
            let mut pairs = effects
                .iter()
                .enumerate()
                .flat_map(|(at, one)| effects.iter().skip(at + 1).map(move |other| (one, other)));
            pairs.any(|(one, other)| summaries.disturb(one, other))
        });
        orders.push(doubtful.map(|doubtful| doubtful.place).collect());
    }
    let reached = (0..functions.len()).map(|number| {
        let callees = summaries.reached(number);
        let places = callees.iter().filter_map(|callee| orders.get(*callee));
        let mut places: Vec<Place> = places.flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        places
    });
    let reached: Vec<Vec<Place>> = reached.collect();
    for (number, (function, places)) in functions.iter_mut().zip(reached).enumerate() {
        function.order_matters = places;
        function.beside_accesses = beside.contains(&number);
    }
}
