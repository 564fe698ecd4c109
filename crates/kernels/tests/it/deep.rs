//! Deep and long texts through reader and lowering: an answer comes, without panic and without end. Changed
//! sources and syntax trees are in `crates/inspect/tests/it/reader`.

use super::request;
use clang::{Reading, Request, read};
use std::sync::mpsc;
use std::time::Duration;
use trials::{Case, Suite, asked};

/// What is not over by then has no end, on however busy a machine: the longest takes about 20 seconds of
/// processor time, after which clang is ended, and every day less.
const LONGEST: Duration = Duration::from_secs(600);

/// Reads and lowers; gives what is wrong with the answer.
fn answer(request: &Request) -> Result<(), String> {
    let (send, receive) = mpsc::channel();
    let request = request.clone();
    std::thread::spawn(move || {
        let reading: Reading = read(&request);
        let abnormal = reading.errors.iter().any(|error| {
            error.message.contains("ended abnormally") && error.message.contains("reader")
        });
        let mut graphs = kernels::lower(&reading.unit);
        let failed = graphs
            .refused
            .values()
            .any(|why| why.message.contains("error in the lowering"));
        let formed = kernel_graph::check(&graphs.module).map_err(|fault| fault.to_string());
        kernel_graph::promote(&mut graphs.module);
        let promoted = kernel_graph::check(&graphs.module).map_err(|fault| fault.to_string());
        let said = match (abnormal, failed) {
            (true, _) => Err("the reader panicked".to_owned()),
            (_, true) => Err("the lowering panicked".to_owned()),
            _ => formed.and(promoted),
        };
        let _ = send.send(said);
    });
    match receive.recv_timeout(LONGEST) {
        Ok(said) => said,
        Err(mpsc::RecvTimeoutError::Timeout) => Err("no end".to_owned()),
        Err(mpsc::RecvTimeoutError::Disconnected) => Err("a panic".to_owned()),
    }
}

/// The texts, each with its name, and how many seconds clang has for it every day: what is not read in any time has
/// one.
fn texts() -> Vec<Case<(String, u64)>> {
    let deep = |open: &str, inner: &str, close: &str, times: usize| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    let kernel = |body: &str| format!("__global__ void k(int *p, int i) {{ {body} }}");
    let macros = (1..40).map(|n| format!("#define A{n} (A{m} + A{m})\n", m = n - 1));
    let macros = macros.collect::<String>();
    let all = [
        ("parentheses", 5, kernel(&format!("p[0] = {};", deep("(i + ", "1", ")", 200)))),
        ("indices", 5, kernel(&format!("p[0] = {};", deep("p[", "i", "]", 200)))),
        ("branches", 5, kernel(&deep("if (i) {", "p[0] = 1;", "}", 200))),
        ("loops", 5, kernel(&deep("for (;;) {", "p[0] = 1; break;", "}", 200))),
        ("choices", 5, kernel(&format!("p[0] = {};", "i ? 1 : ".repeat(200) + "2"))),
        ("many parentheses", 5, kernel(&format!("p[0] = {};", deep("(i + ", "1", ")", 20_000)))),
        ("sum", 5, kernel(&format!("p[0] = i{};", " + i".repeat(1500)))),
        ("statements", 5, kernel(&"p[i++] = 1; ".repeat(3000))),
        ("namespaces", 5, deep("namespace a { ", "__global__ void k() {}", "}", 300)),
        (
            "dimensions",
            5,
            format!("struct S {{ int a{}; }}; __global__ void k(S s) {{}}", "[2]".repeat(300)),
        ),
        ("launches", 5, "<<<".repeat(50_000)),
        ("angles", 1, "a<".repeat(10_000) + "<<<1,1>>>"),
        ("many angles", 5, "a<".repeat(50_000) + "<<<1,1>>>"),
        (
            "macros",
            1,
            format!("#define A0 1\n{macros}void f() {{ k<<<A39, A39>>>(); }}"),
        ),
        (
            "a value of itself",
            5,
            "const int a = a + 1; __global__ void k(int *p, int i) { p[a] = 1; switch (i) { case 1: p[0] = a; } }".to_owned(),
        ),
    ];
    // The many take our own search for launches half a minute.
    all.map(|(name, seconds, text)| (name.to_owned(), name != "many angles", (text, seconds)))
        .into()
}

pub fn add(suite: &mut Suite) {
    suite.cases("deep", texts(), |(text, seconds)| {
        let mut request = request("k.cu", &text);
        // An answer must come of what is not read in time, too, and sooner every day.
        if !asked("ALPINIST_SLOW") {
            request.limits.time = Duration::from_secs(seconds);
        }
        answer(&request)
    });
}
