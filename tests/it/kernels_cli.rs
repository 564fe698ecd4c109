//! `alpinist races` on kernels, from outside: the examples and the forms of the report.

use crate::common::{COUNT, Run, alpinist_in, command, folder, kernel_header, root, say, snapshot};
use clang::find::Program;
use serde_json::Value;

/// Whether there is a clang; says so if not.
fn clang() -> bool {
    let found = Program::find().is_some();
    if !found {
        say("skipped: there is no clang (./x setup)");
    }
    found
}

fn example(name: &str, args: &[&str]) -> Run {
    let path = format!("examples/kernels-c/{name}");
    let text = std::fs::read_to_string(root().join(&path)).unwrap();
    let (_, _, options) = kernel_header(&text);
    let mut all = vec!["races", "--stable"];
    all.extend(args);
    all.extend(options);
    all.push(&path);
    alpinist_in(root(), &all)
}

/// The text without what a solver chooses: numbers of threads, of elements, values.
fn without_choices(text: &str) -> String {
    let mut out = String::new();
    let mut digits = false;
    for line in text.lines() {
        // Places, sizes and source text are no choice.
        let fixed = [
            "  at ",
            "  = help",
            "error[",
            "-->",
            "kernel `",
            "in 1 file",
        ];
        if fixed.iter().any(|word| line.contains(word)) && !line.contains(" race of ") {
            out.push_str(line);
        } else {
            for c in line.chars() {
                if !c.is_ascii_digit() {
                    out.push(c);
                } else if !digits {
                    out.push('#');
                }
                digits = c.is_ascii_digit();
            }
        }
        out.push('\n');
    }
    // Columns are as wide as their widest numbers.
    let mut narrow = String::new();
    for line in out.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        narrow.push_str(&words.join(" "));
        narrow.push('\n');
    }
    narrow
}

#[test]
fn findings_as_text() {
    if !clang() {
        return;
    }
    for name in [
        "stencil-no-barrier.cu",
        "early-return.cu",
        "stencil-small-tile.cu",
        "assertion.cu",
        "wrong-fence.cl",
        "recursion.cu",
    ] {
        let run = example(name, &[]);
        let title = name.replace('.', "-");
        snapshot("golden/races", &title, &without_choices(&run.stderr));
    }
}

#[test]
fn a_proof_is_explained_array_by_array() {
    if !clang() {
        return;
    }
    for name in ["transpose.cu", "reduction.cu"] {
        let run = example(name, &["--explain-proof"]);
        let title = format!("explained-{}", name.replace('.', "-"));
        snapshot("golden/races", &title, &run.stderr);
    }
    // Of what is not verified nothing is explained.
    let run = example("stencil-no-barrier.cu", &["--explain-proof"]);
    assert!(!run.stderr.contains("why no two threads"), "{}", run.stderr);
}

