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
        (
            "template.cu",
            "template <class T> __global__ void t(T *p) { typename gone::Sum<T>::S s; p[0] = s(); }\n",
        ),
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
    // That a template has a wrong body is said, and not that there is none.
    let broken = run(&["--instantiate", "t<int>", "template.cu"]);
    let codes = ["[K002]", "[C023]"].map(|code| broken.stderr.contains(code));
    assert_eq!(
        (broken.status, codes),
        (2, [true, false]),
        "{}",
        broken.stderr
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
    let refused = run("recursion.cu", &sizes);
    assert_eq!(refused.status, 4, "{}", refused.stderr);
    let said = refused.stderr.contains("Recursion is not supported");
    assert!(said, "{}", refused.stderr);
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
        "operands are evaluated left to right, and the right side of an assignment first, at ";
    assert!(listed.stderr.contains(said), "{}", listed.stderr);
    assert!(listed.stderr.contains(":4:"), "{}", listed.stderr);
    let denied = alpinist_in(root(), &[&args[..], &["--deny", "order"]].concat());
    assert_eq!(denied.status, 3, "{}{}", denied.stdout, denied.stderr);
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
    for command in ["verify", "audit", "fmt"] {
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
        "a shift is by the operand's width or more",
    );
    let add = said("add");
    assert!(
        add.contains(&format!("shown by an execution in which {overflow}\n")),
        "{add}"
    );
    assert!(add.contains(&format!("only where {overflow};")), "{add}");
    assert!(!add.contains("shifted"), "{add}");
    let shift = said("shift");
    assert!(
        shift.contains(&format!("shown by an execution in which {wide}")),
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
            let says = "a block has at most 1024 threads, and at most 64 in z";
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

/// Numbers of threads that do not fit in an `int` wrap, which no kernel is checked for.
#[test]
fn grids_with_too_many_threads_are_refused() {
    let home = folder(&[
        (
            "k.cu",
            "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n",
        ),
        (
            "k.cl",
            "__kernel void k(__global int *a) { a[get_local_id(0)] = 1; }\n",
        ),
        (
            "own/k.cu",
            "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n",
        ),
        (
            "own/alpinist.toml",
            "[[kernel]]\nfiles = [\"k.cu\"]\nblock = 1024\ngrid = 2097152\n",
        ),
    ]);
    for (grid, block, file) in [
        ("4194304", "1024", "k.cu"),
        ("4194304", "1024", "k.cl"),
        ("2147483647", "*", "k.cu"),
        ("1,65535", "1,65535", "k.cl"),
    ] {
        let args = ["races", "--block", block, "--grid", grid, file];
        let refused = alpinist_in(home.path(), &args);
        assert_eq!(refused.status, 2, "{grid} {block}: {}", refused.stderr);
        let says = "is not supported: the limit is 2147482623";
        assert!(refused.stderr.contains(says), "{}", refused.stderr);
    }
    let refused = alpinist_in(&home.path().join("own"), &["races", "k.cu"]);
    assert_eq!(refused.status, 2, "{}", refused.stderr);
    assert!(
        refused.stderr.contains("2147483648 threads"),
        "{}",
        refused.stderr
    );
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
