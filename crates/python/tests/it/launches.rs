//! Launches: what stands in the file, and what is read of it, one line a launch.

use python::{Argument, Launch, launches};
use trials::Suite;

const CUPY: &str = "import cupy as cp\nimport numpy as np\nB = 32\n";
const CUDA: &str = "import numpy as np\nfrom pycuda.compiler import SourceModule\nB = 32\n";
const TORCH: &str = "import torch\n";

const ROWS: &[(&str, &str, &str, &[&str])] = &[
    (
        "cupy",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nk((4,), (B, 2), (a, 5, np.int32(6)), shared_mem=64)",
        &["k grid 4 1 1 block 32 2 1 shared 64 args ? 5 6"],
    ),
    (
        "cupy under another name",
        "from cupy import (\n  RawKernel as RK,\n)\n",
        "k = RK(s, 'k')\nk((4,), (8,), ())",
        &["k grid 4 1 1 block 8 1 1 shared 0 args"],
    ),
    (
        "cupy at once",
        CUPY,
        "cp.RawKernel(s, 'k')((n,), (8,), args)",
        &["k grid ? 1 1 block 8 1 1 shared 0 ! what is passed is not a tuple"],
    ),
    (
        "cupy module",
        CUPY,
        "m = cp.RawModule(code=s)\nf = m.get_function('f')\nf((1,), (B * 2,), (a,))\nm.get_function('g')((2,), (3,), ())",
        &[
            "f grid 1 1 1 block 64 1 1 shared 0 args ?",
            "g grid 2 1 1 block 3 1 1 shared 0 args",
        ],
    ),
    (
        "pycuda",
        CUDA,
        "f = SourceModule(s).get_function(\"f\")\nf(a, np.int32(7), block=(B, 1, 1), grid=(3, 4))",
        &["f grid 3 4 1 block 32 1 1 shared 0 args ? 7"],
    ),
    (
        "pycuda without a grid",
        CUDA,
        "f = SourceModule(s).get_function('f')\nf(a, block=(8, 8, 1), shared=16)",
        &["f grid 1 1 1 block 8 8 1 shared 16 args ?"],
    ),
    (
        "pycuda without a block",
        CUDA,
        "f = SourceModule(s).get_function('f')\nf(a)",
        &["f grid 1 1 1 block ? ? ? shared 0 args ?"],
    ),
    (
        "pycuda prepared",
        CUDA,
        "f = SourceModule(s).get_function('f')\nf.prepare('P')\nf.prepared_call((1, 1), (1, 1, 1), a)",
        &[
            "f ! `.prepare` may launch it",
            "f ! `.prepared_call` may launch it",
        ],
    ),
    (
        "torch",
        TORCH,
        "k = torch.cuda._compile_kernel(s, 'k')\nk(grid=(1, 1, 1), block=(256, 1, 1), args=(a, 5))",
        &["k grid 1 1 1 block 256 1 1 shared 0 args ? 5"],
    ),
    (
        "a name that is not known",
        CUPY,
        "k = cp.RawKernel(s, name)\nk((1,), (1,), ())",
        &["? grid 1 1 1 block 1 1 1 shared 0 args"],
    ),
    (
        "a name of get_function that is not known",
        CUPY,
        "m = cp.RawModule(code=s)\nm.get_function(n)((1,), (1,), ())",
        &["? grid 1 1 1 block 1 1 1 shared 0 args"],
    ),
    (
        "two kernels in one name",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nif x: k = cp.RawKernel(t, 'j')\nk((1,), (1,), ())",
        &["? grid 1 1 1 block 1 1 1 shared 0 args"],
    ),
    (
        "a size that is bound twice",
        CUPY,
        "B = 64\nk = cp.RawKernel(s, 'k')\nk((1,), (B,), ())",
        &["k grid 1 1 1 block ? 1 1 shared 0 args"],
    ),
    (
        "a size by name",
        CUPY,
        "size = (8, 8)\nk = cp.RawKernel(s, 'k')\nk((1,), size, ())",
        &["k grid 1 1 1 block ? ? ? shared 0 args"],
    ),
    (
        "unpacked",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nk(*a)\nk((1,), (1,), (1, *b))\nk((*g,), (1,), ())",
        &[
            "k ! its arguments are unpacked",
            "k grid 1 1 1 block 1 1 1 shared 0 ! its arguments are unpacked, or too many",
            "k grid ? ? ? block 1 1 1 shared 0 args",
        ],
    ),
    (
        "passed on",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nrun(k)\nd = {'k': k}\nx = [k]",
        &[
            "k ! it is passed on",
            "k ! it is passed on",
            "k ! it is passed on",
        ],
    ),
    (
        "a module passed on",
        CUPY,
        "m = cp.RawModule(code=s)\nrun(m)",
        &["? ! it is passed on"],
    ),
    (
        "a function's result",
        CUPY,
        "def f(): return cp.RawKernel(s, 'k')",
        &["k ! it is passed on"],
    ),
    (
        "an attribute",
        CUPY,
        "class A:\n  def __init__(self): self.k = cp.RawKernel(s, 'k')\n  def run(self): self.k((1,), (2,), ())",
        &["k grid 1 1 1 block 2 1 1 shared 0 args"],
    ),
    (
        "an attribute set twice",
        CUPY,
        "class A:\n  def __init__(self): self.k = cp.RawKernel(s, 'k')\n  def run(self):\n    self.k((1,), (2,), ())\n    self.k = f",
        &["? grid 1 1 1 block 2 1 1 shared 0 args"],
    ),
    (
        "a number that does not fit",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nk((1,), (1,), (np.int8(300), np.float32(1), -1))",
        &["k grid 1 1 1 block 1 1 1 shared 0 args ? ? -1"],
    ),
    (
        "another library's",
        "from mine import RawKernel\n",
        "k = RawKernel(s, 'k')\nk((1,), (1,), ())",
        &["? ! it is not known which function `RawKernel` is"],
    ),
    (
        "attributes",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nk.max_dynamic_shared_size_bytes = 5\nprint(k.num_regs)",
        &[],
    ),
    (
        "where names may change",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nexec(x)\nk((1,), (1,), ())",
        &["? ! it is not known which function `RawKernel` is"],
    ),
    (
        "where the grammar does not fit",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nk((1,), (1,), ())\nx = = 2",
        &["? ! the grammar of Python does not fit the file"],
    ),
];

