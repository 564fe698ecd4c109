//! What is said instead of a construct without a rule, as whole programs: little of the wrong ones stays.

use text::code::Code;

/// By code, in order.
pub(super) const GAPS: &[(Code, &str)] = &[
    (
        Code::U010,
        "\
adt View {
  pure int of(int k);
  axiom (\\forall int k; of(k) == k);
}
void m() {
}
",
    ),
    (
        Code::U011,
        "\
void m(int[] p) {
}
",
    ),
    (
        Code::U020,
        "\
void m() {
  frac f = 1\\2;
}
",
    ),
    (
        Code::U021,
        "\
void m(int n, int k) {
  boolean b = n == 1;
}
",
    ),
    (
        Code::U022,
        "\
class C { int x; }
requires c != null ** Perm(c.x, write);
void m(C c, boolean b) {
  label here;
  if (b) {
    c.x = 1;
  }
  assert \\old[here](c.x) == \\old(c.x);
}
",
    ),
    (
        Code::U023,
        "\
void m(int f) {
  int x = (int) f;
}
",
    ),
    (
        Code::U024,
        "\
void m(int n) {
  int any = *;
  int x = n + any;
}
",
    ),
    (
        Code::U025,
        "\
void m() {
  par threads (int tid = 0 .. 4) {
    int t = tid;
  }
}
",
    ),
    (
        Code::U030,
        "\
class C { int x; }
requires c != null ** Perm(c.x, write);
void m(C c) {
}
",
    ),
    (
        Code::U032,
        "\
class C { boolean isD; }
requires c != null ** Perm(c.isD, read);
void m(C c) {
  boolean b = c.isD;
}
",
    ),
    (
        Code::U033,
        "\
class C { }
void m(C c) {
  C d = c;
  assert d == c;
}
",
    ),
    (
        Code::U034,
        "\
class C { int x; }
requires c != null ** Perm(c.x, write) ** c.x > 0;
void m(C c) {
  assert (\\forperm C d \\in d.x; d.x > 0);
}
",
    ),
    (
        Code::U036,
        "\
class C { static int f() { return 1; } }
class D { C c; }
void m(D d) {
  int y = C.f();
}
",
    ),
    (
        Code::U037,
        "\
class C {
  int +(C other) { return 1; }
}
requires c != null;
void m(C c) {
  int s = c + c;
}
",
    ),
    (
        Code::U038,
        "\
class C { int x; }
requires c != null ** (Perm(c.x, write) -* Perm(c.x, write) ** c.x == 0);
void m(C c) {
}
",
    ),
    (
        Code::U039,
        "\
int m(int n) {
  return n % 4;
}
",
    ),
    (
        Code::U044,
        "\
class C { int x; }
requires c != null ** Perm(c.x, 1\\2);
pure int f(C c) = c.x;
",
    ),
    (
        Code::U049,
        "\
requires \\matrix(a, 2, 2);
void m(int[][] a) {
}
",
    ),
    (
        Code::U050,
        "\
lock_invariant Perm(this.x, write);
class C {
  int x;
  void m() {
  }
}
",
    ),
    (
        Code::U051,
        "\
context_everywhere n > 0;
void m(int n) {
}
",
    ),
    (
        Code::U052,
        "\
class C { int x; }
context c != null ** Perm(c.x, write);
void m(C c) {
  c.x = 1;
}
",
    ),
    (
        Code::U053,
        "\
resource small(int n) = n < 4;
requires small(n);
void m<T>(T t, int n) {
  unfold small(n);
}
",
    ),
    (
        Code::U055,
        "\
pure int sign(int x) {
  if (x > 0) {
    return 1;
  }
  return 0;
}
",
    ),
    (
        Code::U056,
        "\
pure int f(int n) = n;
pure int half(int n) = n / 2;
",
    ),
    (
        Code::U057,
        "\
pure int next(int n) = n + 1;
",
    ),
    (
        Code::U064,
        "\
void m() {
  par t (int tid = 0 .. 4) {
    int i = 1;
    loop_invariant i <= 4;
    while (i < 4) {
      i = i + 1;
    }
  }
}
",
    ),
    (
        Code::U065,
        "\
void m() {
  int i = 0;
  loop_invariant 0 <= i;
  while (i < 4) {
    i = i + 1;
  }
}
",
    ),
    (
        Code::U067,
        "\
class C {
  int x;
  context Perm(x, write);
  void m() {
    invariant inv (Perm(x, write)) {
      par t (int tid = 0 .. 4) {
        atomic (inv) {
          x = 1;
        }
        goto end;
        label end;
      }
    }
  }
}
",
    ),
    (
        Code::U068,
        "\
void m() {
  par t (int tid = 0 .. 4) {
    par u (int uid = 0 .. 4) {
      barrier(u) { }
    }
    barrier(t) { }
  }
}
",
    ),
    (
        Code::U069,
        "\
class Cell {
  int x;
  context Perm(x, write);
  void m() {
    invariant inv (Perm(x, 1\\2)) {
      par t (int tid = 0 .. 4) { barrier(t) { } }
      and u (int uid = 0 .. 4) { atomic (inv) { int y = x; } }
    }
  }
}
",
    ),
    (
        Code::U070,
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
      c.x = 4;
    }
  }
}
",
    ),
    (
        Code::U071,
        "\
class C { int x; }
requires c != null ** Perm(c.x, 1\\2);
void m(C c) {
  int n = 1;
  assert perm(c.x) == 1\\2;
}
",
    ),
    (
        Code::U073,
        "\
class C { int x; }
void m(seq<C> s) {
  assert (\\forall C c; c \\in s; c != null || c == null);
}
",
    ),
    (
        Code::U074,
        "\
class C {
  int x;
  resource p() = Perm(x, write);
  requires p();
  void m() {
    assert (\\unfolding p() \\in perm(x)) == write;
  }
}
",
    ),
    (
        Code::U076,
        "\
class T {
  int n;
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
    (
        Code::U077,
        "\
void m() {
  int x = 0;
  parallel {
    par t (int tid = 0 .. 4) {
    }
    par u (int uid = 0 .. 4) {
    }
  }
  x = 1;
}
",
    ),
    (
        Code::U078,
        "\
void m(int n) {
  int k = n;
  par t (int tid = 0 .. 4)
  {
  }
}
",
    ),
    (
        Code::U082,
        "\
class C { int x; }
requires c != null;
requires (\\forall* int i = 0 .. 4; Perm(c.x, 1\\4));
void m(C c) {
}
",
    ),
    (
        Code::U083,
        "\
void m(int n) {
  int i = 0;
  decreases n - i;
  while (i < n) {
    i = i + 1;
  }
}
",
    ),
    (
        Code::U084,
        "\
class C { int x; }
requires c != null ** Perm(c.x, 1\\2);
void m(C c) {
  refute perm(c.x) == write;
}
",
    ),
    (
        Code::U089,
        "\
void m() {
  char c = 'a';
}
",
    ),
    (
        Code::U092,
        "\
class C {
  final int x;
  C() {
    this.x = 2;
  }
}
",
    ),
];
