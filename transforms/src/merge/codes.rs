//! What `explain` says about the codes of merging.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The codes of merging. Each example gives its code when its directive is carried out.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::A201,
        title: "number of iterations to merge",
        text: "The number of iterations that are to become one is 0 or 1, or so large that the \
               copies would be no program anybody could read or verify.",
        example: "void m(int n) {\n  int i = 0;\n  gpuopt iter_merge i 1;\n  \
                  loop_invariant 0 <= i;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A202,
        title: "not a variable of the loop",
        text: "The loop named by a directive or flag does not write a local variable of this name. \
               A field does not count: a call in the body could change it unseen.",
        example: "void m(int n, int k) {\n  int i = 0;\n  gpuopt iter_merge k 2;\n  \
                  loop_invariant 0 <= i;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A203,
        title: "fewer iterations than are to be merged",
        text: "The loop is known to run fewer times than that, so the merged loop would never run. \
               Merge fewer.",
        example: "void m() {\n  int i = 0;\n  gpuopt iter_merge i 5;\n  \
                  loop_invariant 0 <= i && i <= 4;\n  while (i < 4) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A204,
        title: "bound that is no number",
        text: "The published optimizer merges only where the bounds of the variable are numbers, \
               and `--profile vercors-1.4` does what it did. The default profile merges such a loop \
               too: what is left over runs in a loop of its own.",
        example: "//:: alpinist --profile vercors-1.4\nrequires n >= 0;\nvoid m(int n) {\n  int i = 0;\n  \
                  gpuopt iter_merge i 2;\n  loop_invariant 0 <= i && i <= n;\n  while (i < n) {\n    \
                  i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A205,
        title: "limit of vercors-1.4",
        text: "The published optimizer could not do this, and `--profile vercors-1.4` does what it \
               did: the guard compares the variable alone, the variable is updated by one number \
               on every path, nothing leaves an iteration early, and the number of iterations can be \
               found. The default profile has none of these limits.",
        example: "//:: alpinist --profile vercors-1.4\nvoid m(int k) {\n  int i = 0;\n  \
                  gpuopt iter_merge i 2;\n  loop_invariant 0 <= i && i <= 4;\n  while (i < 4) {\n    \
                  if (k == 3) {\n      break;\n    }\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A206,
        title: "body that cannot be copied",
        text: "The body has a label that is a jump's target or whose state is used elsewhere, or a \
               jump to its own loop by name, which copies would have several times; or a directive \
               that is still to be carried out. A plain `break` or `continue` is no hindrance, nor \
               is a `return`, nor a label that marks a state for `\\old[l](e)` behind it in the \
               body: each copy has its own.",
        example: "void m(int n) {\n  int i = 0;\n  gpuopt iter_merge i 2;\n  \
                  loop_invariant 0 <= i;\n  while (i < n) {\n    goto here;\n    label here;\n    \
                  i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A207,
        title: "guard with an effect",
        text: "The guard calls a method that is not pure, changes a variable, or chooses. Evaluating \
               it less often would change what the program does.",
        example: "void m(int n) {\n  int i = 0;\n  int k = 0;\n  gpuopt iter_merge i 2;\n  \
                  loop_invariant 0 <= i;\n  while (k++ < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A208,
        title: "clause for each iteration",
        text: "The loop has a contract for each of its iterations (`requires`, `ensures`), which \
               would have to say something else of M of them. Say what holds at the loop's head as \
               `loop_invariant`.",
        example: "void m(int n) {\n  int i = 0;\n  gpuopt iter_merge i 2;\n  loop_invariant 0 <= i;\n  \
                  requires 0 <= i;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A209,
        title: "the condition of the step is unknown",
        text: "Whether the loop's variable starts from the number it seems to start from could not \
               be decided, and `--profile vercors-1.4` needs to know: a limit was reached, the solver \
               failed, or the method uses something that cannot be verified yet. The message says \
               which.",
        example: "//:: alpinist --profile vercors-1.4\nvoid m(int k) {\n  int i = 0;\n  boolean b = {: i, k :} == 1;\n  gpuopt iter_merge i 2;\n  loop_invariant 0 <= i && i <= 10;\n  while (i < 10) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A210,
        title: "rest in a loop of its own",
        text: "The number of iterations is not known, so up to M - 1 of them are left over. A copy of \
               the loop as it was, behind the merged one, runs them.",
        example: "void m(int n) {\n  int i = 0;\n  gpuopt iter_merge i 2;\n  loop_invariant 0 <= i;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A211,
        title: "tests stay",
        text: "The body has a `break`, or the guard reads something that an iteration changes in a \
               way that cannot be foreseen. M iterations become one all the same, but the guard is \
               tested between them, and the loop left if it does not hold.",
        example: "void m(int n, int k) {\n  int i = 0;\n  gpuopt iter_merge i 2;\n  loop_invariant 0 <= i;\n  while (i < n) {\n    if (i == k) {\n      break;\n    }\n    i = i + 1;\n  }\n}\n",
    },
];
