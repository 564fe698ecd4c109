//! The threads of the fused kernel, and the conditions under which each kernel is theirs.

use super::ask::Queries;
use super::exchange::{Oracle, Threads};
use super::formula::{Linear, all, canonical, renamed};
use super::names::Names;
use super::row::{Kernel, Row};
use crate::framework::input::{Input, Refusal};
use crate::framework::prover::Outcome;
use crate::shared::entry::explained;
use crate::shared::names::{DeclaredNames, fresh};
use spec_lang::ast::build::{binary, int, name};
use spec_lang::ast::{BinaryOp, Expr, ExprKind, Visitor};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// The fused range and how each kernel's lies in it.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    /// The threads of the fused kernel.
    pub threads: Threads,
    /// For each kernel, when a thread runs it; empty if always.
    pub guards: Vec<Vec<Expr>>,
}

fn threads_of(input: &Input<'_>, names: &Names, kernel: &Kernel) -> Threads {
    let iterators = kernel.block.iterators.iter().zip(&names.iterators);
    Threads {
        iterators: iterators
            .map(|(iterator, name)| {
                let low = renamed(input.resolution, &iterator.low, &names.by_iterator);
                let high = renamed(input.resolution, &iterator.high, &names.by_iterator);
                (name.clone(), low, high)
            })
            .collect(),
    }
}

impl Ranges {
    /// The first kernel's range.
    pub(super) fn of_first(input: &Input<'_>, row: &Row, names: &Names) -> Self {
        let threads = row.kernels.first().map_or(
            Threads {
                iterators: Vec::new(),
            },
            |kernel| threads_of(input, names, kernel),
        );
        Ranges {
            threads,
            guards: vec![Vec::new(); row.kernels.len()],
        }
    }
}

fn is_same(left: &Threads, right: &Threads) -> bool {
    left.iterators.iter().zip(&right.iterators).all(
        |((_, low, high), (_, other_low, other_high))| {
            canonical(low) == canonical(other_low) && canonical(high) == canonical(other_high)
        },
    )
}

/// The range of the kernel that holds all others.
pub(super) fn ranges(
    input: &Input<'_>,
    row: &Row,
    names: &Names,
    queries: &mut Queries<'_>,
) -> Result<Ranges, Refusal> {
    let mut ranges = Ranges::of_first(input, row, names);
    let own: Vec<Threads> = row
        .kernels
        .iter()
        .map(|kernel| threads_of(input, names, kernel))
        .collect();
    let mut widest = 0;
    for (index, threads) in own.iter().enumerate().skip(1) {
        let (Some(kernel), Some(base), Some(base_kernel)) = (
            row.kernels.get(index),
            own.get(widest),
            row.kernels.get(widest),
        ) else {
            continue;
        };
        for iterator in &kernel.block.iterators {
            for end in [&iterator.low, &iterator.high] {
                if !super::check::is_heap_free(input, end) {
                    return Err(Refusal::inapplicable(
                            Code::A605,
                            end.span,
                            format!(
                                "the range of {} reads memory, which a kernel before it may have changed",
                                kernel.describe(index + 1)
                            ),
                        ).with_help("keep it in a local variable before the kernels"));
                }
            }
        }
        if is_same(base, threads) {
            continue;
        }
        let within = holds_within(queries, threads, base);
        if within == Outcome::Proved {
            continue;
        }
        let around = holds_within(queries, base, threads);
        if around == Outcome::Proved {
            widest = index;
            continue;
        }
        let diagnostic = Diagnostic::error(
            Code::A605,
            kernel.head(),
            format!(
                "the range of {} is not shown to lie within that of {}, nor the other way round",
                kernel.describe(index + 1),
                base_kernel.describe(widest + 1)
            ),
        )
        .with_label(base_kernel.head(), "the other range")
        .with_help("state which is the larger, as in `requires m <= n`");
        return Err(match around {
            Outcome::Unknown(_) => {
                let mut diagnostic = explained(diagnostic, &around);
                diagnostic.code = Code::A612;
                Refusal::unknown(diagnostic)
            }
            _ => Refusal::not_applicable(explained(diagnostic, &around)),
        });
    }
    let Some(base) = own.get(widest) else {
        return Ok(ranges);
    };
    ranges.threads = base.clone();
    for (guard, threads) in ranges.guards.iter_mut().zip(&own) {
        if !is_same(base, threads) && !is_equal(queries, base, threads) {
            *guard = inside(base, threads);
        }
    }
    Ok(ranges)
}

