//! The clauses that the text of a kernel suggests. A clause is proposed only where an extent or a product names what it is
//! about: that the last thing found would be excluded is no reason.

use super::guards::Guards;
use super::linear::Values;
use super::literals::{bounds, constant, literals};
use super::meaning::{Change, Proposed, Shape, Weight, blocks, parameter, threads};
use super::rows::length_of_row;
use super::strides::Strided;
use super::within::{Within, margin_of_threads};
use crate::sizes::{Chosen, each_expression, reached};
use contracts::{Axis, Number};
use kernel_graph::{
    Annotation, ArrayId, Atom, BinaryOp, CompareOp, Dimension, Expr, ExprKind, Function,
    FunctionId, LayoutKind, Linkage, Local, LocalId, Module, Scalar, Scope, Space, StmtKind,
};
use races::{MOST_THREADS, Size};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A block of fewer threads may be a single warp, in which half of what may go wrong between warps does not.
const FEWEST_THREADS: u32 = 64;

/// The most numbers that are tried as lengths of rows.
const MOST_NUMBERS: usize = 4;

/// So many are enough where nothing is done by warps.
const ONE_WARP: u32 = 32;

/// So many are enough where the extent of an array says so.
const FEWEST_OF_EXTENT: u32 = 16;

/// A line of so many threads has two warps.
const FEWEST_OF_LINE: u64 = 64;

/// The shapes of blocks that extents of shared arrays and numbers in the text name, for kernels that ask about so many dimensions;
/// `lines` are arrays that are indexed by a thread's first number alone, `strides` the shapes that distances name.
pub(super) fn shapes(
    module: &Module,
    kernel: FunctionId,
    dimensions: usize,
    lines: &BTreeSet<ArrayId>,
    strides: Vec<Strided>,
) -> Vec<Shape> {
    let mut found: Vec<Shape> = Vec::new();
    for threads in asserted(module, kernel) {
        let shape = Shape {
            threads,
            evidence: "as an assertion has it".to_owned(),
            extent: None,
        };
        add(&mut found, shape, 1);
    }
    let bases = bases(module, kernel);
    let arrays = bases
        .iter()
        .filter_map(|id| Some((*id, module.array(*id)?)));
    let arrays = arrays.filter(|(_, array)| {
        let own = !matches!(array.linkage, Linkage::Parameter(_) | Linkage::Dynamic);
        array.space == Space::Shared && own
    });
    for (id, array) in arrays {
        let extents = extents(&array.layout.kind);
        let declared: String = extents.iter().map(|n| format!("[{n}]")).collect();
        let shapes: Vec<[u64; 3]> = match (dimensions, extents.as_slice()) {
            // A margin of one element may be around what threads have, and each warp may have one.
            (1, [n]) => {
                let of_warps = n.saturating_mul(u64::from(ONE_WARP));
                let each = [Some(*n), within(*n), Some(of_warps)];
                each.into_iter().flatten().map(|n| [n, 1, 1]).collect()
            }
            (2, [n]) if lines.contains(&id) && *n >= FEWEST_OF_LINE => vec![[*n, 1, 1]],
            // The last extent may be padded.
            (2, [rows, columns]) => {
                let inner = within(*columns).zip(within(*rows));
                let inner = inner.map(|(columns, rows)| [columns, rows, 1]);
                let whole = [[*columns, *rows, 1], [*rows, *rows, 1]];
                whole.into_iter().chain(inner).collect()
            }
            (2, [n]) if n.isqrt() * n.isqrt() == *n => vec![[n.isqrt(), n.isqrt(), 1]],
            (3, [deep, rows, columns]) => vec![[*columns, *rows, *deep]],
            _ => Vec::new(),
        };
        for shape in shapes {
            let [Ok(x), Ok(y), Ok(z)] = shape.map(u32::try_from) else {
                continue;
            };
            let evidence = format!("as `{}{declared}` has it", array.name);
            let shape = Shape {
                threads: [x, y, z],
                evidence,
                extent: Some(id),
            };
            add(&mut found, shape, FEWEST_OF_EXTENT);
        }
    }
    let by_warps = by_warps(module, kernel);
    let fewest = match by_warps {
        true => FEWEST_THREADS,
        false => ONE_WARP,
    };
    for one in strides {
        let shape = Shape {
            threads: one.threads,
            evidence: one.evidence,
            extent: None,
        };
        add(&mut found, shape, ONE_WARP);
    }
    let numbers = literals(module, kernel);
    let bounds = bounds(module, kernel);
    // The largest first: what is right for it may be wrong for none that is smaller.
    let mut shapes = named(&numbers, dimensions);
    shapes.sort_by_key(|shape| Reverse(shape.iter().map(|n| u64::from(*n)).product::<u64>()));
    for threads in shapes {
        let each = numbers
            .iter()
            .filter(|n| threads.iter().any(|of| of % **n == 0));
        let each: Vec<String> = each.map(|n| format!("`{n}`")).collect();
        let evidence = format!("numbers in the text are {}", each.join(", "));
        // What is divided by so many threads, or compared with as many, is so in larger blocks to a purpose.
        let trivial = bounds
            .iter()
            .any(|bound| threads.iter().any(|n| *n > 1 && bound >= n));
        // Threads of one warp in several rows are meant by nobody who only names a number.
        let parted = by_warps && dimensions > 1 && threads[0] % ONE_WARP != 0;
        if trivial || parted {
            continue;
        }
        let shape = Shape {
            threads,
            evidence,
            extent: None,
        };
        add(&mut found, shape, fewest);
    }
    found
}

