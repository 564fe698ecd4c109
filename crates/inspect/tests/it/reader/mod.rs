//! Changed syntax trees of clang's and changed sources through reader, lowering and, a part of them, the
//! search for races and the reports: an honest answer comes, without panic (caught ones count), without
//! an exhausted stack, within limits of processor time and memory.
//!
//! A few every day. `READER_TREES=N` and `READER_SOURCES=N` take N, `READER_SEED=S` those from seed S on,
//! `READER_JOBS=J` as many processes at once (`./x judge reader`).
//!
//! The changes are made and read in a process of their own, which the system limits: what exhausts a
//! stack ends a process, and what never ends would keep a thread for ever.

mod child;
mod dice;
mod driver;
mod json;
mod judge;
mod texts;
mod trees;

use clang::Request;
use clang::find::Program;
use clang::tree::Language;
use std::path::{Path, PathBuf};

/// A file to begin with.
struct Source {
    name: String,
    text: String,
}

impl Source {
    fn request(&self, text: &str) -> Request {
        let language = match self.name.ends_with(".cl") {
            true => Language::OpenCl,
            false => Language::Cuda,
        };
        Request::new(&self.name, text, language)
    }
}

/// Our own kernels, and the published ones if they are there.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders: Vec<PathBuf> = [
        "examples/kernels-c",
        "crates/races/tests/kernels",
        "crates/clang/tests/kernels",
        "tests/kernels-real",
    ]
    .map(|folder| root.join(folder))
    .to_vec();
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    folders.push(
        named
            .unwrap_or(root.join("../shared/corpus"))
            .join("kernels"),
    );
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|end| end.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("cu" | "cl") => paths.push(path),
                _ => {}
            }
        }
    }
    paths.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    let mut all = Vec::new();
    for path in paths {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let name = path.to_string_lossy().into_owned();
        // Long files cost time and show the same.
        if text.len() < 6000 {
            all.push(Source { name, text });
        }
    }
    all
}

/// A third of so many everyday; all with `ALPINIST_SLOW=1`.
fn daily(all: u64) -> u64 {
    match std::env::var_os("ALPINIST_SLOW") {
        Some(_) => all,
        None => all / 3,
    }
}

fn there_is_clang() -> bool {
    let found = Program::find().is_some();
    if !found {
        eprintln!("skipped: there is no clang (./x setup)");
    }
    found
}

#[test]
fn changed_trees_have_an_answer() {
    if there_is_clang() {
        driver::run(child::Kind::Trees, "READER_TREES", daily(300));
    }
}

#[test]
fn changed_sources_have_an_answer() {
    if there_is_clang() {
        driver::run(child::Kind::Sources, "READER_SOURCES", daily(100));
    }
}

const VALUES: &str = r#"
struct Base { int a; };
struct Pair : Base { int b; float4 v; __device__ Pair(int x) : b(x) {} __device__ Pair(const Pair &) = default; };
__device__ Pair made(int x) { return Pair(x); }
__global__ void k(int *out, int n) {
    int list[3] = {1, 2, n};
    Pair p = made(n), q{n};
    Base base = p;
    float4 v = make_float4(1, 2, 3, 4);
    auto add = [=](int x) { return x + n; };
    const Pair &r = n > 1 ? p : Pair(3);
    int &&one = 1;
    p = q;
    out[threadIdx.x] = add(list[1]) + r.b + (int)v.x + base.a + one + (n, p).b + int{3};
}
"#;

/// A rule that asks for the place of a value, and one that asks for the value of a place, must not ask
/// each other for ever.
#[test]
fn values_called_places_and_places_called_values_have_an_answer() {
    if !there_is_clang() {
        return;
    }
    judge::listen();
    let source = Source {
        name: "values.cu".to_owned(),
        text: VALUES.to_owned(),
    };
    let request = source.request(VALUES);
    let categories = ["prvalue", "lvalue", "xvalue"];
    for (from, to) in categories.iter().flat_map(|a| categories.map(|b| (*a, b))) {
        let mut recording = clang::record(&request).unwrap();
        let tree = String::from_utf8_lossy(recording.tree()).into_owned();
        let quoted = |category: &str| format!("\"valueCategory\":\"{category}\"");
        let spaced = |category: &str| format!("\"valueCategory\": \"{category}\"");
        let parts = tree.matches(&quoted(from)).count() + tree.matches(&spaced(from)).count();
        assert!(parts > 0, "{from}");
        let tree = tree.replace(&quoted(from), &quoted(to));
        let tree = tree.replace(&spaced(from), &spaced(to));
        recording.change(tree.into_bytes(), String::new());
        let answer = judge::lowered(&request, |request| recording.replay(request));
        let unchanged = from == to;
        assert!(answer.is_ok(), "{from} as {to}: {answer:?}");
        assert!(
            !unchanged || answer == Ok(judge::Answer::Lowered),
            "{answer:?}"
        );
    }
}

/// Not a test: what the processes do that the tests start.
#[test]
#[ignore = "started by the other tests"]
fn child_process() {
    child::work();
}
