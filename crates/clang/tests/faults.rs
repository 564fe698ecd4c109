//! Clangs that are none, that end too early or never, that say too much or nothing: each is an answer
//! with a reason, and nothing counts as read.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a test says"
)]

use clang::find::Program;
use clang::tree::Language;
use clang::{Reading, Request, read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use text::code::Code;

const KERNEL: &str = "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n";

/// A program with a shell script in it; one without the right to be run if it is not `executable`.
fn script(folder: &Path, text: &str, executable: bool) -> PathBuf {
    let path = folder.join("clang");
    std::fs::write(&path, text).unwrap();
    let mode = if executable { 0o755 } else { 0o644 };
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    path
}

fn read_by(program: PathBuf, text: &str, language: Language) -> Reading {
    read_within(program, text, language, false)
}

/// With little time, if it is `limited`.
fn read_within(program: PathBuf, text: &str, language: Language, limited: bool) -> Reading {
    let mut request = Request::new("k", text, language);
    request.program = Some(Program::new(program));
    request.limits.output = 1 << 20;
    if limited {
        request.limits.time = Duration::from_secs(1);
    }
    read(&request)
}

/// The reason why nothing was read.
fn reason(reading: &Reading) -> String {
    assert!(reading.kernels.is_empty(), "{reading:?}");
    let error = reading.errors.first().unwrap();
    assert_eq!(error.code, Code::K006, "{error:?}");
    error.message.clone()
}

/// How the real one is called in a script.
fn real() -> Option<String> {
    let found = Program::find();
    if found.is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
    }
    let program = found?;
    let leading = program.leading.iter().map(|word| word.to_string_lossy());
    let words = leading.collect::<Vec<_>>().join(" ");
    Some(format!("'{}' {words} \"$@\"", program.path.display()))
}

#[test]
fn faults_of_clang_are_answers() {
    let cases = [
        ("kill -KILL $$", "signal: 9"),
        ("kill -SEGV $$", "signal: 11"),
        ("exit 0", "it wrote nothing"),
        ("exit 1", "without saying why"),
        ("exit 127", "exit status: 127"),
        (
            "echo 'not found: libx.so' >&2; exit 1",
            "not found: libx.so",
        ),
        (
            "echo \"error: unknown argument: '-ast-dump=json'\" >&2; exit 1",
            "unknown argument",
        ),
        ("echo 'clang version 14.0.0'", "left no tree"),
        ("echo '{'", "left no tree"),
        ("echo '{}'", "an empty tree"),
        ("echo null", "an empty tree"),
        ("echo '[]'", "an empty tree"),
        ("printf '\\377\\376'", "left no tree"),
        ("exec cat /dev/zero", "more than 1 MB"),
        ("exec cat /dev/zero >&2", "more than 1 MB"),
        ("exec sleep 100", "stopped after "),
        ("echo '{'; exec sleep 100", "stopped after "),
        ("exec >&- 2>&-; exec sleep 100", "stopped after "),
        ("# sleep not\nwhile :; do :; done", "stopped after "),
    ];
    // All are written before the first is started: none may be open for writing in a process of another.
    let written = cases.map(|(text, expected)| {
        let folder = tempfile::tempdir().unwrap();
        let program = script(folder.path(), &format!("#!/bin/sh\n{text}\n"), true);
        (folder, program, text, expected)
    });
    // Most of them wait, so they wait together.
    std::thread::scope(|scope| {
        for (_folder, program, text, expected) in &written {
            scope.spawn(move || {
                let start = Instant::now();
                let endless = text.contains("sleep");
                let reading = read_within(program.clone(), KERNEL, Language::Cuda, endless);
                let said = reason(&reading);
                assert!(said.contains(expected), "{text}: {said}");
                assert!(start.elapsed() < Duration::from_secs(60), "{text}");
            });
        }
    });
}

#[test]
fn what_cannot_be_started_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let none = folder.path().join("none");
    for program in [
        script(folder.path(), "no program", true),
        none,
        folder.path().to_owned(),
    ] {
        let said = reason(&read_by(program, KERNEL, Language::Cuda));
        assert!(said.contains("could not be started"), "{said}");
    }
    let program = script(folder.path(), "#!/bin/sh\n", false);
    let said = reason(&read_by(program, KERNEL, Language::Cuda));
    assert!(said.contains("could not be started"), "{said}");
}

/// A tree without the kernel that the text has is no proof that there is none.
#[test]
fn a_kernel_that_is_not_in_the_tree_is_not_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let text = "#!/bin/sh\necho '{\"id\":\"0x1\",\"kind\":\"TranslationUnitDecl\",\"inner\":[]}'\n";
    let program = script(folder.path(), text, true);
    let reading = read_by(program, KERNEL, Language::Cuda);
    assert!(reading.kernels.is_empty());
    let said = reading.notes.iter().chain(&reading.errors);
    assert!(said.map(|one| one.code).any(|code| code == Code::K008));
}

#[test]
fn half_a_tree_is_none() {
    let Some(real) = real() else { return };
    let folder = tempfile::tempdir().unwrap();
    for bytes in [1, 1000, 20_000] {
        let text = format!("#!/bin/sh\n{real} | head -c {bytes}\n");
        let program = script(folder.path(), &text, true);
        let said = reason(&read_by(program, KERNEL, Language::Cuda));
        assert!(said.contains("left no tree"), "{bytes}: {said}");
    }
}

/// OpenCL that is not of version 1.2 takes two runs.
#[test]
fn a_second_run_may_fail_as_well() {
    let Some(real) = real() else { return };
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("seen");
    let text = format!(
        "#!/bin/sh\nif [ -e '{0}' ]; then kill -KILL $$; fi\n: >'{0}'\nexec {real}\n",
        seen.display()
    );
    let program = script(folder.path(), &text, true);
    let kernel =
        "kernel void k(global int *p) { int x = 3; int *q = &x; generic int *r = q; *r = 1; }\n";
    let said = reason(&read_by(program, kernel, Language::OpenCl));
    assert!(said.contains("signal: 9"), "{said}");
}

#[test]
fn an_old_clang_is_refused() {
    let Some(real) = real() else { return };
    let folder = tempfile::tempdir().unwrap();
    let text = format!("#!/bin/sh\nexec {real} -U__clang_major__ -D__clang_major__=18\n");
    let program = script(folder.path(), &text, true);
    for (text, language) in [
        (KERNEL, Language::Cuda),
        (
            "kernel void k(global int *p) { p[0] = 1; }\n",
            Language::OpenCl,
        ),
    ] {
        let reading = read_by(program.clone(), text, language);
        assert_eq!(reason(&reading), "alpinist needs clang 19 or newer");
        let help = format!("{:?}", reading.errors[0]);
        assert!(help.contains("ALPINIST_CLANG"), "{help}");
    }
}

/// Each word of it is an error: a few are told, and how many there are.
#[test]
fn many_errors_are_a_few_and_a_number() {
    if real().is_none() {
        return;
    }
    let text = format!(
        "kernel void k(global int *p) {{ p[0] = {}; }}\n",
        "T<".repeat(300)
    );
    let reading = read(&Request::new("k.cl", text, Language::OpenCl));
    assert_eq!(reading.errors.len(), 101);
    let last = reading.errors.last().unwrap();
    assert!(last.message.ends_with("more errors"), "{last:?}");
    assert_eq!(last.code, Code::K002);
}
