//! Families of programs: one for each way in which a program may grow.

use std::fmt::Write as _;

/// Programs that differ in one number.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name, as files and the table have it.
    pub name: &'static str,
    /// What the number counts.
    pub counts: &'static str,
    /// What grows, for readers of the table.
    pub about: &'static str,
    /// The numbers, from small to large.
    pub sizes: &'static [u64],
    /// The program of a size.
    pub program: fn(u64) -> String,
    /// Words of the command line in front of the file's name.
    pub words: fn(u64) -> Vec<String>,
    /// How a size is called, where not by its number.
    pub called: fn(u64) -> Option<&'static str>,
}

/// Stands for a number of threads that the program does not tell.
pub const SYMBOLIC: u64 = 0;

fn verify(_: u64) -> Vec<String> {
    vec!["verify".to_owned()]
}

fn by_number(_: u64) -> Option<&'static str> {
    None
}

const PLAIN: Family = Family {
    name: "",
    counts: "",
    about: "",
    sizes: &[],
    program: |_| String::new(),
    words: verify,
    called: by_number,
};

/// All families.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "arrays",
        counts: "arrays",
        about: "one kernel that writes a cell of each of its arrays",
        sizes: &[1, 2, 5, 10, 20, 40],
        program: arrays,
        ..PLAIN
    },
    Family {
        name: "quantifiers",
        counts: "nested quantifiers",
        about: "a kernel whose threads and cells are counted by that many numbers",
        sizes: &[1, 2, 3, 4],
        program: quantifiers,
        ..PLAIN
    },
    Family {
        name: "fused",
        counts: "kernels",
        about: "kernels that each read what the one before wrote, fused into one",
        sizes: &[2, 4, 8, 16],
        program: kernels,
        words: |size| vec!["--fuse".to_owned(), size.to_string()],
        ..PLAIN
    },
    Family {
        name: "unrolled",
        counts: "iterations",
        about: "a loop that fills an array, unrolled",
        sizes: &[2, 8, 32, 64, 128, 256],
        program: filling,
        words: |size| vec!["--unroll".to_owned(), size.to_string()],
        ..PLAIN
    },
    Family {
        name: "methods",
        counts: "methods",
        about: "methods that each call the one before",
        sizes: &[1, 10, 100, 1_000],
        program: methods,
        ..PLAIN
    },
    Family {
        name: "threads",
        counts: "threads",
        about: "a block whose threads exchange cells across a barrier",
        sizes: &[32, 1_024, SYMBOLIC],
        program: threads,
        called: |size| (size == SYMBOLIC).then_some("any number"),
        ..PLAIN
    },
    Family {
        name: "sequences",
        counts: "appended elements",
        about: "lemmas about a sequence to which elements are appended one by one",
        sizes: &[1, 2, 4, 8, 16],
        program: sequences,
        ..PLAIN
    },
    Family {
        name: "text",
        counts: "KiB",
        about: "a file of which one method is verified: reading, names and types",
        sizes: &[10, 100, 1_000, 10_000],
        program: text,
        words: |_| ["verify", "--only", "last"].map(str::to_owned).to_vec(),
        ..PLAIN
    },
];

/// The family of a name.
pub fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

/// Lines for numbers from 0, each by a template in which `#` stands for the number and `@` for the
/// one before.
fn each(count: u64, template: &str) -> String {
    let lines = (0..count).map(|number| {
        let before = number.saturating_sub(1).to_string();
        template
            .replace('#', &number.to_string())
            .replace('@', &before)
    });
    lines.collect()
}

fn listed(count: u64, template: &str, between: &str) -> String {
    let words = each(count, &format!("{template}\n"));
    words.lines().collect::<Vec<_>>().join(between)
}

fn arrays(count: u64) -> String {
    let mut text = each(
        count,
        "context_everywhere a# != null && a#.length == n;\n\
         context (\\forall* int i = 0 .. n; Perm(a#[i], write));\n\
         ensures (\\forall int i = 0 .. n; a#[i] == i + #);\n",
    );
    let params = listed(count, "int[] a#", ", ");
    let _ = write!(text, "void m({params}, int n) {{\n  par (int t = 0 .. n)\n");
    text += &each(
        count,
        "    context Perm(a#[t], write);\n    ensures a#[t] == t + #;\n",
    );
    text += "  {\n";
    text += &each(count, "    a#[t] = t + #;\n");
    text + "  }\n}\n"
}

fn quantifiers(depth: u64) -> String {
    // i0 + 4 * (i1 + 4 * …), each from 0 to 4.
    let index = (0..depth)
        .rev()
        .fold(String::new(), |inner, number| match inner.is_empty() {
            true => format!("i{number}"),
            false => format!("i{number} + 4 * ({inner})"),
        });
    let cells = 4_u64.saturating_pow(u32::try_from(depth).unwrap_or(u32::MAX));
    let open = |word: &str| each(depth, &format!("(\\{word} int i# = 0 .. 4; "));
    let close = ")".repeat(usize::try_from(depth).unwrap_or(0));
    let (star, all) = (open("forall*"), open("forall"));
    let threads = listed(depth, "int i# = 0 .. 4", ", ");
    format!(
        "context_everywhere a != null && a.length == {cells};\n\
         context {star}Perm(a[{index}], write){close};\n\
         ensures {all}a[{index}] == i0{close};\n\
         void m(int[] a) {{\n  par ({threads})\n    context Perm(a[{index}], write);\n    \
         ensures a[{index}] == i0;\n  {{\n    a[{index}] = i0;\n  }}\n}}\n"
    )
}

