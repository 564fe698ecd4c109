//! Codes of proof obligations of parallel blocks, barriers, invariants, locks, threads and predicates.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The obligations where permissions pass from one thread to another, or into a predicate.
pub(crate) const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::V040,
        "the precondition of a parallel block may not hold",
        "It must hold for every thread when the block starts.",
        "void m(int n) {\n  par (int i = 0 .. n)\n    requires i > 0;\n  {\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V041,
        "the threads of a parallel block ask for more permission than is held",
        "All threads start at once, so the permissions that they need are added up. A clause \
         without the thread's identifier is needed once for each thread. Let each thread have \
         cells of its own, as in `Perm(a[t], write)`, or give each a fraction, as in `Perm(a[0], \
         1\\n)`, of what all only read.",
        "requires a != null && a.length == 1;\nrequires Perm(a[0], write);\nvoid m(int[] a) {\n  par \
         (int i = 0 .. 2)\n    requires Perm(a[0], write);\n  {\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V042,
        "the postcondition of a parallel block may not hold",
        "The body is checked for one thread. Only the thread's range and the block's precondition \
         are known of it.",
        "void m(int n) {\n  par (int i = 0 .. n)\n    ensures i > 0;\n  {\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V043,
        "the postcondition of a parallel block asks for more permission than is held",
        "The block's postcondition names a permission that the thread does not hold at its end: \
         the thread never inhaled it, or exhaled it on the way, at a call or a barrier. Ask for it \
         in the block's precondition (`context` does both), or leave it out of the postcondition.",
        r"requires a != null && a.length == n;
