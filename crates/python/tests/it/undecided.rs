//! Texts that are not known: what stands in the file, and a part of the reason.

use trials::Suite;

/// A kernel with a hole, whose name something before it may bind.
const HOLE: &str = "s = f'''__global__ void k() {{ int x = {B}; }}'''\n";
/// A kernel in a variable.
const PLAIN: &str = "s = '''__global__ void k() { }'''\n";

/// What stands before a kernel with a hole, so that the value of `B` is not known.
const BOUND: &[(&str, &str)] = &[
    ("twice", "B = 32\nB = 64"),
    ("the same twice", "B = 32\nB = 32"),
    ("changed", "B = 32\nB //= 2"),
    ("in a loop", "B = 32\nfor B in (1, 2): pass"),
    ("by a parameter", "B = 32\ndef f(a, B): pass"),
    (
        "by a parameter on another line",
        "B = 32\ndef f(a,\n  B): pass",
    ),
    ("by a parameter with a value", "B = 32\ndef f(B=3): pass"),
    ("by more parameters", "B = 32\ndef f(*B): pass"),
    ("by a lambda", "B = 32\nf = lambda B: 1"),
    ("by with", "B = 32\nwith x as B: pass"),
    ("by with and brackets", "B = 32\nwith (x as B): pass"),
    ("by except", "B = 32\ntry: pass\nexcept E as B: pass"),
    ("by a tuple", "B = 32\na, B = 1, 2"),
    ("by a tuple in brackets", "B = 32\n(a, B) = 1, 2"),
    ("by a list", "B = 32\n[a, B] = 1, 2"),
    ("by a starred target", "B = 32\na, *B = 1, 2"),
    ("by a walrus", "B = 32\n(B := 3)"),
    ("by import", "B = 32\nfrom x import B"),
    (
        "by import in brackets",
        "try:\n  from c import (\n    B,\n  )\nexcept ImportError:\n  B = 64",
    ),
    ("by import as", "B = 32\nimport x as B"),
    ("by import of a module", "B = 32\nimport B.c"),
    ("by import star", "B = 32\nfrom x import *"),
    ("with a type", "B: int = 3"),
    ("in several statements", "B = 32; B = 64"),
    ("in a branch", "if x:\n  B = 32"),
    ("in a function", "def f():\n  B = 32"),
    ("by global", "B = 32\ndef f():\n  global B\n  B += 1"),
    ("by a type", "B = 32\ntype B = int"),
    (
        "by the same letter of another script",
        "B = 32\n\u{ff22} = 64",
    ),
    ("by del", "B = 32\ndel B"),
    ("by del in brackets", "B = 32\ndel (B)"),
    ("by a class", "B = 32\nclass B: pass"),
    ("by a function", "B = 32\ndef B(): pass"),
    ("by match", "B = 32\nmatch x:\n  case [B]: pass"),
    ("by a comprehension", "B = 32\nx = [B for B in y]"),
    ("by globals", "B = 32\nglobals()['B'] = 3"),
    ("by exec", "B = 32\nexec('B = 3')"),
    (
        "by setattr",
        "B = 32\nsetattr(sys.modules[__name__], 'B', 3)",
    ),
    (
        "by the table of modules",
        "B = 32\nimport sys\nsys.modules[__name__].B = 3",
    ),
    ("by a module's attribute", "B = 32\nimport m\nm.B = 3"),
    ("not at all", ""),
    ("a call", "B = f()"),
    ("a division", "B = 64 / 2"),
    ("a float", "B = 2.0"),
    ("a string", "B = '32'"),
    ("a truth value", "B = True"),
    ("in terms of what is not known", "C = f()\nB = C * 2"),
    ("in terms of itself", "B = B + 1"),
    ("in a chain", "A = B = 32"),
    ("too large", "B = 1 << 70"),
    ("by zero", "B = 1 // 0"),
    ("an imaginary one", "B = 3j"),
];

