//! Codes that all transformations share.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// What `explain` says about sites, steps and directives.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::A001,
        title: "directive before the wrong thing",
        text: "The directive stands before something to which it does not apply: a loop's \
               directive before a method, for example. Move it to the clauses of the statement or \
               method that is meant.",
        example: "gpuopt loop_unroll i 2;\nvoid m() {\n}\n",
    },
    CodeInfo {
        code: Code::A002,
        title: "number wanted in a directive",
        text: "The amount of code in the result depends on this number, so it must be written out; \
               a name is refused, even if its value is known.",
        example: "requires n >= 3;\nvoid m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i n;\n  \
                  loop_invariant 0 <= i && i <= n;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A004,
        title: "changes do not fit together",
        text: "Two changes of one transformation concern the same text. This is a fault of the \
               tool; nothing was changed.",
        example: "",
    },
    CodeInfo {
        code: Code::A005,
        title: "body without braces",
        text: "The body of a `par`, `atomic` or `invariant` may be a single statement. \
               Transformations of kernels write within the braces of such bodies; put some around \
               each of them in the program, which changes nothing.",
        example: "requires a != null;\ncontext (\\forall* int t = 0 .. a.length; Perm(a[t], write));\n\
                  void m(int[] a) {\n  gpuopt tile inter 2;\n  par (int t = 0 .. a.length)\n    \
                  context Perm(a[t], write);\n    a[t] = t;\n}\n",
    },
    CodeInfo {
        code: Code::A006,
        title: "declared operator",
        text: "An operator that a class declares is a call, and may read and write like any other. \
               Transformations do not follow it yet, so a program that uses one is left as it is.",
        example: "class C {\n  int x;\n  context Perm(x, 1);\n  int +(C o) {\n    return x;\n  }\n}\n\
                  requires c != null ** Perm(c.x, 1);\nint m(C c) {\n  int s = 0;\n  int i = 0;\n  \
                  gpuopt loop_unroll i 1;\n  \
                  loop_invariant c != null ** Perm(c.x, 1) ** 0 <= i;\n  while (i < 2) {\n    \
                  s = c + c;\n    i = i + 1;\n  }\n  return s;\n}\n",
    },
    CodeInfo {
        code: Code::A007,
        title: "name that would mean something else",
        text: "The step moves or copies text to where another declaration has one of its names, \
               or changes a type so that another method of the same name is called. The result would be another \
               program, so nothing is changed. Give the two different names.",
        example: "context \\matrix(m, 2, 2);\nvoid f(int[][] m) {\n}\nclass C {\n  \
                  void f(int[] a) {\n  }\n  gpuopt matrix_lin m R 2 2;\n  \
                  context \\matrix(m, 2, 2);\n  void g(int[][] m) {\n    f(m);\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A008,
        title: "shown from a contradiction",
        text: "The step asks whether something holds at a place where the known facts contradict \
               each other, so everything can be shown there, `false` too. Such a proof says \
               nothing about an execution, and the step is refused. Either no execution reaches \
               the place, or an assumption cannot be true: a contract without a body, \
               a lemma, an axiom, an `assume`. `verify` warns of such places with W002 and W003.",
        example: "ensures n == 1 && n == 2;\nvoid lemma(int n);\nvoid m(int n) {\n  lemma(n);\n  \
                  int i = 0;\n  gpuopt loop_unroll i 2;\n  loop_invariant 0 <= i;\n  \
                  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::A009,
        title: "text that the preprocessor brings",
        text: "On CUDA and OpenCL a step changes the text. A loop that a macro brings, or whose header or last statement \
               one does, has no text of its own: a change of the macro would change all its uses. Within a loop a \
               directive such as `#if` is a hindrance, too, for only one of its choices is checked. Write the loop out; \
               macros within its body, and in parts of its header, are no hindrance.",
        example: "",
    },
    CodeInfo {
        code: Code::C101,
        title: "step not understood",
        text: "The argument of a step is not of its form: `--unroll K[@SITE]`, where SITE is a \
               loop variable, a block's name, `method/variable` or a line.",
        example: "alpinist --tile middle:4 program.pvl",
    },
    CodeInfo {
        code: Code::C102,
        title: "no such site",
        text: "Nothing in the program has the name or line given after `@`. The message lists \
               what there is; `alpinist plan` does so for the whole program.",
        example: "alpinist --unroll 2@j program.pvl",
    },
    CodeInfo {
        code: Code::C103,
        title: "several sites",
        text: "What was given names more than one place, and a step is never applied to several. \
               The message lists them with a name for each.",
        example: "alpinist --unroll 2 program.pvl",
    },
];
