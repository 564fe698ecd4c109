//! Codes of constructs that the checker reads and has no rule for yet.

use text::code::Code;
use text::diagnostics::CodeInfo;

const fn gap(code: Code, title: &'static str, example: &'static str) -> CodeInfo {
    CodeInfo {
        code,
        title,
        text: "The checker reads this construct but has no rule for it yet. It proves nothing about \
               a declaration that uses it, and does not call the program verified: the exit status \
               is 3. It checks the other declarations all the same.",
        example,
    }
}

/// What is read and has no rule yet.
pub(crate) const CODES: &[CodeInfo] = &[
    gap(
        Code::U010,
        "no rule for this abstract data type or axiom",
        "\
class C { static int x; }
adt View {
  pure int of(int k);
  axiom (\\forall int k; of(k) == C.x);
}
void m() {
}
",
    ),
    gap(
        Code::U011,
        "no rule for this type",
        "\
void m(pointer<int> p) {
}
",
    ),
    gap(
        Code::U020,
        "no rule for `read` as a value",
        "\
void m() {
  frac f = read;
}
",
    ),
    gap(
        Code::U021,
        "no rule for a trigger as a value",
        "\
void m(int n, int k) {
  boolean b = {: n, k :} == 1;
}
",
    ),
    gap(
        Code::U022,
        "no rule for `\\old` with this label",
        "\
class C { int x; }
requires c != null ** Perm(c.x, write);
void m(C c, boolean b) {
  if (b) {
    label here;
    c.x = 1;
  }
  assert \\old[here](c.x) == \\old(c.x);
}
",
    ),
    gap(
        Code::U023,
        "no rule for this cast",
        "\
void m(float f) {
  int x = (int) f;
}
",
    ),
    gap(
        Code::U024,
        "no rule for `*` (any value) here",
        "\
void m(int n) {
  int x = n + *;
}
",
    ),
    gap(
        Code::U025,
        "no rule for `\\current_thread`",
        "\
void m() {
  par threads (int tid = 0 .. 4) {
    int t = \\current_thread;
  }
}
",
    ),
    gap(Code::U026, "no rule for an effect in this place", ""),
    gap(
        Code::U027,
        "no rule for a permission or predicate as a value",
        "",
    ),
    CodeInfo {
        code: Code::U030,
        title: "no rule for process algebra",
        text: "Models (`model`, `process`, `action`, `HPerm`) are read and will not get a rule: what is \
               verified with them rests on lemmas about processes that are assumed. Instead, let each \
               thread record what it did in a field of its own, of which it keeps half, and let an \
               `invariant` or a lock hold the other halves and say how they make up the shared value. \
               Section 16 of the reference has an example. Nothing is proved about a declaration that \
               uses a model; the exit status is 3.",
        example: "\
class C { int x; }
requires c != null ** HPerm(c.x, write);
void m(C c) {
}
",
    },
    gap(Code::U031, "no rule for this lock or thread token", ""),
    gap(
        Code::U032,
        "no rule for `instanceof`",
        "\
class C { }
class D extends C { }
void m(C c) {
  boolean b = c instanceof D;
}
",
    ),
    gap(
        Code::U033,
        "no rule for this construct",
        "\
class C { }
void m(C c) {
  assert \\typeof(c) == \\type(C);
}
",
    ),
    gap(
        Code::U034,
        "no rule for `\\forperm` outside of `assert` and `refute`",
        "\
class C { int x; }
requires (\\forperm C c \\in c.x; c.x > 0);
void m() {
}
",
    ),
    gap(Code::U035, "no rule for this floating point literal", ""),
    gap(
        Code::U036,
        "no rule for this field",
        "\
class C { static int f() { return 1; } }
class D { C c; }
requires d != null ** Perm(d.c, write);
void m(D d) {
  int y = d.c.f();
}
",
    ),
    gap(
        Code::U037,
        "no rule for operators declared in classes",
        "\
class C {
  static int +(C other) { return 1; }
}
void m(C c) {
  int s = c + c;
}
",
    ),
    gap(
        Code::U038,
        "no rule for this in a magic wand",
        "\
class C { int x; }
requires c != null ** Perm(c.x, write) ** (Perm(c.x, write) -* \\old(c.x) == 0);
void m(C c) {
}
",
    ),
    gap(
        Code::U039,
        "no rule for this operator",
        "\
int m(int n) {
  return n & 3;
}
",
    ),
    gap(Code::U040, "no rule for operands of these types", ""),
    gap(Code::U041, "no rule for this call", ""),
    gap(
        Code::U043,
        "no rule for a variable drawn from a collection",
        "",
    ),
    gap(
        Code::U044,
        "no rule for a permission to this",
        "\
class C { int x; }
requires c != null ** Perm(c.x, 1\\2);
ensures Perm(c.x, 1\\4);
pure int f(C c) = c.x;
",
    ),
    gap(
        Code::U045,
        "no rule for a permission amount of this type",
        "",
    ),
    gap(Code::U046, "no rule for this predicate", ""),
    gap(Code::U047, "no rule for `?.`", ""),
    gap(
        Code::U048,
        "no rule for inline expansion as deep as this",
        "",
    ),
    gap(
        Code::U049,
        "no rule for `\\matrix` here",
        "\
void m(int[][] a) {
  boolean b = \\matrix(a, 2, 2);
}
",
    ),
    gap(
        Code::U050,
        "no rule for lock invariants here",
        "\
class C {
  int x;
  lock_invariant Perm(x, write);
  void m() {
  }
}
",
    ),
    gap(
        Code::U051,
        "no rule for kernel invariants",
        "\
kernel_invariant n > 0;
void m(int n) {
}
",
    ),
    gap(
        Code::U052,
        "no rule for this clause",
        "\
class C { int x; }
modifies c.x;
void m(C c) {
  c.x = 1;
}
",
    ),
    gap(
        Code::U053,
        "no rule for type parameters",
        "\
resource small<T>(T t, int n) = n < 4;
requires small<T>(t, n);
void m<T>(T t, int n) {
  unfold small<T>(t, n);
}
",
    ),
    gap(
        Code::U054,
        "no rule for functions that return a resource",
        "",
    ),
    gap(
        Code::U055,
        "no rule for a pure function whose body is not one `return`",
        "\
pure int sign(int x) {
  if (x > 0) {
    return 1;
  }
}
",
    ),
    gap(
        Code::U056,
        "no rule for ghost arguments of a pure function",
        "\
yields int half;
pure int f(int n) = n;
",
    ),
    gap(
        Code::U057,
        "no rule for a method whose body is an expression",
        "\
int next(int n) = n + 1;
",
    ),
    gap(
        Code::U058,
        "no rule for the value of a method without one",
        "",
    ),
    gap(
        Code::U059,
        "no rule for a call without a ghost argument",
        "",
    ),
    gap(
        Code::U060,
        "no rule for new arrays of this many dimensions",
        "",
    ),
    gap(Code::U061, "no rule for an assignment to this", ""),
    gap(Code::U062, "no rule for `return` here", ""),
    gap(Code::U063, "no rule for this jump", ""),
    gap(
        Code::U064,
        "no rule for a jump backwards or out of this block",
        "\
void m() {
  par t (int tid = 0 .. 4) {
    int i = 0;
    label again;
    i = i + 1;
    if (i < 4) goto again;
  }
}
",
    ),
    gap(
        Code::U065,
        "no rule for a loop with a contract of iterations",
        "\
void m() {
  int i = 0;
  requires 0 <= i;
  while (i < 4) {
    i = i + 1;
  }
}
",
    ),
    gap(
        Code::U066,
        "no rule for a jump out of a parallel block or barrier",
        "",
    ),
    gap(
        Code::U067,
        "no rule for a jump out of `invariant` or `atomic`",
        "\
class C {
  int x;
  context Perm(x, write);
  void m() {
    invariant inv (Perm(x, write)) {
      par t (int tid = 0 .. 4) {
        atomic (inv) {
          x = 1;
          goto end;
        }
        label end;
      }
    }
  }
}
",
    ),
    gap(
        Code::U068,
        "no rule for a barrier of a block that is not the innermost",
        "\
void m() {
  par t (int tid = 0 .. 4) {
    par u (int uid = 0 .. 4) {
      barrier(t) { }
    }
  }
}
",
    ),
    gap(
        Code::U069,
        "no rule for a barrier that opens an invariant which others may have open",
        "\
class Cell {
  int x;
  context Perm(x, write);
  void m() {
    invariant inv (Perm(x, 1\\2)) {
      par t (int tid = 0 .. 4) { barrier(t; inv) { } }
      and u (int uid = 0 .. 4) { atomic (inv) { int y = x; } }
    }
  }
}
",
    ),
    gap(
        Code::U070,
        "no rule for this statement in a barrier's body",
        "\
class Cell { int x; }
requires c != null ** Perm(c.x, write);
void m(Cell c) {
  par t (int tid = 0 .. 4)
    requires c != null ** Perm(c.x, 1\\4);
  {
    barrier(t)
      context c != null ** Perm(c.x, 1\\4);
    {
      c.x = tid;
    }
  }
}
",
    ),
    gap(
        Code::U071,
        "no rule for `perm` outside of `assert` and `refute`",
        "\
class C { int x; }
requires c != null ** Perm(c.x, 1\\2);
void m(C c) {
  int n = 0;
  if (perm(c.x) == 1\\2) {
    n = 1;
  }
}
",
    ),
    gap(Code::U072, "no rule for this `atomic` block", ""),
    gap(
        Code::U073,
        "no rule for all values of a type that cannot be enumerated",
        "\
class C { int x; }
void m(seq<C> s) {
  assert (\\forall C c; c != null || c == null);
}
",
    ),
    gap(
        Code::U074,
        "no rule for `unfolding` of this predicate",
        "\
class C {
  int x;
  resource p() = Perm(x, write);
  requires p();
  void m() {
    assert (\\forall int i = 0 .. 1; (\\unfolding p() \\in perm(x)) == write);
  }
}
",
    ),
    gap(Code::U075, "no rule for a lock of this", ""),
    gap(
        Code::U076,
        "no rule for `fork` and `join` of this",
        "\
class T {
  given int n;
  requires true;
  run {
  }
}
void m() {
  T t = new T();
  fork t;
}
",
    ),
    gap(
        Code::U077,
        "no rule for this within `parallel`",
        "\
void m() {
  int x = 0;
  parallel {
    par t (int tid = 0 .. 4) {
    }
    x = 1;
  }
}
",
    ),
    gap(
        Code::U078,
        "no rule for ghost parameters of a block",
        "\
void m(int n) {
  par t (int tid = 0 .. 4)
    given int k;
  {
  }
}
",
    ),
    gap(
        Code::U079,
        "no rule for functions nested as deep as this",
        "",
    ),
    gap(
        Code::U082,
        "no rule for this permission amount over a quantifier",
        "\
class C { int x; }
requires c != null;
requires (\\forall* int i = 0 .. 4; Perm(c.x, 1\\(i + 4)));
void m(C c) {
}
",
    ),
    gap(
        Code::U083,
        "no rule for this measure of a loop",
        "\
void m(int n) {
  int i = 0;
  decreases n - i, i;
  while (i < n) {
    i = i + 1;
  }
}
",
    ),
    gap(
        Code::U084,
        "no rule for `refute` of a permission",
        "\
class C { int x; }
requires c != null ** Perm(c.x, 1\\2);
void m(C c) {
  refute Perm(c.x, write);
}
",
    ),
    gap(
        Code::U092,
        "no rule for a final field that is given its value other than once, first",
        "\
class C {
  final int x;
  C() {
    this.x = 1;
    this.x = 2;
  }
}
",
    ),
    gap(Code::U095, "no rule for this operator", ""),
    gap(Code::U096, "no rule for this name here", ""),
    gap(Code::U097, "no rule for an expression without a type", ""),
    gap(Code::U098, "no rule for this as an assertion", ""),
    gap(Code::U099, "no rule for a value of type `void`", ""),
];
