//! Where there is no Z3 the program starts all the same, and says what is missing and what brings it.

use crate::common::{COUNT, command, folder, root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the programs that cargo built.
fn built() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_alpinist"));
    program.parent().unwrap().to_path_buf()
}

/// A file that has the library's name and is none, so that no loader goes on to look elsewhere.
fn put_no_library(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    for name in ["libz3.so.5.3", "libz3.so", "libz3.dylib"] {
        std::fs::write(folder.join(name), "").unwrap();
    }
}

/// Exit status and what was said, on either channel.
fn said(command: &mut Command) -> (i32, String) {
    // A program that was just copied is still open for writing in a process that another test has begun meanwhile.
    let mut output = command.output();
    while matches!(&output, Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy) {
        std::thread::yield_now();
        output = command.output();
    }
    let output = output.unwrap();
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8(text).unwrap();
    (output.status.code().unwrap_or(-1), text)
}

#[test]
fn only_what_asks_needs_a_solver() {
    let home = folder(&[("count.pvl", COUNT)]);
    let nowhere = home.path().join("nowhere");
    put_no_library(&nowhere);
    let run = |args: &[&str]| {
        let mut command = command(home.path(), args);
        command.env("ALPINIST_Z3", &nowhere);
        // Were Z3 linked with the program itself, its loader would stumble over the same file.
        command.env("LD_LIBRARY_PATH", &nowhere);
        said(&mut command)
    };
    let (status, text) = run(&["--version"]);
    assert_eq!(status, 0, "{text}");
    let number = env!("CARGO_PKG_VERSION");
    assert!(text.starts_with(&format!("alpinist {number}\n")), "{text}");
    assert!(
        text.contains("solver: none, the Z3 library was not found"),
        "{text}"
    );
    // What is sought where the user says is not brought by a package.
    assert!(text.contains("unset ALPINIST_Z3"), "{text}");
    assert!(!text.contains("z3-solver=="), "{text}");
    for args in [
        &["-V"][..],
        &["--help"],
        &["explain", "V001"],
        &["fmt", "--check", "count.pvl"],
        &["plan", "count.pvl"],
        &["completions", "bash"],
    ] {
        let (status, text) = run(args);
        assert_eq!(status, 0, "{args:?}: {text}");
    }
    let (status, text) = run(&["verify", "count.pvl"]);
    assert_eq!(status, 2, "{text}");
    assert!(text.contains("[C009]"), "{text}");
    assert!(text.contains("unset ALPINIST_Z3"), "{text}");
    let (status, text) = run(&["--unroll", "2@i", "count.pvl"]);
    assert_eq!(status, 2, "{text}");
    // Nor is there an answer that was kept, for nobody knows whose it is.
    for mode in ["read-write", "enforce"] {
        let kept = ["verify", "--cache", "kept", "--cache-mode", mode];
        let (status, text) = run(&[&kept[..], &["count.pvl"]].concat());
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("[C009]"), "{text}");
    }
}

#[test]
fn a_program_without_its_worker_says_so() {
    let home = folder(&[("count.pvl", COUNT)]);
    let alone = home.path().join("alpinist");
    std::fs::copy(env!("CARGO_BIN_EXE_alpinist"), &alone).unwrap();
    let mut command = Command::new(&alone);
    command.args(["verify", "--no-cache", "count.pvl"]);
    let (status, text) = said(command.current_dir(home.path()));
    assert_eq!(status, 2, "{text}");
    assert!(
        text.contains("[C009]") && text.contains("alpinist-solver"),
        "{text}"
    );
    assert!(
        text.contains("`cargo install --path . --locked --force`"),
        "{text}"
    );
    let (status, text) = said(Command::new(&alone).arg("--version"));
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("solver: none"), "{text}");
}

