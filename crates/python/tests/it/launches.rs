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
        "attribute of a class",
        CUPY,
        "class A:\n  k = cp.RawKernel(s, 'k')\n  def run(self): self.k((1,), (2,), ())\nA.k((3,), (4,), ())",
        &[
            "k grid 1 1 1 block 2 1 1 shared 0 args",
            "k grid 3 1 1 block 4 1 1 shared 0 args",
        ],
    ),
    (
        "attribute of a class that an object may have",
        CUPY,
        "class A:\n  k = cp.RawKernel(s, 'k')\n  def run(self): self.k((1,), (2,), ())\nA().k = f",
        &["? grid 1 1 1 block 2 1 1 shared 0 args"],
    ),
    (
        "attribute of a class that another one has",
        CUPY,
        "class A:\n  k = cp.RawKernel(s, 'k')\n  def run(self): self.k((1,), (2,), ())\nclass B(A):\n  k = f",
        &["? grid 1 1 1 block 2 1 1 shared 0 args"],
    ),
    (
        "attribute that is read by getattr",
        CUPY,
        "class A:\n  def __init__(self): self.k = cp.RawKernel(s, 'k')\n  def run(self): getattr(self, 'k')((1,), (2,), ())",
        &["k ! names are read in ways that are not followed"],
    ),
    (
        "attribute beside one that is read by getattr",
        CUPY,
        "class A:\n  def __init__(self): self.k = cp.RawKernel(s, 'k')\n  def run(self): self.k((getattr(self, 'n'),), (2,), ())",
        &["k grid ? 1 1 block 2 1 1 shared 0 args"],
    ),
    (
        "attribute of a class that is read by getattr",
        CUPY,
        "class A:\n  k = cp.RawKernel(s, 'k')\ndef run(a, name): getattr(a, name)((1,), (2,), ())",
        &["k ! names are read in ways that are not followed"],
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
        &["k grid 1 1 1 block 1 1 1 shared 0 args ? f32 -1"],
    ),
    (
        "an array",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nx = cp.zeros((B, 2), dtype=cp.float32)\ny = cp.empty_like(x)\nk((1,), (1,), (x, y, cp.ones(4), x.size, np.int32(y.shape[0]), len(x)))",
        &["k grid 1 1 1 block 1 1 1 shared 0 args 256B 256B ? 64 32 32"],
    ),
    (
        "an array in a function",
        CUPY,
        "k = cp.RawKernel(s, 'k')\ndef f():\n  n = 4 * B\n  h = np.arange(n, dtype=np.int64)\n  d = cp.asarray(h)\n  e = d\n  k((n // B,), (n,), (d, e, h))\n  return d",
        &["k grid 4 1 1 block 128 1 1 shared 0 args 1024B 1024B ?"],
    ),
    (
        "arrays of pycuda",
        "import numpy as np\nimport pycuda.driver as drv\nfrom pycuda import gpuarray\nfrom pycuda.compiler import SourceModule\n",
        "f = SourceModule(s).get_function('f')\na = np.zeros(8, dtype=np.float32)\nd = drv.mem_alloc(a.nbytes)\ndrv.memcpy_htod(d, a)\ng = gpuarray.to_gpu(a)\nf(d, g, drv.Out(a), drv.In(a), np.float32(2), block=(8, 1, 1))",
        &["f grid 1 1 1 block 8 1 1 shared 0 args 32B 32B 32B 32B f32"],
    ),
    (
        "arrays of torch",
        TORCH,
        "k = torch.cuda._compile_kernel(s, 'k')\na = torch.zeros(8, 2, device='cuda')\nb = torch.zeros(8)\nc = torch.empty((4,), device='cuda:1', dtype=torch.float64)\nd = b.cuda()\nk((1, 1, 1), (1, 1, 1), (a, b, c, d, a.numel()))",
        &["k grid 1 1 1 block 1 1 1 shared 0 args 64B ? ? 32B 16"],
    ),
    (
        "arrays that may be others",
        CUPY,
        "k = cp.RawKernel(s, 'k')\na = cp.zeros(8)\nif c: a = cp.zeros(4)\nif c: b = cp.zeros(4)\nd = cp.zeros(4)\nrun(d)\ne = cp.zeros(4)\nrun(e[1:])\nf = cp.zeros(4)\nf.data.mem = None\ng = cp.zeros(n)\nk((1,), (1,), (a, b, d, e, f, g))\nh = cp.zeros(4)",
        &["k grid 1 1 1 block 1 1 1 shared 0 args ? ? ? ? ? ?"],
    ),
    (
        "an array that is made behind the launch, or whose shape is set",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nfor i in r:\n  k((1,), (1,), (h,))\n  h = cp.zeros(4)",
        &["k grid 1 1 1 block 1 1 1 shared 0 args ?"],
    ),
    (
        "an array of another length",
        CUPY,
        "k = cp.RawKernel(s, 'k')\na = cp.zeros(4)\na.shape = (2, 2)\nk((1,), (1,), (a, a.shape[0]))",
        &["k grid 1 1 1 block 1 1 1 shared 0 args ? ?"],
    ),
    (
        "a view, and memory that is given back",
        "import pycuda.driver as drv\nfrom pycuda.compiler import SourceModule\n",
        "f = SourceModule(s).get_function('f')\nd = drv.mem_alloc(32)\nd.free()\ne = drv.mem_alloc(32)\nf(d, e, block=(8, 1, 1))",
        &["f grid 1 1 1 block 8 1 1 shared 0 args ? 32B"],
    ),
    (
        "memory that another name gives back",
        CUPY,
        "k = cp.RawKernel(s, 'k')\na = cp.zeros(4)\nx = y = a\nb = cp.zeros(4)\ndef f(): return b\nc = cp.zeros(4)\nfor o in [c] * 1: o.free()\nd = cp.zeros(4)\n(d or None).free()\ne = cp.zeros(4)\nmax((e,), key=id).free()\ng = cp.zeros(4)\ng.astype(g.dtype, copy=False).free()\nh = cp.zeros(4)\ncp.asarray(h).free()\nk((1,), (1,), (a, b, c, d, e, g, h))",
        &["k grid 1 1 1 block 1 1 1 shared 0 args ? ? ? ? ? ? ?"],
    ),
    (
        "a function that is replaced",
        CUPY,
        "k = cp.RawKernel(s, 'k')\nxp = cp\nxp.zeros = other\na = cp.zeros(4)\nk((1,), (1,), (a,))",
        &["k grid 1 1 1 block 1 1 1 shared 0 args ?"],
    ),
    (
        "a constant of a function",
        CUPY,
        "k = cp.RawKernel(s, 'k')\ndef f():\n  n = 8\n  k((1,), (n,), ())\ndef g():\n  k((1,), (m,), ())\n  m = 8\n  m = 9",
        &[
            "k grid 1 1 1 block 8 1 1 shared 0 args",
            "k grid 1 1 1 block ? 1 1 shared 0 args",
        ],
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
                    Argument::Integer { value, .. } => line += &format!(" {value}"),
                    Argument::Float { bits } => line += &format!(" f{bits}"),
                    Argument::Array { bytes, .. } => line += &format!(" {bytes}B"),
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
