//! Every flag of every command changes something, or is refused.
//!
//! A line of `flags.txt` is `COMMAND | ARGUMENTS | FLAG…`: the command with these arguments is run without
//! and with the flag, each time in a fresh folder, and status, output or files must differ. Before the
//! command may stand `!`: the flag is refused there, and the message names it; `~`: both runs find the
//! answers of a run before them; `=`: what the flag changes cannot be seen by these means, and the third
//! column says why.
//!
//! Every day one in three; all with `ALPINIST_SLOW=1`.

use crate::common::{Run, all_files, alpinist_in, command, knows_the_program, no_clang, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, OnceLock};
use trials::{Suite, one_in};

const TABLE: &str = include_str!("flags.txt");

const FILES: &[(&str, &str)] = &[
    (
        "m.pvl",
        "requires 0 < n;\nvoid m(int n) {\n  int i = 0;\n  gpuopt loop_unroll i 1;\n  \
         loop_invariant 0 <= i && i <= n;\n  while (i < n) {\n    i = i + 1;\n  }\n}\n\
         int twice(int n) {\n  return n + n;\n}\n",
    ),
    (
        "trust.pvl",
        "void t(int n) {\n  assume n == 1;\n  assert n == 1;\n}\n",
    ),
    (
        "bad.pvl",
        "int f(int n) {\n  int r = 10 / n;\n  return r;\n}\n",
    ),
    (
        "mend.pvl",
        "class C {\n  int x;\n  requires Perm(x, write);\n  ensures Perm(x, write) && x == 1;\n  void f() {\n    x = 1;\n  }\n}\n",
    ),
    ("one.pvl", "int one() {\n  return two();\n}\n"),
    ("other.pvl", "int two() {\n  return 2;\n}\n"),
    (
        "par.pvl",
        "void p(int n) {\n  int i = 0;\n  while (i < n) {\n    i = i + 1;\n  }\n  assert false;\n}\nint pick(seq<int> s) {\n  return 1;\n}\n",
    ),
    (
        "sizes.cu",
        "__global__ void k(int *a) {\n  if (threadIdx.x == 0) {\n    a[0] = sizeof(void *);\n    a[1] = __cplusplus > 201402L;\n  }\n}\n",
    ),
    (
        "sums.pvl",
        "context a != null && a.length == n;\ncontext (\\forall* int i = 0 .. n; Perm(a[i], write));\n\
         void more(int n, int[] a) {\n  par (int t = 0 .. n)\n    context Perm(a[t], write);\n  {\n    a[t] = a[t] + 1;\n  }\n}\n\
         void ahead(int n) {\n  par (int t = 0 .. n) {\n  }\n}\n",
    ),
    ("ugly.pvl", "int  ugly( ) {\nreturn 1;}\n"),
    (
        "call.pvl",
        "ensures \\result >= 0;\nint c() {\n  return 1;\n}\nvoid d() {\n  int r = c();\n  assert r == 1;\n}\n",
    ),
    (
        "grid.pvl",
        "requires 0 < rows && 0 < cols;\ncontext \\matrix(a, rows, cols);\n\
         context (\\forall* int r = 0 .. rows, int c = 0 .. cols; Perm(a[r][c], write));\n\
         void first(int rows, int cols, int[][] a) {\n  a[0][0] = 1;\n}\n",
    ),
    (
        "row.cu",
        "__global__ void k(int *a, int w) {\n  a[threadIdx.y * w + threadIdx.x] = 1;\n}\n",
    ),
    (
        "count.cu",
        "//@ requires n >= 1 && n <= 9;\n__global__ void k(int *a, int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++) {\n    s += i;\n  }\n  \
         a[blockIdx.x * blockDim.x + threadIdx.x] = s;\n}\n",
    ),
    (
        "asks.cu",
        "//@ requires n >= 1 && n <= 9;\n__global__ void k(int *a, int n) {\n  int s = 0;\n  //@ gpuopt loop_unroll i 1;\n  \
         for (int i = 0; i < n; i++) {\n    s += i;\n  }\n  a[blockIdx.x * blockDim.x + threadIdx.x] = s;\n}\n",
    ),
    (
        "loose.toml",
        "deny = []\n[[program]]\nfiles = [\"trust.pvl\"]\n",
    ),
    (
        "few.toml",
        "rlimit = 1\n[schedule.twice]\nsteps = [\"--unroll 1@i\"]\n[kernels]\nrlimit = 1\n",
    ),
    (
        "alpinist.toml",
        "costs = \"costs.tsv\"\n[schedule.once]\nsteps = [\"--unroll 1@i\"]\n\
         [[program]]\nfiles = [\"m.pvl\"]\ngolden = \"golden/m.pvl\"\n\
         [[program]]\nfiles = [\"trust.pvl\"]\n",
    ),
    (
        "raced.toml",
        "deny = []\n[[kernel]]\nfiles = [\"flag.cu\"]\n",
    ),
    (
        "flag.cu",
        "__global__ void flag(int *p) {\n  p[0] = threadIdx.x;\n}\n",
    ),
    (
        "known.toml",
        "[[finding]]\nfile = \"flag.cu\"\nkernel = \"flag\"\ncode = \"K301\"\narray = \"p\"\n\
         lines = [\"p[0] = threadIdx.x;\", \"p[0] = threadIdx.x;\"]\ncount = 2\n",
    ),
    ("costs.tsv", "1\tm.pvl\n2\ttrust.pvl\n"),
    (
        "k.cu",
        "__global__ void turn(int *a) {\n  __shared__ int s[64];\n  s[threadIdx.x] = a[threadIdx.x];\n  \
         a[threadIdx.x] = s[63 - threadIdx.x];\n}\n__global__ void fine(int *a) {\n  a[threadIdx.x] = 1;\n}\n",
    ),
    (
        "fine.cu",
        "__global__ void fine(int *a) {\n  a[threadIdx.x] = 1;\n}\n",
    ),
    (
        "t.cu",
        "template <int N> __global__ void t(int *a) {\n  a[threadIdx.x * N] = 1;\n}\n",
    ),
    ("include/h.h", "#define ONE 1\n"),
    (
        "h.cu",
        "#include \"h.h\"\n__global__ void k(int *a) {\n  a[threadIdx.x] = ONE;\n}\n",
    ),
    (
        "d.cu",
        "__global__ void k(int *a) {\n#ifdef OTHER\n  a[0] = threadIdx.x;\n#else\n  a[threadIdx.x] = 1;\n#endif\n}\n",
    ),
    (
        "std.cu",
        "static_assert(__cplusplus >= 201703L, \"old\");\n__global__ void k(int *a) {\n  a[threadIdx.x] = 1;\n}\n",
    ),
    (
        "bits.cu",
        "static_assert(sizeof(void *) == 8, \"narrow\");\n__global__ void k(int *a) {\n  a[threadIdx.x] = 1;\n}\n",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *a) {\n  a[get_global_id(0)] = 1;\n}\n",
    ),
    ("same.cu", "__global__ void k(int *a) {\n  a[0] = 1;\n}\n"),
    (
        "out.cu",
        "__global__ void k() {\n  __shared__ int s[8];\n  s[threadIdx.x] = 1;\n}\n",
    ),
    (
        "loop.cu",
        "__global__ void k(int *a, int n) {\n  for (int i = 0; i < n; i++) a[threadIdx.x] = i;\n}\n",
    ),
    (
        "warp.cu",
        "__global__ void k(int *a) {\n  __shared__ volatile int s[32];\n  s[threadIdx.x] = a[threadIdx.x];\n  a[threadIdx.x] = s[31 - threadIdx.x];\n}\n",
    ),
    (
        "far.cu",
        "__device__ void far(int *a);\n__global__ void k(int *a) {\n  far(a + threadIdx.x);\n  a[threadIdx.x] = 1;\n}\n",
    ),
    (
        "was.cu",
        "template <int N> __global__ void t(float *a) {\n  a[threadIdx.x] = N;\n}\n\
         __global__ void k(float *a, float *b, int n) {\n  float s = 0;\n  for (int i = 0; i < n; i++) s += b[i];\n  \
         a[blockIdx.x * blockDim.x + threadIdx.x] = s;\n}\n",
    ),
    (
        "is.cu",
        "template <int N> __global__ void t(float *a) {\n  a[threadIdx.x] = N;\n}\n\
         __global__ void k(float *a, float *b, int n) {\n  float s = 0;\n  \
         for (int i = n - 1; i >= 0; i--) s += b[i];\n  a[blockIdx.x * blockDim.x + threadIdx.x] = s;\n}\n\
         __global__ void other(float *a, float *b, int n) {\n  a[threadIdx.x] = n;\n}\n",
    ),
    (
        "longer.cu",
        "__global__ void k(float *a, float *b, int n) {\n  float s = b[n] * 0 + b[n];\n  \
         for (int i = 0; i < n; i++) s += b[i];\n  a[blockIdx.x * blockDim.x + threadIdx.x] = s - b[n];\n}\n",
    ),
    (
        "part.cu",
        "__global__ void k(float *a) {\n  extern __shared__ float s[];\n  s[threadIdx.x] = 1;\n  \
         a[threadIdx.x] = s[threadIdx.x];\n}\n",
    ),
    (
        "host.cu",
        "undeclared_type host() { return 1; }\n__global__ void k(int *a) {\n  a[threadIdx.x] = 1;\n}\n",
    ),
];