/// As `pip` lays it out, with packages that are broken, so that what is taken can be told.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_was_installed_takes_its_packages() {
    let home = folder(&[
        ("count.pvl", COUNT),
        ("k.cu", "__global__ void f(int *a) { a[threadIdx.x] = 1; }"),
        ("lib/python3.11/site-packages/alpinist/__init__.py", ""),
        ("lib/python3.11/site-packages/ziglang/zig", "no program"),
        ("bin/python3", ""),
    ]);
    let packages = home.path().join("lib/python3.11/site-packages");
    let bin = home.path().join("bin");
    for program in ["alpinist", "alpinist-solver"] {
        std::fs::copy(built().join(program), bin.join(program)).unwrap();
    }
    let run = |args: &[&str]| {
        let mut command = Command::new(bin.join("alpinist"));
        command.env("ALPINIST_CACHE", "off").env("NO_COLOR", "1");
        command
            .env_remove("ALPINIST_CLANG")
            .env_remove("ALPINIST_Z3");
        said(command.args(args).current_dir(home.path()))
    };
    // Without the package of the solver, its own search path leads to the library it was built with.
    let (status, text) = run(&["verify", "count.pvl"]);
    assert_eq!(status, 0, "{text}");
    put_no_library(&packages.join("z3/lib"));
    let (status, text) = run(&["verify", "count.pvl"]);
    assert_eq!(status, 2, "{text}");
    let python = bin.canonicalize().unwrap().join("python3");
    let pip = format!("{} -m pip install", python.display());
    assert!(text.replace("\n", " ").contains(&pip), "{text}");
    // The same with the worker.
    let worker = bin.join("alpinist-solver");
    std::fs::rename(&worker, bin.join("away")).unwrap();
    let (_, text) = run(&["verify", "count.pvl"]);
    assert!(text.contains("--no-deps alpinist=="), "{text}");
    std::fs::rename(bin.join("away"), &worker).unwrap();
    std::fs::remove_dir_all(packages.join("z3")).unwrap();
    // A clang of another version is not the pinned one.
    std::fs::create_dir_all(packages.join("ziglang-0.1.0.dist-info")).unwrap();
    let (_, text) = run(&["races", "--block", "1", "--grid", "1", "k.cu"]);
    assert!(!text.contains("site-packages"), "{text}");
    let pinned = format!("ziglang-{}.dist-info", clang::find::VERSION);
    std::fs::create_dir_all(packages.join(pinned)).unwrap();
    let (status, text) = run(&["races", "--block", "1", "--grid", "1", "k.cu"]);
    assert_eq!(status, 3, "{text}");
    assert!(text.contains("site-packages/ziglang/zig"), "{text}");
}

/// Versions and hashes of what is fetched stand in the scripts, in the Python package and in the
/// program; they are the same everywhere.
#[test]
fn the_pins_agree() {
    let text = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let value = |text: &str, before: &str| {
        let after = text.split_once(before).unwrap().1;
        after
            .split([' ', '\n', '"', '\\'])
            .next()
            .unwrap()
            .to_owned()
    };
    let hashes = |text: &str| -> Vec<String> {
        let hashes = text.split("--hash=sha256:").skip(1);
        hashes.map(|rest| rest[..64].to_owned()).collect()
    };
    let project = text("integrations/python/pyproject.toml");
    let pinned = text("integrations/python/requirements.txt");
    // Who copies the action has no other file of this repository.
    assert_eq!(text("docs/ci/setup-alpinist/requirements.txt"), pinned);
    let (z3, clang) = pinned.split_once("ziglang==").unwrap();
    for (script, package, program, pinned) in [
        (".ci/setup-z3", "z3-solver", solver::smt::find::PACKAGED, z3),
        (".ci/setup-clang", "ziglang", clang::find::VERSION, clang),
    ] {
        let script = text(script);
        let version = value(&script, "\nversion=");
        assert_eq!(version, program);
        assert_eq!(value(&project, &format!("{package}==")), version);
        assert_eq!(hashes(pinned), hashes(&script), "{package}");
        assert!(hashes(pinned).len() > 3);
    }
    assert!(z3.contains(&format!("z3-solver=={} ", solver::smt::find::PACKAGED)));
    assert!(clang.starts_with(&format!("{} ", clang::find::VERSION)));
    assert_eq!(value(&project, "\nversion = \""), env!("CARGO_PKG_VERSION"));
}

/// The wheel is made of these programs and installed into an empty environment; it takes minutes and
/// the packages' registry, so only `ALPINIST_SLOW=1` asks for it. `./x wheel-test` does it alone.
#[cfg(target_os = "linux")]
#[test]
fn the_wheel_works_where_there_is_no_rust() {
    if !trials::asked("ALPINIST_SLOW") {
        return;
    }
    let mut script = Command::new(root().join(".ci/wheel-test"));
    let (status, text) = said(script.env("ALPINIST_PROGRAMS", built()));
    assert_eq!(status, 0, "{text}");
}
