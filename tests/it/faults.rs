//! What goes wrong outside the program: solvers that die, full disks, signals, files that are
//! none. Nothing is lost, nothing is half written, the status says what happened, and nothing
//! is verified that was not proved.

use crate::common::{CACHE_KEY, COUNT, Run, WRONG, alpinist_in, command, folder, kept_in};
use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A loop that its directive unrolls.
const DIRECTED: &str = "\
requires 2 <= n;
ensures \\result == n;
int count(int n) {
  int i = 0;
  gpuopt loop_unroll i 2;
  loop_invariant 0 <= i;
  loop_invariant i <= n;
  while (i < n) {
    i = i + 1;
  }
  return i;
}
";

/// Takes the solver longer than any test.
const HARD: &str = "\
requires 2 < x && 2 < y && 2 < z;
ensures x * x * x + y * y * y != z * z * z;
void fermat(int x, int y, int z) { }
";

/// Runs the program in a shell that first limits it.
fn limited(folder: &Path, limit: &str, args: &[&str]) -> (Option<i32>, String) {
    let program = command(folder, &[]).get_program().to_owned();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{limit}; exec \"$0\" \"$@\""))
        .arg(program)
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("ALPINIST_CACHE", "off")
        .env("ALPINIST_CACHE_KEY", CACHE_KEY)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

fn is(run: &Run, status: i32, says: &str) {
    let said = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.status, status, "{said}");
    assert!(said.contains(says), "no `{says}` in\n{said}");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// The names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    entries.map(|entry| name(entry.unwrap())).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Whether this user may do anything, so that permissions say nothing.
fn is_root(folder: &Path) -> bool {
    let place = folder.join("locked");
    fs::create_dir(&place).unwrap();
    fs::set_permissions(&place, fs::Permissions::from_mode(0o555)).unwrap();
    let may = fs::write(place.join("x"), "").is_ok();
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).unwrap();
    fs::remove_dir_all(&place).unwrap();
    may
}