/// A text without what is measured: numbers before `s` or `ms`, and those with many digits behind the point.
fn without_times(text: &str) -> String {
    let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let number = |word: &str| {
        word.trim_matches([' ', '\n', ',', '(', ')'])
            .parse::<f64>()
            .is_ok()
    };
    let unit = |word: &&str| matches!(word.trim_matches([' ', '\n', ',', ')', ';']), "s" | "ms");
    let digits = |word: &str| {
        word.split_once('.')
            .is_some_and(|(_, after)| after.trim_matches([' ', '\n', ',']).len() > 2)
    };
    let kept = words.iter().enumerate().filter(|(at, word)| {
        !number(word) || !(words.get(at + 1).is_some_and(unit) || digits(word))
    });
    kept.map(|(_, word)| *word).collect()
}

/// What a run leaves behind, without what is measured.
fn outcome(words: &[&str], fill: bool) -> String {
    let home = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        let path = home.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    for folder in ["kernels-c", "prefetching"] {
        let from = root().join("examples").join(folder);
        std::os::unix::fs::symlink(from, home.path().join(folder)).unwrap();
    }
    knows_the_program(&home.path().join("cache"));
    let run = || -> Run {
        let mut run = command(home.path(), words);
        run.env("ALPINIST_CACHE", "cache").stdin(Stdio::null());
        run.output().unwrap().into()
    };
    if fill {
        run();
    }
    let run = run();
    let mut left = format!("status {}\n{}\n{}\n", run.status, run.stdout, run.stderr);
    for path in all_files(home.path()) {
        let name = path.strip_prefix(home.path()).unwrap();
        let linked = name
            .iter()
            .next()
            .is_some_and(|first| home.path().join(first).is_symlink());
        if name.starts_with("cache") {
            left.push_str(&format!("{}\n", name.display()));
        } else if !linked {
            let text = std::fs::read(&path).unwrap();
            left.push_str(&format!(
                "{}: {}\n",
                name.display(),
                String::from_utf8_lossy(&text)
            ));
        }
    }
    without_times(&left)
}

