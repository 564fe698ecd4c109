//! Expressions of a kernel as sums of multiples of what its threads differ by.

use super::literals::constant;
use super::meaning::Change;
use super::rows::{addresses, round};
use contracts::Axis;
use kernel_graph::{
    ArrayId, Atom, BinaryOp, CastOp, Dimension, Expr, ExprKind, Function, LocalId, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// No deeper into the values of locals.
const DEPTH: u32 = 40;

/// What is multiplied by a number in a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Term {
    /// A thread's number, divided by a number.
    Thread(Dimension, u32),
    /// A block's number.
    Block(Dimension),
    /// A thread's number in the whole grid.
    Global(Dimension),
    /// How many threads a block has in a dimension.
    Threads(Dimension),
    /// The value of a local: a parameter, what was read, what a loop counts with.
    Local(LocalId),
}

/// A sum: of terms by their factors, of a number, and perhaps of more that is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// The terms.
    pub terms: BTreeMap<Term, i128>,
    /// The number.
    pub number: i128,
    /// Whether there is more in it.
    pub more: bool,
}

/// The values that locals have wherever they have one.
pub(super) struct Values<'f> {
    assigned: BTreeMap<LocalId, Option<&'f Expr>>,
    /// The parameters that nothing is assigned to.
    params: BTreeSet<LocalId>,
}

