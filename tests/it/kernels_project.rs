//! Kernels of a project: what is kept from run to run.

use crate::common::{Run, command, folder};
use clang::find::Program;
use std::path::Path;

const KERNEL: &str = "#include \"size.h\"
__global__ void k(int *a) { if (threadIdx.x < SIZE) a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
";

/// The clang to be wrapped.
fn clang() -> Option<Program> {
    let found = Program::find();
    if found.is_none() {
        crate::common::say("skipped: there is no clang (./x setup)");
    }
    found
}

#[test]
#[cfg(unix)]
fn clang_runs_again_only_if_something_changed_that_it_reads() {
    use std::os::unix::fs::PermissionsExt;
    let Some(program) = clang() else { return };
    let home = folder(&[
        ("k.cu", KERNEL),
        ("inc/size.h", "#include \"more.h\"\n"),
        ("inc/more.h", "#define SIZE 64\n"),
    ]);
    let home = home.path();
    let leading: Vec<String> = program
        .leading
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let script = format!(
        "#!/bin/sh\necho run >> '{}'\nexec '{}' {} \"$@\"\n",
        home.join("runs").display(),
        program.path.display(),
        leading.join(" ")
    );
    let wrapper = home.join("wrapper");
    std::fs::write(&wrapper, script).unwrap();
    std::fs::set_permissions(&wrapper, std::fs::Permissions::from_mode(0o755)).unwrap();
    let runs = || std::fs::read_to_string(home.join("runs")).map_or(0, |text| text.lines().count());
    let races = |more: &[&str]| {
        let mut args = vec![
            "races", "k.cu", "-I", "inc", "--cache", "kept", "--block", "64",
        ];
        args.extend(more);
        let mut races = command(home, &args);
        Run::from(races.env("ALPINIST_CLANG", &wrapper).output().unwrap())
    };
    // Gives how often clang was run.
    let asks = |what: &str, status: i32, more: &[&str]| {
        let before = runs();
        let run = races(more);
        assert_eq!(run.status, status, "{what}: {}", run.stderr);
        runs() - before
    };
    assert!(asks("first", 0, &[]) > 0);
    assert_eq!(asks("again", 0, &[]), 0);
    assert_eq!(asks("no solver either", 0, &["--cache-mode", "enforce"]), 0);
    let warm = races(&["--format", "json"]);
    assert!(
        warm.stdout.contains("\"solver_calls\": 0"),
        "{}",
        warm.stdout
    );
    assert!(asks("a macro", 0, &["-D", "OTHER=1"]) > 0);
    let write = |name: &str, text: &str| std::fs::write(Path::new(home).join(name), text).unwrap();
    write("inc/more.h", "#define SIZE 32\n");
    assert!(asks("a header", 0, &[]) > 0);
    assert_eq!(asks("the header again", 0, &[]), 0);
    // It is found before the other one.
    write("size.h", "#define SIZE no\n");
    assert!(asks("a hidden header", 2, &[]) > 0);
    assert_eq!(asks("errors again", 2, &[]), 0);
}

const GOOD: &str =
    "__global__ void good(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
const BAD: &str = "__global__ void bad(int *a) { a[threadIdx.x] = blockIdx.x; }\n";
const MASKED: &str = "__global__ void masked(int *a, int n) {
  __assume(n == 1);
  if (threadIdx.x < n) a[blockIdx.x] = 1;
}\n";
const COUNT: &str = crate::common::COUNT;

fn ci(home: &Path, args: &[&str]) -> Run {
    crate::common::alpinist_in(home, &[&["ci", "--stable"], args].concat())
}

fn is(run: &Run, status: i32, says: &[&str]) {
    let said = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.status, status, "{said}");
    for one in says {
        assert!(said.contains(one), "no `{one}` in\n{said}");
    }
}

