//! What the codes of this part mean.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The first line of an example is the command that gives the code.
/// The `R` codes: what `alpinist run` finds while it executes a program.
pub const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::R001,
        "false in this run",
        "A contract, invariant or assertion was evaluated and is false. The run shows the values; \
         the program does not keep its specification.",
        "// alpinist run x.pvl m 0\nensures \\result > n;\nint m(int n) {\n  return n;\n}\n",
    ),
    CodeInfo::new(
        Code::R002,
        "no permission in this run",
        "A location was read without any permission, written without `write`, or a permission was \
         exhaled (at a call, a block, a barrier, a loop, the end of a method) that is not held.",
        "// alpinist run x.pvl m '[0, 0]'\nrequires \\array(a, 2) ** Perm(a[*], write);\nvoid m(int[] a) {\n  par b (int t = 0 .. 2)\n    context Perm(a[t], write);\n  {\n    int x = a[0];\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::R003,
        "data race in this run",
        "Two threads use the same location, at least one writes, and nothing orders the two: no \
         barrier, lock, atomic block, fork or join lies between them.",
        "// alpinist run x.cu k --block 4 --grid 1\n__global__ void k(int *p) {\n  p[0] = threadIdx.x;\n}\n",
    ),
    CodeInfo::new(
        Code::R004,
        "threads at different barriers",
        "Some threads of a block wait at a barrier that others will never reach. On a GPU that \
         hangs or does anything at all.",
        "// alpinist run x.pvl m 2\nvoid m(int n) {\n  par b (int t = 0 .. n)\n  {\n    if (t > 0) {\n      barrier(b) { }\n    }\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::R005,
        "no value in this run",
        "An expression has no value: an index out of bounds, `null` used as an object, a division by \
         zero, the value of `None`, a key that is not in the map.",
        "// alpinist run x.pvl m 0\nint m(int n) {\n  return 10 / n;\n}\n",
    ),
    CodeInfo::new(
        Code::R006,
        "lock or thread in the wrong state",
        "A lock is taken that this thread holds already or that is not committed, or it is \
         released without being held; or a thread is forked or joined in a state that does not \
         allow it.",
        "// alpinist run x.pvl M.m\nclass T {\n  void run() {\n  }\n}\nclass M {\n  void m() {\n    T t = new T();\n    fork t;\n    fork t;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::R007,
        "measure does not decrease",
        "The measure of a loop or function did not become smaller, or fell below zero.",
        "// alpinist run x.pvl m 2\nrequires n >= 0;\ndecreases n;\npure int f(int n) = n == 0 ? 0 : f(n);\n\nint m(int n) {\n  return f(n);\n}\n",
    ),
    CodeInfo::new(
        Code::R010,
        "cannot be run",
        "`alpinist run` has no rule to execute this: a quantifier whose variable has no bounds, a \
         method or function without a body, a construct that is read but not understood. The program is unknown.",
        "// alpinist run x.pvl m 4\nrequires (\\forall int i; f(i) == 0);\nvoid m(int n) {\n}\n\npure int f(int i) = 0;\n",
    ),
    CodeInfo::new(
        Code::R011,
        "limit of a run",
        "The run took more steps, memory or nested calls than allowed, or all threads wait for each \
         other. The program is unknown.",
        "// alpinist run x.pvl m\nvoid m() {\n  while (true) {\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::R012,
        "input does not satisfy the precondition",
        "The arguments do not satisfy the method's precondition, or something that the program \
         assumes is false. The contract promises nothing for such an input.",
        "// alpinist run x.pvl m 0\nrequires n > 0;\nint m(int n) {\n  return n;\n}\n",
    ),
    CodeInfo::new(
        Code::R013,
        "no input found",
        "No input that satisfies the precondition was found at random. Give the arguments.",
        "// alpinist run x.pvl m --random\nrequires n * n == 1522756;\nint m(int n) {\n  return n;\n}\n",
    ),
    CodeInfo::new(
        Code::R014,
        "argument cannot be read",
        "An argument on the command line is not a value of the parameter's type: integers, `true` \
         and `false`, `null`, arrays as `[1, 2, 3]`, matrices as `[[1, 2], [3, 4]]`.",
        "// alpinist run x.pvl m one\nint m(int n) {\n  return n;\n}\n",
    ),
    CodeInfo::new(
        Code::R015,
        "no such method",
        "The program has no method of that name that can be run; within a class it is called \
         `Class.method`.",
        "// alpinist run x.pvl n 1\nint m(int n) {\n  return n;\n}\n",
    ),
];
