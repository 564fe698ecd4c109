//! Sizes of blocks and grids, and the numbers of a thread.

pub(crate) mod bounded_instances;
pub(crate) mod premises;
pub(crate) mod said;

use crate::execution::symbols::{Symbols, Varies};
use kernel_graph::{Atom, Dimension};
use num_bigint::BigInt;
use solver::term::bv;
use solver::term::{Term, add, and, eq, ge, implies, le, lt, mul, ne, or};

/// How many threads or blocks there are in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// So many, at least one.
    Fixed(u32),
    /// Any positive number.
    Any,
}

/// The sizes of a launch, by dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Threads of a block.
    pub block: [Size; 3],
    /// Blocks of the grid.
    pub grid: [Size; 3],
    /// How many dimensions the launch has, 1 to 3, if that is known.
    pub dimensions: Option<u32>,
}

const DIMENSIONS: [Dimension; 3] = [Dimension::X, Dimension::Y, Dimension::Z];

/// The most threads that a block of unknown size may have in a dimension. Listed as an assumption.
pub const MOST_THREADS: u32 = 1024;

/// The most threads that a grid of unknown size may have in a dimension: their numbers fit in an `int`,
/// with a block to spare. Listed as an assumption. In CUDA it leaves nothing out in the second and third
/// dimension, which have at most 65,535 blocks; in the first it leaves out launches of over two thousand
/// million threads, in which each `int i = blockIdx.x * blockDim.x + threadIdx.x` would be negative for
/// some thread, whatever it is compared with.
pub const MOST_IN_GRID: u64 = (1 << 31) - 1 - MOST_THREADS as u64;

/// The terms for a thread's numbers, each a bit-vector of width 32.
#[derive(Debug)]
pub(crate) struct Atoms {
    thread: [Term; 3],
    /// The numbers of a second thread of the block, which stands for any.
    partner: [Term; 3],
    block: [Term; 3],
    pub(crate) block_size: [Term; 3],
    pub(crate) grid_size: [Term; 3],
    /// The global number of the block's first thread.
    first: [Term; 3],
    pub(crate) global_size: [Term; 3],
    dimensions: Term,
    /// What holds of every thread's numbers.
    pub facts: Vec<Term>,
    /// Those numbers of a thread that every launch has: of dimensions whose size is fixed.
    pub certain: Vec<Term>,
}

fn nat(term: &Term) -> Term {
    bv::to_nat(term.clone())
}

fn index(dimension: Dimension) -> usize {
    match dimension {
        Dimension::X => 0,
        Dimension::Y => 1,
        Dimension::Z => 2,
    }
}

fn letter(at: usize) -> &'static str {
    ["x", "y", "z"].get(at).copied().unwrap_or("?")
}