/// How many threads there are where a margin of one element is around what they have, if a block has so many: with one that is
/// forgotten another number is left.
fn within(extent: u64) -> Option<u64> {
    let inner = extent.checked_sub(2)?;
    (inner.is_power_of_two() || inner.is_multiple_of(8)).then_some(inner)
}

/// The shapes that assertions compare the sizes of a block with, where they name a number for the first one. Of a dimension
/// that none names there is one thread.
fn asserted(module: &Module, kernel: FunctionId) -> Vec<[u32; 3]> {
    let mut numbers: [BTreeSet<u32>; 3] = Default::default();
    for function in reached(module, kernel) {
        let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
        let mut said =
            stmts.filter(|stmt| matches!(stmt.kind, StmtKind::Annotation(Annotation::Assert(_))));
        if said.next().is_none() {
            continue;
        }
        each_expression(function, &mut |part| {
            let ExprKind::Compare(CompareOp::Eq, a, b) = &part.kind else {
                return;
            };
            for (size, number) in [(a, b), (b, a)] {
                let ExprKind::Atom(Atom::BlockSize(axis)) = &size.kind else {
                    continue;
                };
                let at = match axis {
                    Dimension::X => 0,
                    Dimension::Y => 1,
                    Dimension::Z => 2,
                };
                let number = constant(number).and_then(|number| u32::try_from(number).ok());
                if let Some(slot) = numbers.get_mut(at) {
                    slot.extend(number);
                }
            }
        });
    }
    let [x, y, z] = numbers;
    let or_one = |of: BTreeSet<u32>| match of.is_empty() {
        true => BTreeSet::from([1]),
        false => of,
    };
    let (y, z) = (or_one(y), or_one(z));
    let each = x.iter().flat_map(|x| y.iter().map(move |y| (*x, *y)));
    let each = each.flat_map(|(x, y)| z.iter().map(move |z| [x, y, *z]));
    each.collect()
}

/// Whether something in a kernel is done by the threads of a warp together.
fn by_warps(module: &Module, kernel: FunctionId) -> bool {
    let functions = reached(module, kernel).into_iter();
    let blocks = functions.flat_map(|function| &function.blocks);
    let mut stmts = blocks.flat_map(|block| &block.stmts);
    stmts.any(|stmt| match &stmt.kind {
        StmtKind::Collective { .. } => true,
        StmtKind::Barrier(barrier) => match barrier.scope {
            Scope::Warp(_) | Scope::Tile(_) | Scope::SubGroup => true,
            Scope::Block | Scope::Grid | Scope::System => false,
        },
        _ => false,
    })
}

/// Adds a shape, if blocks of at least so many threads can have it and it is not there.
fn add(found: &mut Vec<Shape>, shape: Shape, fewest: u32) {
    let all = shape.threads.iter();
    let all = all.copied().try_fold(1u32, u32::checked_mul);
    let fits = all.is_some_and(|all| (fewest..=MOST_THREADS).contains(&all));
    let known = |one: &Shape| (one.threads, one.extent) == (shape.threads, shape.extent);
    if fits && !found.iter().any(known) {
        found.push(shape);
    }
}

