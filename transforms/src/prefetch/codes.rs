//! What `explain` says about the codes of prefetching.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The codes of prefetching. Each example gives its code when its directive is carried out.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::A301,
        title: "pattern not found",
        text: "No parallel block that is meant accesses the cell in its code as the pattern writes \
               it. Spelling counts, spaces and parentheses do not: `a[tid + 1]` is not `a[1 + \
               tid]`, and names must be those of the block.",
        example: r"gpuopt glob_to_reg a 0;
context_everywhere a != null && a.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void fill(int[] a, int n) {
  par threads (int tid = 0 .. n)
    context Perm(a[tid], write);
    ensures tid == 0 ==> a[0] == 0;
  {
    a[tid] = tid;
  }
}
",
    },
    CodeInfo {
        code: Code::A302,
        title: "permission not shown",
        text: "The register is loaded where its first access stands, or further in if the cell \
               cannot be read there. The cell is not shown to be readable at any such place, \
               neither always nor under the condition of a permission for it that reads no memory.",
        example: r"gpuopt glob_to_reg a tid - 1;
context_everywhere a != null && b != null && a.length == n && b.length == n;
requires (\forall* int i; 0 <= i && i < n; Perm(a[i], 1\2));
context (\forall* int i; 0 <= i && i < n; Perm(b[i], write));
requires (\forall int i; 0 <= i && i < n; b[i] >= 0);
void shift(int[] a, int[] b, int n) {
  par threads (int tid = 0 .. n)
    context Perm(b[tid], write);
    requires b[tid] > 0 && tid > 0 ==> Perm(a[tid - 1], 1\2);
  {
    b[tid] = b[tid] > 0 && tid > 0 ? a[tid - 1] : 0;
  }
}
",
    },
    CodeInfo {
        code: Code::A303,
        title: "may be the same cell",
        text: "An access to an array of the same element type, perhaps by another name, is shown \
               neither to be the cell nor to be another one. It could write the cell, or read it \
               in memory while the register is ahead. Permissions tell cells apart: two \
               permissions that add up to more than `write` are for different cells.",
        example: r"gpuopt glob_to_reg a 0;
context_everywhere a != null && a.length == n && 0 <= k && k < n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void swap(int[] a, int n, int k) {
  par single (int t = 0 .. 1)
    context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
  {
    int old = a[0];
    a[0] = a[k];
    a[k] = old;
  }
}
",
    },
    CodeInfo {
        code: Code::A304,
        title: "pattern that moves",
        text: "The cell that the pattern means may change while the register lives, because its \
               index is read from memory, or the array is a field or a row that is assigned. Keep \
               the index in a local variable.",
        example: r"gpuopt glob_to_reg a (b[tid]);
context_everywhere a != null && b != null && a.length == n && b.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], 1\2));
context (\forall* int i; 0 <= i && i < n; Perm(b[i], write));
requires (\forall int i; 0 <= i && i < n; b[i] == i);
void gather(int[] a, int[] b, int n) {
  par threads (int tid = 0 .. n)
    context Perm(a[tid], 1\2);
    context Perm(b[tid], write);
    requires b[tid] == tid;
  {
    b[tid] = a[b[tid]];
  }
}
",
    },
    CodeInfo {
        code: Code::A305,
        title: "call takes the cell",
        text: "A called method may take a permission to the cell while the cell is in a register: \
               it could read the old value in memory, or write a value that the register does not \
               have. A call that is shown to need no permission to the cell is no hindrance.",
        example: r"context a != null && 0 <= i && i < a.length ** Perm(a[i], 1\2);
ensures \result >= 0 || \result < 0;
int look(int[] a, int i) {
  return a[i];
}

gpuopt glob_to_reg a tid;
context_everywhere a != null && a.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void call(int[] a, int n) {
  par threads (int tid = 0 .. n)
    context Perm(a[tid], write);
  {
    a[tid] = a[tid] + 1;
    int seen = look(a, tid);
    a[tid] = a[tid] + seen;
  }
}
",
    },
    CodeInfo {
        code: Code::A306,
        title: "atomic block takes the cell",
        text: "An atomic block needs a permission to the cell while its register is ahead of \
               memory, because the block must restore its invariant. An atomic block that is shown \
               to need none is no hindrance.",
        example: r"class Cell {
  int up;

  gpuopt glob_to_reg a 0;
  context_everywhere a != null && a.length == 1;
  context Perm(up, write);
  requires up == 0 ** Perm(a[0], write);
  void hand_on(int[] a) {
    invariant flag (Perm(up, write) ** (up == 1 ==> Perm(a[0], write))) {
      par single (int t = 0 .. 1)
        requires Perm(a[0], write);
      {
        int mine = 0;
        a[0] = 5;
        atomic (flag) {
          up = 1;
        }
        atomic (flag) {
          if (up == 1) {
            up = 0;
            mine = 1;
          }
        }
        if (mine == 1) {
          a[0] = a[0] + 1;
        }
      }
    }
  }
}
",
    },
    CodeInfo {
        code: Code::A307,
        title: "block inside takes the cell",
        text: "A parallel block or an invariant inside takes a permission to the cell while it is \
               in a register.",
        example: r"gpuopt glob_to_reg a tid;
context_everywhere a != null && a.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void nested(int[] a, int n) {
  par threads (int tid = 0 .. n)
    context Perm(a[tid], write);
  {
    a[tid] = 1;
    par inner (int one = 0 .. 1)
      context one == 0 ==> Perm(a[tid + one], write);
    {
      if (one == 0) {
        a[tid + one] = 2;
      }
    }
    a[tid] = a[tid] + 1;
  }
}
",
    },
    CodeInfo {
        code: Code::A308,
        title: "permission exhaled",
        text: "`fold`, `exhale`, `unlock`, `fork` and the like exhale a permission to the cell \
               while it is in a register. Use the cell only before or only after such a statement.",
        example: r"resource cell(int[] a, int i) = a != null && 0 <= i && i < a.length ** Perm(a[i], write);

gpuopt glob_to_reg a tid;
context_everywhere a != null && a.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void fold_it(int[] a, int n) {
  par threads (int tid = 0 .. n)
    context Perm(a[tid], write);
  {
    a[tid] = 1;
    fold cell(a, tid);
    unfold cell(a, tid);
    a[tid] = a[tid] + 1;
  }
}
",
    },
    CodeInfo {
        code: Code::A309,
        title: "cell read as part of a whole",
        text: "A function, `\\values`, `PointsTo` or a predicate reads memory, where the cell is \
               out of date while its value is in a register.",
        example: r"requires a != null && 0 <= i && i < a.length ** Perm(a[i], 1\2);
pure int value(int[] a, int i) = a[i];

gpuopt glob_to_reg a tid;
context_everywhere a != null && a.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void observe(int[] a, int n) {
  par threads (int tid = 0 .. n)
    context Perm(a[tid], write);
  {
    a[tid] = 1;
    assert value(a, tid) == 1;
    a[tid] = a[tid] + 1;
  }
}
",
    },
    CodeInfo {
        code: Code::A310,
        title: "jump",
        text: "`break`, `continue` or `return` would skip the store, or `goto` the load.",
        example: r"gpuopt glob_to_reg a tid;
context_everywhere a != null && a.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void leave(int[] a, int n, int m) {
  par threads (int tid = 0 .. n)
    context Perm(a[tid], write);
  {
    int k = 0;
    loop_invariant Perm(a[tid], write);
    while (k < m) {
      barrier(threads)
        context Perm(a[tid], write);
      {
      }
      k = k + 1;
      a[tid] = k;
      if (k == 7) {
        break;
      }
      a[tid] = a[tid] + 1;
    }
  }
}
",
    },
    CodeInfo {
        code: Code::A311,
        title: "no permission to write at the load",
        text: "The cell is written, but the permission `write` for it is not shown where its \
               register would be loaded. Another thread could read the cell before the register is \
               written back.",
        example: r"gpuopt glob_to_reg a tid;
context_everywhere a != null && a.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void half(int[] a, int n) {
  invariant other ((\forall* int i; 0 <= i && i < n; Perm(a[i], 1\2))) {
    par threads (int tid = 0 .. n)
      context Perm(a[tid], 1\2);
    {
      int before = a[tid];
      atomic (other) {
        a[tid] = before + 1;
      }
    }
  }
}
",
    },
    CodeInfo {
        code: Code::A312,
        title: "written within an expression",
        text: "The cell is written by `++` in an expression, or in a loop's header, where no \
               statement can follow. Make it a statement of its own.",
        example: r"gpuopt glob_to_reg a tid;
context_everywhere a != null && a.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void header(int[] a, int n) {
  par threads (int tid = 0 .. n)
    context Perm(a[tid], write);
  {
    loop_invariant Perm(a[tid], write);
    for (a[tid] = 0; a[tid] < 3; a[tid] = a[tid] + 1) {
    }
  }
}
",
    },
    CodeInfo {
        code: Code::A313,
        title: "the condition of the step is unknown",
        text: "Something that has to be shown could not be decided: a limit was reached, the solver \
               failed, or the method uses something that cannot be verified yet. The message says \
               which.",
        example: "gpuopt glob_to_reg a tid;\ncontext_everywhere a != null && a.length == n;\ncontext (\\forall* int i; 0 <= i && i < n; Perm(a[i], write));\nvoid m(int[] a, int n) {\n  boolean b = {: n, a :} == 1;\n  par threads (int tid = 0 .. n)\n    context Perm(a[tid], write);\n  {\n    a[tid] = a[tid] + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A314,
        title: "register not shown to agree",
        text: "The register is not shown to have the cell's value at a place where it would stand \
               for it, or at the end. The permission to the cell must be kept from the load on, by \
               loop invariants too.",
        example: "//:: alpinist --prefetch a[tid]\ncontext a != null && a.length == n;\n\
                  context (\\forall* int i = 0 .. n; Perm(a[i], write));\nvoid m(int[] a, int n) {\n  \
                  par (int tid = 0 .. n)\n    context Perm(a[tid], write);\n  {\n    int x = a[tid];\n    \
                  int k = tid;\n    int i = 0;\n    loop_invariant k == tid;\n    \
                  loop_invariant Perm(a[k], write);\n    while (i < 3) {\n      i = i + 1;\n    }\n    \
                  int y = a[tid];\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A315,
        title: "name with two meanings",
        text: "A name of the pattern is bound to something else in a formula, or one access is \
               part of another, so the step cannot tell there whether an element is the cell. \
               Rename the bound variable.",
        example: r"gpuopt glob_to_reg a t;
context_everywhere a != null && a.length == n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void shadow(int[] a, int n) {
  par single (int t = 0 .. n > 0 ? 1 : 0)
    context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
  {
    a[t] = 1;
    assert (\forall int t; 0 <= t && t < n; a[t] == a[t]);
    a[t] = a[t] + 1;
  }
}
",
    },
    CodeInfo {
        code: Code::A316,
        title: "patterns that may be one cell",
        text: "Two patterns of one directive are in registers at the same time and at least one is \
               written, but they are not shown to be different cells.",
        example: r"gpuopt glob_to_reg a 0 k;
context_everywhere a != null && a.length == n && 0 <= k && k < n;
context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void two(int[] a, int n, int k) {
  par single (int t = 0 .. 1)
    context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
  {
    if (k > 0) {
      a[0] = a[0] + 1;
      a[k] = a[k] + 1;
      a[0] = a[0] + a[k];
    }
  }
}
",
    },
    CodeInfo {
        code: Code::A317,
        title: "no register for the type",
        text: "The array holds something no local variable can have.",
        example: "//:: alpinist --prefetch a[tid]\ncontext a != null && a.length == n;\n\
                  context (\\forall* int i = 0 .. n; Perm(a[i], write));\nvoid m(any[] a, int n) {\n  \
                  par (int tid = 0 .. n)\n    context Perm(a[tid], write);\n  {\n    a[tid] = a[tid];\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A318,
        title: "write left as it is",
        text: "A note, not a refusal: where the register of a wider place could not be loaded, one \
               write is left of what it would do, and a register for one write gains nothing.",
        example: "",
    },
];