struct Row {
    mark: Option<char>,
    command: &'static str,
    arguments: Vec<&'static str>,
    flag: Vec<&'static str>,
}

fn rows() -> Vec<Row> {
    let lines = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [command, arguments, flag] = parts[..] else {
                panic!("three columns: {line}");
            };
            let mark = command.chars().next().filter(|mark| "!~=".contains(*mark));
            Row {
                mark,
                command: command.trim_start_matches(['!', '~', '=', ' ']),
                arguments: arguments.split_whitespace().collect(),
                flag: flag.split_whitespace().collect(),
            }
        })
        .collect()
}

/// What runs without a flag left behind, each run once for all flags.
type Known = Mutex<BTreeMap<(bool, Vec<&'static str>), Arc<OnceLock<String>>>>;

fn check(row: &Row, known: &Known) -> Result<(), String> {
    let command = row.command.split_whitespace();
    let mut without: Vec<&str> = command.filter(|word| *word != "optimize").collect();
    without.extend(&row.arguments);
    let with = [&without[..], &row.flag].concat();
    let fill = row.mark == Some('~');
    if row.mark == Some('!') {
        let after = outcome(&with, false);
        let flag = row.flag.first().copied().unwrap_or_default();
        let named = flag.split('=').next().unwrap_or(flag);
        return match after.starts_with("status 2") && after.contains(named) {
            true => Ok(()),
            false => Err(format!("is not refused: {after:.300}")),
        };
    }
    let key = (fill, without.clone());
    let before = Arc::clone(known.lock().unwrap().entry(key).or_default());
    let before = before.get_or_init(|| outcome(&without, fill));
    match *before == outcome(&with, fill) {
        true => Err(format!("changes nothing: {before:.300}")),
        false => Ok(()),
    }
}

pub fn add(suite: &mut Suite) {
    if let Some(why) = no_clang() {
        return suite.absent("flags", why);
    }
    let rows = rows().into_iter().filter(|row| row.mark != Some('='));
    let named = rows.map(|row| {
        let flag = row.flag.join(" ");
        let name = format!("{} {} {flag}", row.command, row.arguments.join(" "));
        (name, row)
    });
    let cases = one_in(3, named, |_| false);
    let known = Known::default();
    suite.cases("flags", cases, move |row| check(&row, &known));
}

pub fn the_table_has_every_flag_of_every_command() {
    let shown = |command: &str| -> BTreeSet<String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        let help = alpinist_in(Path::new("."), &[&words[..], &["--help-all"]].concat()).stdout;
        let options = help.lines().filter_map(|line| {
            let line = line.trim_start();
            let mut words = line.split([' ', ',', '[', '=']);
            let named = words.rfind(|word| word.starts_with('-') && word.len() > 1);
            named.filter(|_| line.starts_with('-')).map(str::to_owned)
        });
        let usual = ["--help", "--help-all", "--version"];
        options
            .filter(|one| !usual.contains(&one.as_str()))
            .collect()
    };
    let mut listed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for row in rows() {
        let flag = row.flag.first().unwrap();
        let flag = if flag.starts_with("--") {
            flag.split('=').next().unwrap()
        } else {
            &flag[..2]
        };
        listed
            .entry(row.command)
            .or_default()
            .insert(flag.to_owned());
    }
    for command in [
        "optimize",
        "verify",
        "races",
        "contract",
        "repair",
        "equal",
        "plan",
        "review",
        "ci",
        "run",
        "fmt",
        "audit",
        "explain",
        "lsp",
        "setup",
        "completions",
        "man",
    ] {
        let listed = listed.remove(command).unwrap_or_default();
        let missing: Vec<String> = shown(command).difference(&listed).cloned().collect();
        assert!(
            missing.is_empty(),
            "{command}: flags.txt has no {}",
            missing.join(", ")
        );
    }
}
