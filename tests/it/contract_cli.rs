//! `alpinist contract`: contracts as text, as programs that hold launches against them, and written down.

use crate::common::{alpinist_in, folder, say};
use std::path::Path;
use std::process::Command;

const KERNELS: &str = "\
//@ requires n % 4 == 0 && n * m <= 9223372036854775807;
__global__ void turned(int *out, const int *in, int n, unsigned long long m, bool f) {
  __shared__ int kept[64];
  kept[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[63 - threadIdx.x];
}
template <class T>
__global__ void rows(T *a, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  for (int row = 0; row < 4; ++row) {
    a[row * width + column] = column;
  }
}
void start(float *a) { rows<<<2, 32>>>(a, 64); }
";

/// A text that calls what was emitted; it prints what is said of each launch.
const MAIN: &str = "\
#include \"contracts.h\"
#include <cstdio>
struct dim3 { unsigned x, y, z; };
using namespace alpinist_contract;
void say(const result &one) {
  std::printf(\"%s\\n\", one ? \"ok\" : (std::string(one.clause) + \": \" + one.values).c_str());
}
int main() {
  int out[512], in[256];
  array a{out, 1024}, b{in, sizeof in}, part{out + 1, 1024};
  dim3 grid{4, 1, 1};
  say(check_turned(grid, dim3{64, 1, 1}, 0, a, b, 8, 2, true));
  say(check_turned(grid, dim3{64, 1, 1}, 0, a, b, 7, 2, true));
  say(check_turned(grid, dim3{32, 1, 1}, 0, a, b, 8, 2, true));
  say(check_turned(grid, dim3{64, 2, 1}, 0, a, b, 8, 2, true));
  say(check_turned(4, 64, 0, a, part, 8, 2, true));
  say(check_turned(4, 64, 0, a, b, 2000000000, 18446744073709551612ull, true));
  say(check_rows_float(2, 32, 0, a, 64));
  say(check_rows_float(2, 32, 0, a, 63));
}
";

const SAID: [&str; 8] = [
    "ok",
    "n % 4 == 0: n = 7",
    "blockDim.x == 64",
    "blockDim.y == 1",
    "disjoint(out, in)",
    "n * m <= 9223372036854775807",
    "ok",
    "width >= gridDim.x * blockDim.x",
];

fn is_said(said: &str) {
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), SAID.len(), "{said}");
    for (line, expected) in lines.iter().zip(SAID) {
        assert!(line.starts_with(expected), "{line} instead of {expected}");
    }
}

fn no_clang() -> bool {
    let none = clang::find::Program::find().is_none();
    if none {
        say("skipped: there is no clang (./x setup)");
    }
    none
}

fn read(home: &Path, file: &str) -> String {
    std::fs::read_to_string(home.join(file)).unwrap()
}

/// A compiler of C++, clang if it links; none if none makes a program that runs.
fn compiler(home: &Path) -> Option<Vec<String>> {
    let of = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let mut all: Vec<Vec<String>> = vec![of(&["clang++"]), of(&["c++"])];
    // The one in `zig` makes a library first.
    if let Some(clang) = clang::find::Program::find().filter(|one| one.leading.is_empty()) {
        let path = clang.path.display().to_string();
        all.insert(0, of(&[&path, "--driver-mode=g++"]));
    }
    let text = "#include <string>\nint main() { return std::string(\"a\").size() - 1; }\n";
    std::fs::write(home.join("try.cpp"), text).unwrap();
    let mut all = all.into_iter();
    all.find(|command| run(home, command, "try.cpp").is_ok())
}

/// What a program prints that is made of a file.
fn run(home: &Path, command: &[String], file: &str) -> Result<String, String> {
    let (program, options) = command.split_first().unwrap();
    let made = Command::new(program)
        .args(options)
        .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic"])
        .args([file, "-o", "made"])
        .current_dir(home)
        .output()
        .map_err(|error| error.to_string())?;
    if !made.status.success() {
        return Err(String::from_utf8_lossy(&made.stderr).into_owned());
    }
    let done = Command::new(home.join("made")).output();
    let done = done.map_err(|error| error.to_string())?;
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        false => Err("it ends abnormally".to_owned()),
    }
}

