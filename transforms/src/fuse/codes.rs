//! What `explain` says about the codes of fusing.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The codes of fusing. Each example gives its code when its directive is carried out.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::A601,
        title: "number of kernels",
        text: "Fewer kernels stand in a row than are to be fused, or the number of kernels is less \
               than 2, or that of thread blocks 0. A kernel is a `par` of one block; the row is \
               looked for among the statements of one block.",
        example: "void m(int n) {\n  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n) {\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A602,
        title: "statement between kernels",
        text: "Statements between the kernels have no place in the fused kernel. Calculations with \
               local variables and assertions about them move before the first kernel. A statement \
               that reads memory, has an effect there, or changes a name that a kernel before it \
               uses cannot move. An assertion about memory becomes part of a barrier, if there is \
               one.",
        example: "context_everywhere a != null && a.length == n && n > 0;\n\
                  context (\\forall* int i; 0 <= i && i < n; Perm(a[i], 1));\nvoid m(int[] a, int n) {\n  \
                  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {\n    a[t] = t;\n  }\n  \
                  int x = a[0];\n  par k2(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {\n    a[t] = x;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A603,
        title: "kernels at the same time",
        text: "The blocks of one `par`, joined by `and`, and the blocks within `parallel` run at \
               the same time, so they have no order in which they could be fused.",
        example: "void m(int n) {\n  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n) {\n  } and k2(int t = 0 .. n) {\n  }\n  \
                  par k3(int t = 0 .. n) {\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A604,
        title: "iterators",
        text: "The kernels have different numbers of iterators, so their threads do not correspond \
               to each other.",
        example: "void m(int n) {\n  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n) {\n  }\n  \
                  par k2(int i = 0 .. n, int j = 0 .. n) {\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A605,
        title: "ranges",
        text: "One of the kernels must have all the threads of the others, which then run under \
               `if`. The step shows that from the facts known before the first kernel; a range \
               that is read from memory could change later.",
        example: "class C {\n  int n;\n  context Perm(n, 1\\2);\n  void m() {\n    gpuopt fuse 2 1;\n    \
                  par k1(int t = 0 .. n) {\n    }\n    par k2(int t = 0 .. n) {\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A606,
        title: "jump in a kernel",
        text: "A `goto` or `return` might mean another place in the fused kernel. `break` and \
               `continue` of loops within a kernel are no hindrance, nor is a label, which marks a \
               state.",
        example: "void m(int n) {\n  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n) {\n    goto here;\n    label here;\n  }\n  \
                  par k2(int t = 0 .. n) {\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A607,
        title: "lock in a kernel",
        text: "Kernels that are fused must be free of locks, condition variables and threads of \
               their own: in the fused kernel a thread could wait in one kernel for a thread that \
               is already in the next, which was not possible before.",
        example: "class C {\n  int x;\n  resource lock_invariant() = Perm(x, 1);\n  void m(int n) {\n    \
                  gpuopt fuse 2 1;\n    par k1(int t = 0 .. n) {\n      lock this;\n      unlock this;\n    }\n    \
                  par k2(int t = 0 .. n) {\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A608,
        title: "barrier under a range",
        text: "A kernel that has fewer threads than another runs under `if` in the fused kernel. A \
               barrier in it would then be reached by some threads and not by the others.",
        example: "requires 0 <= n;\nvoid m(int n) {\n  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n + 1) {\n  }\n  \
                  par k2(int t = 0 .. n) {\n    barrier(k2)\n      requires true;\n    {\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A609,
        title: "clause or directive without a place",
        text: "A ghost parameter of a kernel, a directive before a kernel that is not the first, or \
               what a kernel with loops says with `context_everywhere` would mean something else in \
               the fused kernel.",
        example: "void m(int n) {\n  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n) {\n  }\n  \
                  gpuopt tile inter 2;\n  par k2(int t = 0 .. n) {\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A610,
        title: "`\\old` in a kernel",
        text: "Under vercors-1.4 `\\old` in a kernel is the moment where the kernel starts. In the fused \
               kernel only the first still has one. In the default profile `\\old` is the start of the \
               method and no hindrance.",
        example: "//:: alpinist --profile vercors-1.4\ncontext_everywhere a != null && a.length == n && n == 4 && a.length == 4;\n\
                  context (\\forall* int i; 0 <= i && i < n; Perm(a[i], 1));\nvoid m(int[] a, int n) {\n  \
                  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {\n    a[t] = t;\n  }\n  \
                  par k2(int t = 0 .. n)\n    context Perm(a[t], 1);\n    ensures a[t] == \\old(a[t]) + 1;\n  {\n    \
                  a[t] = a[t] + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A611,
        title: "limit of vercors-1.4",
        text: "The published optimizer could not do this, and `--profile vercors-1.4` does what it did: \
               kernels of equal ranges, whose bound and the lengths of the arrays they share are numbers \
               according to the method's contract. The default profile has none of these limits.",
        example: "//:: alpinist --profile vercors-1.4\ncontext_everywhere a != null && a.length == n;\n\
                  context (\\forall* int i; 0 <= i && i < n; Perm(a[i], 1));\nvoid m(int[] a, int n) {\n  \
                  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {\n    a[t] = t;\n  }\n  \
                  par k2(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {\n    a[t] = t;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A612,
        title: "the condition of the step is unknown",
        text: "Whether the kernels can be fused could not be decided: a limit was reached, the solver \
               failed, or the method uses something that cannot be verified yet. The message says which.",
        example: "//:: alpinist --no-verify --fuse 2@first\nvoid m(int n, int k) {\n  par first(int t = 0 .. n) {\n  }\n  \
                  par second(int t = 0 .. k) {\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A613,
        title: "data between thread blocks",
        text: "With several thread blocks, of ceil(T/N) consecutive threads each, a barrier \
               synchronizes the threads of one block only. Kernels between which data flows from \
               one block to another are not fused; those before them are, and the message names \
               the array. Data that stays within a block is no hindrance: the result is a block of \
               blocks, with the barrier in the inner one. That is done for kernels with one \
               iterator.",
        example: "class C {\n  int s;\n  context Perm(s, 1);\n  void m(int n) {\n    \
                  invariant inv(Perm(s, 1)) {\n      gpuopt fuse 2 4;\n      par k1(int t = 0 .. n) {\n        \
                  atomic (inv) {\n          s = 1;\n        }\n      }\n      par k2(int t = 0 .. n) {\n        \
                  atomic (inv) {\n          s = 2;\n        }\n      }\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A614,
        title: "permissions that cannot be tracked",
        text: "Threads exchange cells of an array, and the permission that each thread then holds \
               to each cell cannot be determined. The index must determine the thread: a sum of \
               the thread and numbers, `t + 1`, `2 * t`, `tile * 4 + k` with `k` from 0 to 3, or \
               `(t + 1) % n` of `n` threads. The amounts must be numbers, or `1\\n` for cells to \
               which all of `n` threads have permission. The message says which of these \
               conditions fails.",
        example: "context_everywhere a != null && a.length == n;\n\
                  requires (\\forall* int i; 0 <= i && i < n; Perm(a[i], 1));\nvoid m(int[] a, int n) {\n  \
                  gpuopt fuse 2 1;\n  par k1(int t = 0 .. n)\n    context Perm(a[t], 1);\n  {\n    a[t] = t;\n  }\n  \
                  par k2(int t = 0 .. n)\n    context t + 1 < n ==> Perm(a[t + 1], read);\n  {\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A615,
        title: "fused kernel not shown",
        text: "The kernels were fused, but the result does not verify, so it is not written. The \
               message says which part does not hold and at which kernel: a permission that is \
               missing before the first kernel, or a precondition of a kernel that is not known \
               after the kernels before it.",
        example: "context_everywhere a != null && b == a && a.length == n;\ncontext (\\forall* int i; 0 <= i && i < n; Perm(a[i], write));\nvoid m(int[] a, int[] b, int n) {\n  gpuopt fuse 2 1;\n  par first(int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n    a[t] = t;\n  }\n  par second(int t = 0 .. n)\n    context Perm(b[t], write);\n  {\n    b[t] = b[t] + t;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A616,
        title: "kernels that are not launched one behind the other",
        text: "On CUDA the kernels that are fused are launched one behind the other in one function of the \
               host, with nothing between, on one stream, with the same grid and block. The message says \
               what stands in the way.",
        example: "",
    },
];