impl<'f> Values<'f> {
    /// Those of a kernel.
    pub(super) fn of(function: &'f Function) -> Self {
        let mut assigned: BTreeMap<LocalId, Option<&Expr>> = BTreeMap::new();
        for param in &function.params {
            assigned.insert(param.local, None);
        }
        let params = function.params.iter().map(|param| param.local);
        let mut params: BTreeSet<LocalId> = params.collect();
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            let value = match &stmt.kind {
                StmtKind::Havoc(_) => continue,
                StmtKind::Assign { value, .. } => Some(value),
                _ => None,
            };
            if let Some(to) = stmt.kind.assigned() {
                params.remove(&to);
                let known = assigned.entry(to);
                known.and_modify(|known| *known = None).or_insert(value);
            }
        }
        Values { assigned, params }
    }

    /// The number that an expression always has.
    pub(super) fn constant(&self, expr: &Expr) -> Option<i128> {
        let sum = self.sum(expr);
        (sum.terms.is_empty() && !sum.more).then_some(sum.number)
    }

    /// An expression as a sum, as if nothing wrapped.
    pub(super) fn sum(&self, expr: &Expr) -> Sum {
        self.expanded(expr, DEPTH)
    }

    /// The array in which an address is, and how many bytes behind its beginning.
    pub(super) fn address(&self, address: &Expr) -> Option<(ArrayId, Sum)> {
        self.within(address, DEPTH)
    }

    /// The parameter, or other local, that an expression is the value of, and what is added to it.
    pub(super) fn row(&self, expr: &Expr) -> Option<(LocalId, Change)> {
        let sum = self.sum(expr);
        let number = i64::try_from(sum.number).ok()?;
        Some((sum.only_local()?, Change::Plus(number)))
    }

    /// The local of which an expression is one less, as masks are of powers of two.
    pub(super) fn mask(&self, expr: &Expr) -> Option<LocalId> {
        let row = self.row(expr);
        row.and_then(|(local, change)| (change == Change::Plus(-1)).then_some(local))
    }

    /// The local by which something is multiplied that is divided by a number, where one is: `y * width / 4`.
    pub(super) fn part_of_row(&self, product: &Expr, by: &Expr) -> Option<(LocalId, Change)> {
        let by = self.constant(by).and_then(|by| u32::try_from(by).ok())?;
        let ExprKind::Binary(op, a, b) = &self.resolved(product).kind else {
            return None;
        };
        let is_product = matches!(op.wrapping(), BinaryOp::Mul | BinaryOp::MulSigned);
        let row = [a, b].into_iter().find_map(|side| self.row(side));
        let (local, change) = row.filter(|_| is_product && by > 1)?;
        (change == Change::Plus(0)).then_some((local, Change::By(by)))
    }

    /// What is assigned to a local, and so on.
    pub(super) fn resolved<'e>(&self, expr: &'e Expr) -> &'e Expr
    where
        'f: 'e,
    {
        let mut expr = expr;
        for _ in 0..DEPTH {
            let ExprKind::Local(local) = &expr.kind else {
                break;
            };
            match self.assigned.get(local) {
                Some(Some(value)) => expr = value,
                Some(None) | None => break,
            }
        }
        expr
    }

    /// Whether a local has the value that a launch passes, wherever it has one.
    pub(super) fn is_parameter(&self, local: LocalId) -> bool {
        self.params.contains(&local)
    }

    /// The dimensions in which addresses have the numbers of blocks without those of threads.
    pub(super) fn blocks_alone(&self, function: &Function) -> BTreeSet<Axis> {
        let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
        let each = stmts.flat_map(|stmt| addresses(&stmt.kind));
        let sums = each.filter_map(|address| self.address(address));
        let terms = sums.flat_map(|(_, sum)| sum.terms.into_keys());
        terms
            .filter_map(|term| match term {
                Term::Block(axis) => Some(axis_of(axis)),
                Term::Thread(..) | Term::Global(_) | Term::Threads(_) | Term::Local(_) => None,
            })
            .collect()
    }

    /// The dimension of blocks along a row in an address, and how many of them have room in it: rows are counted by the
    /// numbers of blocks in another dimension.
    pub(super) fn row_of_blocks(&self, address: &Expr) -> Option<(Axis, u32)> {
        let (_, sum) = self.address(address)?;
        let blocks = sum.terms.iter().filter_map(|(term, factor)| match term {
            Term::Block(axis) if *factor > 0 => Some((*factor, *axis)),
            Term::Block(_)
            | Term::Thread(..)
            | Term::Global(_)
            | Term::Threads(_)
            | Term::Local(_) => None,
        });
        let mut blocks: Vec<(i128, Dimension)> = blocks.collect();
        blocks.sort_unstable();
        let [(one, axis), (row, _), ..] = blocks.as_slice() else {
            return None;
        };
        let number = u32::try_from(row / one).ok()?;
        (row % one == 0 && number > 1).then(|| (axis_of(*axis), number))
    }

    /// The same of all addresses.
    pub(super) fn rows_of_blocks(&self, function: &Function) -> BTreeSet<(Axis, u32)> {
        let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
        let each = stmts.flat_map(|stmt| addresses(&stmt.kind));
        each.filter_map(|address| self.row_of_blocks(address))
            .collect()
    }

    /// What is added with each round of a loop to what begins with a thread's number in the grid.
    pub(super) fn rounds(&self, function: &Function) -> BTreeSet<u32> {
        let stmts = || function.blocks.iter().flat_map(|block| &block.stmts);
        let mut found: BTreeMap<LocalId, BTreeSet<u32>> = BTreeMap::new();
        let mut of_grid: BTreeSet<LocalId> = BTreeSet::new();
        for stmt in stmts() {
            let StmtKind::Assign { to, value } = &stmt.kind else {
                continue;
            };
            if let Some(number) = round(*to, value, self) {
                found.entry(*to).or_default().insert(number);
            }
            if self.asks_for_block(value, DEPTH) {
                of_grid.insert(*to);
            }
        }
        found.retain(|local, _| of_grid.contains(local));
        found.into_values().flatten().collect()
    }

    /// Whether the number of a block is in an expression.
    fn asks_for_block(&self, expr: &Expr, depth: u32) -> bool {
        let mut found = false;
        let mut locals = Vec::new();
        expr.visit(&mut |part| match &part.kind {
            ExprKind::Atom(Atom::Block(_) | Atom::Global(_)) => found = true,
            ExprKind::Local(local) => locals.push(*local),
            _ => {}
        });
        let Some(deeper) = depth.checked_sub(1) else {
            return found;
        };
        found
            || locals.iter().any(|local| {
                let value = self.assigned.get(local).copied().flatten();
                value.is_some_and(|value| self.asks_for_block(value, deeper))
            })
    }

    fn within(&self, address: &Expr, depth: u32) -> Option<(ArrayId, Sum)> {
        let deeper = depth.checked_sub(1)?;
        match &address.kind {
            ExprKind::Base(array) => Some((*array, Sum::default())),
            ExprKind::Offset(base, by) => {
                let (array, sum) = self.within(base, deeper)?;
                Some((array, sum.plus(&self.expanded(by, deeper), 1)))
            }
            ExprKind::Local(local) => self.within((*self.assigned.get(local)?)?, deeper),
            _ => None,
        }
    }

    fn expanded(&self, expr: &Expr, depth: u32) -> Sum {
        let Some(deeper) = depth.checked_sub(1) else {
            return Sum::unknown();
        };
        match &expr.kind {
            ExprKind::Const(_) => constant(expr)
                .and_then(|bits| i128::try_from(bits).ok())
                .map_or_else(Sum::unknown, |bits| Sum::literal(signed(expr, bits))),
            ExprKind::Atom(Atom::Thread(axis)) => Sum::term(Term::Thread(*axis, 1)),
            ExprKind::Atom(Atom::Block(axis)) => Sum::term(Term::Block(*axis)),
            ExprKind::Atom(Atom::Global(axis)) => Sum::term(Term::Global(*axis)),
            ExprKind::Atom(Atom::BlockSize(axis)) => Sum::term(Term::Threads(*axis)),
            ExprKind::Local(local) => match self.assigned.get(local) {
                Some(Some(value)) => self.expanded(value, deeper),
                Some(None) | None => Sum::term(Term::Local(*local)),
            },
            ExprKind::Cast(CastOp::ZeroExtend | CastOp::SignExtend | CastOp::Truncate, of) => {
                self.expanded(of, deeper)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expanded(a, deeper), self.expanded(b, deeper));
                combined(op.wrapping(), &a, &b)
            }
            _ => Sum::unknown(),
        }
    }
}

