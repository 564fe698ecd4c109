//! How the wrong programs that explanations show are mended: what goes, and what comes instead, so that
//! only the difference is written down.

use super::corrected_gaps::GAPS;
use super::corrected_kernels::KERNELS;
use super::corrected_steps::STEPS;
use super::corrected_whole::WHOLE;
use text::code::Code;

/// The first occurrence of each text is replaced by another, one after the other.
pub(super) type Changes = &'static [(&'static str, &'static str)];

/// By code, in order.
pub(crate) const CORRECTED: &[(Code, Changes)] = &[
    (Code::N001, &[("cuont", "count")]),
    (
        Code::N002,
        &[(
            "void m(Couter c) { }",
            "class Counter { }\nvoid m(Counter c) { }",
        )],
    ),
    (
        Code::N003,
        &[
            ("void m", "requires a != null;\nvoid m"),
            ("lenght", "length"),
        ],
    ),
    (
        Code::N004,
        &[
            ("pure int f(rational p, frac q) = 2;\n", ""),
            ("f(p, p)", "f(p, p)"),
        ],
    ),
    (Code::N005, &[("boolean x", "boolean y")]),
    (Code::N006, &[("int x = 2", "int y = 2")]),
    (
        Code::N007,
        &[("  int x = 0;\n", ""), ("    x = i;", "    int x = i;")],
    ),
    (Code::N008, &[("    i = 0;", "    int k = i;")]),
    (Code::N009, &[("  goto end;", "  goto end;\n  label end;")]),
    (
        Code::N010,
        &[("  break;", "  while (true) {\n    break;\n  }")],
    ),
    (Code::N011, &[("treads", "threads")]),
    (
        Code::N012,
        &[
            (
                "  requires x == 0;\n",
                "  ensures Perm(x, write) ** x == 0;\n",
            ),
            ("constructor() { }", "constructor() { x = 0; }"),
        ],
    ),
    (Code::N013, &[("requires", "ensures")]),
    (Code::N014, &[("= \\current_thread", "= 1")]),
    (
        Code::N015,
        &[("inline pure", "requires 0 <= n;\ndecreases n;\npure")],
    ),
    (Code::N016, &[("resource p();", "resource p() = true;")]),
    (
        Code::N017,
        &[
            ("class C { }", "class C {\n  void run() { }\n}"),
            ("void m", "requires c != null ** idle(c);\nvoid m"),
        ],
    ),
    (Code::N018, &[("decreases 2 * n;\n", "requires 0 <= n;\n")]),
    (Code::N020, &[("    int x = 2", "    int y = 2")]),
    (Code::N021, &[("= f;", "= f();")]),
    (Code::N022, &[("new C()", "new C(1)")]),
    (Code::N023, &[(" extends C", "")]),
    (Code::N024, &[("loop_invariant", "requires")]),
    (
        Code::N025,
        &[("extends A {\n  void f() { }", "extends A {\n  void g() { }")],
    ),
    (Code::R001, &[("\\result > n", "\\result == n")]),
    (Code::R002, &[("x = a[0]", "x = a[t]")]),
    (Code::R003, &[("p[0]", "p[threadIdx.x]")]),
    (
        Code::R004,
        &[(
            "    if (t > 0) {\n      barrier(b) { }\n    }\n",
            "    barrier(b) { }\n",
        )],
    ),
    (
        Code::R005,
        &[("int m(", "requires n != 0;\nint m("), ("m 0", "m 5")],
    ),
    (
        Code::R006,
        &[("    fork t;\n    fork t;\n", "    fork t;\n    join t;\n")],
    ),
    (Code::R010, &[("int i; f(i)", "int i = 0 .. 4; f(i)")]),
    (Code::R011, &[("(true)", "(false)")]),
    (Code::R012, &[("m 0", "m 1")]),
    (Code::R013, &[("m --random", "m 1234")]),
    (Code::R014, &[("m one", "m 1")]),
    (Code::R015, &[("x.pvl n", "x.pvl m")]),
    (Code::S001, &[("1 < ;", "1 < 2;")]),
    (Code::S002, &[("int x", "int x;")]),
    (Code::S003, &[("(1 + 2;", "(1 + 2);")]),
    (Code::S004, &[("x = 1\n", "x = 1;\n")]),
    (Code::S005, &[("@", "+")]),
    (Code::S006, &[("and so on", "and so on */")]),
    (Code::S007, &[("\"abc;", "\"abc\";")]),
    (Code::S009, &[("\\reslt", "\\result")]),
    (Code::S010, &[("context", "content")]),
    (
        Code::S011,
        &[("\\forall int i; i == i", "(\\forall int i; i == i)")],
    ),
    (Code::S012, &[("  x = with { x = 1; } 2;", "  x = 1;")]),
    (Code::S013, &[("\\array(a)", "\\array(a, 2)")]),
    (Code::S014, &[("gpuopt unrol i 2;\n", "")]),
    (
        Code::S015,
        &[(
            "void m(int x) {\n  requires x > 0;\n",
            "requires x > 0;\nvoid m(int x) {\n",
        )],
    ),
    (Code::S016, &[("} }", "}")]),
    (Code::S017, &[("{ }", "{ ONE }")]),
    (Code::S019, &[("#one# return 1; #two#", "return 1;")]),
    (Code::T001, &[("true", "1")]),
    (Code::T002, &[("1, 2", "1")]),
    (
        Code::T003,
        &[(
            "requires Perm(n, write);\nvoid m(int n) { }",
            "class C {\n  int n;\n  requires Perm(n, write);\n  void m() { }\n}",
        )],
    ),
    (Code::T004, &[("int f();", "pure int f();")]),
    (Code::T005, &[("&&", "**")]),
    (Code::T006, &[("true", "2")]),
    (Code::T007, &[("return 1;", "return;")]),
    (
        Code::T008,
        &[(
            "void m() {\n  fold 1 == 1;",
            "resource p() = true;\nvoid m() {\n  fold p();",
        )],
    ),
    (Code::T009, &[("Box<int, int> b", "Box<int> b")]),
    (Code::T010, &[("f();\n}", "f() given { g = 1 };\n}")]),
    (Code::V001, &[("a.length > 0", "a != null && a.length > 0")]),
    (
        Code::V002,
        &[
            ("requires a != null;", "requires a != null && a.length > 0;"),
            ("a[a.length] = 0", "a[a.length - 1] = 0"),
        ],
    ),
    (
        Code::V003,
        &[(
            "a.length == 1;\n",
            "a.length == 1;\ncontext Perm(a[0], read);\n",
        )],
    ),
    (Code::V004, &[("int m(", "requires x != 0;\nint m(")]),
    (Code::V005, &[("n != 0", "n > 0")]),
    (Code::V006, &[("a[i / 2]", "a[i]"), ("0 .. 4", "0 .. 2")]),
    (Code::V007, &[("n < 0 && n > 0", "n < 0 || n > 0")]),
    (Code::V008, &[("p = 2", "p = 1 \\ 2")]),
    (Code::V009, &[("1\\2", "write")]),
    (Code::V010, &[("void m", "requires x > 0;\nvoid m")]),
    (Code::V011, &[("Perm(x, 1\\2)", "Perm(x, write)")]),
    (Code::V012, &[("== 2", "== 3")]),
    (Code::V013, &[("void m", "requires n >= 0;\nvoid m")]),
    (
        Code::V014,
        &[("f(x) + 1", "f(f(x))"), ("}\n", "}\n\nvoid m() {\n}\n")],
    ),
    (Code::V020, &[("f(0)", "f(1)")]),
    (
        Code::V021,
        &[("  void m() {", "  requires Perm(x, write);\n  void m() {")],
    ),
    (Code::V022, &[("return x;", "return x + 1;")]),
    (Code::V023, &[("ensures", "context")]),
    (
        Code::V024,
        &[(
            "ensures \\result == f(n);",
            "requires 0 <= n;\nensures \\result == f(n);",
        )],
    ),
    (
        Code::V025,
        &[("  void m() {", "  context Perm(x, read);\n  void m() {")],
    ),
    (Code::V026, &[("  }\n}", "  }\n  return 0;\n}")]),
    (Code::V030, &[("void m", "requires 0 <= n;\nvoid m")]),
    (Code::V031, &[("i + 2", "i + 1")]),
    (
        Code::V032,
        &[("  void m() {", "  requires Perm(x, write);\n  void m() {")],
    ),
    (
        Code::V033,
        &[("decreases n;", "loop_invariant true;\n  decreases n - i;")],
    ),
    (
        Code::V034,
        &[
            ("m(n);", "m(n - 1);"),
            ("decreases n;", "requires 0 <= n;\ndecreases n;"),
        ],
    ),
    (Code::V040, &[("i > 0", "i >= 0")]),
    (
        Code::V041,
        &[
            ("a.length == 1", "a.length == 2"),
            (
                "requires Perm(a[0], write);\nvoid",
                "requires Perm(a[0], write) ** Perm(a[1], write);\nvoid",
            ),
            (
                "requires Perm(a[0], write);\n  {",
                "requires Perm(a[i], write);\n  {",
            ),
        ],
    ),
    (Code::V042, &[("i > 0", "i >= 0")]),
    (
        Code::V043,
        &[
            (
                "a.length == n;\n",
                "a.length == n;\nrequires (\\forall* int i = 0 .. n; Perm(a[i], write));\n",
            ),
            ("ensures Perm(a[t]", "context Perm(a[t]"),
        ],
    ),
    (Code::V044, &[("t > 0", "t >= 0")]),
    (
        Code::V045,
        &[(
            "    if (t > 0) {\n      barrier(B) { }\n    }\n",
            "    barrier(B) { }\n",
        )],
    ),
    (Code::V046, &[("ensures t > 0", "ensures t >= 0")]),
    (
        Code::V047,
        &[("requires Perm(a[t], 1\\2)", "requires Perm(a[t], write)")],
    ),
    (
        Code::V048,
        &[(
            "        atomic (inv) {\n          barrier(B) { }\n        }\n",
            "        barrier(B) { }\n",
        )],
    ),
    (
        Code::V049,
        &[("requires Perm(a[t], 1\\2)", "requires Perm(a[t], write)")],
    ),
    (
        Code::V050,
        &[
            ("    int n = 1;\n", "    int n = 1;\n    int k = 1;\n"),
            ("      n = 2;", "      k = 2;"),
        ],
    ),
    (
        Code::V051,
        &[(
            "requires Perm(x, write);",
            "requires Perm(x, write) ** x > 0;",
        )],
    ),
    (
        Code::V052,
        &[("  void m()", "  requires Perm(x, write);\n  void m()")],
    ),
    (
        Code::V053,
        &[(
            "        atomic (inv) {\n          x = 1;\n        }\n",
            "        x = 1;\n",
        )],
    ),
    (Code::V054, &[("x = x - 1", "x = x + 1")]),
    (Code::V055, &[("exhale Perm(x, 1\\2)", "x = t")]),
    (
        Code::V056,
        &[("        lock l;\n        unlock l;\n", "        x = 1;\n")],
    ),
    (Code::V057, &[("    d.c = this;\n", "    x = 0;\n")]),
    (Code::V058, &[("x = 0;", "x = 1;")]),
    (
        Code::V059,
        &[("    exhale Perm(x, 1\\2);\n", "    x = 1;\n")],
    ),
    (Code::V060, &[("|xs| > 0", "|xs| > 1")]),
    (Code::V061, &[("void m", "requires 4 \\in a.keys;\nvoid m")]),
    (Code::V062, &[("void m", "requires o != None;\nvoid m")]),
    (Code::V063, &[("void m", "requires |xs| > 0;\nvoid m")]),
    (Code::V064, &[("void m", "requires |xs| > 0;\nvoid m")]),
    (Code::V065, &[("void m", "requires |s| > 0;\nvoid m")]),
    (Code::V066, &[("void m", "requires |xs| > 0;\nvoid m")]),
    (
        Code::V068,
        &[(
            "    lock c;\n    lock c;\n",
            "    lock c;\n    unlock c;\n    lock c;\n    unlock c;\n",
        )],
    ),
    (Code::V070, &[("  fork w", "  w.x = 1;\n  fork w")]),
    (
        Code::V071,
        &[(
            "    fork t;\n    fork t;\n",
            "    fork t;\n    join t;\n    fork t;\n    join t;\n",
        )],
    ),
    (
        Code::V072,
        &[(
            "requires Perm(x, write);\n  void",
            "requires Perm(x, write) ** x > 0;\n  void",
        )],
    ),
    (Code::V073, &[("1\\2", "write")]),
    (Code::V074, &[("  void m()", "  requires p();\n  void m()")]),
    (
        Code::V075,
        &[("requires [f]p();", "requires f > 0 ** [f]p();")],
    ),
    (
        Code::V076,
        &[("Perm(c.x, write);", "Perm(c.x, write) ** Perm(c.y, write);")],
    ),
    (Code::V077, &[("1\\2", "write")]),
    (
        Code::W001,
        &[("pure int", "requires 0 <= n;\ndecreases n;\npure int")],
    ),
    (Code::W002, &[("  if (n == 0) {\n    return 7;\n  }\n", "")]),
    (
        Code::W003,
        &[(" && \\result < n", ""), ("\\result == 0", "\\result > n")],
    ),
    (Code::W004, &[("int half", "requires 0 <= n;\nint half")]),
    (
        Code::W005,
        &[
            ("int m(", "requires 0 <= n;\nint m("),
            ("  if (n < 0) {\n    assume false;\n  }\n", ""),
        ],
    ),
    (Code::W100, &[("`\n", "")]),
];

/// The program of an explanation, mended; none if it is not known how, or what is to go is not there.
pub(crate) fn corrected(code: Code, example: &str) -> Option<String> {
    let mut whole = GAPS.iter().chain(KERNELS).chain(WHOLE);
    if let Some((_, program)) = whole.find(|(own, _)| *own == code) {
        return Some((*program).to_owned());
    }
    let all = CORRECTED.iter().chain(STEPS);
    let (_, changes) = all.into_iter().find(|(own, _)| *own == code)?;
    let mut program = example.to_owned();
    for (old, new) in *changes {
        if !program.contains(old) {
            return None;
        }
        program = program.replacen(old, new, 1);
    }
    Some(program)
}