#[test]
fn ci_checks_the_kernels_that_alpinist_toml_names() {
    if clang().is_none() {
        return;
    }
    let toml = "[kernels]\ngrid = \"*\"\n
[[kernel]]\nfiles = [\"gpu\"]\nblock = 64\n
[[kernel]]\nfiles = [\"gpu/bad.cu\"]\nblock = [32]\ngrid = 1\n
[[program]]\nfiles = [\"count.pvl\"]\n";
    let home = folder(&[
        ("alpinist.toml", toml),
        ("gpu/good.cu", GOOD),
        ("gpu/bad.cu", BAD),
        ("count.pvl", COUNT),
    ]);
    let home = home.path();
    let run = ci(home, &["--cache", "kept"]);
    let good = "kernel `good`: verified; block 64 (alpinist.toml), grid * (alpinist.toml)";
    let bad = "kernel `bad`: verified; block 32 (alpinist.toml), grid 1 (alpinist.toml)";
    is(
        &run,
        0,
        &[
            good,
            bad,
            "2 kernels in 2 files: 2 verified",
            "1 of 1 program holds",
        ],
    );
    // The entry is also what `races` goes by, unless it is told otherwise.
    let races = |args: &[&str]| crate::common::alpinist_in(home, &[&["races"], args].concat());
    is(&races(&["gpu", "--stable"]), 0, &[good, bad]);
    is(
        &races(&["gpu/bad.cu", "--grid", "2"]),
        1,
        &["K301", "grid 2 (as given)"],
    );
    // All answers are there: nothing is started.
    let enforced = ci(home, &["--cache", "kept", "--cache-mode", "enforce"]);
    is(&enforced, 0, &[good, bad]);
    let json = ci(home, &["--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(value["kernels"].as_array().unwrap().len(), 2, "{value}");
    let schema = std::fs::read_to_string(crate::common::root().join("docs/report.schema.json"));
    let schema = serde_json::from_str(&schema.unwrap()).unwrap();
    let wrong = crate::common::schema::violations(&schema, &value);
    assert!(wrong.is_empty(), "{wrong:?}");
    std::fs::write(home.join("gpu/good.cu"), BAD).unwrap();
    is(&ci(home, &[]), 1, &["K301"]);
    let junit = ci(home, &["--format", "junit"]);
    is(
        &junit,
        1,
        &[
            "<testsuite name=\"gpu/good.cu\"",
            "<testsuite name=\"count.pvl\"",
        ],
    );
    is(
        &ci(home, &["--format", "sarif"]),
        1,
        &["\"ruleId\": \"K301\"", "relatedLocations"],
    );
}

#[test]
fn kernels_of_one_file_can_have_entries_of_their_own() {
    if clang().is_none() {
        return;
    }
    let toml = "[[kernel]]\nfiles = [\"k.cu\"]\nonly = [\"bad\"]\nblock = 32\ngrid = 1\n";
    let home = folder(&[("alpinist.toml", toml), ("k.cu", &format!("{GOOD}{BAD}"))]);
    let bad = "kernel `bad`: verified; block 32 (alpinist.toml), grid 1 (alpinist.toml)";
    let run = crate::common::alpinist_in(home.path(), &["races", "--stable", "k.cu"]);
    is(
        &run,
        0,
        &[
            bad,
            "kernel `good`: verified; block * (any size)",
            "in 1 file",
        ],
    );
    is(&ci(home.path(), &[]), 0, &[bad, "1 kernel in 1 file"]);
}

#[test]
fn what_kernels_take_for_granted_can_be_denied() {
    if clang().is_none() {
        return;
    }
    let toml = "[[kernel]]\nfiles = [\"k.cu\"]\nblock = 64\ngrid = 4\n";
    let home = folder(&[("alpinist.toml", toml), ("k.cu", MASKED)]);
    let home = home.path();
    is(
        &ci(home, &[]),
        3,
        &[
            "error[C024]",
            "`assume` is denied",
            "allow = [\"k.cu:masked\"]",
        ],
    );
    is(&ci(home, &["--deny", "lock-step"]), 0, &["verified"]);
    is(
        &ci(home, &["--deny", "addresses"]),
        3,
        &["address arithmetic does not wrap"],
    );
    let write = |text: &str| std::fs::write(home.join("alpinist.toml"), text).unwrap();
    write(&format!("allow = [\"k.cu:masked\"]\n{toml}"));
    is(&ci(home, &[]), 0, &["verified"]);
    write(&format!("deny = [\"assume\"]\n{toml}"));
    let races = crate::common::alpinist_in(home, &["races", "k.cu"]);
    is(&races, 3, &["C024"]);
}

#[test]
fn mistakes_about_kernels_in_alpinist_toml_have_a_place() {
    let home = folder(&[("k.cu", GOOD)]);
    let home = home.path();
    for (text, says) in [
        ("[kernels]\nblock = \"16;8\"\n", "block = \"16;8\""),
        ("[kernels]\ngrid = 1.5\n", "expected a size"),
        (
            "[[kernel]]\nfiles = [\"k.cu\"]\nblocks = 4\n",
            "unknown field `blocks`",
        ),
        (
            "[[kernel]]\nfiles = [\"k.cu\"]\nbits = 16\n",
            "`16` is none of 32, 64",
        ),
        (
            "[[kernel]]\nfiles = [\"k.cu\"]\nassume = [\"all\"]\n",
            "`all` is none of",
        ),
        ("[[kernel]]\nblock = 4\n", "a [[kernel]] names its `files`"),
        ("[kernels]\nfiles = [\"k.cu\"]\n", "`files` of [kernels]"),
        ("[[kernel]]\nfiles = [\"no.cu\"]\n", "no.cu"),
        ("", "alpinist.toml names no program and no kernel"),
    ] {
        std::fs::write(home.join("alpinist.toml"), text).unwrap();
        is(&ci(home, &[]), 2, &[says]);
    }
}

const OF_REAL: &str = "#include \"part.cuh\"\n#ifdef OLD\n#error old\n#endif
__global__ void whole(REAL *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = FACTOR; }
__global__ void other(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 2; }\n";

#[test]
fn a_project_says_how_its_files_are_compiled() {
    if clang().is_none() {
        return;
    }
    let compiled = "[{\"directory\": \".\", \"file\": \"src/k.cu\", \"command\": \"nvcc -DREAL=float -DOLD -UOLD -isystem inc --options-file more.rsp -std=c++17 -x cu -c src/k.cu\"},
      {\"directory\": \".\", \"file\": \"src/main.cpp\", \"arguments\": [\"g++\", \"-c\", \"src/main.cpp\"]}]";
    let home = folder(&[
        ("src/k.cu", OF_REAL),
        ("src/main.cpp", "#include \"../inc/part.cuh\"\n"),
        (
            "inc/part.cuh",
            "template <class T> __global__ void part(T *a, REAL b) { a[blockIdx.x] = b; }\n\
             template __global__ void part<REAL>(REAL *, REAL);\n",
        ),
        (
            "inc/alone.cuh",
            "__global__ void alone(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n",
        ),
        (
            "build/compile_commands.json",
            &compiled.replace("\".\"", "\"..\""),
        ),
        ("more.rsp", "-D FACTOR=2\n"),
        ("bad/compile_commands.json", "[{\"file\": 3}]"),
    ]);
    let races = |args: &[&str]| {
        let all = [&["races", "--format", "json"], args].concat();
        Run::from(command(home.path(), &all).output().unwrap())
    };
    // What the build gives is asked for, and its neighbour is checked.
    let without = races(&["src/k.cu", "-I", "inc"]);
    assert_eq!(without.status, 2, "{}", without.stdout);
    assert!(
        without.stdout.contains("`-D REAL=VALUE`, or `-p DIR`"),
        "{}",
        without.stdout
    );
    assert!(
        without.stdout.contains("\"verdict\": \"verified\""),
        "{}",
        without.stdout
    );
    let with = races(&["src/k.cu", "-p", "build"]);
    assert!(
        !with.stdout.contains("not understood"),
        "{}{}",
        with.stdout,
        with.stderr
    );
    assert!(
        with.stdout.contains("\"name\": \"whole\""),
        "{}",
        with.stdout
    );
    // The command line wins.
    let own = races(&["src/k.cu", "-p", "build", "-D", "REAL=nothing"]);
    assert_eq!(own.status, 2, "{}", own.stdout);
    // A header is read through the file of CUDA that includes it, and its kernels are told where they stand.
    let header = races(&["inc/part.cuh", "-p", "build"]);
    assert!(
        header.stdout.contains("\"name\": \"part<float>\""),
        "{}",
        header.stdout
    );
    assert!(header.stdout.contains("inc/part.cuh"), "{}", header.stdout);
    assert!(
        !header.stdout.contains("\"name\": \"whole\""),
        "{}",
        header.stdout
    );
    // One that nothing includes is read as it is.
    let alone = races(&["inc/alone.cuh", "-p", "build"]);
    assert_eq!(alone.status, 0, "{}", alone.stdout);
    for place in ["bad", "nowhere"] {
        let wrong = races(&["inc/alone.cuh", "-p", place]);
        assert_eq!(wrong.status, 2, "{}", wrong.stdout);
        assert!(
            wrong.stdout.contains("C004") || wrong.stderr.contains("C004"),
            "{}",
            wrong.stderr
        );
    }
    let file = home.path().join("alpinist.toml");
    std::fs::write(file, "[kernels]\nproject = \"build\"\n").unwrap();
    let settings = races(&["src/k.cu"]);
    assert!(
        !settings.stdout.contains("not understood"),
        "{}",
        settings.stdout
    );
}

const PART: &str = "__global__ void part(int *a) {
  __shared__ int s[SIZE];
  int i = threadIdx.x;
  if (i < SIZE) s[i] = a[blockIdx.x * SIZE + i];
  __syncthreads();
  if (i < SIZE) a[blockIdx.x * SIZE + i] = s[SIZE - 1 - i];
}
";

#[test]
fn a_part_of_a_file_is_read_through_the_one_that_includes_it() {
    if clang().is_none() {
        return;
    }
    let main = "#define SIZE 64
#include \"part.cu\"
__global__ void other(int *a) { a[0] = 1; }
int main() { part<<<4, 64>>>(nullptr); }
";
    let home = folder(&[("part.cu", PART), ("main.cu", main)]);
    let run = Run::from(
        command(home.path(), &["races", "part.cu"])
            .output()
            .unwrap(),
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    for words in [
        "note[K018]: `part.cu` lacks names alone, and is read through `main.cu`, which includes it",
        "part.cu:1: kernel `part`: verified",
        "1 kernel in 1 file: 1 verified",
    ] {
        assert!(run.stderr.contains(words), "{words}: {}", run.stderr);
    }
    // Where nothing includes it, or what does lacks names as well, it is not read.
    let others = [
        ("none", "int main() {}\n"),
        ("lacking", "#include \"part.cu\"\n"),
    ];
    for (name, text) in others {
        let home = folder(&[("part.cu", PART), ("main.cu", text)]);
        let run = Run::from(
            command(home.path(), &["races", "part.cu"])
                .output()
                .unwrap(),
        );
        assert_eq!(run.status, 2, "{name}: {}", run.stderr);
        assert!(run.stderr.contains("K002"), "{name}: {}", run.stderr);
    }
}