/// What stands before and behind a kernel in a variable, so that another text may be compiled.
const CHANGED: &[(&str, &str, &str)] = &[
    ("replaced", "", "s = s.replace('a', 'b')"),
    (
        "replaced in a call",
        "import cupy",
        "cupy.RawKernel(s.replace('a', 'b'), 'k')",
    ),
    ("added to", "", "s += 'x'"),
    (
        "put before",
        "import cupy",
        "cupy.RawKernel('#define A\\n' + s, 'k')",
    ),
    (
        "formatted later",
        "import cupy",
        "cupy.RawKernel(s % 3, 'k')",
    ),
    (
        "put into another",
        "import cupy",
        "cupy.RawKernel(f'{s}', 'k')",
    ),
    ("searched", "import re", "t = re.sub('a', 'b', s)"),
    ("joined", "", "t = '\\n'.join(['a', s])"),
    ("assigned twice", "", "s = 'x'"),
    ("assigned in branches", "", "if f: s = 'x'"),
    ("passed on", "", "build(s)"),
    ("passed on by name", "", "build(src=s)"),
    ("passed to a method", "", "f.write(s)"),
    ("kept", "", "d = {'a': s}"),
    ("kept in a list", "", "d = [s, s]"),
    (
        "with options",
        "import cupy",
        "cupy.RawKernel(s, 'k', ('-DA=1',))",
    ),
    (
        "with options by name",
        "import cupy",
        "cupy.RawModule(code=s, options=opts)",
    ),
    (
        "with more options",
        "import cupy",
        "cupy.RawKernel(s, 'k', options=('-include', 'x.h'))",
    ),
    ("unpacked", "import cupy", "cupy.RawKernel(s, *more)"),
    (
        "unpacked names",
        "import cupy",
        "cupy.RawKernel(s, 'k', **more)",
    ),
    (
        "after a header",
        "import torch",
        "torch.cuda._compile_kernel(s, 'k', header_code=h)",
    ),
    (
        "one of several",
        "from torch.utils.cpp_extension import load_inline",
        "load_inline(name='m', cuda_sources=[h, s])",
    ),
    (
        "of another module",
        "from mine import RawKernel",
        "RawKernel(s, 'k')",
    ),
    (
        "of a relative module",
        "from .cupy import RawKernel",
        "RawKernel(s, 'k')",
    ),
    (
        "of one of two modules",
        "try:\n  import cupy as cp\nexcept E:\n  import fake as cp",
        "cp.RawKernel(s, 'k')",
    ),
    (
        "a replaced compiler",
        "import cupy",
        "cupy.RawKernel = f\ncupy.RawKernel(s, 'k')",
    ),
    (
        "by a function of the file",
        "def f(s):\n  s = s.upper()\n  return s",
        "f(s)",
    ),
    (
        "by a decorated function",
        "import cupy\n@d\ndef f(t): return cupy.RawKernel(t, 'k')",
        "f(s)",
    ),
    ("in a default", "def f(t=1): pass", "def g(t=s): pass"),
    ("by globals", "", "globals()['s'] = 'x'"),
    ("as one of two", "", "t = s if f else ''"),
    ("captured", "", "g = lambda: s"),
    ("subscript", "", "t = s[1:]"),
    (
        "an attribute set twice",
        "class A: pass",
        "A.x = s\nA.x = 'y'",
    ),
    (
        "built with macros",
        "import pyopencl as cl",
        "cl.Program(ctx, s).build(options='-DN=3')",
    ),
    (
        "built in another place",
        "import pyopencl as cl",
        "p = cl.Program(ctx, s)\np.build(opts)",
    ),
    ("where the grammar does not fit", "", "x = = 3"),
];