#[test]
fn a_header_finds_the_launch_that_violates_a_contract() {
    if no_clang() {
        return;
    }
    let home = folder(&[("k.cu", KERNELS), ("main.cpp", MAIN)]);
    let made = alpinist_in(home.path(), &["contract", "--emit", "header", "k.cu"]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    std::fs::write(home.path().join("contracts.h"), &made.stdout).unwrap();
    let Some(command) = compiler(home.path()) else {
        say("skipped: there is no compiler of C++ that links");
        return;
    };
    let said = run(home.path(), &command, "main.cpp");
    is_said(&said.unwrap());
}

#[test]
fn a_module_finds_the_launch_that_violates_a_contract() {
    if no_clang() || Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let home = folder(&[("k.cu", KERNELS)]);
    let made = alpinist_in(home.path(), &["contract", "--emit", "python", "k.cu"]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    let text = "\nclass Array:\n    def __init__(self, at, nbytes):\n        self.at, self.nbytes = at, nbytes\n\
        \x20   def data_ptr(self):\n        return self.at\n\n\
        a, b, part = Array(4096, 1024), Array(8192, 1024), Array(4100, 1024)\n\
        def say(kernel, grid, block, **args):\n    one = check(grid, block, args, kernel=kernel)\n\
        \x20   print('ok' if one else f'{one.clause}: ' + ', '.join(f'{n} = {v}' for n, v in one.values.items()))\n\
        say('turned', 4, (64,), out=a, **{'in': b}, n=8, m=2, f=True)\n\
        say('turned', 4, 64, out=a, **{'in': b}, n=7, m=2, f=True)\n\
        say('turned', 4, 32, out=a, **{'in': b}, n=8, m=2, f=True)\n\
        say('turned', 4, (64, 2), out=a, **{'in': b}, n=8, m=2, f=True)\n\
        say('turned', 4, 64, out=a, **{'in': part}, n=8, m=2, f=True)\n\
        say('turned', 4, 64, out=a, **{'in': b}, n=2000000000, m=18446744073709551612, f=True)\n\
        say('rows<float>', 2, 32, a=a, width=64)\n\
        say('rows<float>', 2, 32, a=a, width=63)\n";
    std::fs::write(home.path().join("made.py"), made.stdout + text).unwrap();
    let done = Command::new("python3")
        .arg("made.py")
        .current_dir(home.path())
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    is_said(&String::from_utf8_lossy(&done.stdout));
}

#[test]
fn inferred_clauses_are_written_down_once() {
    if no_clang() {
        return;
    }
    let home = folder(&[("k.cu", KERNELS)]);
    let run = alpinist_in(home.path(), &["contract", "--in-place", "k.cu"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let text = read(home.path(), "k.cu");
    let kept: String = text
        .lines()
        .filter(|line| !line.starts_with("//@ ") || line.contains("n * m"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(kept, KERNELS);
    assert_eq!(text.matches("//@ requires").count(), 6, "{text}");
    let run = alpinist_in(home.path(), &["contract", "--in-place", "k.cu"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(read(home.path(), "k.cu"), text);
    let run = alpinist_in(home.path(), &["races", "--no-infer", "k.cu"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("// written in line 1\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_comment_that_is_no_clause_is_reported() {
    if no_clang() {
        return;
    }
    let body =
        "__global__ void k(int *p, int n) { p[blockIdx.x * blockDim.x + threadIdx.x] = n; }\n";
    let cases = [
        ("//@ requires n > 0;\n", 0, ""),
        ("/*@ requires n > 0; requires n < 9; @*/\n", 0, ""),
        ("//@ ensures true;\n", 0, "K014"),
        ("//@ requires n > 0\n", 2, "ends with `;`"),
        ("//@ requires n;\n", 2, "a comparison is expected"),
        ("//@ requires m > 0;\n", 2, "`m` is no parameter"),
        ("//@ requires p > 0;\n", 2, "`p` is no integer"),
        ("//@ requires n > 0; n < 9;\n", 2, "`requires` is expected"),
        (
            "//@ requires threadIdx.x < 9;\n",
            2,
            "differs among its threads",
        ),
        (
            "//@ requires n > 0;\n#ifdef A\n#endif\n",
            2,
            "the preprocessor decides",
        ),
        (
            "#ifdef A\n//@ requires n > 0;\n#endif\n",
            2,
            "the preprocessor decides",
        ),
        (
            "#define A /*@ requires n > 0; @*/\n",
            2,
            "the preprocessor decides",
        ),
        ("//@ requires n > 0;\nint x;\n", 2, "belongs to no kernel"),
        (
            "//@ requires n > 0;\n__global__ void k(int *p, int n);\n",
            2,
            "belongs to no kernel",
        ),
        ("#if 0\n//@ requires m > 0;\n#endif\n", 0, ""),
        (
            "#ifdef A\n//@ requires m > 0;\n__global__ void o(int m) {}\n#endif\n",
            0,
            "",
        ),
        ("const char *s = R\"(\n//@ requires m > 0;\n)\";\n", 0, ""),
        ("// \\\n//@ requires m > 0;\n", 0, ""),
    ];
    for (before, status, says) in cases {
        let home = folder(&[("k.cu", &format!("{before}{body}"))]);
        let run = alpinist_in(home.path(), &["races", "--jobs", "1", "k.cu"]);
        assert_eq!(run.status, status, "{before}{}", run.stderr);
        assert!(run.stderr.contains(says), "{before}{}", run.stderr);
        assert_eq!(
            status == 2,
            run.stderr.contains("K013"),
            "{before}{}",
            run.stderr
        );
        let shown = run.stderr.contains("// written in line");
        assert_eq!(
            shown,
            before.starts_with("//@ r") && status == 0 || before.starts_with("/*"),
            "{before}{}",
            run.stderr
        );
    }
    let vacuous = [
        "//@ requires n == 1;\n__global__ void k(int *p, int n) { if (n != 1) p[0] = n; }\n",
        "__global__ void k(int *p, int n) { __requires(n == 1); if (n != 1) p[0] = n; }\n",
    ];
    for text in vacuous {
        let home = folder(&[("k.cu", text)]);
        let run = alpinist_in(home.path(), &["races", "--jobs", "1", "k.cu"]);
        assert_eq!(run.status, 3, "{}", run.stderr);
        assert!(run.stderr.contains("[K015]"), "{}", run.stderr);
    }
    // OpenCL, and strings of Python.
    let cl = "/*@ requires get_local_size(0) == 64; @*/ __kernel void k(__global int *p) { p[get_global_id(0)] = 1; }\n";
    let py = format!(
        "import cupy\nk = cupy.RawKernel(r'''\n//@ requires n > 0;\nextern \"C\" {body}''', 'k')\n"
    );
    let home = folder(&[("k.cl", cl), ("k.py", &py)]);
    for (file, says) in [
        ("k.cl", "requires blockDim.x == 64    // written in line 1"),
        ("k.py", "requires n > 0    // written in line 3"),
    ] {
        let run = alpinist_in(home.path(), &["races", "--jobs", "1", file]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stderr.contains(says), "{}", run.stderr);
    }
}
