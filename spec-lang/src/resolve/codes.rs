//! What the codes of this part mean.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The `N` (names) and `T` (types) codes.
pub const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::N000,
        "defect in this tool",
        "Names and types could not be determined because of a mistake in the tool itself. Please \
         report the program that shows it.",
        "",
    ),
    CodeInfo::new(
        Code::N001,
        "unknown name",
        "Nothing of this name is in scope: no local, parameter, field, method, function or \
         predicate. The scope of a local runs from its declaration to the end of its block; the \
         variable of a loop's header is also in scope in the contract before the loop.",
        "void m(int count) {\n  int x = cuont;\n}\n",
    ),
    CodeInfo::new(
        Code::N002,
        "unknown type",
        "No class, enum, abstract data type or type parameter of this name is declared in the \
         files that were given. Several files can be given together.",
        "void m(Couter c) { }\n",
    ),
    CodeInfo::new(
        Code::N003,
        "unknown member",
        "The type of the value has no field, method, predicate or built-in member of this name.",
        "void m(int[] a) {\n  int n = a.lenght;\n}\n",
    ),
    CodeInfo::new(
        Code::N004,
        "ambiguous name",
        "Several declarations of this name take the arguments, and none of them fits better than \
         the others. Give an argument the exact type of one of them, or rename one.",
        "pure int f(frac p, rational q) = 1;\npure int f(rational p, frac q) = 2;\n\
         void m(frac p) {\n  int x = f(p, p);\n}\n",
    ),
    CodeInfo::new(
        Code::N005,
        "declared twice",
        "Two types, fields, constants, parameters or labels of one place have the same name, or \
         two methods have the same name and the same parameter types.",
        "class C {\n  int x;\n  boolean x;\n}\n",
    ),
    CodeInfo::new(
        Code::N006,
        "redeclared local",
        "A local is declared again in the block that declares it. Under `--profile vercors-1.4` \
         all locals of a method with one name are one variable, and a second declaration \
         assigns; there the code means that the two types differ.",
        "void m() {\n  int x = 1;\n  int x = 2;\n}\n",
    ),
    CodeInfo::new(
        Code::N007,
        "write to a variable outside its block",
        "Each thread of a parallel block has its own locals; those declared around the block may \
         be read, but not assigned, since all threads would write them at the same time. Declare \
         a local in the block, or write to a field or an array element with a permission.",
        "void m() {\n  int x = 0;\n  par (int i = 0 .. 4) {\n    x = i;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::N008,
        "assignment to a constant",
        "The name is final, runs over a range (a thread identifier, the variable of a ranged \
         loop), or is bound in a formula.",
        "void m() {\n  par (int i = 0 .. 4) {\n    i = 0;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::N009,
        "unknown label",
        "No statement that can be meant has this label: `goto` and `\\old[l](e)` need one in the \
         same method, `break l` and `continue l` one around them.",
        "void m() {\n  goto end;\n}\n",
    ),
    CodeInfo::new(
        Code::N010,
        "jump with nowhere to go",
        "`break` and `continue` leave or repeat the loop around them, in the same thread; `return` \
         ends a method, so a thread of a parallel block cannot do it.",
        "void m() {\n  break;\n}\n",
    ),
    CodeInfo::new(
        Code::N011,
        "unknown block or invariant",
        "A barrier names a parallel block around it; `atomic` names `invariant` statements around \
         it.",
        "void m() {\n  par threads (int i = 0 .. 4) {\n    barrier(treads) { ensures true; }\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::N012,
        "no object here",
        "`this`, or a field, method or predicate of an object, is used where there is no object: \
         outside a class, in a static member, or in a constructor's precondition, which holds \
         before the object exists.",
        "class C {\n  int x;\n  requires x == 0;\n  constructor() { }\n}\n",
    ),
    CodeInfo::new(
        Code::N013,
        "a result outside a postcondition",
        "`\\result` is what a method or function gives. It may stand in its `ensures` clauses only. \
         What it `yields` may stand there and in its body, where it has any value at first, but in \
         nothing that holds before: `requires`, `context`, `context_everywhere`, `decreases`.",
        "requires \\result > 0;\nint m() {\n  return 1;\n}\n",
    ),
    CodeInfo::new(
        Code::N014,
        "no thread here",
        "`\\current_thread` is used in a function or predicate, whose value must not depend on the \
         thread that evaluates it. Write `thread_local` before the declaration, or pass the thread \
         as a parameter.",
        "pure int f() = \\current_thread;\n",
    ),
    CodeInfo::new(
        Code::N015,
        "cyclic inlining",
        "An inline declaration is replaced by its body where it is mentioned. This one mentions \
         itself, directly or through others, so that has no end.",
        "inline pure int f(int n) = n == 0 ? 0 : f(n - 1);\n",
    ),
    CodeInfo::new(
        Code::N016,
        "abstract predicate folded",
        "`fold`, `unfold` and `unfolding` exchange a predicate and its body. This one has none.",
        "resource p();\nrequires p();\nvoid m() {\n  unfold p();\n}\n",
    ),
    CodeInfo::new(
        Code::N017,
        "nothing to run",
        "Only objects whose class declares `run { … }` or `void run()` can be forked and joined, \
         and are idle or running.",
        "class C { }\nvoid m(C c) {\n  fork c;\n}\n",
    ),
    CodeInfo::new(
        Code::N018,
        "several contracts",
        "Something has two contracts, so it is not clear which one counts: a method is declared \
         with and without a body, or a contract has several `decreases` clauses.",
        "decreases n;\ndecreases 2 * n;\npure int f(int n) = n;\n",
    ),
    CodeInfo::new(
        Code::N019,
        "empty enumeration",
        "An enum without constants has no values.",
        "",
    ),
    CodeInfo::new(
        Code::N020,
        "hidden local (warning)",
        "A local has the name of another one that is in scope around the block. Inside the block \
         the name means the inner one. Under `--profile vercors-1.4` both are one variable.",
        "void m() {\n  int x = 1;\n  if (x > 0) {\n    int x = 2;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::N021,
        "not a value",
        "The name is one of a type or of something to call, where a variable or a class is wanted.",
        "pure int f() = 1;\nvoid m() {\n  int x = f;\n}\n",
    ),
    CodeInfo::new(
        Code::N022,
        "no constructor without parameters (warning)",
        "All constructors of the class take arguments and none are given. The object is created as \
         if the class declared no constructor: its fields have their default values.",
        "class C {\n  constructor(int n) { }\n}\nvoid m() {\n  C c = new C();\n}\n",
    ),
    CodeInfo::new(
        Code::N023,
        "class that extends itself",
        "A class is among the classes that it extends.",
        "class C extends C { }\n",
    ),
    CodeInfo::new(
        Code::N024,
        "clause without effect",
        "`loop_invariant` belongs to loops, `decreases` to loops, methods and functions, `context` \
         and the like to methods, functions, blocks and the iterations of `for`, and predicates take \
         no clauses. Elsewhere \
         a clause would have no effect, so it is refused. Under `--profile vercors-1.4` such \
         clauses are ignored.",
        "loop_invariant 0 <= n;\nvoid m(int n) { }\n",
    ),
    CodeInfo::new(
        Code::N025,
        "hidden member",
        "A class declares a method, function, predicate or `run` that a class it extends has \
         already, or one of the two has a lock invariant. A call uses the contract of the static \
         type, so it would not see what the other class does instead.",
        "class A {\n  void f() { }\n}\nclass B extends A {\n  void f() { }\n}\n",
    ),
    CodeInfo::new(
        Code::T001,
        "wrong type",
        "The expression does not have the type that is expected at its place. `int` fits \
         permission amounts, rationals and floats; a boolean fits a resource; `null` fits classes, \
         arrays and enums; a class fits its bases.",
        "void m() {\n  int x = true;\n}\n",
    ),
    CodeInfo::new(
        Code::T002,
        "wrong arguments",
        "No declaration of this name takes arguments of this number and these types.",
        "void f(int n);\nvoid m() {\n  f(1, 2);\n}\n",
    ),
    CodeInfo::new(
        Code::T003,
        "not a location",
        "Permissions are for fields, array elements and predicates, and only locals, fields and \
         array elements can be assigned. Locals need no permission; elements of sequences, maps \
         and other values do not change.",
        "requires Perm(n, write);\nvoid m(int n) { }\n",
    ),
    CodeInfo::new(
        Code::T004,
        "effect in a pure place",
        "Contracts, formulas, pure functions and proof statements say something about the \
         program; they must not change it. So they cannot call methods that are not `pure`, \
         create objects or assign.",
        "int f();\nrequires f() == 1;\nvoid m() { }\n",
    ),
    CodeInfo::new(
        Code::T005,
        "resource where a boolean is wanted",
        "A permission, a predicate or a formula made of them stands under `!`, `&&`, `||`, to the \
         left of `==>`, or elsewhere where only true and false make sense. Join resources by `**`.",
        "class C {\n  int x;\n  requires Perm(x, 1) && x > 0;\n  void m() { }\n}\n",
    ),
    CodeInfo::new(
        Code::T006,
        "wrong operands",
        "An operator does not take operands of these types, or the parts of a conditional or a \
         literal have no common type.",
        "void m() {\n  int x = 1 + true;\n}\n",
    ),
    CodeInfo::new(
        Code::T007,
        "wrong return",
        "`return` gives a value in a method that declares a result type, and none in others.",
        "void m() {\n  return 1;\n}\n",
    ),
    CodeInfo::new(
        Code::T008,
        "not a predicate",
        "`fold`, `unfold` and `unfolding` take a predicate, possibly scaled: `fold [1\\2]p(x)`.",
        "void m() {\n  fold 1 == 1;\n}\n",
    ),
    CodeInfo::new(
        Code::T009,
        "wrong type arguments",
        "The number of types between `<` and `>` is not that of the declared type parameters.",
        "class Box<T> { }\nvoid m(Box<int, int> b) { }\n",
    ),
    CodeInfo::new(
        Code::T010,
        "wrong ghost arguments",
        "A call passes ghost arguments with `given { p = e }` and takes ghost results with \
         `yields { x = r }`; `p` and `r` are declared by what is called. Every `given` parameter \
         needs one value.",
        "given int g;\nvoid f();\nvoid m() {\n  f();\n}\n",
    ),
];
