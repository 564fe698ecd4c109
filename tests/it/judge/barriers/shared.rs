//! One cell that all threads read and one of them changes between two barriers: conditions are read
//! from it. And an array that one thread gets whole, works on, and hands out again.

use super::Make;

/// All read `s[0]`; thread 0 changes it; loops and branches with barriers ask what it is.
pub fn shared_cell(make: &mut Make) -> String {
    let all = make.or_slip(
        "Perm(s[0], 1\\n)",
        &["Perm(s[0], 1\\2)", "Perm(s[0], 1\\(n - 1))"],
    );
    let one = make.or_slip(
        "(t == 0 ==> Perm(s[0], write))",
        &[
            "(t <= 1 ==> Perm(s[0], write))",
            "Perm(s[0], write)",
            "(t == k ==> Perm(s[0], write))",
        ],
    );
    let one = one.as_str();
    let owner = make.or_slip("t == 0", &["t == 1", "t < 1", "k == 0", "t == n - 1"]);
    let read = make.one_of(&["s[0]", "s[0] + 1", "s[0] * k"]);
    let told = make.or_slip(
        &format!("go == {read}"),
        &["go == k", "go > 0", "s[0] == go + 1"],
    );
    let told = if make.maybe() { "true" } else { &told };
    let condition = make.or_slip(
        "go < 3",
        &["go < t", "s[0] < 3", "go < 3 && t >= 0", "v < 3", "own < 3"],
    );
    // Without the write a barrier tells the value on.
    let step = make.one_of(&["s[0] + 1", "4", "k"]);
    let after = make.or_slip(
        "true",
        &[
            "s[0] == go",
            "s[0] > 0",
            "s[0] == k",
            "(t == 0 ==> s[0] == go)",
        ],
    );
    let again = if make.slip() {
        String::new()
    } else {
        format!("      go = {read};\n")
    };
    let last = make.or_slip(
        &format!("go == {read}"),
        &["go >= 3", "s[0] >= 3", "go == v", "own == go"],
    );
    let loops = make.maybe();
    let head = if loops {
        format!(
            "    loop_invariant {all};\n    loop_invariant {told};\n    while ({condition}) {{\n"
        )
    } else {
        format!("    if ({condition}) {{\n")
    };
    let first = if make.slip() {
        String::new()
    } else {
        format!(
            "      barrier(T) {{ requires {all} ** {told}; ensures {one}; ensures {}; }}\n",
            if make.slip() {
                "(t == 0 ==> s[0] == go)"
            } else {
                "true"
            }
        )
    };
    let second = if make.slip() {
        String::new()
    } else {
        format!("      barrier(T) {{ requires {one}; ensures {all} ** {after}; }}\n")
    };
    let own = make.or_slip(
        "int own = k;",
        &[
            "int own = t;",
            "int own;",
            "int own = go; if (t > 0) { own++; }",
        ],
    );
    format!(
        "requires n > 0;\ncontext_everywhere s != null && s.length == 1;\ncontext Perm(s[0], write);\n\
         void m(int[] s, int n, int k) {{\n  par T(int t = 0 .. n)\n    context Perm(s[0], 1\\n);\n  {{\n    \
         int v = k;\n    int go = {read};\n    {own}\n{head}{first}      if ({owner}) {{ s[0] = {step}; }}\n\
         {second}{again}    }}\n    assert {last};\n  }}\n}}\n"
    )
}

/// Thread 0 gets the whole array, and hands its cells out again.
pub fn collect(make: &mut Make) -> String {
    let n = make.one_of(&["n", "n", "3", "2"]);
    let c = make.number(0, 3);
    let whole = format!("(\\forall* int j = 0 .. {n}; Perm(a[j], write))");
    let half = format!("(\\forall* int j = 0 .. {n}; Perm(a[j], 1\\2))");
    let got = if make.slip() { half.clone() } else { whole };
    let owner = make.one_of(&["0", "n - 1", "0"]).replace('n', n);
    let is_owner = format!("t == {owner}");
    let given = make.or_slip(&is_owner, &["t == 0", "t == 1", "t >= 0", "t <= 1"]);
    let worker = make.or_slip(&is_owner, &["t == 0", "t == 1"]);
    let at = make.or_slip(&owner, &["0", "1", "k"]);
    let place = make.one_of(&["t", "t", "n - 1 - t"]).replace('n', n);
    // What the others wrote, and what thread 0 made of it.
    let known = make.or_slip(
        &format!("(\\forall int j = 0 .. {n}; a[j] == j + {c})"),
        &[
            "(\\forall int j = 0 .. N; a[j] == j)",
            "a[0] > 0",
            "a[k] == k",
        ],
    );
    let known = known.replace('N', n);
    let value = format!("({place} == {owner} ? k : {place} + {c})");
    let told = make.or_slip(
        &format!("a[{place}] == {value}"),
        &["a[t] == t", "a[t] == k", "a[0] == k"],
    );
    let kept = if make.slip() {
        "Perm(a[t], 1\\2)"
    } else {
        "Perm(a[t], write)"
    };
    let last = make.or_slip(
        "a[%] == (% == @ ? k : % + #)",
        &["a[%] == % + #", "a[%] == k"],
    );
    let last = last
        .replace('%', &place)
        .replace('@', &owner)
        .replace('#', &c.to_string());
    let mut end = format!("Perm(a[{place}], write) ** {last}");
    if make.slip() {
        end.push_str(&format!(" ** a[{place}] >= 0"));
    }
    let ensured = make.or_slip(
        &format!("(\\forall int j = 0 .. {n}; a[j] == (j == {owner} ? k : j + {c}))"),
        &["a[0] == k", "a[a.length - 1] == k"],
    );
    format!(
        "requires {n} > 0;\ncontext_everywhere a != null && a.length == {n};\n\
         context (\\forall* int j = 0 .. {n}; Perm(a[j], write));\nensures {ensured};\n\
         void m(int[] a, int n, int k) {{\n  par T(int t = 0 .. {n})\n    requires Perm(a[t], write);\n    \
         ensures {end};\n  {{\n    a[t] = t + {c};\n    barrier(T)\n      requires {kept} ** a[t] == t + {c};\n      \
         ensures {given} ==> ({got} ** {known});\n    {{ }}\n    if ({worker}) {{ a[{at}] = k; }}\n    barrier(T)\n      \
         requires {is_owner} ==> ({got} ** (\\forall int j = 0 .. {n}; a[j] == (j == {owner} ? k : j + {c})));\n      \
         ensures Perm(a[{place}], write) ** {told};\n    {{ }}\n  }}\n}}\n"
    )
}