impl Atoms {
    /// Makes the terms.
    pub(crate) fn new(sizes: &Sizes, symbols: &mut Symbols) -> Atoms {
        let mut facts = Vec::new();
        let all = MOST_IN_GRID;
        let mut atoms = Atoms {
            thread: DIMENSIONS.map(|_| bv::lit(0, 32)),
            partner: DIMENSIONS.map(|_| bv::lit(0, 32)),
            block: DIMENSIONS.map(|_| bv::lit(0, 32)),
            block_size: DIMENSIONS.map(|_| bv::lit(1, 32)),
            grid_size: DIMENSIONS.map(|_| bv::lit(1, 32)),
            first: DIMENSIONS.map(|_| bv::lit(0, 32)),
            global_size: DIMENSIONS.map(|_| bv::lit(1, 32)),
            dimensions: match sizes.dimensions {
                Some(n) => bv::lit(n, 32),
                None => symbols.ranged("dimensions", 32, Varies::Never, (1.into(), 3.into())),
            },
            facts: Vec::new(),
            certain: Vec::new(),
        };
        for at in 0..3 {
            let d = letter(at);
            let (block, grid) = (sizes.block[at], sizes.grid[at]);
            let ranged = |symbols: &mut Symbols, hint: &str, varies, low: u64, high: u64| {
                let range = (BigInt::from(low), BigInt::from(high));
                symbols.ranged(&format!("{hint}.{d}"), 32, varies, range)
            };
            let most = match block {
                Size::Fixed(n) => u64::from(n.max(1)),
                Size::Any => u64::from(MOST_THREADS),
            };
            let least = match block {
                Size::Fixed(n) => u64::from(n.max(1)),
                Size::Any => 1,
            };
            let most_blocks = match grid {
                Size::Fixed(n) => u64::from(n.max(1)),
                Size::Any => (all / least).max(1),
            };
            if let Size::Fixed(n) = block {
                atoms.block_size[at] = bv::lit(n.max(1), 32);
            } else {
                atoms.block_size[at] = ranged(symbols, "block size", Varies::Never, 1, most);
            }
            if let Size::Fixed(n) = grid {
                atoms.grid_size[at] = bv::lit(n.max(1), 32);
            } else {
                atoms.grid_size[at] = ranged(symbols, "grid size", Varies::Never, 1, most_blocks);
            }
            if most > 1 {
                atoms.thread[at] = ranged(symbols, "thread", Varies::Thread, 0, most - 1);
                facts.push(lt(nat(&atoms.thread[at]), nat(&atoms.block_size[at])));
                atoms.partner[at] = ranged(symbols, "partner", Varies::Never, 0, most - 1);
            }
            if most_blocks > 1 {
                atoms.block[at] = ranged(symbols, "block", Varies::Block, 0, most_blocks - 1);
                facts.push(lt(nat(&atoms.block[at]), nat(&atoms.grid_size[at])));
            }
            if let Size::Fixed(_) = block {
                atoms.certain.push(atoms.thread[at].clone());
            }
            if let Size::Fixed(_) = grid {
                atoms.certain.push(atoms.block[at].clone());
            }
            match (block, grid) {
                (Size::Fixed(n), _) => {
                    let n = bv::lit(n.max(1), 32);
                    atoms.first[at] = bv::mul(atoms.block[at].clone(), n.clone());
                    atoms.global_size[at] = bv::mul(atoms.grid_size[at].clone(), n);
                }
                (Size::Any, Size::Fixed(n)) if n <= 1 => {
                    atoms.global_size[at] = atoms.block_size[at].clone();
                }
                (Size::Any, _) => {
                    let first = ranged(symbols, "first thread", Varies::Block, 0, all);
                    let total = ranged(symbols, "global size", Varies::Never, 1, all);
                    let size = nat(&atoms.block_size[at]);
                    let product = mul(nat(&atoms.block[at]), size.clone());
                    facts.push(eq(nat(&first), product));
                    let product = mul(nat(&atoms.grid_size[at]), size.clone());
                    facts.push(eq(nat(&total), product));
                    facts.push(le(add(vec![nat(&first), size]), nat(&total)));
                    atoms.first[at] = first;
                    atoms.global_size[at] = total;
                }
            }
        }
        atoms.facts = facts;
        atoms
    }

    /// The thread's numbers by dimension.
    pub(crate) fn thread(&self) -> &[Term; 3] {
        &self.thread
    }

    /// The numbers of a second thread, by dimension: those of any.
    pub(crate) fn partner(&self) -> &[Term; 3] {
        &self.partner
    }

    /// What a thread's numbers alone give: its own, those of its block, and that of the block's first thread.
    pub(crate) fn of_thread(&self) -> impl Iterator<Item = Term> {
        let all = self.thread.iter().chain(&self.block).chain(&self.first);
        all.cloned()
    }

    /// That numbers are those of a thread of a block.
    pub(crate) fn is_thread(&self, numbers: &[Term; 3]) -> Term {
        let each = numbers.iter().zip(&self.block_size);
        and(each.map(|(n, size)| lt(nat(n), nat(size))).collect())
    }

    /// The block's numbers by dimension.
    pub(crate) fn block(&self) -> &[Term; 3] {
        &self.block
    }

    /// The global number of the block's first thread, in a dimension.
    pub(crate) fn first(&self, at: usize) -> Option<&Term> {
        self.first.get(at)
    }

    /// The number of the thread along a dimension, as an integer.
    pub(crate) fn number_along(&self, at: usize) -> Option<Term> {
        Some(add(vec![
            nat(self.first.get(at)?),
            nat(self.thread.get(at)?),
        ]))
    }