/// Ranges as conditions on a thread, or as parts of what it is, stand within the kernels and
/// their contracts, where their names must mean the same.
///
/// # Errors
/// `A605` if a kernel declares a name of a range.
pub(super) fn mean_the_same(input: &Input<'_>, row: &Row) -> Result<(), Refusal> {
    let declared = DeclaredNames::on(|declared| {
        for kernel in &row.kernels {
            declared.visit_contract(&kernel.block.contract);
            declared.visit_block(&kernel.block.body);
        }
    });
    for (index, kernel) in row.kernels.iter().enumerate() {
        for iterator in &kernel.block.iterators {
            for end in [&iterator.low, &iterator.high] {
                if !declared.spare(input.resolution, end) {
                    return Err(Refusal::inapplicable(
                            Code::A605,
                            end.span,
                            format!(
                                "a name in the range of {} means something else within one of the kernels",
                                kernel.describe(index + 1)
                            ),
                        ).with_note("the range is said there, to tell which threads run a kernel")
                        .with_help("give the two different names"));
                }
            }
        }
    }
    Ok(())
}

/// Whether two ranges that are written differently are the same.
fn is_equal(queries: &mut Queries<'_>, left: &Threads, right: &Threads) -> bool {
    let plainly_not = left.iterators.iter().zip(&right.iterators).any(
        |((_, low, high), (_, other_low, other_high))| {
            [(low, other_low), (high, other_high)]
                .iter()
                .any(|(left, right)| {
                    let difference = Linear::of(left)
                        .zip(Linear::of(right))
                        .and_then(|(left, right)| left.plus(&right, -1));
                    difference
                        .and_then(|difference| difference.as_number())
                        .is_some_and(|difference| difference != 0)
                })
        },
    );
    if plainly_not {
        return false;
    }
    let equal = left.iterators.iter().zip(&right.iterators).flat_map(
        |((_, low, high), (_, other_low, other_high))| {
            [(low, other_low), (high, other_high)]
                .map(|(left, right)| binary(BinaryOp::Eq, left.clone(), right.clone()))
        },
    );
    all(equal).is_some_and(|formula| queries.holds(&canonical(&formula)) == Outcome::Proved)
}

/// What a thread of the larger range must fulfil to be one of the smaller.
fn inside(base: &Threads, threads: &Threads) -> Vec<Expr> {
    let mut conditions = Vec::new();
    for ((iterator, low, high), (_, base_low, base_high)) in
        threads.iterators.iter().zip(&base.iterators)
    {
        if canonical(low) != canonical(base_low) {
            conditions.push(binary(BinaryOp::Le, low.clone(), name(iterator)));
        }
        if canonical(high) != canonical(base_high) {
            conditions.push(binary(BinaryOp::Lt, name(iterator), high.clone()));
        }
    }
    conditions
}

/// Whether every thread of one range is one of another.
fn holds_within(queries: &mut Queries<'_>, inner: &Threads, outer: &Threads) -> Outcome {
    let saved = std::mem::replace(&mut queries.threads, inner.clone());
    let formula = all(outer.range()).map(|range| queries.for_all_threads(range));
    queries.threads = saved;
    formula.map_or(Outcome::Proved, |formula| {
        queries.holds(&canonical(&formula))
    })
}