fn kernels(count: u64) -> String {
    let mut text = each(
        count + 1,
        "context_everywhere a# != null && a#.length == n;\n\
         context (\\forall* int i = 0 .. n; Perm(a#[i], write));\n",
    );
    let _ = writeln!(
        text,
        "requires (\\forall int i = 0 .. n; a0[i] == i);\n\
         ensures (\\forall int i = 0 .. n; a{count}[i] == i + {count});\n\
         void m({}, int n) {{",
        listed(count + 1, "int[] a#", ", ")
    );
    for number in 1..=count {
        let before = number - 1;
        let _ = writeln!(
            text,
            "  par k{number}(int t = 0 .. n)\n    context Perm(a{before}[t], 1\\2) ** Perm(a{number}[t], write);\n    \
             requires a{before}[t] == t + {before};\n    ensures a{number}[t] == t + {number};\n  {{\n    \
             a{number}[t] = a{before}[t] + 1;\n  }}"
        );
    }
    text + "}\n"
}

fn filling(count: u64) -> String {
    format!(
        "context_everywhere a != null && a.length == n;\nrequires n >= {count};\n\
         context (\\forall* int k = 0 .. n; Perm(a[k], write));\n\
         ensures (\\forall int k = 0 .. n; a[k] == k);\nvoid m(int[] a, int n) {{\n  int i = 0;\n  \
         loop_invariant 0 <= i && i <= n;\n  \
         loop_invariant (\\forall* int k = 0 .. n; Perm(a[k], write));\n  \
         loop_invariant (\\forall int k = 0 .. i; a[k] == k);\n  while (i < n) {{\n    a[i] = i;\n    \
         i = i + 1;\n  }}\n}}\n"
    )
}

fn methods(count: u64) -> String {
    let mut text =
        String::from("requires n >= 0;\nensures \\result >= n;\nint m0(int n) { return n; }\n");
    for number in 1..count {
        let before = number - 1;
        let _ = writeln!(
            text,
            "requires n >= 0;\nensures \\result >= n + {number};\n\
             int m{number}(int n) {{ int r = m{before}(n); return r + 1; }}"
        );
    }
    text
}

fn threads(count: u64) -> String {
    let (param, known, n) = match count {
        SYMBOLIC => (", int n", "requires n >= 1;\n".to_owned(), "n".to_owned()),
        _ => ("", String::new(), count.to_string()),
    };
    format!(
        "context_everywhere a != null && a.length == {n};\n{known}\
         context (\\forall* int i = 0 .. {n}; Perm(a[i], write));\n\
         ensures (\\forall int i = 0 .. {n}; a[i] == 2 * (({n}) - 1 - i));\nvoid m(int[] a{param}) {{\n  \
         par block(int t = 0 .. {n})\n    context Perm(a[t], write);\n    \
         ensures a[t] == 2 * (({n}) - 1 - t);\n  {{\n    a[t] = t;\n    barrier(block)\n      \
         requires Perm(a[t], write) ** a[t] == t;\n      \
         ensures Perm(a[({n}) - 1 - t], write) ** a[({n}) - 1 - t] == ({n}) - 1 - t;\n    {{ }}\n    \
         int u = ({n}) - 1 - t;\n    a[u] = 2 * u;\n    barrier(block)\n      \
         requires Perm(a[({n}) - 1 - t], write) ** a[({n}) - 1 - t] == 2 * (({n}) - 1 - t);\n      \
         ensures Perm(a[t], write) ** a[t] == 2 * t;\n    {{ }}\n    a[t] = 2 * (({n}) - 1 - t);\n  }}\n}}\n"
    )
}

fn sequences(depth: u64) -> String {
    let elements = each(depth, " + seq<int> {x + #}");
    let claims = each(
        depth,
        "  assert ys[|xs| + #] == x + #;\n  assert ys.take(|xs| + #) == zs#;\n",
    );
    let parts = (0..depth).map(|number| {
        let sum = each(number, " + seq<int> {x + #}");
        format!("  seq<int> zs{number} = xs{sum};\n")
    });
    let parts: String = parts.collect();
    format!(
        "void m(seq<int> xs, int x) {{\n{parts}  seq<int> ys = xs{elements};\n  \
         assert |ys| == |xs| + {depth};\n{claims}}}\n"
    )
}

fn text(kibibytes: u64) -> String {
    let bytes = usize::try_from(kibibytes)
        .unwrap_or(usize::MAX)
        .saturating_mul(1_024);
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        let _ = writeln!(
            text,
            "// Adds up what lies in a part of an array.\nrequires a != null && 0 <= from && from <= to && to <= a.length;\n\
             context (\\forall* int i = from .. to; Perm(a[i], 1\\2));\nint sum{number}(int[] a, int from, int to) {{\n  \
             int total = 0;\n  loop_invariant from <= i && i <= to;\n  \
             loop_invariant (\\forall* int k = from .. to; Perm(a[k], 1\\2));\n  \
             for (int i = from; i < to; i++) {{\n    total = total + a[i];\n  }}\n  return total;\n}}"
        );
    }
    text + "ensures \\result == n + 1;\nint last(int n) { return n + 1; }\n"
}
