//! Codes of proof obligations of sequential code: expressions, calls, contracts, loops.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The obligations of one thread.
pub(crate) const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::V001,
        "null may be used as an object or array",
        "Arrays and objects may be `null`, also where they are parameters. The program must make \
         it known that this one is not: in code by a precondition or a test, in a contract by a \
         clause before this one, such as `requires a != null;`.",
        "requires a.length > 0;\nvoid m(int[] a) {\n}\n",
    ),
    CodeInfo::new(
        Code::V002,
        "an index may be out of bounds",
        "`a[i]` is an element only if `0 <= i && i < a.length`. In a loop the bounds usually come \
         from an invariant; in a parallel block they come from the range of its threads and \
         `a.length == n` around it.",
        "requires a != null;\ncontext (\\forall* int i = 0 .. a.length; Perm(a[i], write));\n\
         void m(int[] a) {\n  a[a.length] = 0;\n}\n",
    ),
    CodeInfo::new(
        Code::V003,
        "there may be no permission to read",
        "Reading a field or an element needs a positive permission for it: `Perm(x, read)`, any \
         fraction, or `write`. The permission comes from the precondition, the loop invariant or \
         the block's contract; in a contract it comes from the clauses before. A permission that \
         was exhaled, by a call or by the start of threads, is missing until it is inhaled again.",
        "requires a != null && a.length == 1;\nensures \\result == a[0];\nint m(int[] a) {\n  \
         return a[0];\n}\n",
    ),
    CodeInfo::new(
        Code::V004,
        "a divisor may be zero",
        "Division and remainder need a divisor that is known not to be zero.",
        "int m(int x) {\n  return 10 / x;\n}\n",
    ),
    CodeInfo::new(
        Code::V005,
        "a permission amount may be negative",
        "A permission amount is a number from 0 to 1. If an amount could be negative, exhaling it \
         would gain permission.",
        "requires a != null && a.length == 1 && n != 0;\nrequires Perm(a[0], 1 \\ n);\n\
         void m(int[] a, int n) {\n}\n",
    ),
    CodeInfo::new(
        Code::V006,
        "a quantified permission may name one location twice",
        "In `(\\forall* int i; …; Perm(a[f(i)], p))` different values of `i` must give different \
         locations, or the amounts of one location would have to be added up. Bound the variable, \
         or choose an index that differs, such as `r * columns + c` with `0 <= c && c < columns`.",
        "requires a != null && a.length == 2;\nrequires (\\forall* int i = 0 .. 4; Perm(a[i / 2], \
         write));\nvoid m(int[] a) {\n}\n",
    ),
    CodeInfo::new(
        Code::V007,
        "no state satisfies the precondition",
        "This method can never be called, so every claim about it holds for no reason. Two clauses \
         contradict each other, or the permissions to one location add up to more than `write`. If \
         that is meant, write `requires false;`.",
        "requires n < 0 && n > 0;\nvoid m(int n) {\n}\n",
    ),
    CodeInfo::new(
        Code::V008,
        "a value may be outside the range of its type",
        "A `frac` is greater than 0 and at most 1; a `zfrac` may be 0.",
        "void m() {\n  frac p = 2;\n}\n",
    ),
    CodeInfo::new(
        Code::V009,
        "there may be no permission to write",
        "Writing a field or an element needs the permission `write` for it. A smaller amount \
         allows reading only: otherwise two threads could write at once.",
        "class C {\n  int x;\n  context Perm(x, 1\\2);\n  void m() {\n    x = 1;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V010,
        "an assertion may not hold",
        "The condition of `assert` or `exhale` does not follow from what is known at this point. \
         After a loop, only the loop's invariant is known of what the loop changes; after a call, \
         only the postcondition is known of what the call changes.",
        "void m(int x) {\n  assert x > 0;\n}\n",
    ),
    CodeInfo::new(
        Code::V011,
        "an assertion asks for more permission than is held",
        "`assert` and `exhale` of a permission need at least that amount at this point.",
        "class C {\n  int x;\n  requires Perm(x, 1\\2);\n  void m() {\n    assert Perm(x, write);\n  \
         }\n}\n",
    ),
    CodeInfo::new(
        Code::V012,
        "the refuted condition holds",
        "`refute e;` says that `e` does not hold here, or at least cannot be proved. The checker \
         proved `e`.",
        "void m() {\n  refute 1 + 1 == 2;\n}\n",
    ),
    CodeInfo::new(
        Code::V013,
        "the size of an array may be negative",
        "The size of a new array must not be negative: `new T[n]` needs `0 <= n`.",
        "void m(int n) {\n  int[] a = new int[n];\n}\n",
    ),
    CodeInfo::new(
        Code::V014,
        "axioms contradict each other",
        "`false` follows from this axiom together with those before it, so everything follows. \
         Axioms are assumed: a contradiction may exist although none was found.",
        "adt A {\n  pure int f(int x);\n  axiom (\\forall int x; f(x) == f(x) + 1);\n}\n",
    ),
    CodeInfo::new(
        Code::V020,
        "the precondition of a call may not hold",
        "The caller must establish what the method requires, with the arguments in the place of \
         its parameters.",
        "requires n > 0;\nvoid f(int n) {\n}\n\nvoid m() {\n  f(0);\n}\n",
    ),
    CodeInfo::new(
        Code::V021,
        "there may not be enough permission for a call",
        "The method's precondition asks for a permission that the caller does not hold at this \
         point. The caller exhaled it before, or never asked for it in its own contract.",
        "class C {\n  int x;\n  requires Perm(x, write);\n  void f() {\n  }\n  void m() {\n    f();\n  \
         }\n}\n",
    ),
    CodeInfo::new(
        Code::V022,
        "the postcondition may not hold",
        "From the precondition, the body does not always establish this clause. The counterexample \
         shows values at the end for which it is false. If it seems true, an invariant on the way \
         may say too little.",
        "ensures \\result > x;\nint m(int x) {\n  return x;\n}\n",
    ),
    CodeInfo::new(
        Code::V023,
        "the postcondition asks for more permission than is left",
        "The method's postcondition exhales a permission that the method does not hold at its end. \
         Each `read` is an unknown amount of its own, so one does not cover another: use a \
         fraction such as `1\\2` where the same amount must come back.",
        "class C {\n  int x;\n  ensures Perm(x, write);\n  void m() {\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V024,
        "the precondition of a function may not hold",
        "A function has a value only where its precondition holds, in contracts too. There, a \
         clause before the application must make the precondition hold.",
        "requires 0 <= n;\npure int f(int n) = n;\n\nensures \\result == f(n);\nint m(int n) {\n  \
         return n;\n}\n",
    ),
    CodeInfo::new(
        Code::V025,
        "there may be no permission for what a function reads",
        "At each call, a function that reads the heap needs a positive permission for every \
         location that its precondition names. The caller gets it from its precondition, the loop \
         invariant or the block's contract.",
        r"class C {
  int x;
  requires Perm(x, read);
  pure int get() = x;
  void m() {
    int y = get();
  }
}
",
    ),
    CodeInfo::new(
        Code::V026,
        "a body may end without a result",
        "Every execution that reaches the end of a body with a result type must have passed a \
         `return`. Return a value on each path. If no state reaches the end, say so with \
         `assert false;`.",
        "int m(int x) {\n  if (x > 0) {\n    return 1;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V030,
        "a loop invariant may not hold on entry",
        "The invariant must hold before the first test of the guard.",
        "void m(int n) {\n  int i = 0;\n  loop_invariant i <= n;\n  while (i < n) {\n    i = i + 1;\n  \
         }\n}\n",
    ),
    CodeInfo::new(
        Code::V031,
        "an iteration may not preserve a loop invariant",
        "The body must establish the invariant again, from every state in which the invariant and \
         the guard hold. Whatever an iteration needs to know about the variables that it changes \
         must itself be in the invariant.",
        "requires 0 <= n;\nvoid m(int n) {\n  int i = 0;\n  loop_invariant i <= n;\n  while (i < n) \
         {\n    i = i + 2;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V032,
        "a loop invariant asks for more permission than is held",
        "The permissions that an invariant names must be held on entry and after every iteration.",
        "class C {\n  int x;\n  void m() {\n    loop_invariant Perm(x, write);\n    while (true) {\n    \
         }\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V033,
        "a measure may not decrease",
        "The expression of `decreases` must become smaller with every iteration or call, and must \
         not be negative when that happens.",
        "void m(int n) {\n  int i = 0;\n  decreases n;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V034,
        "the measure may not decrease at a call",
        "Recursion ends if the expression of `decreases` is smaller at the recursive call, and not \
         negative. Each method or function of the recursion needs a `decreases` clause with as \
         many parts.",
        "decreases n;\nvoid m(int n) {\n  if (n > 0) {\n    m(n);\n  }\n}\n",
    ),
];