fn spawn(folder: &Path, args: &[&str]) -> Child {
    let mut command = command(folder, args);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(name: &str, process: u32) {
    let mut kill = Command::new("kill");
    kill.args(["-s", name, &process.to_string()]);
    let _ = kill.stderr(Stdio::null()).status();
}

// Solvers.

/// The worker processes of a run.
#[cfg(target_os = "linux")]
fn workers(of: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{of}/task"));
    let children = threads
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    children
        .flat_map(|line| {
            line.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .filter_map(|word| word.parse().ok())
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn solvers_that_are_killed_prove_nothing() {
    let home = folder(&[("x.pvl", HARD)]);
    let mut child = spawn(home.path(), &["verify", "--timeout", "30", "x.pvl"]);
    let start = Instant::now();
    let mut killed = 0;
    while child.try_wait().unwrap().is_none() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(300));
        for worker in workers(child.id()) {
            signal("KILL", worker);
            killed += 1;
        }
    }
    assert!(killed > 0);
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{said}");
    assert!(
        said.contains("unknown: fault") && !said.contains("verified"),
        "{said}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn no_solver_outlives_its_run() {
    let home = folder(&[("x.pvl", HARD)]);
    for name in ["INT", "TERM", "KILL"] {
        let mut child = spawn(home.path(), &["verify", "--timeout", "60", "x.pvl"]);
        let start = Instant::now();
        let mut found = Vec::new();
        while found.is_empty() && start.elapsed() < Duration::from_secs(30) {
            found = workers(child.id());
        }
        assert!(!found.is_empty());
        std::thread::sleep(Duration::from_millis(300));
        signal(name, child.id());
        assert!(child.wait().unwrap().signal().is_some());
        // Who adopts it may not have looked yet, so one that has ended may still be listed.
        let lives = |process: &u32| {
            let state = fs::read_to_string(format!("/proc/{process}/stat"));
            state.is_ok_and(|state| !state.contains(") Z"))
        };
        let start = Instant::now();
        while found.iter().any(lives) {
            assert!(start.elapsed() < Duration::from_secs(20), "after {name}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn a_limit_is_no_proof() {
    let home = folder(&[("hard.pvl", HARD), ("wrong.pvl", WRONG), ("x.pvl", COUNT)]);
    let run = alpinist_in(home.path(), &["verify", "--timeout", "1", "hard.pvl"]);
    is(&run, 3, "hard.pvl: unknown");
    let run = alpinist_in(home.path(), &["verify", "--rlimit", "1", "x.pvl"]);
    is(&run, 3, "resource limit");
    for limit in ["--rlimit", "--timeout"] {
        let value = if limit == "--rlimit" { "1" } else { "0.001" };
        let run = alpinist_in(home.path(), &["verify", limit, value, "wrong.pvl"]);
        assert!([1, 3].contains(&run.status), "{run:?}");
        // Nothing is given out either.
        let run = alpinist_in(home.path(), &["--unroll", "2@i", limit, value, "wrong.pvl"]);
        assert!(run.status != 0 && run.stdout.is_empty(), "{run:?}");
    }
}

#[test]
fn too_little_memory_is_no_proof() {
    let home = folder(&[("wrong.pvl", WRONG), ("hard.pvl", HARD)]);
    // From too little to start at all to too little for the solver.
    for megabytes in [50, 200, 500, 700, 900, 1100, 1400, 2000] {
        let limit = format!("ulimit -v {}", megabytes * 1024);
        for file in ["wrong.pvl", "hard.pvl"] {
            let args = ["verify", "--jobs", "1", "--timeout", "1", file];
            let (status, said) = limited(home.path(), &limit, &args);
            assert_ne!(status, Some(0), "{megabytes} MB: {said}");
            assert!(!said.contains("verified ("), "{megabytes} MB: {said}");
        }
    }
}

#[test]
fn too_few_files_or_processes_are_no_proof() {
    let home = folder(&[("x.pvl", WRONG)]);
    for files in [4, 6, 8, 10, 12, 14, 20] {
        let (status, said) = limited(
            home.path(),
            &format!("ulimit -n {files}"),
            &["verify", "x.pvl"],
        );
        assert_ne!(status, Some(0), "{files} files: {said}");
        assert_ne!(status, Some(101), "{files} files: {said}");
    }
}

// Clang. What it may do is tried in crates/clang/tests/faults.rs.

#[test]
fn without_a_sound_clang_kernels_are_unknown_and_pvl_is_verified() {
    let kernel = "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n";
    let home = folder(&[("k.cu", kernel), ("x.pvl", COUNT)]);
    let clang = home.path().join("clang");
    for (text, says) in [
        ("kill -KILL $$", "signal: 9"),
        ("exit 0", "it wrote nothing"),
        ("echo '{'", "left no tree"),
    ] {
        fs::write(&clang, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).unwrap();
        let run = |args: &[&str]| {
            let mut command = command(home.path(), args);
            Run::from(command.env("ALPINIST_CLANG", &clang).output().unwrap())
        };
        let sizes = ["--block", "64", "--grid", "1", "k.cu"];
        is(&run(&[&["races"], &sizes[..]].concat()), 3, says);
        is(
            &run(&["gpuverify", "--blockDim=64", "--gridDim=1", "k.cu"]),
            13,
            says,
        );
        is(&run(&["verify", "x.pvl"]), 0, "");
    }
}

// Disks.

#[test]
fn a_full_disk_leaves_the_old_file() {
    let toml = "[[program]]\nfiles = [\"x.pvl\"]\ngolden = \"golden.pvl\"\n";
    let home = folder(&[
        ("x.pvl", DIRECTED),
        ("golden.pvl", "old"),
        ("alpinist.toml", toml),
    ]);
    let before = names(home.path());
    for args in [
        &["--in-place", "x.pvl"][..],
        &["x.pvl", "-o", "new.pvl"],
        &["x.pvl", "-o", "golden.pvl"],
        &["ci", "--update"],
        &["verify", "--report", "report.json", "x.pvl"],
        &["verify", "--profile-proof=chart.json", "x.pvl"],
        &["review", "--html", "page.html", "x.pvl"],
        &["fmt", "x.pvl"],
    ] {
        if args == ["fmt", "x.pvl"] {
            fs::write(
                home.path().join("x.pvl"),
                DIRECTED.replace("  int i = 0", "int i=0"),
            )
            .unwrap();
        }
        let text = read(&home.path().join("x.pvl"));
        let (status, said) = limited(home.path(), "ulimit -f 0", args);
        assert_eq!(status, Some(2), "{args:?}: {said}");
        assert!(
            said.contains("error[C006]: cannot write "),
            "{args:?}: {said}"
        );
        assert_eq!(names(home.path()), before, "{args:?}");
        assert_eq!(read(&home.path().join("x.pvl")), text, "{args:?}");
        assert_eq!(read(&home.path().join("golden.pvl")), "old", "{args:?}");
    }
}

#[test]
fn a_cache_on_a_full_disk_keeps_nothing() {
    let home = folder(&[("x.pvl", COUNT)]);
    let args = ["verify", "--cache", "kept", "x.pvl"];
    let (status, said) = limited(home.path(), "ulimit -f 0", &args);
    assert_eq!(status, Some(0), "{said}");
    let enforced = alpinist_in(
        home.path(),
        &[&args[..], &["--cache-mode", "enforce"]].concat(),
    );
    is(&enforced, 3, "x.pvl: unknown");
    assert!(said.contains("warning[C006]"), "{said}");
    let kept = kept_in(&home.path().join("kept"));
    assert!(kept.is_empty(), "{kept:?}");
}

#[test]
fn what_too_little_memory_made_of_a_program_is_not_kept() {
    let home = folder(&[("x.pvl", COUNT)]);
    let args = ["verify", "--jobs", "1", "--cache", "kept", "x.pvl"];
    let mut hindered = 0;
    for megabytes in [600, 800, 1000, 1200, 1400] {
        let limit = format!("ulimit -v {}", megabytes * 1000);
        let (status, _) = limited(home.path(), &limit, &args);
        hindered += usize::from(status != Some(0));
        is(&alpinist_in(home.path(), &args), 0, "x.pvl: verified");
        fs::remove_dir_all(home.path().join("kept")).unwrap();
    }
    assert!(hindered > 0);
}

#[test]
fn questions_that_cannot_be_kept_are_2() {
    let home = folder(&[("x.pvl", COUNT)]);
    let args = ["verify", "--log-smt", "log", "x.pvl"];
    let (status, said) = limited(home.path(), "ulimit -f 0", &args);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("error[C006]"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_on_a_full_disk_is_2() {
    let home = folder(&[("x.pvl", COUNT)]);
    for args in [
        &["--unroll", "2@i", "x.pvl"][..],
        &["--unroll", "2@i", "--diff", "x.pvl"],
        &["verify", "--format", "sarif", "x.pvl"],
        &["plan", "x.pvl"],
        &["review", "--unroll", "2@i", "x.pvl"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = command(home.path(), args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(
            said.contains("error[C006]: cannot write standard output"),
            "{said}"
        );
    }
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let home = folder(&[("x.pvl", COUNT)]);
    for args in [
        &["explain", "--all"][..],
        &["man"],
        &["verify", "--format", "json", "x.pvl"],
        &["--unroll", "2@i", "x.pvl"],
    ] {
        let mut command = command(home.path(), args);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[test]
fn what_may_not_be_written_stays() {
    let home = folder(&[("x.pvl", DIRECTED), ("in/x.pvl", DIRECTED)]);
    let set_mode = |path: &str, mode| {
        let path = home.path().join(path);
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    // Also root does not overwrite what says that it must not be.
    set_mode("x.pvl", 0o444);
    is(
        &alpinist_in(home.path(), &["--in-place", "x.pvl"]),
        2,
        "error[C006]",
    );
    assert_eq!(read(&home.path().join("x.pvl")), DIRECTED);
    if is_root(home.path()) {
        println!("skipped: this user may do anything");
        return;
    }
    set_mode("in", 0o555);
    is(
        &alpinist_in(home.path(), &["--in-place", "in/x.pvl"]),
        2,
        "error[C006]",
    );
    assert_eq!(names(&home.path().join("in")), set(&["x.pvl"]));
    set_mode("in", 0o755);
    set_mode("x.pvl", 0o000);
    is(
        &alpinist_in(home.path(), &["verify", "x.pvl"]),
        2,
        "error[C002]",
    );
}

// Files that change, and signals.

#[test]
fn a_file_that_changes_meanwhile_is_not_replaced() {
    let home = folder(&[("x.pvl", DIRECTED)]);
    let late = home.path().join("late.pvl");
    assert!(
        Command::new("mkfifo")
            .arg(&late)
            .status()
            .unwrap()
            .success()
    );
    let child = spawn(home.path(), &["--in-place", "x.pvl", "late.pvl"]);
    // It opens the second file when it has read the first.
    let mut pipe = fs::OpenOptions::new().write(true).open(&late).unwrap();
    let edited = format!("// An edit.\n{DIRECTED}");
    fs::write(home.path().join("x.pvl"), &edited).unwrap();
    pipe.write_all(COUNT.as_bytes()).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("x.pvl was changed while alpinist worked on it"),
        "{said}"
    );
    assert_eq!(read(&home.path().join("x.pvl")), edited);
    assert_eq!(names(home.path()), set(&["x.pvl", "late.pvl"]));
}

/// Ends runs at many moments; `old` is what the files hold before, `new` what they would.
fn interrupted(args: &[&str], home: &Path, files: &[String], old: impl Fn(&str) -> String) {
    let text = |name: &String| fs::read_to_string(home.join(name)).ok();
    let reset = || {
        for name in files {
            fs::write(home.join(name), old(name)).unwrap();
        }
    };
    reset();
    let start = Instant::now();
    let status = spawn(home, args).wait().unwrap();
    assert!([Some(0), Some(3)].contains(&status.code()), "{status:?}");
    let whole = start.elapsed();
    let new: Vec<_> = files.iter().map(text).collect();
    let there = names(home);
    let mut ended = 0;
    for round in 0..30_u32 {
        reset();
        let before: Vec<_> = files.iter().map(text).collect();
        let mut child = spawn(home, args);
        // The end is where the files are written.
        std::thread::sleep(whole * (10 + round) / 35);
        let signals = ["INT", "TERM", "HUP", "QUIT"];
        signal(signals[round as usize % signals.len()], child.id());
        let status = child.wait().unwrap();
        match status.signal() {
            Some(signal) => {
                assert!([1, 2, 3, 15].contains(&signal), "{status:?}");
                ended += 1;
            }
            None => assert!([Some(0), Some(3)].contains(&status.code()), "{status:?}"),
        }
        let after: Vec<_> = files.iter().map(text).collect();
        assert!(
            after == before || after == new,
            "half of the files are new in round {round}"
        );
        assert_eq!(names(home), there, "round {round}");
    }
    println!("{ended} of 30 runs were ended by a signal");
    assert!(ended > 0);
}

#[test]
fn a_signal_leaves_all_files_old_or_all_new() {
    let files: Vec<String> = (0..12).map(|number| format!("x{number}.pvl")).collect();
    let program = |name: &str| DIRECTED.replace("count", name.trim_end_matches(".pvl"));
    let home = folder(&[]);
    let mut args = vec!["--no-verify", "--together", "--in-place"];
    args.extend(files.iter().map(String::as_str));
    interrupted(&args, home.path(), &files, program);
}

#[test]
fn a_signal_leaves_all_golden_outputs_old_or_all_new() {
    let programs: Vec<(String, String)> = (0..4)
        .map(|number| {
            let name = format!("x{number}");
            (format!("in/{name}.pvl"), COUNT.replace("count", &name))
        })
        .collect();
    let names: Vec<String> = programs
        .iter()
        .map(|(name, _)| format!("{name:?}"))
        .collect();
    let toml = format!(
        "[[program]]\nfiles = [{}]\ngolden = \"golden\"\n",
        names.join(", ")
    );
    let mut texts = vec![("alpinist.toml", toml.as_str()), ("golden/y", "")];
    texts.extend(
        programs
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str())),
    );
    let home = folder(&texts);
    let outputs: Vec<String> = (0..4).map(|number| format!("x{number}.pvl")).collect();
    // From the golden folder, so that all that is there is seen.
    let golden = home.path().join("golden");
    // The proofs are kept from a first run: it is about the time in which files are written.
    let args = ["ci", "--update", "--cache", "../kept"];
    is(&alpinist_in(&golden, &args), 0, "written");
    interrupted(&args, &golden, &outputs, |_| "old".to_owned());
}

#[test]
fn runs_that_are_killed_leave_a_cache_that_is_right() {
    let home = folder(&[("x.pvl", COUNT), ("wrong.pvl", WRONG)]);
    for round in 0..10_u64 {
        let mut child = spawn(
            home.path(),
            &["verify", "--cache", "kept", "x.pvl", "wrong.pvl"],
        );
        std::thread::sleep(Duration::from_millis(20 * round));
        signal("KILL", child.id());
        child.wait().unwrap();
        let enforce = ["verify", "--cache", "kept", "--cache-mode", "enforce"];
        let run = alpinist_in(home.path(), &[&enforce[..], &["x.pvl"]].concat());
        assert!([0, 3].contains(&run.status), "{run:?}");
        let run = alpinist_in(home.path(), &[&enforce[..], &["wrong.pvl"]].concat());
        assert!([1, 3].contains(&run.status), "{run:?}");
    }
}

#[test]
fn anything_at_all_in_the_cache_is_no_answer() {
    let home = folder(&[("x.pvl", WRONG)]);
    let verify = ["verify", "--cache", "kept", "x.pvl"];
    assert_eq!(alpinist_in(home.path(), &verify).status, 1);
    let kept = kept_in(&home.path().join("kept"));
    assert!(kept.len() > 1);
    let ruin: [fn(&Path); 6] = [
        |path| fs::create_dir(path).unwrap(),
        |path| symlink(path, path).unwrap(),
        |path| fs::write(path, [0xff; 100]).unwrap(),
        |path| fs::write(path, "alpinist proof 3\n").unwrap(),
        |path| fs::write(path, "alpinist report 1\n").unwrap(),
        |path| {
            fs::write(path, "").unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
        },
    ];
    for ruin in ruin {
        for path in &kept {
            if path.is_dir() {
                fs::remove_dir(path).unwrap();
            } else {
                fs::remove_file(path).unwrap();
            }
            ruin(path);
        }
        assert_eq!(alpinist_in(home.path(), &verify).status, 1);
    }
}

// Inputs and outputs that are none.

#[test]
fn a_folder_stands_for_all_that_it_leads_to() {
    let home = folder(&[
        ("d/ok.pvl", COUNT),
        ("other/wrong.pvl", WRONG),
        ("d/.hidden/wrong.pvl", WRONG),
    ]);
    let verify = || alpinist_in(home.path(), &["verify", "d"]);
    is(&verify(), 0, "d/ok.pvl: verified");
    // Round in circles, but each folder once.
    symlink("..", home.path().join("d/up")).unwrap();
    let run = verify();
    is(&run, 1, "d/up/other/wrong.pvl: failed");
    assert_eq!(run.stderr.matches("ok.pvl: verified").count(), 1, "{run:?}");
    fs::remove_file(home.path().join("d/up")).unwrap();
    symlink("../other", home.path().join("d/linked")).unwrap();
    is(&verify(), 1, "d/linked/wrong.pvl: failed");
    fs::remove_file(home.path().join("d/linked")).unwrap();
    for (link, target) in [
        ("kernel.pvl", "../gone/kernel.pvl"),
        ("kernels", "../gone"),
        ("loop.pvl", "loop.pvl"),
    ] {
        let link = home.path().join("d").join(link);
        symlink(target, &link).unwrap();
        is(&verify(), 2, "error[C002]: cannot read d/");
        fs::remove_file(link).unwrap();
    }
    symlink("../gone", home.path().join("d/notes.txt")).unwrap();
    is(&verify(), 0, "d/ok.pvl: verified");
    fs::write(home.path().join("d/UP.PVL"), WRONG).unwrap();
    is(&verify(), 1, "d/UP.PVL: failed");
}

#[test]
fn what_is_no_program_is_2() {
    let home = folder(&[("sub/x.txt", "")]);
    let write = |name: &str, bytes: &[u8]| fs::write(home.path().join(name), bytes).unwrap();
    write("binary.pvl", &[0x7f, b'E', b'L', b'F', 0, 0xff, 0xfe, 0]);
    write("zeros.pvl", &[0; 4096]);
    write("latin.pvl", b"// gr\xfc\xdfe\nvoid m() { }\n");
    let wide: Vec<u8> = "void m() { }"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    write("utf16.pvl", &[&[0xff, 0xfe][..], &wide].concat());
    fs::File::create(home.path().join("huge.pvl"))
        .unwrap()
        .set_len(5 << 30)
        .unwrap();
    symlink("loop.pvl", home.path().join("loop.pvl")).unwrap();
    symlink("nowhere", home.path().join("dangling.pvl")).unwrap();
    for (file, says) in [
        ("binary.pvl", "error[C004]"),
        ("zeros.pvl", "error[S"),
        ("latin.pvl", "error[C004]"),
        ("utf16.pvl", "error[C004]"),
        ("huge.pvl", "error[C004]"),
        ("/dev/zero", "error[C004]"),
        ("loop.pvl", "error[C002]"),
        ("dangling.pvl", "error[C002]"),
        ("sub", "error[C003]"),
    ] {
        let run = alpinist_in(home.path(), &["verify", file]);
        assert!(run.stderr.len() < 100_000);
        is(&run, 2, says);
        is(&alpinist_in(home.path(), &["--in-place", file]), 2, says);
        is(&alpinist_in(home.path(), &["fmt", file]), 2, says);
    }
}

#[test]
fn what_is_nested_without_end_is_2() {
    let nested = |open: &str, close: &str, count: usize| {
        format!(
            "void m() {{ {}{} }}\n",
            open.repeat(count),
            close.repeat(count)
        )
    };
    let home = folder(&[
        ("blocks.pvl", &nested("{", "}", 100_000)),
        ("open.pvl", &nested("if (true) {", "", 50_000)),
        (
            "parens.pvl",
            &format!(
                "int m() {{ return {}1{}; }}\n",
                "(".repeat(100_000),
                ")".repeat(100_000)
            ),
        ),
        (
            "sums.pvl",
            &format!("int m() {{ return 1{}; }}\n", " + 1".repeat(100_000)),
        ),
        (
            "types.pvl",
            &format!(
                "void m({}int{} s) {{ }}\n",
                "seq<".repeat(50_000),
                ">".repeat(50_000)
            ),
        ),
    ]);
    for name in names(home.path()) {
        is(&alpinist_in(home.path(), &["verify", &name]), 2, "error[S");
        is(&alpinist_in(home.path(), &["plan", &name]), 2, "error[S");
        is(&alpinist_in(home.path(), &["fmt", &name]), 2, "error[S");
    }
}

#[test]
fn marks_line_ends_links_and_modes_survive() {
    let text = format!("\u{feff}{}", DIRECTED.replace('\n', "\r\n"));
    let home = folder(&[("real/x.pvl", &text)]);
    let (link, real) = (home.path().join("link.pvl"), home.path().join("real/x.pvl"));
    symlink("real/x.pvl", &link).unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    is(
        &alpinist_in(home.path(), &["--in-place", "link.pvl"]),
        0,
        "verified",
    );
    assert_eq!(fs::read_link(&link).unwrap(), Path::new("real/x.pvl"));
    assert_eq!(
        fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
    let new = read(&real);
    assert!(
        new.starts_with('\u{feff}') && !new.contains("gpuopt"),
        "{new}"
    );
    assert_eq!(
        new.matches('\n').count(),
        new.matches("\r\n").count(),
        "{new:?}"
    );
    assert_eq!(names(&home.path().join("real")), set(&["x.pvl"]));
}

#[test]
fn a_folder_is_no_output_file() {
    let toml = "[[program]]\nfiles = [\"x.pvl\"]\ngolden = \"golden\"\n";
    let home = folder(&[
        ("x.pvl", COUNT),
        ("out/y", ""),
        ("alpinist.toml", toml),
        ("golden/x.pvl/y", ""),
    ]);
    for args in [
        &["verify", "--report", "out", "x.pvl"][..],
        &["verify", "--profile-proof=out", "x.pvl"],
        &["review", "--unroll", "2@i", "--html", "out", "x.pvl"],
        &["--unroll", "2@i", "x.pvl", "-o", "x.pvl/y"],
        &["ci", "--update"],
    ] {
        is(&alpinist_in(home.path(), args), 2, "error[C006]");
    }
    // For a result it is the place where it goes.
    is(
        &alpinist_in(home.path(), &["--unroll", "2@i", "x.pvl", "-o", "out"]),
        0,
        "",
    );
    assert_eq!(names(&home.path().join("out")), set(&["x.pvl", "y"]));
    let link = home.path().join("link");
    symlink("nowhere", &link).unwrap();
    is(
        &alpinist_in(home.path(), &["--unroll", "2@i", "x.pvl", "-o", "link"]),
        2,
        "error[C006]",
    );
    assert!(link.is_symlink());
}
