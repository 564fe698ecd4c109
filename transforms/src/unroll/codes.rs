//! What `explain` says about the codes of unrolling.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The codes of unrolling. Each example gives its code when its directive is carried out.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::A101,
        title: "guard not shown",
        text: "The loop is not known to run as often as it is to be unrolled. A copy of the body \
               ahead of the loop is not guarded, so running it once too often would change what the \
               program does. State a fact that bounds the number of iterations from below, unroll \
               fewer, or use `--guard`.",
        example: "requires n >= 0;\nvoid m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 2;\n  \
                  loop_invariant 0 <= i && i <= n;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A102,
        title: "not a variable of the loop",
        text: "The loop named by a directive or flag does not write a local variable of this name. \
               A field does not count: a call in the body could change it unseen.",
        example: "void m(int n, int k) {\n  int i = 0;\n  gpuopt loop_unroll k 2;\n  \
                  loop_invariant 0 <= i;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A103,
        title: "update under a condition",
        text: "The loop's variable is updated in a branch, behind a `continue`, in an inner loop or \
               within an expression, so its value after K iterations is not known.",
        example: "void m(int n, int k) {\n  int i = 0;\n  gpuopt loop_unroll i 2;\n  \
                  loop_invariant 0 <= i;\n  while (i < n) {\n    if (k > 0) {\n      i = i + 1;\n    }\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A104,
        title: "several updates",
        text: "The loop's variable is updated at several places of an iteration, and not by numbers \
               that can be taken together, as those of `i = i + 1; i = i + 2;` can. Bring them \
               together in one statement.",
        example: "void m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 2;\n  \
                  loop_invariant 0 <= i;\n  while (i < n) {\n    i = i + 1;\n    i = i * 2;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A105,
        title: "update of another form",
        text: "The loop's variable is updated otherwise than by `i + c`, `i - c`, `i * c` or `i / c`.",
        example: "void m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 2;\n  \
                  loop_invariant 0 <= i;\n  while (i < n) {\n    i = n - i;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A106,
        title: "jump in the body",
        text: "A `break` of this loop, a `continue` of an outer one, or a `goto` in the body would \
               mean something else in a copy of it ahead of the loop. A `continue` of this loop is \
               no hindrance in a branch without `else` among the statements of the body, which it \
               ends: copies have a condition in its place. Elsewhere it is one. A `return` is no \
               hindrance, nor are the jumps of a loop within the body, nor a label that marks a state for `\\old[l](e)` \
               behind it in the body: each copy has its own. A label that is a jump's target, or \
               whose state is used elsewhere, is a hindrance.",
        example: "void m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 2;\n  \
                  loop_invariant 0 <= i;\n  while (i < n) {\n    if (i == 3) {\n      break;\n    }\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A107,
        title: "guard with an effect",
        text: "The guard calls a method that is not pure, changes a variable, or chooses. It cannot be \
               asserted, and evaluating it once less would change what the program does.",
        example: "void m(int n) {\n  int i = 0;\n  int k = 0;\n  gpuopt loop_unroll i 2;\n  \
                  loop_invariant 0 <= i;\n  while (k++ < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A108,
        title: "number of iterations",
        text: "The number of iterations is 0, or so large that the copies would be no program anybody \
               could read or verify.",
        example: "void m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 0;\n  \
                  loop_invariant 0 <= i;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A109,
        title: "number of all iterations not found",
        text: "With `all`, the number of iterations must follow from the annotations: the guard is \
               shown to hold so many times and then not to hold. Give a number instead, or state the \
               fact that fixes it.",
        example: "//:: alpinist --unroll all\nrequires n >= 1;\nvoid m(int n) {\n  int i = 0;\n  \
                  loop_invariant 0 <= i && i <= n;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A110,
        title: "clause that cannot be copied",
        text: "The loop has a contract for each of its iterations (`requires`, `ensures`). A copy \
               ahead of the loop has no place for one. Say what holds at the loop's head as \
               `loop_invariant`.",
        example: "void m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 2;\n  loop_invariant 0 <= i;\n  \
                  requires 0 <= i;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A111,
        title: "limit of vercors-1.4",
        text: "The published optimizer could not do this, and `--profile vercors-1.4` does what it \
               did: one update by a number, the guard compares the variable alone on one side, \
               and the invariants have exactly one lower and one upper bound on it. The default \
               profile has none of these limits.",
        example: "//:: alpinist --profile vercors-1.4\nrequires n >= 2;\nvoid m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 1;\n  loop_invariant 0 <= i && i <= n;\n  while (i + 1 <= n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A112,
        title: "the condition of the step is unknown",
        text: "Whether the loop runs often enough could not be decided: a limit was reached, the \
               solver failed, or the method uses something that cannot be verified yet. The message \
               says which.",
        example: "requires n >= 2;\nvoid m(int n) {\n  int i = 0;\n  boolean b = {: n, i :} == 1;\n  gpuopt loop_unroll i 2;\n  loop_invariant 0 <= i && i <= n;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A113,
        title: "bound left as it is",
        text: "No bound among the invariants could be moved by the unrolled updates, because there is \
               none on the side the variable leaves behind, or the moved one is not known to hold. \
               The result is right all the same; the loop only says less about where it starts.",
        example: "requires n >= 2;\nvoid m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 1;\n  loop_invariant i <= n;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
];
