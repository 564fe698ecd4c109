//! Kernels of CUDA by a grammar.
//!
//! Three of four are made of phases between barriers in which each array has a role (`phase.rs`), and of
//! patterns that programmers know (`pattern.rs`); so they are right, but for slips that half of them
//! have: a barrier that is missing, a place that two threads have, a guard too weak. The others are
//! statements at random (`any.rs`).

mod any;
mod pattern;
mod phase;

use executor::Random;
use std::collections::BTreeSet;

/// A kernel with its sizes.
pub struct Kernel {
    pub name: String,
    pub text: String,
    /// Threads of a block by dimension; none for any number.
    pub block: Option<[u32; 3]>,
    /// Whether it is for any number of blocks.
    pub any_grid: bool,
    /// What it is made of.
    pub features: BTreeSet<&'static str>,
    /// Whether it is right but for what `slips` says.
    pub made_right: bool,
    /// Faults that were put in.
    pub slips: Vec<&'static str>,
}

/// What all kernels of a file use.
pub const HEAD: &str = "\
__device__ int get(const int *p, int i) { return p[i]; }
__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ void more(int *p, int v) { atomicAdd(p, v); }
__device__ bool small(int v, int than) { if (v < than) return true; return false; }
__device__ int *behind(int *p, int by) { return p + by; }
";

/// Blocks, by width and height.
const BLOCKS: [(u32, u32); 12] = [
    (8, 1),
    (8, 1),
    (8, 1),
    (8, 1),
    (16, 1),
    (16, 1),
    (4, 2),
    (2, 4),
    (4, 4),
    (8, 2),
    (32, 1),
    (64, 1),
];

/// What makes a kernel.
pub(crate) struct Grammar {
    random: Random,
    /// Threads of a block; none for any number.
    block: Option<u32>,
    width: u32,
    /// That number in the program's words.
    all: String,
    /// Whether a slip may come.
    careless: bool,
    slips: Vec<&'static str>,
    features: BTreeSet<&'static str>,
    depth: u32,
    /// Names of loop variables in scope that all threads agree on.
    loops: Vec<String>,
    next: u32,
}

impl Grammar {
    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.random.below(all.len())]
    }

    fn small(&mut self) -> usize {
        1 + self.random.below(4)
    }

    fn name(&mut self, letter: &str) -> String {
        self.next += 1;
        format!("{letter}{}", self.next)
    }

    fn has(&mut self, feature: &'static str) {
        self.features.insert(feature);
    }

    /// Whether something goes wrong here.
    fn slip(&mut self, what: &'static str) -> bool {
        let slips = self.careless && self.random.one_in(6);
        if slips {
            self.slips.push(what);
        }
        slips
    }

    /// A barrier of the block, or a slip.
    fn barrier(&mut self) -> String {
        if !self.slip("barrier") {
            return "__syncthreads();".to_owned();
        }
        let guard = self.guard();
        let all = [
            "",
            "",
            "__syncwarp();",
            "__threadfence_block();",
            &format!("if ({guard}) __syncthreads();"),
        ];
        self.pick(&all).to_owned()
    }
}

/// The kernel of a seed.
pub fn kernel(seed: u64) -> Kernel {
    let mut random = Random::new(seed);
    let any_block = random.one_in(8);
    let (width, height) = match any_block {
        true => (1, 1),
        false => BLOCKS[random.below(BLOCKS.len())],
    };
    let block = width * height;
    let made_right = !random.one_in(4);
    let mut grammar = Grammar {
        careless: made_right && random.one_in(2),
        random,
        block: (!any_block).then_some(block),
        width,
        all: match any_block {
            true => "B".to_owned(),
            false => block.to_string(),
        },
        slips: Vec::new(),
        features: BTreeSet::new(),
        depth: 0,
        loops: Vec::new(),
        next: 0,
    };
    let name = format!("k{seed}");
    let cells = if any_block { 2048 } else { 2 * block };
    let mut lines = vec![
        format!("__global__ void {name}(const int *in, int *out, int *acc, int n) {{"),
        format!("  __shared__ int s[{cells}], u[{cells}], c;"),
    ];
    if any_block {
        lines.push("  int B = blockDim.x;".to_owned());
        grammar.has("any block size");
    }
    lines.push(match height {
        1 => "  int tx = threadIdx.x, ty = 0, t = tx, x = 0;".to_owned(),
        _ => {
            grammar.has("2-D block");
            format!("  int tx = threadIdx.x, ty = threadIdx.y, t = ty * {width} + tx, x = 0;")
        }
    });
    let all = grammar.all.clone();
    lines.push(format!("  int g = blockIdx.x * {all} + t;"));
    match made_right {
        true => grammar.right(&mut lines),
        false => grammar.any(&mut lines),
    }
    lines.push("}".to_owned());
    // The number of a thread in the grid is known to fit in 32 bits only along one dimension.
    let any_grid = height == 1 && grammar.random.one_in(3);
    Kernel {
        name,
        text: lines.join("\n"),
        block: (!any_block).then_some([width, height, 1]),
        any_grid,
        features: grammar.features,
        made_right,
        slips: grammar.slips,
    }
}