/// Threads in blocks: what the text says of them where a barrier is one of each block.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    /// How many.
    pub count: u64,
    /// Their name.
    pub name: String,
    /// The block's iterator.
    pub block: String,
    /// The thread's iterator within its block.
    pub lane: String,
    /// The number of threads in a block.
    pub size: Expr,
    /// The variable that keeps it, and its value, if it is no number.
    pub kept: Option<(String, Expr)>,
    /// The iterator that the kernels have.
    pub iterator: String,
    /// What that iterator is: `size * block + lane`, from the first value on.
    pub thread: Expr,
}

impl Ranges {
    /// The same kernels in blocks. A last block that is not full has threads that run no
    /// kernel. None if there is more than one iterator.
    pub(super) fn in_blocks(
        &self,
        input: &Input<'_>,
        queries: &mut Queries<'_>,
        count: u64,
    ) -> Option<(Self, Blocks)> {
        let [(iterator, low, high)] = self.threads.iterators.as_slice() else {
            return None;
        };
        let computed = block_size(&self.threads, count)?;
        let number_of = i64::try_from(count).ok()?;
        let length = Linear::of(high)?.plus(&Linear::of(low)?, -1)?;
        let (size, kept) = match computed.kind {
            ExprKind::Int(_) => (computed.clone(), None),
            _ => {
                let kept = fresh(input.program, "block_size");
                (name(&kept), Some((kept, computed.clone())))
            }
        };
        let (block, lane) = (
            fresh(input.program, "block"),
            fresh(input.program, &format!("{iterator}_in_block")),
        );
        let product = binary(BinaryOp::Mul, size.clone(), name(&block));
        let within = binary(BinaryOp::Add, product, name(&lane));
        let thread = match Linear::of(low)?.as_number() {
            Some(0) => within,
            _ => binary(BinaryOp::Add, low.clone(), within),
        };
        let full = match length.as_number() {
            Some(length) => length.checked_rem(number_of)? == 0 && length >= 0,
            None => {
                let whole = binary(BinaryOp::Mul, computed.clone(), int(number_of));
                queries.is_equal(&whole, &length.expr())
            }
        };
        let mut ranges = self.clone();
        if !full {
            let all = binary(BinaryOp::Mul, size.clone(), int(number_of));
            let end = match Linear::of(low)?.as_number() {
                Some(0) => all,
                _ => binary(BinaryOp::Add, low.clone(), all),
            };
            let guard = binary(BinaryOp::Lt, name(iterator), high.clone());
            for guards in &mut ranges.guards {
                let bounded = guards.iter().any(|own| match &own.kind {
                    ExprKind::Binary(BinaryOp::Lt, left, _) => canonical(left) == *iterator,
                    _ => false,
                });
                if !bounded {
                    guards.push(guard.clone());
                }
            }
            ranges.threads.iterators = vec![(iterator.clone(), low.clone(), end)];
        }
        let blocks = Blocks {
            count,
            name: fresh(input.program, "blocks"),
            block,
            lane,
            size,
            kept,
            iterator: iterator.clone(),
            thread,
        };
        Some((ranges, blocks))
    }
}

/// The number of threads in a block, if there are so many blocks; none if there is more
/// than one iterator.
pub(super) fn block_size(threads: &Threads, blocks: u64) -> Option<Expr> {
    let [(_, low, high)] = threads.iterators.as_slice() else {
        return None;
    };
    let blocks = i64::try_from(blocks).ok()?;
    let count = Linear::of(high)?.plus(&Linear::of(low)?, -1)?;
    if let Some(count) = count.as_number() {
        let rounded = count.max(0).checked_add(blocks - 1)?;
        return Some(int(rounded / blocks));
    }
    let rounded = Linear {
        constant: count.constant.checked_add(blocks - 1)?,
        ..count
    };
    Some(binary(BinaryOp::Div, rounded.expr(), int(blocks)))
}