/// The shapes of blocks that numbers name: in one dimension also products of two.
fn named(numbers: &[u32], dimensions: usize) -> Vec<[u32; 3]> {
    let pairs = numbers
        .iter()
        .flat_map(|a| numbers.iter().map(move |b| (*a, *b)));
    match dimensions {
        1 => {
            let one = numbers.iter().map(|n| [*n, 1, 1]);
            let products = pairs.filter_map(|(a, b)| Some([a.checked_mul(b)?, 1, 1]));
            one.chain(products).collect()
        }
        2 => pairs.map(|(a, b)| [a, b, 1]).collect(),
        _ => Vec::new(),
    }
}

/// The arrays whose addresses a kernel and what it calls take.
fn bases(module: &Module, kernel: FunctionId) -> BTreeSet<ArrayId> {
    let mut found = BTreeSet::new();
    for function in reached(module, kernel) {
        each_expression(function, &mut |part| {
            if let ExprKind::Base(id) = &part.kind {
                found.insert(*id);
            }
        });
    }
    found
}

/// How many elements an array has in each dimension, the outermost first.
fn extents(layout: &LayoutKind) -> Vec<u64> {
    match layout {
        LayoutKind::Array(of, Some(n)) => {
            let inner = extents(&of.kind);
            std::iter::once(*n).chain(inner).collect()
        }
        // An array in a struct of its own, as libraries declare what they need.
        LayoutKind::Struct { fields, .. } => match fields.as_slice() {
            [only] => extents(&only.layout.kind),
            _ => Vec::new(),
        },
        LayoutKind::Array(_, None)
        | LayoutKind::Scalar { .. }
        | LayoutKind::Vector(..)
        | LayoutKind::Opaque => Vec::new(),
    }
}

/// The clauses about lengths of rows: of parameters that something is multiplied by.
pub(super) fn widths(module: &Module, kernel: FunctionId, chosen: &Chosen) -> Vec<Proposed> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return Vec::new();
    };
    let whole = |local: LocalId| {
        let local = function.local(local);
        local.is_some_and(|local| matches!(local.scalar, Scalar::Int(width) if width >= 32))
    };
    let params: Vec<(LocalId, &String)> = function
        .params
        .iter()
        .filter(|param| whole(param.local))
        .map(|param| (param.local, &param.name))
        .collect();
    let values = Values::of(function);
    let known: BTreeMap<LocalId, &str> = params.iter().map(|(id, name)| (*id, &***name)).collect();
    let row = |side: &Expr| {
        values
            .row(side)
            .filter(|(local, _)| known.contains_key(local))
    };
    let (mut factors, mut bounds) = (BTreeSet::new(), BTreeSet::new());
    let mut numbers: BTreeSet<u32> = BTreeSet::new();
    let mut last: BTreeSet<(u32, Axis)> = BTreeSet::new();
    each_expression(function, &mut |part| match &part.kind {
        ExprKind::Binary(op, a, b) => match op.wrapping() {
            BinaryOp::Mul | BinaryOp::MulSigned => {
                factors.extend([a, b].into_iter().filter_map(|side| row(side)));
                let each = [a, b].into_iter();
                numbers.extend(each.filter_map(|side| length_of_row(&values, side)));
            }
            BinaryOp::DivSigned | BinaryOp::DivUnsigned => {
                factors.extend(values.part_of_row(a, b));
            }
            _ => {}
        },
        ExprKind::Compare(op, a, b) => {
            if let CompareOp::Eq | CompareOp::Ne = op {
                last.extend(singled_out(&values, [(a, b), (b, a)]));
            }
            let each = [a, b].into_iter().filter_map(|side| row(side));
            bounds.extend(each.map(|(local, _)| local));
        }
        _ => {}
    });
    let guards = Guards::of(function);
    let open_to = &|by: Option<LocalId>, axis: Axis, threads: bool| !match threads {
        true => guards.of_threads(by, axis),
        false => guards.of_blocks(by, axis),
    };
    let along = |whole: bool, by: Option<LocalId>| {
        let axes = Axis::ALL.into_iter().take(chosen.dimensions());
        let one = |size: Option<&Size>| size.is_some_and(|size| *size == Size::Fixed(1));
        axes.zip(0usize..).filter_map(move |(axis, at)| {
            let block = one(chosen.sizes.block.get(at));
            if !open_to(by, axis, !block) {
                return None;
            }
            match (one(chosen.sizes.grid.get(at)), block) {
                (true, true) => None,
                (false, true) => whole.then(|| blocks(axis)),
                (true, false) => (!whole).then(|| threads(axis, false)),
                (false, false) => Some(threads(axis, whole)),
            }
        })
    };
    // Blocks that are counted where their threads are not.
    let alone = |by: Option<LocalId>| {
        let axes = values.blocks_alone(function).into_iter();
        let open = move |axis: &Axis| {
            let at = Axis::ALL.iter().position(|one| one == axis);
            at.and_then(|at| chosen.sizes.grid.get(at)) == Some(&Size::Any)
                && open_to(by, *axis, false)
        };
        axes.filter(open).map(blocks)
    };
    let within = Within::of(function, &values, &known.keys().copied().collect());
    let mut found = Vec::new();
    for (local, change) in factors {
        let Some(name) = known.get(&local) else {
            continue;
        };
        // What a guard compares with says more than the sizes of a launch.
        let others = params.iter();
        let others = others.filter(|(other, _)| *other != local && bounds.contains(other));
        let others = others
            .filter(|(other, _)| !guards.parts(local, *other) && !guards.cross(local, *other));
        let others = others.filter_map(|(_, other)| parameter(other));
        let by = Some(local);
        // What reaches along the row comes before what may.
        let reached = within.least(local, |axis, threads| open_to(by, axis, threads));
        let rest = match within.reaches(local) {
            true => Weight::Little,
            false => Weight::Most,
        };
        let most = others.chain(reached).map(|least| (least, Weight::Most));
        let more = along(true, by).chain(alone(by)).chain(along(false, by));
        let least = most.chain(more.map(|least| (least, rest)));
        found.extend(lengths((name, change), least));
        let is_word = |local: &Local| local.scalar == Scalar::Int(64) && !local.signed;
        if function.local(local).is_some_and(is_word) {
            found.extend(Proposed::within_memory(name));
        }
    }
    // What blocks are multiplied by is said of them, and of one dimension there are no rows.
    let of_blocks = literals(module, kernel);
    numbers.retain(|number| chosen.dimensions() > 1 && !of_blocks.contains(number));
    let numbers = numbers.into_iter().take(MOST_NUMBERS);
    for number in numbers.chain(values.rounds(function)) {
        found.extend(along(true, None).map(|threads| Proposed::at_most(number, threads)));
        found.extend(alone(None).map(|blocks| Proposed::at_most(number, blocks)));
        // Of a row with a margin what the number of a thread and that margin are compared with names the last element
        // within: a thread comes to it, whichever launch is meant.
        let within = last
            .iter()
            .filter(|(end, _)| (number / 2..number).contains(end));
        for (end, axis) in within {
            let of_axis = along(true, None).filter(|all| *all == threads(*axis, true));
            found.extend(of_axis.map(|threads| Proposed::up_to(*end, number, threads)));
        }
    }
    found.extend(powers(function, &values, &known));
    for (axis, number) in values.rows_of_blocks(function) {
        found.push(Proposed::at_most(number, blocks(axis)));
    }
    found
}

