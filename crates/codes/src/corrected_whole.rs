//! Programs that are mended by more than a word here and there.

use text::code::Code;

/// By code, in order.
pub(super) const WHOLE: &[(Code, &str)] = &[
    (
        Code::A306,
        "\
class Cell {
  int up;

  gpuopt glob_to_reg a 0;
  context_everywhere a != null && a.length == 1;
  context Perm(up, write) ** Perm(a[0], write);
  void hand_on(int[] a) {
    invariant flag (Perm(up, write)) {
      par single (int t = 0 .. 1)
        context Perm(a[0], write);
      {
        a[0] = 5;
        atomic (flag) {
          up = 1;
        }
        a[0] = a[0] + 1;
      }
    }
  }
}
",
    ),
    (
        Code::A311,
        "\
gpuopt glob_to_reg a tid;
context_everywhere a != null && a.length == n;
context (\\forall* int i; 0 <= i && i < n; Perm(a[i], write));
void half(int[] a, int n) {
  par threads (int tid = 0 .. n)
    context Perm(a[tid], write);
  {
    int before = a[tid];
    a[tid] = before + 1;
  }
}
",
    ),
    (
        Code::A502,
        "\
requires n >= 8;
void m(int n) {
  gpuopt tile intra 4;
  par b (int t = 0 .. n) {
  }
  par c (int t = 0 .. n) {
  }
}
",
    ),
    (
        Code::A506,
        "\
class C {
  int x;
  context Perm(x, write);
  void m(int n) {
    invariant inv(Perm(x, write)) {
      gpuopt tile intra 4;
      par (int t = 0 .. n) {
        int seen = 0;
        atomic(inv) {
          seen = x;
        }
      }
    }
  }
}
",
    ),
    (
        Code::A607,
        "\
class C {
  int x;
  resource lock_invariant() = Perm(x, 1);
  void m(int n) {
    gpuopt fuse 2 1;
    par k1(int t = 0 .. n) {
    }
    par k2(int t = 0 .. n) {
    }
  }
}
",
    ),
    (
        Code::A610,
        "\
context_everywhere a != null && a.length == n && n == 4 && a.length == 4;
context (\\forall* int i; 0 <= i && i < n; Perm(a[i], 1));
void m(int[] a, int n) {
  gpuopt fuse 2 1;
  par k1(int t = 0 .. n)
    context Perm(a[t], 1);
    ensures a[t] == t;
  {
    a[t] = t;
  }
  par k2(int t = 0 .. n)
    context Perm(a[t], 1);
    requires a[t] == t;
    ensures a[t] == t + 1;
  {
    a[t] = a[t] + 1;
  }
}
",
    ),
    (
        Code::A611,
        "\
context_everywhere a != null && a.length == n;
context (\\forall* int i; 0 <= i && i < n; Perm(a[i], 1));
void m(int[] a, int n) {
  gpuopt fuse 2 1;
  par k1(int t = 0 .. n)
    context Perm(a[t], 1);
  {
    a[t] = t;
  }
  par k2(int t = 0 .. n)
    context Perm(a[t], 1);
  {
    a[t] = t;
  }
}
",
    ),
    (
        Code::A612,
        "\
//:: alpinist --fuse 2@first
void m(int n, int k) {
  par first(int t = 0 .. n) {
  }
  par second(int t = 0 .. n) {
  }
}
",
    ),
    (
        Code::A613,
        "\
class C {
  int s;
  context Perm(s, 1);
  void m(int n) {
    invariant inv(Perm(s, 1)) {
      gpuopt fuse 2 1;
      par k1(int t = 0 .. n) {
        atomic (inv) {
          s = 1;
        }
      }
      par k2(int t = 0 .. n) {
        atomic (inv) {
          s = 2;
        }
      }
    }
  }
}
",
    ),
    (
        Code::R007,
        "\
// alpinist run x.pvl m 2
requires n >= 0;
decreases n;
pure int f(int n) = n == 0 ? 0 : f(n - 1);

requires n >= 0;
int m(int n) {
  return f(n);
}
",
    ),
];