/// Whole files, and a part of the reason.
const OTHERS: &[(&str, &str, &str)] = &[
    (
        "raw string that ends with a backslash and quote",
        "s = '__global__ void k() { }' r'''\\''''",
        "ends so",
    ),
    (
        "another encoding",
        "# coding: rot13\ns = '''__global__ void k() { }'''",
        "UTF-8",
    ),
    (
        "carriage return",
        "s = '''__global__ void k() { }\r'''",
        "carriage return",
    ),
    (
        "hole in a condition",
        "F = 1\ns = f'''\n#if {F}\n#endif\n__global__ void k() {{ }}'''",
        "preprocessor",
    ),
    (
        "hole in an include",
        "F = 1\ns = f'''\n#include \"a{F}.h\"\n__global__ void k() {{ }}'''",
        "literal",
    ),
    (
        "hole in a larger macro",
        "F = 1\ns = f'''\n#define N(x) (x + {F})\n__global__ void k() {{ }}'''",
        "preprocessor",
    ),
    (
        "hole in a name",
        "F = 1\ns = f'''__global__ void k{F}() {{ }}'''",
        "word",
    ),
    (
        "hole before a suffix",
        "F = 1\ns = f'''__global__ void k() {{ float x = {F}.5f; }}'''",
        "word",
    ),
    (
        "hole in a string",
        "F = 1\ns = f'''__global__ void k() {{ p(\"{F}\"); }}'''",
        "literal",
    ),
    (
        "hole of a type",
        "s = f'''__global__ void k({T} *a) {{ }}'''",
        "`T` is not known",
    ),
    (
        "hole in place of void",
        "s = f'''__global__ {T} k() {{ }}'''",
        "`T` is not known",
    ),
    (
        "negative",
        "F = -1\ns = f'''__global__ void k() {{ int x = 3 -{F}; }}'''",
        "negative",
    ),
    (
        "conversion",
        "F = 1\ns = f'''__global__ void k() {{ int x = {F!r}; }}'''",
        "conversion",
    ),
    (
        "format of a value",
        "F = 1\ns = f'''__global__ void k() {{ int x = {F:x}; }}'''",
        "conversion",
    ),
    (
        "named value",
        "F = 1\ns = f'''__global__ void k() {{ int x = {F=}; }}'''",
        "conversion",
    ),
    (
        "given otherwise",
        "F = 1\ns = f'''__global__ void k() {{ int x = {F}; }}'''",
        "not known",
    ),
    (
        "format without values",
        "s = '''__global__ void k() {{ int x = {0}; }}'''.format()",
        "not known what is filled in",
    ),
    (
        "format unpacked",
        "s = '''__global__ void k() {{ int x = {b}; }}'''.format(**locals())",
        "not known what is filled in",
    ),
    (
        "format mixed",
        "s = '''__global__ void k() {{ int x = {} + {0}; }}'''.format(1)",
        "do not fit",
    ),
    (
        "format of a member",
        "s = '''__global__ void k() {{ int x = {a.b}; }}'''.format(a=c)",
        "conversion",
    ),
    (
        "percent of too many",
        "s = '''__global__ void k() { int x = %d; }''' % (1, 2)",
        "do not fit",
    ),
    (
        "percent of a width",
        "s = '''__global__ void k() { int x = %5d; }''' % 1",
        "format of `%`",
    ),
    (
        "percent of a float",
        "s = '''__global__ void k() { int x = %f; }''' % 1",
        "format of `%`",
    ),
    (
        "percent of what is not known",
        "s = '''__global__ void k() { int x = %d; }''' % b",
        "`b` is not known",
    ),
    (
        "unknown template",
        "s = Template('''__global__ void k() { }''').render(fast=True)",
        "`Template`",
    ),
    (
        "template kept",
        "from string import Template\nt = Template('''__global__ void k() { int x = $b; }''')",
        "`Template`",
    ),
    (
        "jinja statement",
        "from jinja2 import Template\ns = Template('''{% if f %}x{% endif %} __global__ void k() { }''').render(f=True)",
        "Jinja chooses",
    ),
    (
        "jinja filter",
        "from jinja2 import Template\ns = Template('''__global__ void k() { int x = {{ b|int }}; }''').render(b=1)",
        "Jinja",
    ),
    (
        "jinja with settings",
        "from jinja2 import Template\ns = Template('''__global__ void k() { }''', x=1).render(b=1)",
        "`Template`",
    ),
    (
        "plus a value",
        "s = '__global__ void k() {' + body + '}'",
        "put together with `body`",
    ),
    (
        "plus in the place of void",
        "s = '__global__ ' + head",
        "put together with `head`",
    ),
    (
        "replaced at once",
        "s = '''__global__ void k() { }'''.replace('a', 'b')",
        "`.replace` may change it",
    ),
    (
        "joined",
        "s = '\\n'.join(['__global__ void k() {', body, '}'])",
        "one of several",
    ),
    (
        "one of two",
        "s = '''__global__ void k() { }''' if f else ''",
        "one of several",
    ),
    (
        "unknown escape",
        "s = '__global__ void k() { } \\N{DASH}'",
        "escape",
    ),
    (
        "control character",
        "s = '__global__ void k() { } \\x00'",
        "escape",
    ),
    (
        "two texts returned",
        "def f(a):\n  if a: return '''__global__ void k() { }'''\n  return ''",
        "one of several",
    ),
    (
        "dedent of a line that goes on",
        "from textwrap import dedent\ns = dedent(r'''\n  __global__ void k() { a\\\n  b; }''')",
        "dedent",
    ),
    (
        "walrus",
        "if (s := '''__global__ void k() { }'''): pass",
        "not understood",
    ),
    ("cut off", "s = f'''__global__ void k() {{ {", "grammar"),
];

fn why(text: &str, define: &[String], part: &str) -> Result<(), String> {
    let all = python::texts("m.py", text, define);
    let first = all.first().ok_or("no text")?;
    for one in &all {
        if one.request.text.len() != text.len() {
            return Err("another length".to_owned());
        }
    }
    match &first.undecided {
        Some(why) if why.message.contains(part) => Ok(()),
        Some(why) => Err(why.message.clone()),
        None => Err(format!("it is known: {}", first.request.text)),
    }
}

pub fn add(suite: &mut Suite) {
    let rows = BOUND.iter().map(|row| (row.0.to_owned(), true, row));
    suite.cases("bound", rows, |(_, before)| {
        let text = format!("{before}\n{HOLE}");
        why(&text, &[], "")?;
        // The user may say it, unless anything may change it.
        let all = python::texts("m.py", &text, &["B=32".to_owned()]);
        match all[0].undecided.as_ref().map(|why| &why.message) {
            None => Ok(()),
            Some(why) if why.contains("`s` may be changed from elsewhere") => Ok(()),
            Some(why) => Err(format!("with -D: {why}")),
        }
    });
    let rows = CHANGED.iter().map(|row| (row.0.to_owned(), true, row));
    suite.cases("changed", rows, |(_, before, behind)| {
        why(&format!("{before}\n{PLAIN}{behind}\n"), &[], "")
    });
    let rows = OTHERS.iter().map(|row| (row.0.to_owned(), true, row));
    suite.cases("undecided", rows, |(name, text, part)| {
        let define = match *name == "given otherwise" {
            true => vec!["F=2".to_owned()],
            false => Vec::new(),
        };
        why(text, &define, part)
    });
}
