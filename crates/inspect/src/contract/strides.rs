//! The shapes of blocks that the text names by distances: where blocks begin at `16 * blockIdx.y` and threads take every
//! eighth element, there are two of them; so it is where a thread comes back after 16 elements, in a loop or in the next
//! statement.

use super::linear::{Sum, Term, Values};
use super::rows::addresses;
use crate::sizes::each_expression;
use kernel_graph::{ArrayId, BinaryOp, Dimension, ExprKind, Function, FunctionId, LocalId, Module};
use num_integer::Integer;
use races::MOST_THREADS;
use std::collections::{BTreeMap, BTreeSet};

/// More numbers of threads are not tried in a dimension.
const MOST: usize = 3;

/// Fewer statements than these that differ in a number show no step.
const FEWEST_STEPS: usize = 2;

/// A shape of blocks, with what in the text suggests it.
pub(super) struct Strided {
    /// The threads by dimension.
    pub threads: [u32; 3],
    /// The reason.
    pub evidence: String,
}

/// The steps of blocks, or of a thread, and those from one thread to the next, by how many threads that are.
type Apart = BTreeMap<u32, (i128, i128)>;

/// What addresses have in common that differ in a number: the array, the terms, whether there is more.
type Alike = (ArrayId, BTreeMap<Term, i128>, bool);

/// The shapes for a kernel whose calls are inlined, and that asks about so many dimensions: of each of them there is a
/// number.
pub(super) fn strided(module: &Module, kernel: FunctionId, dimensions: usize) -> Vec<Strided> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return Vec::new();
    };
    let axes = [Dimension::X, Dimension::Y, Dimension::Z];
    let mut found = vec![Strided {
        threads: [1; 3],
        evidence: String::new(),
    }];
    let all = apart(function);
    for (at, axis) in axes.into_iter().take(dimensions).enumerate() {
        let Some(numbers) = all.get(&axis) else {
            return Vec::new();
        };
        let longer = found.iter().flat_map(|one| {
            numbers
                .iter()
                .take(MOST)
                .map(move |(n, of)| one.with(at, *n, *of))
        });
        found = longer.collect();
    }
    found
}

impl Strided {
    fn with(&self, at: usize, n: u32, (step, of_threads): (i128, i128)) -> Strided {
        let mut threads = self.threads;
        if let Some(slot) = threads.get_mut(at) {
            *slot = n;
        }
        let letter = ["x", "y", "z"].get(at).copied().unwrap_or("?");
        let own = format!("of {step} beside `{of_threads} * threadIdx.{letter}`");
        let evidence = match self.evidence.is_empty() {
            true => format!("steps are {own}"),
            false => format!("{}, {own}", self.evidence),
        };
        Strided { threads, evidence }
    }
}

/// The steps in sums of the text, by dimension. What is compared with as many threads is so in larger blocks to a purpose.
fn apart(function: &Function) -> BTreeMap<Dimension, Apart> {
    let values = Values::of(function);
    let params: BTreeSet<LocalId> = function.params.iter().map(|param| param.local).collect();
    let mut found: BTreeMap<Dimension, Apart> = BTreeMap::new();
    let mut compared: BTreeSet<(Dimension, u32)> = BTreeSet::new();
    let mut add = |all: Vec<(Dimension, u32, (i128, i128))>| {
        for (axis, n, of) in all {
            found.entry(axis).or_default().entry(n).or_insert(of);
        }
    };
    each_expression(function, &mut |part| match &part.kind {
        ExprKind::Binary(op, ..) => {
            if let BinaryOp::Add | BinaryOp::AddSigned = op.wrapping() {
                add(in_sum(&values.sum(part), &params));
            }
        }
        ExprKind::Compare(_, a, b) => {
            for (number, bound) in [(a, b), (b, a)] {
                let axis = values.sum(number).only_thread();
                let bound = values.constant(bound);
                let bound = bound.and_then(|n| u32::try_from(n).ok());
                compared.extend(axis.zip(bound));
            }
        }
        _ => {}
    });
    let mut alike: BTreeMap<Alike, BTreeSet<i128>> = BTreeMap::new();
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        for (array, sum) in addresses(&stmt.kind)
            .into_iter()
            .filter_map(|address| values.address(address))
        {
            add(in_sum(&sum, &params));
            let key = (array, sum.terms, sum.more);
            alike.entry(key).or_default().insert(sum.number);
        }
    }
    for ((_, terms, _), numbers) in alike {
        add(in_steps(&terms, &numbers));
    }
    for (axis, numbers) in &mut found {
        let mut bounds = compared.iter().filter(|(of, _)| of == axis);
        let most = bounds.by_ref().map(|(_, bound)| *bound).max();
        numbers.retain(|n, _| most.is_none_or(|most| most < *n));
    }
    found.retain(|_, numbers| !numbers.is_empty());
    found
}

/// The threads in a dimension between the first elements of two blocks, or of two rounds of a loop.
fn in_sum(sum: &Sum, params: &BTreeSet<LocalId>) -> Vec<(Dimension, u32, (i128, i128))> {
    let mut found = Vec::new();
    for (term, step) in &sum.terms {
        for (axis, of_threads) in threads(&sum.terms) {
            let is_step = match term {
                Term::Block(of) => *of == axis,
                Term::Local(local) => !params.contains(local),
                // Rows of a block are as long as it has threads.
                Term::Thread(of, 1) => next(axis) == Some(*of),
                Term::Thread(..) | Term::Global(_) | Term::Threads(_) => false,
            };
            if is_step {
                found.extend(between(axis, *step, of_threads));
            }
        }
    }
    found
}

/// The dimension of which a row in this one is an element.
fn next(axis: Dimension) -> Option<Dimension> {
    match axis {
        Dimension::X => Some(Dimension::Y),
        Dimension::Y => Some(Dimension::Z),
        Dimension::Z => None,
    }
}

/// The threads in a dimension between the elements of statements that differ in nothing but a number.
fn in_steps(
    terms: &BTreeMap<Term, i128>,
    numbers: &BTreeSet<i128>,
) -> Vec<(Dimension, u32, (i128, i128))> {
    let Some(first) = numbers.first().filter(|_| numbers.len() >= FEWEST_STEPS) else {
        return Vec::new();
    };
    let step = numbers.iter().fold(0i128, |step, n| step.gcd(&(n - first)));
    let each = threads(terms).into_iter();
    each.filter_map(|(axis, of_threads)| between(axis, step, of_threads))
        .collect()
}

/// The dimensions of threads in a sum, with how far one is apart from the next.
fn threads(terms: &BTreeMap<Term, i128>) -> Vec<(Dimension, i128)> {
    let each = terms.iter().filter_map(|(term, factor)| match term {
        Term::Thread(axis, 1) if *factor > 0 => Some((*axis, *factor)),
        Term::Thread(..) | Term::Block(_) | Term::Global(_) | Term::Threads(_) | Term::Local(_) => {
            None
        }
    });
    each.collect()
}

fn between(
    axis: Dimension,
    step: i128,
    of_threads: i128,
) -> Option<(Dimension, u32, (i128, i128))> {
    let n = u32::try_from(step / of_threads).ok()?;
    let whole = step % of_threads == 0 && (2..=MOST_THREADS).contains(&n);
    whole.then_some((axis, n, (step, of_threads)))
}
