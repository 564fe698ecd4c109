//! Texts that are known: what is read, and which constants that rests on.

use crate::squeezed;
use trials::Suite;

/// Name, what stands before, the expression, macros of the user, a part of the text, constants.
type Row = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static [(&'static str, i64, Option<usize>)],
);

const ROWS: &[Row] = &[
    (
        "plain",
        "s = '''__global__ void k() { }'''",
        &[],
        "__global__ void k() { }",
        &[],
    ),
    (
        "three double quotes",
        "s = \"\"\"__global__ void k() { }\"\"\"",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "one quote",
        "s = '__global__ void k() { }'",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "one double quote",
        "s = \"__global__ void k() { }\"",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "raw",
        "s = r'''__global__ void k() { p(\"\\n\"); }'''",
        &[],
        "p(\"\\n\");",
        &[],
    ),
    (
        "opencl",
        "s = '''__kernel void k(__global int *a) { }'''",
        &[],
        "__kernel void k",
        &[],
    ),
    (
        "adjacent",
        "s = ('__global__ void '\n  'k() { '\n  'f(); }')",
        &[],
        "__global__ void",
        &[],
    ),
    (
        "plus",
        "s = '__global__ void k() ' + \"{ }\"",
        &[],
        "void k() ",
        &[],
    ),
    (
        "f-string",
        "B = 32\ns = f'''__global__ void k() {{ int x = {B}; }}'''",
        &[],
        "{ int x = 32 ; }",
        &[("B", 32, Some(1))],
    ),
    (
        "f-string of arithmetic",
        "B = 0x10\nC = 2 * B\ns = f'''__global__ void k() {{ int x[{C - B // 3}]; }}'''",
        &[],
        "int x[27 ];",
        &[("B", 16, Some(1)), ("C", 32, Some(2))],
    ),
    (
        "number longer than its place",
        "B = 4096\ns = f'''__global__ void k() {{ int x [{B}]; f(); }}'''",
        &[],
        "int x [4096];f(); }",
        &[("B", 4096, Some(1))],
    ),
    (
        "percent",
        "s = '''__global__ void k() { int x = %d %% %d; }''' % (7, 2)",
        &[],
        "int x = 7 % 2 ; }",
        &[],
    ),
    (
        "percent of names",
        "B = 8\ns = '''__global__ void k() { int x = %(b)d; }''' % {'b': B}",
        &[],
        "int x = 8 ;",
        &[("B", 8, Some(1))],
    ),
    (
        "percent of one",
        "s = '''__global__ void k() { int x = %s; }''' % 3",
        &[],
        "int x = 3 ;",
        &[],
    ),
    (
        "format",
        "s = '''__global__ void k() {{ int x = {0} + {0}; }}'''.format(5)",
        &[],
        "{ int x = 5 + 5 ; }",
        &[],
    ),
    (
        "format in order",
        "s = '''__global__ void k() {{ int x = {} - {}; }}'''.format(5, 4)",
        &[],
        "int x = 5 - 4 ;",
        &[],
    ),
    (
        "format by name",
        "s = '''__global__ void k() {{ int x = {b}; }}'''.format(b=5)",
        &[],
        "int x = 5 ;",
        &[],
    ),
    (
        "template",
        "from string import Template\ns = Template('''__global__ void k() { int x = $b + ${c}; }''').substitute(b=5, c=6)",
        &[],
        "int x = 5 + 6 ;",
        &[],
    ),
    (
        "template of a dictionary",
        "import string as st\ns = st.Template('''__global__ void k() { int x = $b; }''').substitute({'b': 5})",
        &[],
        "int x = 5 ;",
        &[],
    ),
    (
        "jinja",
        "import jinja2\ns = jinja2.Template('''__global__ void k() { int x = {{ b }}; }''').render(b=5)",
        &[],
        "int x = 5 ;",
        &[],
    ),
    (
        "dedent",
        "from textwrap import dedent\ns = dedent('''\n   __global__ void k() { }''')",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "strip, encode",
        "s = ''' __global__ void k() { } '''.strip().encode('utf-8')",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "macro of a hole",
        "B = 32\ns = f'''\n#define N {B}\n__global__ void k() {{ }}'''",
        &[],
        "#define N 32",
        &[("B", 32, Some(1))],
    ),
    (
        "hole in a comment",
        "B = 32\ns = f'''// {B}\n__global__ void k() {{ }}'''",
        &[],
        "// 32",
        &[("B", 32, Some(1))],
    ),
    (
        "given",
        "from c import B\ns = f'''__global__ void k() {{ int x = {B}; }}'''",
        &["B=64"],
        "int x = 64 ;",
        &[("B", 64, None)],
    ),
    (
        "given and assigned alike",
        "B = 64\ns = f'''__global__ void k() {{ int x = {B}; }}'''",
        &["B=64"],
        "int x = 64 ;",
        &[("B", 64, None)],
    ),
    (
        "comparisons and arguments bind nothing",
        "B = 32\ngrid = (n + B - 1) // B\nif B == 32: g(B, B=4)\ns = f'''__global__ void k() {{ int x = {B}; }}'''",
        &[],
        "int x = 32 ;",
        &[("B", 32, Some(1))],
    ),
    (
        "attributes of objects",
        "B = 32\nclass A:\n  def f(self): self.B = 3\ns = f'''__global__ void k() {{ int x = {B}; }}'''",
        &[],
        "int x = 32 ;",
        &[("B", 32, Some(1))],
    ),
    (
        "cupy",
        "import cupy as xp\nk = xp.RawKernel('''__global__ void k() { }''', 'k', ('-O3', '-std=c++17'))",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "cupy by name",
        "from cupy import (\n  RawModule as RM,\n)\ns = '''__global__ void k() { }'''\nm = RM(code=s)",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "pycuda in a function",
        "from pycuda.compiler import SourceModule\nS = '''__global__ void k() { }'''\ndef build(src):\n  return SourceModule(src, options=['-DN=3'])\nbuild(S)",
        &["N=3"],
        "void k() { }",
        &[],
    ),
    (
        "torch",
        "from torch.utils.cpp_extension import load_inline\nS = '''__global__ void k() { }'''\nload_inline(name='m', cpp_sources='', cuda_sources=[S], functions=['f'], extra_cuda_cflags=['-O2'])",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "pyopencl",
        "import pyopencl as cl\np = cl.Program(ctx, '''__kernel void k() { }''').build()",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "returned",
        "import cupy\ndef source():\n  return '''__global__ void k() { }'''\nk = cupy.RawKernel(source(), 'k')",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "in a class",
        "import cupy\nclass A:\n  code = '''__global__ void k() { }'''\n  def f(self):\n    return cupy.RawKernel(self.code, 'k')",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "another function's name",
        "import cupy\nsrc = '''__global__ void k() { }'''\ndef f(src): return src.upper()\nk = cupy.RawKernel(src, 'k')",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "printed",
        "s = '''__global__ void k() { }'''\nprint(s)\nassert 'k' in s",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "optional import",
        "try:\n  import cupy as cp\nexcept ImportError:\n  cp = None\nk = cp.RawKernel('''__global__ void k() { }''', 'k')",
        &[],
        "void k() { }",
        &[],
    ),
    (
        "method eval",
        "model.eval()\ns = '''__global__ void k() { }'''\nprint(s)",
        &[],
        "void k() { }",
        &[],
    ),
];

pub fn add(suite: &mut Suite) {
    let rows = ROWS.iter().map(|row| (row.0.to_owned(), true, row));
    suite.cases("known", rows, |(_, text, define, part, constants)| {
        let define: Vec<String> = define.iter().map(|one| (*one).to_owned()).collect();
        let all = python::texts("m.py", text, &define);
        let [one] = all.as_slice() else {
            return Err(format!("{} texts", all.len()));
        };
        if let Some(why) = &one.undecided {
            return Err(why.message.clone());
        }
        let read = &one.request.text;
        let found: Vec<(&str, i64, Option<usize>)> = one
            .constants
            .iter()
            .map(|one| (one.name.as_str(), one.value, one.line))
            .collect();
        match read.len() == text.len()
            && squeezed(read).contains(&squeezed(part))
            && found == *constants
        {
            true => Ok(()),
            false => Err(format!("{read}\n{found:?}")),
        }
    });
}
