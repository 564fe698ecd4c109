//! What `explain` says about the codes of tiling.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The codes of tiling. Each example gives its code when its directive is carried out.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::A501,
        title: "tile size 0",
        text: "A tile has at least one cell; with none, nothing would be done.",
        example: "void m(int n) {\n  gpuopt tile intra 0;\n  par (int t = 0 .. n) {\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A502,
        title: "barrier in the body of a tiled block",
        text: "At a barrier each thread waits for all others. A thread that handles several cells \
               one after the other would reach it once for each of them, before the later cells \
               have begun. Split the block at the barrier into two, and tile each.",
        example: "void m(int n) {\n  gpuopt tile intra 4;\n  par b (int t = 0 .. n) {\n    \
                  barrier(b) {\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A503,
        title: "several thread identifiers",
        text: "The block has more than one thread identifier, and cells are counted along one. Name \
               it on the command line, as in `--tile inter:4@i`. The ranges of the others must not \
               depend on it.",
        example: "void m(int n) {\n  gpuopt tile intra 4;\n  par (int i = 0 .. n, int j = 0 .. n) {\n  \
                  }\n}\n",
    },
    CodeInfo {
        code: Code::A504,
        title: "no thread identifier",
        text: "The block has no thread identifier, so a single thread runs it, and there is \
               nothing to distribute.",
        example: "void m() {\n  gpuopt tile intra 4;\n  par b {\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A505,
        title: "jump out of the body of a tiled block",
        text: "The body has a `goto`, or a `break` or `continue` that leaves it. What it \
               skips for one cell must not be skipped for the thread's other cells, so such jumps are not \
               put into a loop. Write it with `if`.",
        example: "void m(int n) {\n  gpuopt tile intra 4;\n  par (int t = 0 .. n) {\n    if (t == 1) \
                  {\n      goto end;\n    }\n    int x = 1;\n    label end;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A506,
        title: "waiting for other threads",
        text: "The body waits for something that another thread of the block may have to do: by \
               `wait` or `join`, for a lock that may be kept by a waiting thread, or in a loop \
               that reads shared data within `atomic` or a lock until it changes. If that is done \
               for a cell that comes later in the same thread, the tiled program waits forever.",
        example: "class C {\n  int x;\n  void m(int n) {\n    invariant inv(Perm(x, write)) {\n      \
                  gpuopt tile intra 4;\n      par (int t = 0 .. n) {\n        int seen = 0;\n        \
                  while (seen < t) {\n          atomic(inv) {\n            seen = x;\n          }\n        \
                  }\n      }\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A507,
        title: "identity of the thread in the body of a tiled block",
        text: "The body uses `\\current_thread`. Threads that were different become one, so the value \
               would no longer tell cells apart. Use the block's thread identifier, which keeps its \
               value.",
        example: "void m(int n) {\n  gpuopt tile intra 4;\n  par (int t = 0 .. n) {\n    int x = \
                  \\current_thread;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A508,
        title: "clause that cannot be tiled",
        text: "A clause of the block's contract is neither `requires` nor `ensures` nor `context`, and \
               has no form for several cells: ghost parameters, measures, or `context_everywhere` that \
               speaks of the cell in a block with loops, which would need it of that cell alone.",
        example: "void m(int n) {\n  gpuopt tile intra 4;\n  par (int t = 0 .. n)\n    \
                  context_everywhere 0 <= t;\n  {\n    int i = 0;\n    loop_invariant 0 <= i;\n    \
                  while (i < t) {\n      i = i + 1;\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A509,
        title: "bound that could change",
        text: "A bound of the range is read from the heap or computed by a call, or has a name that \
               means something else within the block. The range is evaluated once, but the tiles need \
               the bound more often, so it is kept in a local variable before the block; here there \
               is no place for one, or another range, which is evaluated before or after it, would \
               then have another value. Declare it yourself before the block.",
        example: "class C {\n  int n;\n  requires Perm(n, 1\\2);\n  void m(boolean b) {\n    if (b)\n      \
                  par (int t = 0 .. n)\n        gpuopt tile intra 4;\n      {\n      }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A510,
        title: "limit of vercors-1.4",
        text: "The published optimizer could not do this, and `--profile vercors-1.4` does what it did: \
               the block is the first statement of its method, its one thread identifier starts at 0, \
               and the tile size is less than the extent, or than a number that the method's own clauses \
               give as its lower bound. The default profile has none of these limits.",
        example: "//:: alpinist --profile vercors-1.4\nclass C {\n  gpuopt tile inter 8;\n  context_everywhere a != null && a.length >= 8;\n  context (\\forall* int i; 0 <= i && i < a.length; Perm(a[i], write));\n  void fill(int[] a) {\n    par (int tid = 0 .. a.length)\n      context Perm(a[tid], write);\n    {\n      a[tid] = 0;\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A511,
        title: "inter and intra exchanged",
        text: "The published programs use the words the other way round: there `intra` means cells far \
               apart and `inter` neighbours. Under `--profile vercors-1.4` directives are read so; flags \
               never are.",
        example: "//:: alpinist --profile vercors-1.4\nclass C {\n  gpuopt tile inter 8;\n  context_everywhere a != null && a.length >= 9;\n  context (\\forall* int i; 0 <= i && i < a.length; Perm(a[i], write));\n  void fill(int[] a) {\n    par (int tid = 0 .. a.length)\n      context Perm(a[tid], write);\n    {\n      a[tid] = 0;\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A512,
        title: "launch that is not rewritten",
        text: "On CUDA a tiled kernel needs fewer blocks, so its launches in the file are rewritten: in \
               `k<<<grid, block>>>(…)` the grid is divided by the number of elements that a thread takes. A launch \
               that a macro brings, a use of the kernel's name that is no launch, and host code that is not \
               understood are not rewritten, and the step is refused.",
        example: "",
    },
];
