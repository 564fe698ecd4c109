//! The `E` codes: why a program is not emitted, and what an emitted one assumes.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// What each means.
pub const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::E001,
        "a value without a counterpart",
        "Emitted code has integers of 32 or 64 bits, Booleans, and arrays of them that are parameters or \
         fields. Sequences, sets, maps, options, tuples, objects, strings and exact numbers (`float` of PVL \
         is a real number) have no counterpart. Arrays of arrays are laid out in one array by \
         `--linearize`.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == n;\ncontext (\\forall* int i = 0 .. n; Perm(a[i], write));\nvoid m(int n, int[] a, seq<int> xs) {\n  par (int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n    a[t] = 1;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E002,
        "a statement without a counterpart",
        "Locks, `fork` and `join`, jumps to labels, `vec`, process algebra, a `return` of a thread, and \
         expressions with effects are not emitted. A device has no locks that PVL's could become, and C \
         does not fix the order in which operands are computed.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == n;\ncontext (\\forall* int i = 0 .. n; Perm(a[i], write));\nvoid m(int n, int[] a) {\n  par (int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n    int x = 0;\n    a[t] = x++;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E003,
        "a call without a counterpart",
        "Pure functions of integers and Booleans become functions of the device. Methods, recursive functions \
         (which OpenCL forbids), functions that read memory and those without a body are not called in \
         emitted code.",
        "// alpinist emit --to cuda x.pvl\nensures \\result == x;\nint same(int x) {\n  return x;\n}\n\ncontext a != null && a.length == n;\ncontext (\\forall* int i = 0 .. n; Perm(a[i], write));\nvoid m(int n, int[] a) {\n  par (int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n    int x = same(t);\n    a[t] = x;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E004,
        "a formula in code",
        "Quantifiers, `\\old`, `*` and other formulas specify; nothing computes them. Where one decides \
         what code does, the code is not emitted.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == n;\ncontext (\\forall* int i = 0 .. n; Perm(a[i], write));\nvoid m(int n, int[] a) {\n  par (int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n    if ((\\forall int k = 0 .. 3; k < t)) {\n      a[t] = 1;\n    }\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E005,
        "a barrier without a counterpart",
        "A barrier becomes `__syncthreads()` if all its threads fit into one block of a device, which has \
         at most 1024; otherwise the kernel is parted at it into two launches. That is not possible in a \
         branch or loop, nor if a local that was assigned or read from memory is used on both sides. A \
         barrier whose body does something, or that belongs to an outer block, is not emitted.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == 2048;\ncontext (\\forall* int i = 0 .. 2048; Perm(a[i], write));\nvoid m(int[] a) {\n  par b (int t = 0 .. 2048)\n    context Perm(a[t], write);\n  {\n    int x = a[t];\n    barrier(b)\n      context Perm(a[t], write);\n    { }\n    a[t] = x;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E006,
        "threads without a counterpart",
        "A `par` with one to three identifiers becomes a grid of blocks. A `par` that holds nothing but \
         `par` and declarations of locals becomes blocks with so many threads, if each has one identifier \
         and all inner ones have one range, the same for each block. Threads within threads in any other \
         form are not emitted.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == 64;\ncontext (\\forall* int i = 0 .. 64; Perm(a[i], write));\nvoid m(int[] a) {\n  par (int b = 0 .. 8)\n    context (\\forall* int i = 0 .. 8; Perm(a[8 * b + i], write));\n  {\n    par (int t = 0 .. b)\n    {\n    }\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E007,
        "an atomic block that is no atomic addition",
        "An atomic block in a thread becomes one atomic operation, so it is emitted only if it is one: \
         `a[i] = a[i] + e` or `a[i] = a[i] - e`, beside specifications. `e` and `i` must not read the same \
         array.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == 2;\ncontext Perm(a[0], write) ** Perm(a[1], write);\nvoid m(int n, int[] a) {\n  invariant both (Perm(a[0], write) ** Perm(a[1], write)) {\n    par (int t = 0 .. n)\n    {\n      atomic (both) {\n        a[0] = a[0] + 1;\n        a[1] = a[1] + 1;\n      }\n    }\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E008,
        "code that rests on ghost state or on an assumption",
        "Ghost variables, `given` parameters and ghost statements disappear. Code that reads them, or that is \
         right only because of `assume` or `inhale`, would do something else, or something unproved.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == n;\ncontext (\\forall* int i = 0 .. n; Perm(a[i], write));\ngiven int g;\nvoid m(int n, int[] a) {\n  par (int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n    a[t] = g;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E009,
        "a number that does not fit",
        "The program has a number that an integer of the emitted width cannot hold. `--int 64` has more.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == n;\ncontext (\\forall* int i = 0 .. n; Perm(a[i], write));\nvoid m(int n, int[] a) {\n  par (int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n    a[t] = 3000000000;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E010,
        "a value of the host that lies on the device",
        "The host function launches kernels and does not wait for them: it reads no element of an array. \
         Statements beside `par` that use arrays become a kernel of one thread; what they compute in locals \
         must not be used by the host.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == 8;\ncontext (\\forall* int i = 0 .. 8; Perm(a[i], write));\nvoid m(int[] a) {\n  int x = a[0];\n  if (x > 0) {\n    par (int t = 0 .. 8)\n      context Perm(a[t], write);\n    {\n      a[t] = 1;\n    }\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::E011,
        "nothing that is emitted",
        "Methods with a `par` are emitted. The program has none, or `--only` names something else than a \
         method with a body of statements.",
        "// alpinist emit --to cuda x.pvl\nensures \\result == x;\nint m(int x) {\n  return x;\n}\n",
    ),
    CodeInfo::new(
        Code::E012,
        "an integer that may overflow",
        "PVL's integers are unbounded. It is not proved from the contract that this value fits into the \
         emitted width, so the emitted code is right only where it does. Bounds in the contract prove it; \
         `--int 64` needs smaller ones. The heading of the emitted text lists all such places.",
        "// alpinist emit --to cuda x.pvl\ncontext a != null && a.length == n;\ncontext (\\forall* int i = 0 .. n; Perm(a[i], write));\nvoid m(int n, int[] a) {\n  par (int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n    a[t] = a[t] + a[t];\n  }\n}\n",
    ),
];
