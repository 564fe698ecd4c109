//! How the steps that explanations refuse are made possible, the command lines mended, and constructs without
//! a rule said otherwise.

use super::corrected::Changes;
use text::code::Code;

/// By code, in order.
pub(super) const STEPS: &[(Code, Changes)] = &[
    (
        Code::A001,
        &[
            (
                "void m() {\n}",
                "void m() {\n  int i = 0;\n  loop_invariant 0 <= i && i <= 4;\n  while (i < 4) {\n    i = i + 1;\n  }\n}",
            ),
            ("gpuopt loop_unroll i 2;\n", ""),
            (
                "  loop_invariant",
                "  gpuopt loop_unroll i 2;\n  loop_invariant",
            ),
        ],
    ),
    (Code::A002, &[("loop_unroll i n", "loop_unroll i 3")]),
    (
        Code::A005,
        &[("    a[t] = t;\n", "  {\n    a[t] = t;\n  }\n")],
    ),
    (
        Code::A006,
        &[
            ("int +(C o)", "int plus(C o)"),
            ("s = c + c", "s = c.plus(c)"),
        ],
    ),
    (
        Code::A007,
        &[
            ("f(int[] a)", "h(int[] a)"),
            ("\nvoid f(", "\n  gpuopt matrix_lin m R 2 2;\nvoid f("),
        ],
    ),
    (
        Code::A008,
        &[("ensures n == 1 && n == 2", "ensures n >= 2")],
    ),
    (Code::A101, &[("n >= 0", "n >= 2")]),
    (
        Code::A102,
        &[
            ("loop_unroll k", "loop_unroll i"),
            ("void m", "requires n >= 2;\nvoid m"),
        ],
    ),
    (
        Code::A103,
        &[
            (
                "    if (k > 0) {\n      i = i + 1;\n    }\n",
                "    i = i + 1;\n",
            ),
            ("void m", "requires n >= 2;\nvoid m"),
        ],
    ),
    (
        Code::A104,
        &[
            ("    i = i * 2;\n", ""),
            ("void m", "requires n >= 2;\nvoid m"),
        ],
    ),
    (
        Code::A105,
        &[
            ("i = n - i", "i = i + 2"),
            ("void m", "requires n >= 4;\nvoid m"),
        ],
    ),
    (
        Code::A106,
        &[
            ("    if (i == 3) {\n      break;\n    }\n", ""),
            ("void m", "requires n >= 2;\nvoid m"),
        ],
    ),
    (
        Code::A107,
        &[
            ("while (k++ < n) {\n", "while (k < n) {\n    k = k + 1;\n"),
            ("0 <= i;", "0 <= i && i == k;"),
            ("void m", "requires n >= 2;\nvoid m"),
        ],
    ),
    (
        Code::A108,
        &[("i 0;", "i 2;"), ("void m", "requires n >= 2;\nvoid m")],
    ),
    (Code::A109, &[("n >= 1", "n == 4")]),
    (
        Code::A110,
        &[
            ("  requires 0 <= i;\n", ""),
            ("void m", "requires n >= 2;\nvoid m"),
        ],
    ),
    (Code::A111, &[("i + 1 <= n", "i < n")]),
    (Code::A112, &[("  boolean b = {: n, i :} == 1;\n", "")]),
    (
        Code::A113,
        &[("loop_invariant i", "loop_invariant 0 <= i && i")],
    ),
    (Code::A201, &[("i 1;", "i 2;")]),
    (Code::A202, &[("iter_merge k", "iter_merge i")]),
    (Code::A203, &[("i 5;", "i 2;")]),
    (
        Code::A204,
        &[
            ("n >= 0", "n == 8"),
            ("i < n", "i < 8"),
            ("i <= n", "i <= 8"),
        ],
    ),
    (
        Code::A205,
        &[("    if (k == 3) {\n      break;\n    }\n", "")],
    ),
    (Code::A206, &[("    goto here;\n    label here;\n", "")]),
    (
        Code::A207,
        &[
            ("while (k++ < n) {\n", "while (k < n) {\n    k = k + 1;\n"),
            ("0 <= i;", "0 <= i && i == k;"),
        ],
    ),
    (Code::A208, &[("  requires 0 <= i;\n", "")]),
    (Code::A209, &[("  boolean b = {: i, k :} == 1;\n", "")]),
    (
        Code::A210,
        &[
            ("loop_invariant 0 <= i", "loop_invariant 0 <= i && i <= 6"),
            ("i < n", "i < 6"),
        ],
    ),
    (
        Code::A211,
        &[("    if (i == k) {\n      break;\n    }\n", "")],
    ),
    (Code::A301, &[("a 0;", "a tid;")]),
    (
        Code::A302,
        &[("requires b[tid] > 0 && tid > 0 ==>", "context tid > 0 ==>")],
    ),
    (Code::A303, &[("0 <= k &&", "0 < k &&")]),
    (
        Code::A304,
        &[("a (b[tid]);", "a tid;"), ("a[b[tid]]", "a[tid]")],
    ),
    (
        Code::A305,
        &[("    int seen = look(a, tid);\n", "    int seen = a[tid];\n")],
    ),
    (
        Code::A307,
        &[(
            "    par inner (int one = 0 .. 1)\n      context one == 0 ==> Perm(a[tid + one], write);\n    {\n      if (one == 0) {\n        a[tid + one] = 2;\n      }\n    }\n",
            "    a[tid] = 2;\n",
        )],
    ),
    (
        Code::A308,
        &[("    fold cell(a, tid);\n    unfold cell(a, tid);\n", "")],
    ),
    (Code::A309, &[("value(a, tid) == 1", "a[tid] == 1")]),
    (
        Code::A310,
        &[("      if (k == 7) {\n        break;\n      }\n", "")],
    ),
    (
        Code::A312,
        &[
            (
                "    for (a[tid] = 0; a[tid] < 3; a[tid] = a[tid] + 1) {\n    }\n",
                "    while (a[tid] < 3) {\n      a[tid] = a[tid] + 1;\n    }\n",
            ),
            ("    loop_invariant", "    a[tid] = 0;\n    loop_invariant"),
        ],
    ),
    (Code::A313, &[("  boolean b = {: n, a :} == 1;\n", "")]),
    (Code::A314, &[("Perm(a[k], write)", "Perm(a[tid], write)")]),
    (
        Code::A315,
        &[(
            "int t; 0 <= t && t < n; a[t] == a[t]",
            "int i; 0 <= i && i < n; a[i] == a[i]",
        )],
    ),
    (Code::A316, &[("0 <= k && k < n", "0 < k && k < n")]),
    (Code::A317, &[("any[]", "int[]")]),
    (Code::A401, &[("R 3 2", "R 2 3")]),
    (
        Code::A402,
        &[
            ("int[] a", "int[][] a"),
            ("requires a != null", "context \\matrix(a, 2, 2)"),
        ],
    ),
    (
        Code::A403,
        &[
            ("context m == null", "context \\matrix(m, 2, 2)"),
            ("int[][][]", "int[][]"),
        ],
    ),
    (
        Code::A404,
        &[
            ("int[] row = m[0]", "int x = m[0][0]"),
            ("void m", "context Perm(m[0][0], read);\nvoid m"),
        ],
    ),
    (Code::A405, &[("k = m;", "k = null;")]),
    (
        Code::A406,
        &[("context m != null", "context \\matrix(m, 2, 3)")],
    ),
    (Code::A407, &[("  n = n + 1;\n", "  int k = n + 1;\n")]),
    (
        Code::A408,
        &[(
            "(\\forall int n = 0 .. 1; m[n][0] == \\old(m[n][0]))",
            "(\\forall int k = 0 .. 1; m[k][0] == \\old(m[k][0]))",
        )],
    ),
    (
        Code::A409,
        &[(
            "void f(int[][] k);",
            "gpuopt matrix_lin k R 2 2;\nvoid f(int[][] k) {\n}",
        )],
    ),
    (Code::A410, &[("k C 2 2", "k R 2 2")]),
    (
        Code::A411,
        &[("m[i++][0] = 1;", "m[i][0] = 1;\n  i = i + 1;")],
    ),
    (
        Code::A412,
        &[(
            "context m != null && m.length == 2 ** Perm(m[*], 1\\2);\ncontext m[0] != null && m[0].length == 2 && m[1] != null && m[1].length == 2;\ncontext (\\forall int i = 0 .. 2; m[i] != null && m[i].length == 2);\n",
            "context \\matrix(m, 2, 2);\n",
        )],
    ),
    (
        Code::A413,
        &[("m[0][2]", "m[0][1]"), ("Perm(m[0][0]", "Perm(m[0][1]")],
    ),
    (
        Code::A414,
        &[("new int[2][2], k;", "new int[2][2];\n  int[][] k;")],
    ),
    (
        Code::A415,
        &[("  boolean b = {: rows, cols :} == 1;\n", "")],
    ),
    (Code::A416, &[("//:: alpinist --profile vercors-1.4\n", "")]),
    (Code::A501, &[("intra 0", "intra 4")]),
    (
        Code::A503,
        &[("(int i = 0 .. n, int j = 0 .. n)", "(int i = 0 .. n * n)")],
    ),
    (Code::A504, &[("par b {", "par b (int t = 0 .. 8) {")]),
    (
        Code::A505,
        &[(
            "    if (t == 1) {\n      goto end;\n    }\n    int x = 1;\n    label end;\n",
            "    if (t != 1) {\n      int x = 1;\n    }\n",
        )],
    ),
    (Code::A507, &[("\\current_thread", "t")]),
    (
        Code::A508,
        &[
            ("    context_everywhere 0 <= t;\n", ""),
            ("0 <= i;", "0 <= i && 0 <= t;"),
        ],
    ),
    (
        Code::A509,
        &[(
            "    if (b)\n      par (int t = 0 .. n)",
            "    int k = n;\n    if (b)\n      par (int t = 0 .. k)",
        )],
    ),
    (Code::A510, &[("a.length >= 8", "a.length >= 9")]),
    (Code::A511, &[("//:: alpinist --profile vercors-1.4\n", "")]),
    (
        Code::A601,
        &[
            ("fuse 2 1", "fuse 2 1"),
            (
                "  par k1(int t = 0 .. n) {\n  }\n",
                "  par k1(int t = 0 .. n) {\n  }\n  par k2(int t = 0 .. n) {\n  }\n",
            ),
        ],
    ),
    (
        Code::A602,
        &[("  int x = a[0];\n", ""), ("a[t] = x", "a[t] = a[t] + 1")],
    ),
    (Code::A603, &[(" and k2(int t = 0 .. n) {\n  }\n", "\n")]),
    (
        Code::A604,
        &[("int i = 0 .. n, int j = 0 .. n", "int t = 0 .. n")],
    ),
    (
        Code::A605,
        &[
            ("    gpuopt", "    int k = n;\n    gpuopt"),
            ("0 .. n", "0 .. k"),
            ("0 .. n", "0 .. k"),
        ],
    ),
    (Code::A606, &[("    goto here;\n    label here;\n", "")]),
    (Code::A608, &[("0 .. n + 1", "0 .. n")]),
    (Code::A609, &[("  gpuopt tile inter 2;\n", "")]),
    (
        Code::A614,
        &[(
            "context t + 1 < n ==> Perm(a[t + 1], read)",
            "context t + 1 < n ==> Perm(a[t + 1], 1\\2)",
        )],
    ),
    (
        Code::A615,
        &[
            ("context Perm(b[t]", "context Perm(a[t]"),
            ("b[t] = b[t]", "a[t] = a[t]"),
        ],
    ),
    (Code::C001, &[("--sed", "--seed")]),
    (Code::C002, &[("no-such-file.pvl", "program.pvl")]),
    (Code::C003, &[("empty-folder/", "kernels/")]),
    (Code::C004, &[("picture.png", "program.pvl")]),
    (Code::C005, &[("--sed", "--seed")]),
    (Code::C006, &[("/no/such/folder/out.pvl", "out.pvl")]),
    (Code::C007, &[("b.pvl", "b.pvl -o results")]),
    (Code::C008, &[("man", "main")]),
    (Code::C009, &[("ALPINIST_Z3=/no/such/folder ", "")]),
    (Code::C010, &[("--in-place -", "- > out.pvl")]),
    (Code::C011, &[("V9999", "V022")]),
    (Code::C013, &[("--schedule fast", "--unroll 2@i")]),
    (
        Code::C014,
        &[("HOME= XDG_CONFIG_HOME= ", "ALPINIST_CACHE_KEY=secret ")],
    ),
    (
        Code::C015,
        &[(
            "other alpinist ci --cache-mode enforce",
            "other alpinist ci",
        )],
    ),
    (Code::C016, &[("alpinist ci", "alpinist ci --update")]),
    (Code::C020, &[("inline_function", "its_caller")]),
    (Code::C022, &[("kernel.txt", "--language cuda kernel.txt")]),
    (Code::C023, &[("--kernel man", "--kernel main")]),
    (Code::C024, &[("--deny assume ", "")]),
    (Code::C101, &[("middle", "inter")]),
    (Code::C102, &[("2@j", "2@i")]),
    (Code::C103, &[("2 ", "2@i ")]),
    (
        Code::U042,
        &[("\\sum int i; i > 0; i", "\\sum int i = 1 .. 10; i")],
    ),
    (
        Code::U086,
        &[
            ("\\choose_fresh(s)", "\\choose(s)"),
            ("pure int", "requires |s| > 0;\npure int"),
        ],
    ),
    (Code::U087, &[("x > 1 }", "1 < x && x < 9 }")]),
    (Code::U088, &[("seq<rational>", "seq<int>")]),
];