/// A literal with its sign, where it is read as one.
fn signed(expr: &Expr, bits: i128) -> i128 {
    let width = match expr.scalar {
        kernel_graph::Scalar::Int(width) if width < 127 => width,
        _ => return bits,
    };
    match bits >= 1 << (width - 1) {
        true => bits - (1 << width),
        false => bits,
    }
}

fn combined(op: BinaryOp, a: &Sum, b: &Sum) -> Sum {
    let right = b.alone();
    match op {
        BinaryOp::Add | BinaryOp::AddSigned => a.clone().plus(b, 1),
        BinaryOp::Sub | BinaryOp::SubSigned => a.clone().plus(b, -1),
        BinaryOp::Mul | BinaryOp::MulSigned => a.times(b),
        BinaryOp::ShiftLeft => match right.and_then(power) {
            Some(factor) => Sum::default().plus(a, factor),
            None => Sum::unknown(),
        },
        BinaryOp::ShiftRightSigned | BinaryOp::ShiftRightUnsigned => match right.and_then(power) {
            Some(by) => a.divided(by),
            None => Sum::unknown(),
        },
        BinaryOp::DivSigned | BinaryOp::DivUnsigned => match right {
            Some(by) => a.divided(by),
            None => Sum::unknown(),
        },
        _ => Sum::unknown(),
    }
}

fn power(exponent: i128) -> Option<i128> {
    let exponent = u32::try_from(exponent).ok()?;
    (exponent < 64).then(|| 1 << exponent)
}

impl Sum {
    fn unknown() -> Sum {
        Sum {
            more: true,
            ..Sum::default()
        }
    }

    pub(super) fn literal(number: i128) -> Sum {
        Sum {
            number,
            ..Sum::default()
        }
    }

    fn term(term: Term) -> Sum {
        Sum {
            terms: BTreeMap::from([(term, 1)]),
            ..Sum::default()
        }
    }

    /// The number that it is, if it is one.
    fn alone(&self) -> Option<i128> {
        (self.terms.is_empty() && !self.more).then_some(self.number)
    }

    /// With a multiple of another.
    pub(super) fn plus(mut self, other: &Sum, factor: i128) -> Sum {
        self.more |= other.more;
        let number = other.number.checked_mul(factor);
        match number.and_then(|number| self.number.checked_add(number)) {
            Some(number) => self.number = number,
            None => self.more = true,
        }
        for (term, times) in &other.terms {
            let before = self.terms.remove(term).unwrap_or(0);
            let times = times.checked_mul(factor);
            match times.and_then(|times| before.checked_add(times)) {
                Some(0) => {}
                Some(times) => {
                    self.terms.insert(term.clone(), times);
                }
                None => self.more = true,
            }
        }
        self
    }

    /// Multiplied by another, where one of them is a number.
    pub(super) fn times(&self, other: &Sum) -> Sum {
        match (self.alone(), other.alone()) {
            (_, Some(factor)) => Sum::default().plus(self, factor),
            (Some(factor), None) => Sum::default().plus(other, factor),
            (None, None) => Sum::unknown(),
        }
    }

    /// Divided by a number, where it is a number or a thread's number and nothing else.
    fn divided(&self, by: i128) -> Sum {
        if let (Some(number), true) = (self.alone(), by > 0) {
            return Sum::literal(number.div_euclid(by));
        }
        let exact = |number: &i128| by > 0 && number % by == 0;
        if !self.more && exact(&self.number) && self.terms.values().all(exact) {
            let terms = self.terms.iter();
            return Sum {
                terms: terms
                    .map(|(term, times)| (term.clone(), times / by))
                    .collect(),
                number: self.number / by,
                more: false,
            };
        }
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next(), u32::try_from(by)) {
            (Some((Term::Thread(axis, before), 1)), None, Ok(by))
                if self.number == 0 && !self.more && by > 0 =>
            {
                match before.checked_mul(by) {
                    Some(by) => Sum::term(Term::Thread(*axis, by)),
                    None => Sum::unknown(),
                }
            }
            _ => Sum::unknown(),
        }
    }
}

impl Sum {
    /// The dimension in which it is a thread's number and nothing else.
    pub(super) fn only_thread(&self) -> Option<Dimension> {
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next()) {
            (Some((Term::Thread(axis, _), 1)), None) if !self.more => Some(*axis),
            _ => None,
        }
    }

    /// The dimension in which it is the size of blocks, a number more or less.
    pub(super) fn only_size(&self) -> Option<Dimension> {
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next()) {
            (Some((Term::Threads(axis), 1)), None) if !self.more => Some(*axis),
            _ => None,
        }
    }

    /// The local that it is the value of, a number more or less.
    pub(super) fn only_local(&self) -> Option<LocalId> {
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next()) {
            (Some((Term::Local(local), 1)), None) if !self.more => Some(*local),
            _ => None,
        }
    }
}

impl Sum {
    /// The local that it is the value of.
    pub(super) fn only_value(&self) -> Option<LocalId> {
        self.only_local().filter(|_| self.number == 0)
    }
}

pub(super) fn axis_of(axis: Dimension) -> Axis {
    match axis {
        Dimension::X => Axis::X,
        Dimension::Y => Axis::Y,
        Dimension::Z => Axis::Z,
    }
}