#[test]
fn findings_as_json_follow_the_schema() {
    if !clang() {
        return;
    }
    let schema = std::fs::read_to_string(root().join("docs/kernels.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    for name in [
        "stencil-no-barrier.cu",
        "early-return.cu",
        "recursion.cu",
        "saxpy.cu",
    ] {
        for stable in [&["--format", "json"][..], &["--format", "json", "--stable"]] {
            // `example` says --stable itself.
            let args = &stable[..2];
            let run = example(name, args);
            let json: Value = serde_json::from_str(&run.stdout).unwrap();
            let wrong = crate::common::schema::violations(&schema, &json);
            assert!(wrong.is_empty(), "{name}: {wrong:?}");
            assert_eq!(json["status"], run.status);
        }
    }
    let run = example("stencil-no-barrier.cu", &["--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let finding = &json["files"][0]["kernels"][0]["findings"][0];
    assert_eq!(finding["code"], "K301");
    assert_eq!(finding["race"]["accesses"].as_array().unwrap().len(), 2);
    assert_eq!(finding["threads"].as_array().unwrap().len(), 2);
}

#[test]
fn both_places_of_a_race_are_in_sarif() {
    if !clang() {
        return;
    }
    let run = example("stencil-no-barrier.cu", &["--format", "sarif"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let result = &json["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "K301");
    let line = |at: &Value| {
        at["physicalLocation"]["region"]["startLine"]
            .as_u64()
            .unwrap()
    };
    let (one, other) = (
        line(&result["locations"][0]),
        line(&result["relatedLocations"][0]),
    );
    assert_ne!(one, other, "{result}");
    let github = example("stencil-no-barrier.cu", &["--format", "github"]);
    assert!(
        github
            .stdout
            .starts_with("::error file=examples/kernels-c/")
    );
    let junit = example("recursion.cu", &["--format", "junit"]);
    assert!(junit.stdout.contains("type=\"K404\""), "{}", junit.stdout);
}

#[test]
fn wrong_input_is_told_with_its_place() {
    if !clang() {
        return;
    }
    let files = [
        (
            "bad.cu",
            "__global__ void k(int *p) { p[0] = undeclared; }\n",
        ),
        (
            "host.cu",
            "int f() { return undeclared; }\n__global__ void k(int *p) { int x = p[0]; }\n",
        ),
        ("none.cl", "int f(int x) { return x; }\n"),
        (
            "two.cu",
            "__global__ void a(int *p) {}\n__global__ void b(int *p) { p[0] = 1; }\n",
        ),
        ("note.txt", "__global__ void a(int *p) {}\n"),
    ];
    let home = folder(&files);
    let run = |args: &[&str]| {
        let mut all = vec!["races", "--stable", "--jobs", "1"];
        all.extend(args);
        alpinist_in(home.path(), &all)
    };
    let bad = run(&["bad.cu"]);
    assert_eq!(bad.status, 2, "{}", bad.stderr);
    assert!(bad.stderr.contains("[K002]") && bad.stderr.contains("bad.cu:1:"));
    // Host code need not be understood.
    assert_eq!(run(&["host.cu"]).status, 0);
    let none = run(&["none.cl"]);
    assert_eq!((none.status, none.stderr.contains("[K320]")), (3, true));
    assert_eq!(run(&["--kernel", "a", "two.cu"]).status, 0);
    assert_eq!(run(&["--block", "32", "two.cu"]).status, 1);
    let missing = run(&["--kernel", "c", "two.cu"]);
    assert_eq!(
        (missing.status, missing.stderr.contains("[C023]")),
        (2, true)
    );
    let text = run(&["note.txt"]);
    assert_eq!((text.status, text.stderr.contains("[C022]")), (2, true));
    assert_eq!(run(&["--language", "cuda", "note.txt"]).status, 0);
    assert_eq!(run(&["--block", "0", "two.cu"]).status, 2);
    assert_eq!(run(&["missing.cu"]).status, 2);
    // A folder stands for its kernels; of several causes the worst decides.
    assert_eq!(run(&["."]).status, 2);
    let graph = run(&["--emit", "ir", "two.cu"]);
    assert_eq!(graph.status, 0, "{}", graph.stderr);
    assert!(graph.stdout.contains("kernel"), "{}", graph.stdout);
}

#[test]
fn a_missing_clang_is_a_message_with_the_command_that_mends_it() {
    let home = folder(&[("k.cu", "__global__ void k(int *p) {}\n"), ("l.cu", "")]);
    let mut races = command(home.path(), &["races", "k.cu", "l.cu"]);
    let output = races.env("ALPINIST_CLANG", "/no/such/clang").output();
    let run = Run::from(output.unwrap());
    assert_ne!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.contains("/no/such/clang"), "{}", run.stderr);
}

#[test]
fn answers_about_kernels_are_kept() {
    if !clang() {
        return;
    }
    let home = folder(&[]);
    let cache = home.path().join("kept").display().to_string();
    let args = [
        "races",
        "--block",
        "64",
        "--cache",
        &cache,
        "examples/kernels-c/stencil.cu",
    ];
    let first = alpinist_in(root(), &args);
    assert_eq!(first.status, 0, "{}", first.stderr);
    let mut again = args.to_vec();
    again.extend(["--cache-mode", "enforce"]);
    let quiet = alpinist_in(root(), &again);
    assert!(!quiet.stderr.contains("solver"), "{}", quiet.stderr);
    again.push("--verbose");
    let second = alpinist_in(root(), &again);
    assert_eq!(second.status, 0, "{}", second.stderr);
    assert!(
        second.stderr.contains("0 calls to the solver"),
        "{}",
        second.stderr
    );
}

#[test]
fn gpuverify_says_what_it_always_said() {
    if !clang() {
        return;
    }
    let run = |name: &str, args: &[&str]| {
        let path = format!("examples/kernels-c/{name}");
        let mut all = vec!["gpuverify"];
        all.extend(args);
        all.push(&path);
        alpinist_in(root(), &all)
    };
    let sizes = ["--blockDim=64", "--gridDim=2"];
    let good = run("stencil.cu", &sizes);
    assert_eq!(good.status, 0, "{}", good.stderr);
    snapshot("golden/races", "gpuverify-verified", &good.stdout);
    let bad = run("early-return.cu", &sizes);
    assert_eq!(bad.status, 6);
    snapshot(
        "golden/races",
        "gpuverify-divergence",
        &without_choices(&bad.stderr),
    );
    let race = run("wrong-fence.cl", &["--local_size=64", "--num_groups=1"]);
    assert_eq!(race.status, 6);
    snapshot(
        "golden/races",
        "gpuverify-race",
        &without_choices(&race.stderr),
    );
    let unknown = run("recursion.cu", &sizes);
    assert_eq!(unknown.status, 13, "{}", unknown.stderr);
    assert!(
        unknown.stderr.contains("alpinist: unknown: "),
        "{}",
        unknown.stderr
    );
    let hunt = |name: &str, args: &[&str]| run(name, &[&sizes[..], args].concat());
    let nothing = hunt("stencil.cu", &["--findbugs"]);
    assert_eq!(nothing.status, 0, "{}", nothing.stderr);
    assert!(
        nothing
            .stdout
            .starts_with("No defects were found while analysing: ")
    );
    assert!(!nothing.stdout.contains("Verified"), "{}", nothing.stdout);
    assert_eq!(hunt("early-return.cu", &["--loop-unwind=3"]).status, 6);
    assert_eq!(hunt("stencil.cu", &["--loop-unwind=0"]).status, 1);
    assert_eq!(hunt("stencil.cu", &["--stop-at-opt"]).status, 13);
    assert_eq!(run("stencil.cu", &["--blockDim=64"]).status, 1);
    assert_eq!(run("stencil.cu", &["--help"]).status, 0);
    assert_eq!(run("no-such-file.cu", &sizes).status, 1);
}

#[test]
fn an_order_of_operands_that_matters_is_listed_and_can_be_denied() {
    if !clang() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("k.cu");
    let text = "__device__ int meet(int v) { __syncthreads(); return v; }\n\
                __global__ void k(int *a) { __shared__ int s[64]; int i = threadIdx.x; s[i] = i;\n\
                __syncthreads();\n\
                a[i] = s[63 - i] + meet(i); }\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let args = ["races", "--block", "64", "--grid", "1", file];
    let listed = alpinist_in(root(), &args);
    assert_eq!(listed.status, 0, "{}{}", listed.stdout, listed.stderr);
    let said =
        "operands are evaluated from left to right, and of an assignment the right side first, at ";
    assert!(listed.stderr.contains(said), "{}", listed.stderr);
    assert!(listed.stderr.contains(":4:"), "{}", listed.stderr);
    let denied = alpinist_in(root(), &[&args[..], &["--deny", "order"]].concat());
    assert_eq!(denied.status, 3, "{}{}", denied.stdout, denied.stderr);
}
/// Sizes of a block and of the grid, and the host code that they follow from.
#[rustfmt::skip]
const LAUNCHED: &[(&str, &str, &str)] = &[
    ("64", "4", "k<<<4, 64>>>(a, n);"),
    ("64", "*", "auto go = [&](auto f) { f<<<2, 64>>>(a, n); }; go(k); k<<<1, 64>>>(a, n);"),
    ("128", "2", "const int t = 128; k<<<2, t>>>(a, n);"),
    ("16,4", "3", "dim3 b(16, 4); dim3 g(3); k<<<g, b>>>(a, n);"),
    ("*", "1", "dim3 b(8); b.y = 2; k<<<1, b>>>(a, n);"),
    ("*", "1", "dim3 b; b = dim3(32, 2); k<<<1, b>>>(a, n);"),
    ("*", "1", "dim3 b(32); dim3 &same = b; same.y = 2; k<<<1, b>>>(a, n);"),
    ("*", "1", "dim3 b(32); dim3 *same = &b; same->y = 2; k<<<1, b>>>(a, n);"),
    ("*", "1", "int t = 64; if (n > 9) t = 128; k<<<1, t>>>(a, n);"),
    ("*", "1", "int t = 64; { int t = n; k<<<1, t>>>(a, n); }"),
    ("*", "1", "k<<<1, 64>>>(a, n); k<<<1, 128>>>(a, n);"),
    ("64", "*", "k<<<(n + 63) / 64, 64>>>(a, n);"),
    // By reference, but for what takes values; `change(t)` declares another `t` where `change` is a type.
    ("*", "1", "int t = 64; change(t); k<<<1, t>>>(a, n);"),
    ("*", "1", "int t = 64; std::swap(n, t); k<<<1, t>>>(a, n);"),
    ("*", "1", "const int t = 64; change(t); k<<<1, t>>>(a, n);"),
    ("64", "1", "int t = 64; cudaMalloc(&a, t); k<<<1, t>>>(a, n);"),
    // A loop brings back what stands behind the launch.
    ("*", "1", "int t = 64; while (n) { k<<<1, t>>>(a, n); t = 128; }"),
    ("64", "1", "int t = 64; while (n) { k<<<1, t>>>(a, n); n--; }"),
    // A part.
    ("*", "1", "dim3 b(32, 1); b.y <<= 1; k<<<1, b>>>(a, n);"),
    ("*", "1", "dim3 b(32, 1); b.y++; k<<<1, b>>>(a, n);"),
    // A type that does not hold the value, and what others may set.
    ("*", "1", "unsigned char t = 320; k<<<1, t>>>(a, n);"),
    ("*", "1", "static int t = 64; k<<<1, t>>>(a, n); t = 128;"),
    ("*", "1", "k<<<1, shared_by_all>>>(a, n);"),
    ("64", "1", "k<<<1, fixed_for_all>>>(a, n);"),
    ("*", "1", "int t = 64; k<<<1, --t>>>(a, n);"),
    ("*", "1", "int t = 64; (t) = 128; k<<<1, t>>>(a, n);"),
    ("*", "1", "int t = 64, m = 0; auto &r = n ? t : m; r = 128; k<<<1, t>>>(a, n);"),
    ("*", "1", "int t = 64; int *q = &(t); *q = 128; k<<<1, t>>>(a, n);"),
    ("*", "1", "int u = 64; CHANGE; k<<<1, u>>>(a, n);"),
    // A macro is text.
    ("*", "1", "k<<<1, SUM * 2>>>(a, n);"),
    ("32", "1", "k<<<1, SUM>>>(a, n);"),
    ("64", "1", "k<<<1, BRACKETS * 2>>>(a, n);"),
    // One argument of a constructor may be copied.
    ("*", "1", "dim3 c(8, 8); dim3 b(c); k<<<1, b>>>(a, n);"),
    ("*", "1", "dim3 b(get()); k<<<1, b>>>(a, n);"),
    ("*", "1", "dim3 b(n); k<<<1, b>>>(a, n);"),
    // A part, by reference or in brackets.
    ("*", "1", "dim3 b(64); set(b.y); k<<<1, b>>>(a, n);"),
    ("*", "1", "dim3 b(64); (b.x) = 128; k<<<1, b>>>(a, n);"),
    ("*", "1", "dim3 b(64); scanf(\"%u\", &(b.x)); k<<<1, b>>>(a, n);"),
    ("*", "1", "int t = 64; std::reference_wrapper<int> r = t; r.get() = 128; k<<<1, t>>>(a, n);"),
    ("*", "1", "int t = 64, u = 32; (n ? t : u) = 128; k<<<1, t>>>(a, n);"),
    // Another name of the kernel.
    ("*", "1", "auto g(k); g<<<1, 128>>>(a, n); k<<<1, 64>>>(a, n);"),
    ("*", "1", "K<<<1, 128>>>(a, n); k<<<1, 64>>>(a, n);"),
    ("*", "*", "\n#define L(name) name##k<<<1, 128>>>(a, n)\nL(); k<<<1, 64>>>(a, n);"),
    ("*", "1", "for (auto f : {k}) f<<<1, 128>>>(a, n); k<<<1, 64>>>(a, n);"),
    ("*", "*", "cudaGraphAddNode(&m, g, 0, 0, &p); k<<<1, 64>>>(a, n);"),
    // Another kernel.
    ("64", "1", "other<<<1, 128>>>(a); k<<<1, 64>>>(a, n);"),
    // No whole numbers.
    ("*", "1", "const double t = 64; k<<<1, t / 3 * 6>>>(a, n);"),
    // A reference of the file's own.
    ("*", "1", "int t = 64; exit(t); k<<<1, t>>>(a, n);"),
    // A header may change it.
    ("*", "1", "k<<<1, ABOVE>>>(a, n);"),
    // In a string nothing is defined.
    ("*", "1", "k<<<1, HIDDEN>>>(a, n);"),
];

/// What the host code says of the sizes, and which are taken from it: none that it may change.
#[test]
fn sizes_come_from_launches() {
    if !clang() {
        return;
    }
    for (block, grid, host) in LAUNCHED {
        let text = format!(
            "#define ABOVE 64\n#include \"changes.h\"\nvoid exit(int &t);\n\
             #define CHANGE u += 64\n#define SUM 16 + 16\n#define BRACKETS (16 + 16)\n\
             #define K k\n\
             const char *text = R\"(\n#define HIDDEN 64\n)\";\n__global__ void other(int *a);\n\
             int shared_by_all = 64; const int fixed_for_all = 64;\n\
             __global__ void k(int *a, int n) {{ a[blockIdx.x * blockDim.x + threadIdx.x] = n; }}\n\
             void host(int *a, int n) {{ {host} }}\n"
        );
        let folder = folder(&[("k.cu", &text)]);
        let run = alpinist_in(folder.path(), &["races", "k.cu", "--no-cache"]);
        let mut lines = run.stdout.lines().chain(run.stderr.lines());
        let line = lines.find(|line| line.contains("kernel `k`"));
        let line = line.unwrap_or_default();
        assert!(line.contains(&format!("block {block} (")), "{host}: {line}");
        assert!(line.contains(&format!("grid {grid} (")), "{host}: {line}");
    }
}

#[test]
fn constants_that_launches_pass_are_used_where_any_number_would_be_wrong() {
    if !clang() {
        return;
    }
    let stride = "int s";
    // Parameters, launches, whether the kernel is verified, whether the launches are taken for granted.
    let cases = [
        (stride, "k<<<1, 64>>>(a, 2);", true, true),
        (
            stride,
            "k<<<1, 64>>>(a, 2); k<<<1, 64>>>(a, 3);",
            true,
            true,
        ),
        (stride, "const int s = 4; k<<<1, 64>>>(a, s);", true, true),
        (stride, "k<<<1, 64>>>(a, 0);", false, false),
        (
            stride,
            "k<<<1, 64>>>(a, 2); k<<<1, 64>>>(a, 0);",
            false,
            false,
        ),
        (
            stride,
            "k<<<1, 64>>>(a, 2); k<<<1, 64>>>(a, n);",
            false,
            false,
        ),
        (
            stride,
            "int s = 4; if (n) s = 0; k<<<1, 64>>>(a, s);",
            false,
            false,
        ),
        // What is passed is converted.
        ("unsigned char s", "k<<<1, 64>>>(a, 256);", false, false),
        ("unsigned char s", "k<<<1, 64>>>(a, 259);", true, true),
        (
            "unsigned short s",
            "k<<<1, 64>>>(a, 65536); k<<<1, 64>>>(a, 2);",
            false,
            false,
        ),
        ("unsigned short s", "k<<<1, 64>>>(a, 65538);", true, true),
        ("long s", "k<<<1, 64>>>(a, -1u);", false, false),
        ("long s", "k<<<1, 64>>>(a, 4294967296);", true, true),
        ("int s", "k<<<1, 64>>>(a, 4294967296);", false, false),
        ("long s", "k<<<1, 64>>>(a, -2);", true, true),
        ("long s", "k<<<1, 64>>>(a, -0x80000000);", false, false),
        ("long s", "k<<<1, 64>>>(a, -1ul);", false, false),
        // A variable has what its type holds: zero here.
        (
            "long s",
            "const int s = 4294967296; k<<<1, 64>>>(a, s);",
            false,
            false,
        ),
        ("bool s", "k<<<1, 64>>>(a, 1);", true, true),
        ("bool s", "k<<<1, 64>>>(a, true);", true, true),
        ("bool s", "k<<<1, 64>>>(a, false);", false, false),
        ("int s", "k<<<1, 64>>>(a, 0b10);", true, true),
        ("int s", "k<<<1, 64>>>(a, 00);", false, false),
        // Arguments that do not stand where their parameters do.
        (stride, "k<<<1, 64>>>(PAIR);", false, false),
        ("int s = 0", "k<<<1, 64>>>(a);", false, false),
        // Right for any number.
        (
            "unsigned long long s, int n = 1",
            "k<<<1, 1>>>(a, 2, 3);",
            true,
            false,
        ),
    ];
    for (params, host, verified, taken) in cases {
        let text = format!(
            "#define PAIR a, 0\n\
             __global__ void k(int *a, {params}) {{ a[threadIdx.x * s] = 1; }}\n\
             void host(int *a, int n) {{ {host} }}\n"
        );
        let folder = folder(&[("k.cu", &text)]);
        let run = alpinist_in(folder.path(), &["races", "k.cu", "--no-cache"]);
        assert_eq!(
            run.status == 0,
            verified,
            "{params}; {host}: {}",
            run.stderr
        );
        // That it is a power of two may be listed of what is no constant.
        let mut said = run.stderr.split("the parameter `s` is ").skip(1);
        let listed = said.any(|value| !value.starts_with("a power of two"));
        // What is wrong with what is passed is told with it.
        if verified {
            assert_eq!(listed, taken, "{params}; {host}: {}", run.stderr);
        }
    }
}

/// Read as PVL, a kernel would be full of mistakes that nobody made.
#[test]
fn languages_are_not_mixed_up() {
    let files = [
        ("k.cu", "__global__ void k() {}\n"),
        ("k.cl", ""),
        ("k.pvl", COUNT),
    ];
    let home = folder(&files);
    for command in ["verify", "optimize", "plan", "audit", "fmt"] {
        for file in ["k.cu", "k.cl"] {
            let run = alpinist_in(home.path(), &[command, file]);
            assert_eq!(run.status, 2, "{command}: {}", run.stderr);
            let says = |word: &str| run.stderr.contains(word);
            let help = format!("alpinist races {file}");
            assert!(says("[C022]") && says(&help), "{command}: {}", run.stderr);
        }
    }
    if !clang() {
        return;
    }
    let run = alpinist_in(home.path(), &["races", "k.pvl"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("alpinist verify k.pvl"),
        "{}",
        run.stderr
    );
}

/// What goes wrong only where arithmetic has no defined result is told with the arithmetic that has none.
#[test]
fn what_is_wrong_only_by_undefined_arithmetic_names_it() {
    if !clang() {
        return;
    }
    let text = "\
__global__ void add(int *a) {
  int x = 2147483647;
  if (x + (int)threadIdx.x < 0) a[0] = 1;
}
__global__ void shift(int *a) {
  if ((1u << threadIdx.x) == 0) a[0] = 1;
}
";
    let home = folder(&[("k.cu", text)]);
    let said = |kernel: &str| {
        let sizes = ["--block", "64", "--grid", "1", "--kernel", kernel];
        let args = [&["races", "--stable"], &sizes[..], &["k.cu"]].concat();
        alpinist_in(home.path(), &args).stderr
    };
    let (overflow, wide) = (
        "signed arithmetic overflows",
        "a number is shifted by as many bits as it has, or more",
    );
    let add = said("add");
    assert!(
        add.contains(&format!("shows it in which {overflow}\n")),
        "{add}"
    );
    assert!(add.contains(&format!("only where {overflow};")), "{add}");
    assert!(!add.contains("shifted"), "{add}");
    let shift = said("shift");
    assert!(
        shift.contains(&format!("shows it in which {wide}")),
        "{shift}"
    );
    assert!(!shift.contains(overflow), "{shift}");
    // Where a kernel has several kinds, all that may be meant are named.
    let words = |signed, mixed, division, shift| {
        let of = inspect::undefinable::Undefinable {
            signed,
            mixed,
            division,
            shift,
        };
        of.words()
    };
    assert_eq!(words(true, false, false, false), overflow);
    assert_eq!(words(false, false, false, true), wide);
    assert_eq!(
        words(true, false, true, true),
        format!("{overflow}, something is divided by zero or {wide}")
    );
}

/// No device starts such blocks of CUDA; those of OpenCL depend on the device.
#[test]
fn blocks_that_no_launch_has_are_refused() {
    if !clang() {
        return;
    }
    let kernel =
        "__global__ void k(int *a) {\n  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n";
    let opencl = "__kernel void k(__global int *a) {\n  a[get_global_id(0)] = 1;\n}\n";
    let home = folder(&[
        ("k.cu", kernel),
        ("k.cl", opencl),
        ("own/k.cu", kernel),
        (
            "own/alpinist.toml",
            "[[kernel]]\nfiles = [\"k.cu\"]\nblock = 2048\ngrid = 1\n",
        ),
    ]);
    let run = |command: &str, block: &str, file: &str| {
        let args = [
            command, "--jobs", "1", "--block", block, "--grid", "1", file,
        ];
        alpinist_in(home.path(), &args)
    };
    for command in ["races", "repair"] {
        for block in ["2048", "64,32", "1,1,128"] {
            let refused = run(command, block, "k.cu");
            assert_eq!(refused.status, 2, "{block}: {}", refused.stderr);
            let says = "a block has at most 1024 threads, and 64 in the third dimension";
            assert!(refused.stderr.contains(says), "{}", refused.stderr);
            assert!(refused.stderr.contains("`--block`"), "{}", refused.stderr);
        }
        assert_eq!(run(command, "1024", "k.cu").status, 0);
        assert_eq!(run(command, "2048", "k.cl").status, 0);
    }
    for args in [&["races", "k.cu"][..], &["ci"]] {
        let refused = alpinist_in(&home.path().join("own"), args);
        assert_eq!(refused.status, 2, "{}", refused.stderr);
        let says = "`block` in alpinist.toml";
        assert!(refused.stderr.contains(says), "{}", refused.stderr);
    }
}

#[test]
fn a_file_without_kernels_says_why_it_may_have_none() {
    if !clang() {
        return;
    }
    for (name, text, status, says) in [
        (
            "x.cu",
            "void k(int *a) {\n  a[threadIdx.x] = 1;\n}\n",
            3,
            "`threadIdx` in line 2 is for kernels and what they call; write `__global__` before",
        ),
        (
            "x.cu",
            "__kernel void k(__global int *a) {\n  a[get_local_id(0)] = 1;\n}\n",
            3,
            "`__kernel` in line 1 is OpenCL, and the file is read as CUDA: name it `.cl`",
        ),
        (
            "x.cl",
            "__global__ void k(int *a) {\n  a[threadIdx.x] = 1;\n}\n",
            2,
            "`__global__` in line 1 is CUDA, and the file is read as OpenCL: name it `.cu`",
        ),
        (
            "x.cl",
            "void k(__global int *a) {\n  a[get_local_id(0)] = 1;\n}\n",
            3,
            "write `__kernel` before",
        ),
    ] {
        let home = folder(&[(name, text)]);
        let run = alpinist_in(home.path(), &["races", "--jobs", "1", name]);
        assert_eq!(run.status, status, "{}", run.stderr);
        assert_eq!(run.stderr.matches(says).count(), 1, "{}", run.stderr);
    }
    // There is no more to say of a file of the host's.
    let home = folder(&[("x.cu", "int f() { return 0; } // threadIdx\n")]);
    let run = alpinist_in(home.path(), &["races", "--jobs", "1", "x.cu"]);
    assert!(!run.stderr.contains("help"), "{}", run.stderr);
}

/// What an execution shows is told as a fact.
#[test]
fn what_is_certain_is_not_said_to_be_possible() {
    if !clang() {
        return;
    }
    let mut certain = 0;
    for name in [
        "guarded-barrier.cu",
        "off-by-one.cu",
        "assertion.cu",
        "reduction-racy.cu",
    ] {
        let run = example(name, &["--format", "json"]);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        for kernel in report["files"][0]["kernels"].as_array().unwrap() {
            for found in kernel["findings"].as_array().unwrap() {
                let message = found["message"].as_str().unwrap();
                let unsure = message.contains("may ") || message.contains("possible ");
                assert_eq!(unsure, found["certain"] == false, "{message}");
                certain += usize::from(!unsure);
            }
        }
    }
    assert!(certain > 2, "{certain}");
}