    /// How many threads there are along a dimension, as an integer, where blocks are of any size.
    pub(crate) fn open_threads(&self, at: usize) -> Option<Term> {
        let is_open = self.block_size.get(at)?.as_bits().is_none();
        let all = self.global_size.get(at)?;
        is_open.then(|| nat(all))
    }

    /// Sizes of block and grid, with their names, where they are not fixed.
    pub(crate) fn open_sizes(&self) -> Vec<(String, Term)> {
        let mut all = Vec::new();
        for at in 0..3 {
            for (name, term) in [
                ("block", &self.block_size[at]),
                ("grid", &self.grid_size[at]),
            ] {
                if !term.is_literal() && term.as_bits().is_none() {
                    all.push((format!("{name}.{}", letter(at)), term.clone()));
                }
            }
        }
        all
    }

    /// The number of the thread in its block, over all dimensions.
    pub(crate) fn flat(&self) -> Term {
        let [x, y, z] = self.thread.clone();
        let [sx, sy, _] = self.block_size.clone();
        let rows = bv::add(y, bv::mul(z, sy));
        bv::add(x, bv::mul(rows, sx))
    }

    /// A number of the thread.
    pub(crate) fn term(&self, atom: Atom) -> Term {
        let warp = || bv::lit(32, 32);
        match atom {
            Atom::Thread(d) => self.thread[index(d)].clone(),
            Atom::Block(d) => self.block[index(d)].clone(),
            Atom::BlockSize(d) => self.block_size[index(d)].clone(),
            Atom::GridSize(d) => self.grid_size[index(d)].clone(),
            Atom::Global(d) => {
                let at = index(d);
                bv::add(self.first[at].clone(), self.thread[at].clone())
            }
            Atom::GlobalSize(d) => self.global_size[index(d)].clone(),
            Atom::GlobalOffset(_) => bv::lit(0, 32),
            Atom::Dimensions => self.dimensions.clone(),
            Atom::Lane => bv::urem(self.flat(), warp()),
            Atom::Warp => bv::udiv(self.flat(), warp()),
        }
    }

    /// A product, if it is one of a block's number or the grid's size with the size of blocks: then
    /// it needs no multiplication.
    pub(crate) fn product(&self, a: &Term, b: &Term) -> Option<Term> {
        for at in 0..3 {
            let size = &self.block_size[at];
            if size.as_bits().is_some() {
                continue;
            }
            for (one, other) in [(a, b), (b, a)] {
                if one != size {
                    continue;
                }
                if *other == self.block[at] {
                    return Some(self.first[at].clone());
                }
                if *other == self.grid_size[at] {
                    return Some(self.global_size[at].clone());
                }
            }
        }
        None
    }

    /// That the second thread, whose numbers `other` gives, is another one of the same block.
    pub(crate) fn another_thread(&self, other: &mut dyn FnMut(&Term) -> Term) -> Term {
        or(self
            .thread
            .iter()
            .map(|t| ne(t.clone(), other(t)))
            .collect())
    }

    /// That the second thread's block is another one; and how the first threads of both lie.
    pub(crate) fn another_block(&self, other: &mut dyn FnMut(&Term) -> Term) -> Term {
        let differ = or(self.block.iter().map(|b| ne(b.clone(), other(b))).collect());
        let mut all = vec![differ];
        for at in 0..3 {
            if self.first[at].as_bits().is_some() || self.block_size[at].as_bits().is_some() {
                continue;
            }
            let (mine, theirs) = (nat(&self.first[at]), nat(&other(&self.first[at])));
            let (block, their_block) = (nat(&self.block[at]), nat(&other(&self.block[at])));
            let size = nat(&self.block_size[at]);
            let apart = |a: &Term, b: &Term| ge(b.clone(), add(vec![a.clone(), size.clone()]));
            all.push(implies(
                lt(block.clone(), their_block.clone()),
                apart(&mine, &theirs),
            ));
            all.push(implies(
                lt(their_block.clone(), block.clone()),
                apart(&theirs, &mine),
            ));
            all.push(implies(eq(block, their_block), eq(mine, theirs)));
        }
        and(all)
    }
}
