//! Codes of what is shown and what has no rule yet, as the checker reports them.

use text::code::Code;
use text::diagnostics::CodeInfo;

const fn code(
    code: Code,
    title: &'static str,
    text: &'static str,
    example: &'static str,
) -> CodeInfo {
    CodeInfo {
        code,
        title,
        text,
        example,
    }
}

/// What the obligations mean.
pub const OBLIGATIONS: &[CodeInfo] = &[
    code(
        Code::V001,
        "null may be used as an object or array",
        "Arrays and objects may be `null`, also as parameters. That this one is not must be known \
         where it is used, in a contract from what stands before it: `requires a != null;`.",
        "requires a.length > 0;\nvoid m(int[] a) {\n}\n",
    ),
    code(
        Code::V002,
        "an index may be out of bounds",
        "`a[i]` is there only if `0 <= i && i < a.length`. In a loop the bounds usually come from \
         an invariant, in a parallel block from the range of its threads and `a.length == n` \
         around it.",
        "requires a != null;\ncontext (\\forall* int i = 0 .. a.length; Perm(a[i], write));\n\
         void m(int[] a) {\n  a[a.length] = 0;\n}\n",
    ),
    code(
        Code::V003,
        "there may be no permission to read",
        "Reading a field or element needs some share of it: `Perm(x, read)`, any fraction, or \
         `write`. It comes from the precondition, the invariant of the loop, or the contract of \
         the block it is in, and in a contract from what stands before it. A share that was given \
         away, to a call or to threads, is gone until it is given back.",
        "requires a != null && a.length == 1;\nensures \\result == a[0];\nint m(int[] a) {\n  \
         return a[0];\n}\n",
    ),
    code(
        Code::V004,
        "a divisor may be zero",
        "Division and remainder need a divisor that is known not to be zero.",
        "int m(int x) {\n  return 10 / x;\n}\n",
    ),
    code(
        Code::V005,
        "a permission amount may be negative",
        "A share is a number from nothing to one. An amount that could be negative would let one \
         gain permission by giving it away.",
        "requires a != null && a.length == 1 && n != 0;\nrequires Perm(a[0], 1 \\ n);\n\
         void m(int[] a, int n) {\n}\n",
    ),
    code(
        Code::V006,
        "a quantified permission may name one location twice",
        "In `(\\forall* int i; …; Perm(a[f(i)], p))` different values of `i` must give different \
         places, or their shares would have to be added up. Bound the variable, or choose an index \
         that differs, such as `r * columns + c` with `0 <= c && c < columns`.",
        "requires a != null && a.length == 2;\nrequires (\\forall* int i = 0 .. 4; Perm(a[i / 2], \
         write));\nvoid m(int[] a) {\n}\n",
    ),
    code(
        Code::V007,
        "no state satisfies the precondition",
        "Whatever is claimed of this method is empty, for it can never be called. Two clauses \
         contradict each other, or the shares of one location add up to more than one. If that is \
         meant, say `requires false;`.",
        "requires n < 0 && n > 0;\nvoid m(int n) {\n}\n",
    ),
    code(
        Code::V008,
        "a value may be outside the range of its type",
        "A `frac` is more than nothing and at most one, a `zfrac` may be nothing.",
        "void m() {\n  frac p = 2;\n}\n",
    ),
    code(
        Code::V009,
        "there may be no permission to write",
        "Writing a field or element needs the whole permission for it. A part is enough to read \
         only: otherwise two threads could write at once.",
        "class C {\n  int x;\n  context Perm(x, 1\\2);\n  void m() {\n    x = 1;\n  }\n}\n",
    ),
    code(
        Code::V010,
        "an assertion may not hold",
        "The condition of `assert` or `exhale` does not follow from what is known at this point. \
         What a loop changes is known afterwards only as far as its invariant says; what a call \
         changes, as far as its postcondition says.",
        "void m(int x) {\n  assert x > 0;\n}\n",
    ),
    code(
        Code::V011,
        "an assertion asks for more permission than is held",
        "`assert` and `exhale` of a permission need that much of it at this point.",
        "class C {\n  int x;\n  requires Perm(x, 1\\2);\n  void m() {\n    assert Perm(x, write);\n  \
         }\n}\n",
    ),
    code(
        Code::V012,
        "what was to be refuted holds",
        "`refute e;` says that `e` does not hold here, or at least is not provable. It is.",
        "void m() {\n  refute 1 + 1 == 2;\n}\n",
    ),
    code(
        Code::V013,
        "the size of an array may be negative",
        "`new T[n]` needs `0 <= n`.",
        "void m(int n) {\n  int[] a = new int[n];\n}\n",
    ),
    code(
        Code::V014,
        "axioms contradict each other",
        "From this axiom, together with those before it, `false` follows, so everything does. That \
         no contradiction was found does not mean that there is none: axioms are believed.",
        "adt A {\n  pure int f(int x);\n  axiom (\\forall int x; f(x) == f(x) + 1);\n}\n",
    ),
    code(
        Code::V020,
        "the precondition of a call may not hold",
        "The caller must establish what the method requires, with the arguments in the place of \
         its parameters.",
        "requires n > 0;\nvoid f(int n) {\n}\n\nvoid m() {\n  f(0);\n}\n",
    ),
    code(
        Code::V021,
        "there may not be enough permission for a call",
        "The method's precondition asks for a share that the caller does not have at this point. \
         It may have been given away before, or never been asked for in the caller's own contract.",
        "class C {\n  int x;\n  requires Perm(x, write);\n  void f() {\n  }\n  void m() {\n    f();\n  \
         }\n}\n",
    ),
    code(
        Code::V022,
        "the postcondition may not hold",
        "From the precondition, the body does not always establish this clause. The counterexample \
         shows values at the end for which it is false. If it seems true, an invariant on the way \
         may say too little.",
        "ensures \\result > x;\nint m(int x) {\n  return x;\n}\n",
    ),
    code(
        Code::V023,
        "the postcondition asks for more permission than is left",
        "The method has to give back a share that it does not hold at its end. Two `read`s are two \
         unknown shares: one does not pay for the other; use a fraction such as `1\\2` where a \
         share must come back whole.",
        "class C {\n  int x;\n  ensures Perm(x, write);\n  void m() {\n  }\n}\n",
    ),
    code(
        Code::V024,
        "the precondition of a function may not hold",
        "A function has a value only where its precondition holds, in contracts too: what makes it \
         hold must stand before the application.",
        "requires 0 <= n;\npure int f(int n) = n;\n\nensures \\result == f(n);\nint m(int n) {\n  \
         return n;\n}\n",
    ),
    code(
        Code::V025,
        "there may be no permission for what a function reads",
        "A function that reads the heap needs some share of every location that its \
         precondition names, at each call. Have the share where the function is called: from \
         the precondition, the loop invariant or the block's contract.",
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
    code(
        Code::V030,
        "a loop invariant may not hold on entry",
        "The invariant must hold before the first test of the guard.",
        "void m(int n) {\n  int i = 0;\n  loop_invariant i <= n;\n  while (i < n) {\n    i = i + 1;\n  \
         }\n}\n",
    ),
    code(
        Code::V031,
        "an iteration may not give a loop invariant back",
        "From any state with the invariant and the guard, the body must establish the invariant \
         again. What the iteration needs to know about the variables it changes must itself be in \
         the invariant.",
        "requires 0 <= n;\nvoid m(int n) {\n  int i = 0;\n  loop_invariant i <= n;\n  while (i < n) \
         {\n    i = i + 2;\n  }\n}\n",
    ),
    code(
        Code::V032,
        "a loop invariant asks for more permission than is held",
        "The shares that an invariant names must be held on entry and after every iteration.",
        "class C {\n  int x;\n  void m() {\n    loop_invariant Perm(x, write);\n    while (true) {\n    \
         }\n  }\n}\n",
    ),
    code(
        Code::V033,
        "a measure may not decrease",
        "What `decreases` names must become smaller with every iteration or call, and must not be \
         negative when that happens.",
        "void m(int n) {\n  int i = 0;\n  decreases n;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n",
    ),
    code(
        Code::V034,
        "the measure may not decrease at a call",
        "Recursion ends if what `decreases` names is smaller at the recursive call, and not \
         negative. Each method or function of the recursion needs a `decreases` clause with as \
         many parts.",
        "decreases n;\nvoid m(int n) {\n  if (n > 0) {\n    m(n);\n  }\n}\n",
    ),
    code(
        Code::V040,
        "the precondition of a parallel block may not hold",
        "It must hold for every thread when the block starts.",
        "void m(int n) {\n  par (int i = 0 .. n)\n    requires i > 0;\n  {\n  }\n}\n",
    ),
    code(
        Code::V041,
        "the threads of a parallel block ask for more permission than is held",
        "All threads start at once, so what they need is added up. A clause without the thread's \
         identifier is needed once for each thread. Let each thread have cells of its own, as in \
         `Perm(a[t], write)`, or all of them a part, as in `Perm(a[0], 1\\n)`, of what they only read.",
        "requires a != null && a.length == 1;\nrequires Perm(a[0], write);\nvoid m(int[] a) {\n  par \
         (int i = 0 .. 2)\n    requires Perm(a[0], write);\n  {\n  }\n}\n",
    ),
    code(
        Code::V042,
        "the postcondition of a parallel block may not hold",
        "The body is checked for one thread, of which only its range and the block's precondition \
         are known.",
        "void m(int n) {\n  par (int i = 0 .. n)\n    ensures i > 0;\n  {\n  }\n}\n",
    ),
    code(
        Code::V043,
        "a thread must give back more permission than it has",
        "The block's postcondition names a share that the thread does not hold at its end: it \
         was never received, or was given away on the way, to a call or at a barrier. Ask for \
         it in the block's precondition (`context` does both), or leave it out of the \
         postcondition.",
        r"requires a != null && a.length == n;
void m(int[] a, int n) {
  par (int t = 0 .. n)
    ensures Perm(a[t], write);
  {
  }
}
",
    ),
    code(
        Code::V044,
        "the precondition of a barrier may not hold",
        "Each thread must establish the barrier's precondition when it arrives, from what it \
         knows itself. Do what is missing before the barrier, or ask for less there.",
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
    code(
        Code::V045,
        "some threads may not reach a barrier",
        "All threads of the block must arrive at the same barrier equally often, or those that \
         do wait for ever. So the conditions and loops around it may depend only on what is the \
         same for all threads: constants, the method's parameters, not the thread's number and \
         not what it read. Move the barrier out of the branch, and what is conditional beside \
         it.",
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
    code(
        Code::V046,
        "the postcondition of a barrier may not follow",
        "For all threads together, the barrier's preconditions must entail its postconditions. \
         Only these, the ranges, and facts from outside the block count: what this thread did \
         before is not known to the others. So say in the barrier's precondition whatever its \
         postcondition needs of the other threads.",
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
    code(
        Code::V047,
        "a barrier gives out more permission than it takes in",
        "For all threads together, the shares in the barrier's postconditions must be covered \
         by those in its preconditions: a barrier hands shares round and makes none. Let the \
         threads give up what the others are to get.",
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
    code(
        Code::V048,
        "a barrier inside atomic",
        "A thread that waits at a barrier while it holds an invariant open would keep the \
         others from ever reaching theirs. End `atomic` before the barrier.",
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
    code(
        Code::V049,
        "the precondition of a barrier asks for more permission than is held",
        "A thread gives up these shares when it arrives at the barrier, so it must hold them \
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
    code(
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
    code(
        Code::V051,
        "an invariant may not hold at the start of its block",
        "`invariant` takes its resource from here, so what it says must hold where its block \
         begins. Establish it first, as with an assignment.",
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
    code(
        Code::V052,
        "an invariant asks for more permission than is held",
        "`invariant` takes the shares of its resource from here, so they must be held where its \
         block begins. Ask for them in the precondition.",
        r"class C {
  int x;
  void m() {
    invariant inv (Perm(x, write)) {
    }
  }
}
",
    ),
    code(
        Code::V053,
        "atomic for an invariant that is open already",
        "Inside `atomic`, the invariant is in this thread's hands; to take it a second time \
         would double its shares. Do all in one `atomic`, or one after the other.",
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
    code(
        Code::V054,
        "an invariant may not hold at the end of atomic",
        "Other threads rely on the invariant as soon as `atomic` ends, so it must hold again \
         there. Weaken the invariant, or keep it.",
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
    code(
        Code::V055,
        "atomic must give back more permission than it has",
        "At its end `atomic` gives the shares of the invariant back, so they must not be given \
         away inside.",
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
    code(
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
    code(
        Code::V057,
        "this is used before its lock invariant is established",
        "Until the constructor has established its lock invariant it may not lock, fork or pass \
         on `this`: another thread could rely on what does not hold yet. Let whoever creates \
         the object do that.",
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
    code(
        Code::V058,
        "a lock invariant may not hold",
        "`unlock`, `wait` and the end of the constructor give the lock invariant away, so it \
         must hold there: whoever locks next relies on it. Restore it before, or weaken it.",
        r"class C {
  int x;
  resource lock_invariant() = Perm(x, write) ** x > 0;
  constructor() {
    x = 0;
  }
}
",
    ),
    code(
        Code::V059,
        "a lock invariant asks for more permission than is held",
        "`unlock`, `wait` and the end of the constructor give the shares of the lock invariant \
         away, so they must be held: the lock must have been taken before, and its shares not \
         given to others.",
        r"class C {
  int x;
  resource lock_invariant() = Perm(x, write);
  constructor() {
    exhale Perm(x, 1\2);
  }
}
",
    ),
    code(
        Code::V068,
        "a lock that is held already",
        "Locks are not reentrant: to lock again what one holds is to wait for oneself. Unlock \
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
    code(
        Code::V070,
        "fork or join may not be allowed here",
        "The condition of the thread's `run` does not hold here.",
        "",
    ),
    code(
        Code::V071,
        "a thread is not in the state that fork or join needs",
        "`fork` needs `idle(t)`, which a new object comes with, and turns it into `running(t)`; \
         `join` does the reverse. So a thread is forked once before it is joined, and what \
         `run` asks for is part of the bargain. Ask for the token in the precondition where the \
         thread comes from elsewhere.",
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
    code(
        Code::V072,
        "the body of a folded predicate may not hold",
        "`fold` exchanges the body for the predicate's instance, so the body must hold here. \
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
    code(
        Code::V073,
        "the body of a folded predicate asks for more permission than is held",
        "`fold` exchanges the shares of the body for the predicate's instance, so they must be \
         held here. What is folded into one instance is not there for another one.",
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
    code(
        Code::V074,
        "the predicate's instance may not be held",
        "`unfold` and `unfolding` need an instance with just these arguments, and each instance \
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
    code(
        Code::V075,
        "the share of the predicate's instance may be zero",
        "`unfolding` looks into an instance, of which some share must be held.",
        "class C {\n  int x;\n  resource p() = Perm(x, write) ** x == 0;\n\n  \
         requires [f]p();\n  void m(zfrac f) {\n    assert (\\unfolding [f]p() \\in \
         x == 0);\n  }\n}\n",
    ),
    code(
        Code::W001,
        "a recursive function without a measure",
        "Nothing shows that the recursion ends, so neither the function's equation nor its \
         postcondition is used; or it is known to end only for the arguments named, and both are \
         used only for these. Add a precondition that allows no others, or `decreases e;` with an \
         integer that becomes smaller and is not negative.",
        "pure int f(int n) = n == 0 ? 0 : f(n - 1);\n",
    ),
    code(
        Code::W002,
        "code that no state reaches",
        "What is known there contradicts itself, so whatever is claimed there holds for no \
         reason. Either the code is not needed, or an annotation says more than is meant.",
        "requires n > 0;\nensures \\result == n;\nint m(int n) {\n  if (n == 0) {\n    \
         return 7;\n  }\n  return n;\n}\n",
    ),
    code(
        Code::W003,
        "a contradiction",
        "From here on everything holds, for no reason: what is assumed, or what a called method \
         ensures, contradicts what is known. A body that is meant not to end well says so with \
         `assume false;`, and is warned of all the same.",
        "ensures \\result > n && \\result < n;\nint wrong(int n);\n\nensures \\result == \
         0;\nint m(int n) {\n  int x = wrong(n);\n  return x;\n}\n",
    ),
    code(
        Code::W004,
        "a division that other languages round otherwise",
        "`/` and `%` are Euclidean: the remainder is never negative. C, CUDA and OpenCL round \
         towards zero, which is the same if the dividend is not negative and the divisor is \
         positive. That was not shown here. Only code is warned of, for annotations are never run.",
        "int half(int n) {\n  return n / 2;\n}\n",
    ),
    code(
        Code::W005,
        "`false` is assumed",
        "After `assume false;` or `inhale false;` everything holds, for no reason. It is good for \
         finding out what does not hold, and is easily left over. `--deny assume` makes of every \
         assumption that alpinist.toml does not allow an error.",
        "int m(int n) {\n  if (n < 0) {\n    assume false;\n  }\n  return n;\n}\n",
    ),
];

const fn gap(code: Code, title: &'static str) -> CodeInfo {
    CodeInfo {
        code,
        title,
        text: "This is read, but the checker has no rule for it yet. Nothing is proved about a \
               declaration that uses it, and the program is not called verified: the exit status \
               is 3. The other declarations are checked all the same.",
        example: "",
    }
}

/// What is read and has no rule yet.
pub const GAPS: &[CodeInfo] = &[
    gap(Code::U010, "no rule for this abstract data type or axiom"),
    gap(Code::U011, "no rule for this type"),
    gap(Code::U020, "no rule for `read` as a value"),
    gap(Code::U021, "no rule for a trigger as a value"),
    gap(Code::U022, "no rule for `\\old` with this label"),
    gap(Code::U023, "no rule for this cast"),
    gap(Code::U024, "no rule for `*` (any value) here"),
    gap(Code::U025, "no rule for `\\current_thread`"),
    gap(Code::U026, "no rule for an effect in this place"),
    gap(Code::U027, "no rule for a share or predicate as a value"),
    gap(Code::U030, "no rule for process algebra"),
    gap(Code::U031, "no rule for this lock or thread token"),
    gap(Code::U032, "no rule for `instanceof`"),
    gap(Code::U033, "no rule for this construct"),
    gap(
        Code::U034,
        "no rule for `\\forperm` outside of `assert` and `refute`",
    ),
    gap(Code::U035, "no rule for this floating point literal"),
    gap(Code::U036, "no rule for this field"),
    gap(Code::U037, "no rule for operators declared in classes"),
    gap(Code::U038, "no rule for magic wands"),
    gap(Code::U039, "no rule for this operator"),
    gap(Code::U040, "no rule for operands of these types"),
    gap(Code::U041, "no rule for this call"),
    gap(Code::U043, "no rule for a variable drawn from a collection"),
    gap(Code::U044, "no rule for a share of this"),
    gap(Code::U045, "no rule for a share of this type"),
    gap(Code::U046, "no rule for this predicate"),
    gap(Code::U047, "no rule for `?.`"),
    gap(Code::U048, "no rule for inline expansion as deep as this"),
    gap(Code::U049, "no rule for `\\matrix` here"),
    gap(Code::U050, "no rule for lock invariants here"),
    gap(Code::U051, "no rule for kernel invariants"),
    gap(Code::U052, "no rule for this clause"),
    gap(Code::U053, "no rule for type parameters"),
    gap(Code::U054, "no rule for functions that return a resource"),
    gap(
        Code::U055,
        "no rule for a pure function whose body is not one `return`",
    ),
    gap(Code::U056, "no rule for ghost arguments of a pure function"),
    gap(
        Code::U057,
        "no rule for a method whose body is an expression",
    ),
    gap(Code::U058, "no rule for the value of a method without one"),
    gap(Code::U059, "no rule for a call without a ghost argument"),
    gap(Code::U060, "no rule for new arrays of this many dimensions"),
    gap(Code::U061, "no rule for an assignment to this"),
    gap(Code::U062, "no rule for `return` here"),
    gap(Code::U063, "no rule for this jump"),
    gap(
        Code::U064,
        "no rule for a jump backwards or out of this block",
    ),
    gap(
        Code::U065,
        "no rule for a loop with a contract of iterations",
    ),
    gap(
        Code::U066,
        "no rule for a jump out of a parallel block or barrier",
    ),
    gap(
        Code::U067,
        "no rule for a jump out of `invariant` or `atomic`",
    ),
    gap(
        Code::U068,
        "no rule for a barrier of a block that is not the innermost",
    ),
    gap(
        Code::U069,
        "no rule for a barrier that opens an invariant which others may have open",
    ),
    gap(
        Code::U070,
        "no rule for a statement with effects in a barrier's body",
    ),
    gap(
        Code::U071,
        "no rule for `perm` outside of `assert` and `refute`",
    ),
    gap(Code::U072, "no rule for this `atomic` block"),
    gap(
        Code::U073,
        "no rule for all values of a type that nobody can list",
    ),
    gap(Code::U074, "no rule for `unfolding` of this predicate"),
    gap(Code::U075, "no rule for a lock of this"),
    gap(Code::U076, "no rule for `fork` and `join` of this"),
    gap(Code::U077, "no rule for this within `parallel`"),
    gap(Code::U078, "no rule for ghost parameters of a block"),
    gap(Code::U079, "no rule for functions nested as deep as this"),
    gap(Code::U082, "no rule for this share over a quantifier"),
    gap(Code::U083, "no rule for this measure of a loop"),
    gap(Code::U084, "no rule for `refute` of a permission"),
    gap(
        Code::U092,
        "no rule for a final field that is given its value other than once, first",
    ),
    gap(Code::U095, "no rule for this operator"),
    gap(Code::U096, "no rule for this name here"),
    gap(Code::U097, "no rule for an expression without a type"),
    gap(Code::U098, "no rule for this as an assertion"),
    gap(Code::U099, "no rule for a value of type `void`"),
];