/// That parameters are powers of two that masks are made of: `i & (n - 1)`.
fn powers(
    function: &Function,
    values: &Values<'_>,
    known: &BTreeMap<LocalId, &str>,
) -> Vec<Proposed> {
    let mut found = BTreeSet::new();
    each_expression(function, &mut |part| {
        if let ExprKind::Binary(op, a, b) = &part.kind
            && op.wrapping() == BinaryOp::And
        {
            found.extend([a, b].into_iter().filter_map(|side| values.mask(side)));
        }
    });
    let names = found.into_iter().filter_map(|local| known.get(&local));
    names
        .filter_map(|name| Proposed::power_of_two(name))
        .collect()
}

/// Clauses that say how long rows are.
fn lengths<'a>(
    (name, change): (&'a str, Change),
    least: impl Iterator<Item = (Number, Weight)> + 'a,
) -> impl Iterator<Item = Proposed> + 'a {
    // Of a row whose length is below zero nothing is right, nor where one less than nothing is a length.
    let some = [0, 1].map(|least| (Number::from(least), Weight::Some));
    least.chain(some).filter_map(move |(least, weight)| {
        Some(Proposed {
            weight,
            ..Proposed::at_least(name, change, least)?
        })
    })
}

/// The number by which a comparison singles out a thread, and the dimension of its number.
fn singled_out<'e>(
    values: &'e Values<'_>,
    sides: [(&'e Expr, &'e Expr); 2],
) -> impl Iterator<Item = (u32, Axis)> + 'e {
    sides.into_iter().filter_map(|(number, index)| {
        let number = u32::try_from(constant(number)?).ok()?;
        Some((number, margin_of_threads(index, values)?))
    })
}