void m(int[] a, int n) {
  par (int t = 0 .. n)
    ensures Perm(a[t], write);
  {
  }
}
",
    ),
    CodeInfo::new(
        Code::V044,
        "the precondition of a barrier may not hold",
        "Each thread must establish the barrier's precondition when it arrives, from the facts \
         that this thread knows. Establish what is missing before the barrier, or require less \
         there.",
        r"void m(int n) {
  par B (int t = 0 .. n)
  {
    barrier(B)
      requires t > 0;
    {
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V045,
        "some threads may not reach a barrier",
        "All threads of the block must arrive at the same barrier equally often; otherwise some \
         wait for ever. So the conditions and loops around a barrier may depend only on values on \
         which all threads agree: constants and the method's parameters, but not the thread's \
         identifier or what the thread read. Move the barrier out of the branch, and leave in the \
         branch what depends on the thread.",
        r"void m(int n) {
  par B (int t = 0 .. n)
  {
    if (t > 0) {
      barrier(B) { }
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V046,
        "the postcondition of a barrier may not follow",
        "The barrier's preconditions of all threads together must entail its postconditions. Only \
         these preconditions, the ranges, and facts from outside the block count: the other \
         threads do not know what this thread did before. State in the barrier's precondition \
         whatever its postcondition needs of the other threads.",
        r"void m(int n) {
  par B (int t = 0 .. n)
  {
    int x = 1;
    barrier(B)
      ensures t > 0;
    {
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V047,
        "a barrier's postcondition asks for more permission than its precondition",
        "The permissions in the barrier's preconditions, of all threads together, must cover those \
         in its postconditions: a barrier redistributes permissions and creates none. Let the \
         threads exhale in the precondition what other threads inhale in the postcondition.",
        r"requires a != null && a.length == n;
requires (\forall* int i = 0 .. n; Perm(a[i], write));
void m(int[] a, int n) {
  par B (int t = 0 .. n)
    requires Perm(a[t], write);
  {
    barrier(B)
      requires Perm(a[t], 1\2);
      ensures Perm(a[t], write);
    {
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V048,
        "a barrier inside atomic",
        "A thread that waits at a barrier inside `atomic` keeps the invariant open, so the other \
         threads never reach their barrier. End `atomic` before the barrier.",
        r"class C {
  int x;
  requires Perm(x, write);
  void m() {
    invariant inv (Perm(x, write)) {
      par B (int t = 0 .. 4)
      {
        atomic (inv) {
          barrier(B) { }
        }
      }
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V049,
        "the precondition of a barrier asks for more permission than is held",
        "A thread exhales these permissions when it arrives at the barrier, so it must hold them \
         there. Ask for them in the block's precondition, or name no more than is held.",
        r"requires a != null && a.length == n;
requires (\forall* int i = 0 .. n; Perm(a[i], write));
void m(int[] a, int n) {
  par B (int t = 0 .. n)
    requires Perm(a[t], 1\2);
  {
    barrier(B)
      requires Perm(a[t], write);
    {
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V050,
        "a local variable of an invariant is assigned",
        "The resource of `invariant` must mean the same throughout its block, so the local \
         variables it mentions are read-only there. Use another variable, or a field.",
        r"class C {
  int x;
  requires Perm(x, write);
  void m() {
    int n = 1;
    invariant inv (Perm(x, write) ** n == 1) {
      n = 2;
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V051,
        "an invariant may not hold at the start of its block",
        "`invariant` exhales its resource where its block begins, so the resource must hold there. \
         Establish it first, for example by an assignment.",
        r"class C {
  int x;
  requires Perm(x, write);
  void m() {
    invariant inv (Perm(x, write) ** x > 0) {
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V052,
        "an invariant asks for more permission than is held",
        "`invariant` exhales its resource where its block begins, so the permissions must be held \
         there. Ask for them in the precondition.",
        r"class C {
  int x;
  void m() {
    invariant inv (Perm(x, write)) {
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V053,
        "atomic for an invariant that is open already",
        "At the start of `atomic` the thread inhales the invariant; inhaling it a second time \
         would double its permissions. Put everything into one `atomic`, or one `atomic` after the \
         other.",
        r"class C {
  int x;
  requires Perm(x, write);
  void m() {
    invariant inv (Perm(x, write)) {
      atomic (inv) {
        atomic (inv) {
          x = 1;
        }
      }
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V054,
        "an invariant may not hold at the end of atomic",
        "Other threads inhale the invariant as soon as `atomic` ends, so it must hold again there. \
         Weaken the invariant, or restore it before.",
        r"class C {
  int x;
  requires Perm(x, write) ** x == 0;
  void m() {
    invariant inv (Perm(x, write) ** x >= 0) {
      par (int t = 0 .. 4)
      {
        atomic (inv) {
          x = x - 1;
        }
      }
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V055,
        "the end of atomic asks for more permission than is held",
        "`atomic` exhales the invariant at its end, so its body must not lose the invariant's \
         permissions.",
        r"class C {
  int x;
  requires Perm(x, write);
  void m() {
    invariant inv (Perm(x, write)) {
      par (int t = 0 .. 4)
      {
        atomic (inv) {
          exhale Perm(x, 1\2);
        }
      }
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V056,
        "something that may block inside atomic",
        "Inside `atomic`, nothing may wait for other threads: no `lock`, `join` or `wait`, and \
         no barrier. Wait before or after it.",
        r"class L {
  resource lock_invariant() = true;
}
class C {
  int x;
  requires l != null ** Perm(x, write);
  void m(L l) {
    invariant inv (Perm(x, write)) {
      atomic (inv) {
        lock l;
        unlock l;
      }
    }
  }
}
",
    ),
    CodeInfo::new(
        Code::V057,
        "this is used before its lock invariant is established",
        "The constructor may not lock, fork or pass on `this` before it has established the lock \
         invariant: another thread could rely on an invariant that does not hold yet. Let the \
         caller that creates the object do that.",
        r"class D {
  C c;
}
class C {
  int x;
  resource lock_invariant() = Perm(x, write);
  requires d != null ** Perm(d.c, write);
  constructor(D d) {
    d.c = this;
  }
}
",
    ),
    CodeInfo::new(
        Code::V058,
        "a lock invariant may not hold",
        "`unlock`, `wait` and the end of the constructor exhale the lock invariant, so it must \
         hold there: the next `lock` inhales it. Restore it before, or weaken it.",
        r"class C {
  int x;
  resource lock_invariant() = Perm(x, write) ** x > 0;
  constructor() {
    x = 0;
  }
}
",
    ),
    CodeInfo::new(
        Code::V059,
        "a lock invariant asks for more permission than is held",
        "`unlock`, `wait` and the end of the constructor exhale the lock invariant, so its \
         permissions must be held there. Take the lock before, and exhale none of these \
         permissions in between.",
        r"class C {
  int x;
  resource lock_invariant() = Perm(x, write);
  constructor() {
    exhale Perm(x, 1\2);
  }
}
",
    ),
    CodeInfo::new(
        Code::V068,
        "a lock that is held already",
        "Locks are not reentrant: a thread that locks again what it holds waits for itself. Unlock \
         it first, or leave the second `lock` out.",
        r"class C {
  resource lock_invariant() = true;
}
class M {
  requires c != null;
  void m(C c) {
    lock c;
    lock c;
  }
}
",
    ),
    CodeInfo::new(
        Code::V070,
        "fork or join may not be allowed here",
        "The condition of the thread's `run` does not hold here.",
        "class W {\n  int x;\n  requires Perm(x, write) ** x > 0;\n  run {\n    x = x - 1;\n  }\n}\nvoid m() {\n  W w = new W();\n  fork w;\n}\n",
    ),
    CodeInfo::new(
        Code::V071,
        "a thread is not in the state that fork or join needs",
        "`fork` needs `idle(t)`, which a new object comes with, and turns it into `running(t)`; \
         `join` does the reverse. So a thread is forked once before it is joined. `fork` also \
         exhales the precondition of `run`, and `join` inhales its postcondition. If the thread \
         comes from elsewhere, ask for the token in the precondition.",
        r"class T {
  void run() {
  }
}
class M {
  void m() {
    T t = new T();
    fork t;
    fork t;
  }
}
",
    ),
    CodeInfo::new(
        Code::V072,
        "the body of a folded predicate may not hold",
        "`fold` exhales the body and inhales the predicate's instance, so the body must hold here. \
         Make it hold before, or pass other arguments.",
        r"class C {
  int x;
  resource positive() = Perm(x, write) ** x > 0;
  requires Perm(x, write);
  void m() {
    fold positive();
  }
}
",
    ),
    CodeInfo::new(
        Code::V073,
        "the body of a folded predicate asks for more permission than is held",
        "`fold` exhales the permissions of the body, so they must be held here. Permissions that \
         were folded into one instance are not available for another one.",
        r"class C {
  int x;
  resource p() = Perm(x, write);
  requires Perm(x, 1\2);
  void m() {
    fold p();
  }
}
",
    ),
    CodeInfo::new(
        Code::V074,
        "the predicate's instance may not be held",
        "`unfold` and `unfolding` need an instance with exactly these arguments, and each instance \
         can be unfolded once. Ask for it in the precondition, or `fold` it before.",
        r"class C {
  int x;
  resource p() = Perm(x, write);
  void m() {
    unfold p();
  }
}
",
    ),
    CodeInfo::new(
        Code::V075,
        "the permission to the predicate's instance may be zero",
        "`unfolding` needs a positive permission to the predicate's instance.",
        "class C {\n  int x;\n  resource p() = Perm(x, write) ** x == 0;\n\n  \
         requires [f]p();\n  void m(zfrac f) {\n    assert (\\unfolding [f]p() \\in \
         x == 0);\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::V076,
        "the right side of a magic wand that is packaged may not be had",
        "`package A -* B` shows that whoever gives up `A` and the wand gets `B`. What `A` does not \
         give is taken from what is held here, now and for good: permissions with the values that \
         the cells have now. The body of `package` may fold, unfold, apply other wands and assert.",
        r"class C {
  int x, y;
}
requires c != null ** Perm(c.x, write);
void m(C c) {
  package Perm(c.x, write) -* Perm(c.x, write) ** Perm(c.y, write) { }
}
",
    ),
    CodeInfo::new(
        Code::V077,
        "the magic wand that is applied, or its left side, may not be held",
        "`apply A -* B` exchanges the wand and `A` for `B`. A wand is used up by it. It must be one \
         that says the same of the same values as the one that was packaged or inhaled.",
        r"class C {
  int x, y;
}
requires c != null ** Perm(c.x, write) ** Perm(c.y, 1\2);
void m(C c) {
  package Perm(c.y, write) -* Perm(c.x, write) { }
  apply Perm(c.y, write) -* Perm(c.x, write);
}
",
    ),
];
