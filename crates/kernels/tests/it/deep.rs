//! Deep and long texts through reader and lowering: an answer comes, without panic and without end. Changed
//! sources and syntax trees are in `crates/inspect/tests/it/reader`.

use super::request;
use clang::{Reading, Request, read};
use rayon::prelude::*;
use std::sync::mpsc;
use std::time::Duration;

/// What is not over by then has no end, on however busy a machine: the longest takes about 20 seconds of
/// processor time, after which clang is ended, and every day 5.
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

pub fn deep_and_long_texts() {
    let deep = |open: &str, inner: &str, close: &str, times: usize| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    let kernel = |body: &str| format!("__global__ void k(int *p, int i) {{ {body} }}");
    let mut texts = vec![
        kernel(&format!("p[0] = {};", deep("(i + ", "1", ")", 200))),
        kernel(&format!("p[0] = {};", deep("p[", "i", "]", 200))),
        kernel(&deep("if (i) {", "p[0] = 1;", "}", 200)),
        kernel(&deep("for (;;) {", "p[0] = 1; break;", "}", 200)),
        kernel(&format!("p[0] = {};", "i ? 1 : ".repeat(200) + "2")),
        kernel(&format!("p[0] = {};", deep("(i + ", "1", ")", 20_000))),
        kernel(&format!("p[0] = i{};", " + i".repeat(1500))),
        kernel(&"p[i++] = 1; ".repeat(3000)),
        deep("namespace a { ", "__global__ void k() {}", "}", 300),
        format!(
            "struct S {{ int a{}; }}; __global__ void k(S s) {{}}",
            "[2]".repeat(300)
        ),
        "<<<".repeat(50_000),
        "a<".repeat(50_000) + "<<<1,1>>>",
        "#define A0 1\n".to_owned()
            + &(1..40)
                .map(|n| format!("#define A{n} (A{m} + A{m})\n", m = n - 1))
                .collect::<String>()
            + "void f() { k<<<A39, A39>>>(); }",
    ];
    texts.push("const int a = a + 1; __global__ void k(int *p, int i) { p[a] = 1; switch (i) { case 1: p[0] = a; } }".to_owned());
    let slow = std::env::var_os("ALPINIST_SLOW").is_some();
    texts.par_iter().with_max_len(1).for_each(|text| {
        let head: String = text.chars().take(60).collect();
        let mut request = request("k.cu", text);
        // One of them is not read in any time: an answer must come of that, too, and sooner every day.
        if !slow {
            request.limits.time = Duration::from_secs(5);
        }
        assert_eq!(answer(&request), Ok(()), "{head}");
    });
}