fn line(launch: &Launch) -> String {
    let number = |one: &Option<i64>| one.map_or("?".to_owned(), |value| value.to_string());
    let size = |all: &[Option<i64>; 3]| all.iter().map(number).collect::<Vec<_>>().join(" ");
    let name = launch.kernel.as_deref().unwrap_or("?");
    let mut line = name.to_owned();
    let known = launch.block.iter().chain(&launch.grid).any(Option::is_some);
    if known || launch.shared.is_some() {
        let (grid, block) = (size(&launch.grid), size(&launch.block));
        line += &format!(
            " grid {grid} block {block} shared {}",
            number(&launch.shared)
        );
    }
    match &launch.unknown {
        Some(why) => line += &format!(" ! {why}"),
        None => {
            line += " args";
            for one in &launch.arguments {
                match one {
                    Argument::Integer(value) => line += &format!(" {value}"),
                    Argument::Unknown { .. } => line += " ?",
                }
            }
        }
    }
    line
}

pub fn add(suite: &mut Suite) {
    let rows = ROWS.iter().map(|row| (row.0.to_owned(), true, row));
    suite.cases("launches", rows, |(_, before, text, lines)| {
        let found: Vec<String> = launches(&format!("{before}{text}\n"))
            .iter()
            .map(line)
            .collect();
        match found == *lines {
            true => Ok(()),
            false => Err(format!("{found:#?}")),
        }
    });
}
