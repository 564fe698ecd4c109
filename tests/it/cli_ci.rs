//! `alpinist.toml`: settings, schedules, and what `alpinist ci` makes of it.

use crate::common::{COUNT, Run, WRONG, alpinist_in, folder};
use std::path::Path;

const TOML: &str = "\
timeout = 5
cache = \"kept\"

[schedule.twice]
steps = [\"--unroll 2@i\"]

[[program]]
files = [\"kernels/count.pvl\"]
schedule = \"twice\"
golden = \"golden/count.pvl\"
";

fn project(toml: &str) -> tempfile::TempDir {
    let home = folder(&[("alpinist.toml", toml), ("kernels/count.pvl", COUNT)]);
    std::fs::create_dir_all(home.path().join("deep/er")).unwrap();
    home
}

fn ci(home: &Path, args: &[&str]) -> Run {
    alpinist_in(home, &[&["ci"], args].concat())
}

fn is(run: &Run, status: i32, says: &str) {
    let said = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.status, status, "{said}");
    assert!(said.contains(says), "no `{says}` in\n{said}");
}

#[test]
fn outputs_are_written_and_then_compared() {
    let home = project(TOML);
    let golden = home.path().join("golden/count.pvl");
    is(&ci(home.path(), &[]), 5, "golden/count.pvl: not there yet");
    assert!(!golden.exists());
    is(
        &ci(home.path(), &["--update"]),
        0,
        "golden/count.pvl: written",
    );
    is(&ci(home.path(), &[]), 0, "step 1, --unroll 2@i: done");
    let text = std::fs::read_to_string(&golden).unwrap();
    std::fs::write(&golden, text.replace("return i;", "return i + 0;")).unwrap();
    is(&ci(home.path(), &[]), 5, "-  return i + 0;\n+  return i;");
    // What does not hold is not written, and the status says so.
    let wrong = COUNT.replace("return i;", "return i + 1;");
    std::fs::write(home.path().join("kernels/count.pvl"), wrong).unwrap();
    is(&ci(home.path(), &["--update"]), 1, "V022");
    assert!(
        std::fs::read_to_string(&golden)
            .unwrap()
            .contains("return i + 0;")
    );
}

#[test]
fn the_file_is_found_from_below() {
    let home = project(TOML);
    is(&ci(home.path(), &["--update"]), 0, "written");
    is(&ci(&home.path().join("deep/er"), &[]), 0, "verified");
    // From elsewhere it is named.
    let elsewhere = folder(&[]);
    let path = home.path().join("alpinist.toml");
    is(
        &ci(elsewhere.path(), &["--config", path.to_str().unwrap()]),
        0,
        "verified",
    );
    is(
        &ci(elsewhere.path(), &[]),
        2,
        "error[C013]: there is no alpinist.toml in this folder or in one above it",
    );
}

#[test]
fn folders_stand_for_their_files() {
    let home = project("[[program]]\neach = [\"kernels\"]\n");
    std::fs::write(home.path().join("kernels/wrong.pvl"), WRONG).unwrap();
    let run = ci(home.path(), &[]);
    is(&run, 1, "kernels/count.pvl: verified");
    is(&run, 1, "kernels/wrong.pvl: failed");
}

#[test]
fn an_entry_of_its_own_comes_before_a_folder() {
    let toml = "[[program]]\neach = [\"kernels\"]\ngolden = \"golden\"\n\
                [[program]]\nfiles = [\"kernels/count.pvl\"]\nsteps = [\"--unroll 2@i\"]\n";
    let home = project(toml);
    std::fs::write(home.path().join("kernels/other.pvl"), COUNT).unwrap();
    let run = ci(home.path(), &["--update"]);
    is(&run, 0, "step 1, --unroll 2@i: done");
    assert_eq!(run.stderr.matches("kernels/count.pvl: verified").count(), 1);
    // One file is left of the folder; its output goes into a folder all the same.
    assert!(home.path().join("golden/other.pvl").is_file());
    assert!(!home.path().join("golden/count.pvl").exists());
}

#[test]
fn outputs_of_nothing_are_found() {
    let home = project("[[program]]\neach = [\"kernels\"]\ngolden = \"golden\"\n");
    is(&ci(home.path(), &["--update"]), 0, "written");
    is(&ci(home.path(), &[]), 0, "verified");
    // Its program was renamed: whoever takes it takes what nobody verifies.
    std::fs::create_dir(home.path().join("golden/sub")).unwrap();
    let old = home.path().join("golden/sub/old.pvl");
    std::fs::write(&old, WRONG).unwrap();
    let says = "golden/sub/old.pvl: no program makes it any more";
    is(&ci(home.path(), &[]), 5, says);
    is(&ci(home.path(), &["--update"]), 5, says);
    for form in ["json", "sarif", "junit", "github"] {
        is(
            &ci(home.path(), &["--format", form]),
            5,
            "no program makes it any more",
        );
    }
    assert!(old.exists());
    // What is wrong comes before it, and what cannot be read may be what it comes from.
    std::fs::write(home.path().join("kernels/wrong.pvl"), WRONG).unwrap();
    is(&ci(home.path(), &[]), 1, says);
    std::fs::remove_file(home.path().join("kernels/wrong.pvl")).unwrap();
    std::fs::remove_file(old).unwrap();
    // A program may be its own output.
    let toml = "[[program]]\neach = [\"kernels\"]\ngolden = \"kernels\"\n";
    std::fs::write(home.path().join("alpinist.toml"), toml).unwrap();
    is(&ci(home.path(), &[]), 0, "verified");
}

#[test]
fn two_outputs_do_not_go_to_one_file() {
    let toml = "[[program]]\neach = [\"kernels\"]\ngolden = \"golden\"\n\
                [[program]]\neach = [\"more\"]\ngolden = \"golden\"\n";
    let home = project(toml);
    std::fs::create_dir_all(home.path().join("more")).unwrap();
    std::fs::write(home.path().join("more/other.pvl"), COUNT).unwrap();
    is(
        &ci(home.path(), &["--update"]),
        0,
        "golden/other.pvl: written",
    );
    std::fs::write(home.path().join("more/count.pvl"), COUNT).unwrap();
    is(
        &ci(home.path(), &["--update"]),
        2,
        "error[C007]: alpinist.toml:6:10: two outputs would both be kept in golden/count.pvl",
    );
}

#[test]
fn a_schedule_serves_other_commands_too() {
    let home = project(TOML);
    let run = alpinist_in(home.path(), &["--schedule", "twice", "kernels/count.pvl"]);
    is(&run, 0, "step 1, --unroll 2@i: done");
    let run = alpinist_in(home.path(), &["--schedule", "thrice", "kernels/count.pvl"]);
    is(&run, 2, "there is no schedule `thrice`");
}

#[test]
fn a_step_may_be_quoted_as_in_a_shell() {
    let kernel = "\
requires a != null && 0 < n && n <= a.length;
context Perm(a[0], 1\\2) ** (\\forall* int i = 1 .. n; Perm(a[i], write));
void copy(int[] a, int n) {
  par block (int t = 1 .. n)
    context Perm(a[t], write);
    context Perm(a[0], 1\\(2 * n));
  {
    a[t] = a[0];
  }
}
";
    for step in [
        "--prefetch 'a[0]'@block",
        "--prefetch a[0]@block",
        "--prefetch 'a[0]@block'",
    ] {
        let toml = format!("[schedule.once]\nsteps = [\"{step}\"]\n");
        let home = folder(&[("alpinist.toml", &toml), ("x.pvl", kernel)]);
        let run = alpinist_in(home.path(), &["--no-verify", "--schedule", "once", "x.pvl"]);
        is(&run, 3, "step 1, --prefetch a[0]@block: done");
    }
}

#[test]
fn flags_win_over_files_and_files_over_the_project() {
    // A limit too small for any proof tells who decides.
    let home = project("rlimit = 1\n[[program]]\nfiles = [\"kernels/count.pvl\"]\n");
    let file = home.path().join("kernels/count.pvl");
    is(
        &alpinist_in(home.path(), &["verify", "kernels/count.pvl"]),
        3,
        "unknown",
    );
    let more = ["verify", "--rlimit", "5000000", "kernels/count.pvl"];
    is(&alpinist_in(home.path(), &more), 0, "verified");
    std::fs::write(&file, format!("//:: alpinist --rlimit 5000000\n{COUNT}")).unwrap();
    is(
        &alpinist_in(home.path(), &["verify", "kernels/count.pvl"]),
        0,
        "verified",
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (toml, says) in [
        ("tiemout = 3\n", "tiemout"),
        (
            "profile = \"loud\"\n",
            "`loud` is none of sound, vercors-1.4",
        ),
        (
            "\n[[program]]\n",
            "alpinist.toml:2:1: a program has either `files` or `each`",
        ),
        (
            "[[program]]\nfiles = [\"x.pvl\"]\nschedule = \"s\"\n",
            "alpinist.toml:3:12: there is no schedule `s`",
        ),
        (
            "[[program]]\nfiles = [\"x.pvl\"]\nschedule = \"s\"\n",
            "line 3: schedule = \"s\"",
        ),
        (
            "[[program]]\nfiles = [\"kernels/count.pvl\"]\nsteps = [\"--roll 2\"]\n",
            "alpinist.toml:3:10: `--roll 2` is not a step",
        ),
        (
            "[[kernel]]\nfiles = [\"a.cu\"]\n[[kernel]]\nblock = 3\n",
            "alpinist.toml:3:1: a [[kernel]] names its `files`",
        ),
        (
            "[kernels]\nonly = [\"k\"]\n",
            "alpinist.toml:2:8: `only` of [kernels] belongs to a [[kernel]]",
        ),
        ("timeout = \n", "alpinist.toml:1:11: "),
    ] {
        is(&ci(project(toml).path(), &[]), 2, "error[C013]");
        is(&ci(project(toml).path(), &[]), 2, says);
    }
    let step = "[schedule.s]\nsteps = [\n  \"--unroll 2@i\",\n  \"--tile many:2\",\n]\n";
    let run = alpinist_in(project(step).path(), &["verify", "kernels/count.pvl"]);
    is(&run, 2, "alpinist.toml:4:3: ");
    let missing = "[[program]]\nfiles = [\"none.pvl\"]\n";
    is(
        &ci(project(missing).path(), &[]),
        2,
        "alpinist.toml:2 names it",
    );
    is(&ci(project(missing).path(), &[]), 2, "cannot read none.pvl");
}

const BELIEVES: &str =
    "requires n >= 0;\nint half(int n) {\n  assume n < 4;\n  assert n < 5;\n  return n;\n}\n";

#[test]
fn what_is_believed_is_denied_unless_it_is_allowed() {
    let toml = "[[program]]\nfiles = [\"a.pvl\"]\n";
    let home = folder(&[("alpinist.toml", toml), ("a.pvl", BELIEVES)]);
    let write = |head: &str| {
        std::fs::write(home.path().join("alpinist.toml"), format!("{head}{toml}")).unwrap();
    };
    is(&ci(home.path(), &[]), 3, "error[C024]: assume in half");
    write("allow = [\"a.pvl:half\"]\n");
    is(&ci(home.path(), &[]), 0, "1 of 1 program holds");
    write("allow = [\"a.pvl:other\", \"b.pvl\"]\n");
    is(&ci(home.path(), &[]), 3, "error[C024]");
    write("allow = [\"a.pvl\"]\n");
    is(&ci(home.path(), &[]), 0, "trusted: assume in half");
    write("deny = []\n");
    is(&ci(home.path(), &[]), 0, "trusted: assume in half");
    write("deny = [\"axiom\"]\n");
    is(&ci(home.path(), &[]), 0, "trusted: assume in half");
    write("deny = [\"lies\"]\n");
    is(
        &ci(home.path(), &[]),
        2,
        "`lies` is none of trusted, assume",
    );
}

#[test]
fn other_commands_deny_what_they_are_told_to() {
    let home = folder(&[("a.pvl", BELIEVES)]);
    let run = |args: &[&str]| alpinist_in(home.path(), args);
    is(&run(&["verify", "a.pvl"]), 0, "trusted: assume in half");
    is(
        &run(&["-q", "verify", "a.pvl"]),
        0,
        "trusted: assume in half",
    );
    is(&run(&["verify", "--deny", "trusted", "a.pvl"]), 3, "C024");
    is(
        &run(&["verify", "--deny", "axiom,assume", "a.pvl"]),
        3,
        "C024",
    );
    is(&run(&["verify", "--deny", "axiom", "a.pvl"]), 0, "trusted");
    is(&run(&["--deny", "assume", "a.pvl"]), 3, "C024");
}

#[test]
fn without_settings_the_way_to_them_is_told() {
    let home = folder(&[]);
    let run = ci(home.path(), &[]);
    is(
        &run,
        2,
        "error[C013]: there is no alpinist.toml in this folder",
    );
    is(&run, 2, "`alpinist ci --init` writes one");
}

#[test]
fn a_project_is_begun_with_what_is_there() {
    let home = folder(&[
        ("a \"b\".pvl", COUNT),
        ("deep/c.pvl", COUNT),
        ("deep/k.cu", "__global__ void k() {}\n"),
        // An environment of Python is not looked into, nor what is hidden.
        ("env/pyvenv.cfg", ""),
        ("env/lib/d.pvl", WRONG),
        (".hidden/e.pvl", WRONG),
        ("notes.txt", "mine\n"),
    ]);
    let read = |name: &str| std::fs::read_to_string(home.path().join(name)).unwrap();
    is(&ci(home.path(), &["--init"]), 0, "alpinist.toml: written\n");
    let settings = read("alpinist.toml");
    let names = "each = [\"a \\\"b\\\".pvl\", \"deep\"]";
    let literal = "each = ['a \"b\".pvl', \"deep\"]";
    assert!(
        settings.contains(names) || settings.contains(literal),
        "{settings}"
    );
    assert!(settings.contains("files = [\"deep\"]\n"), "{settings}");
    for (written, from) in [
        (".github/workflows/alpinist.yml", "docs/ci/alpinist.yml"),
        (
            ".github/actions/setup-alpinist/action.yml",
            "docs/ci/setup-alpinist/action.yml",
        ),
        (
            ".github/actions/setup-alpinist/requirements.txt",
            "integrations/python/requirements.txt",
        ),
    ] {
        let from = std::fs::read_to_string(crate::common::root().join(from)).unwrap();
        assert_eq!(read(written), from, "{written}");
    }
    // What it wrote is understood. Without clang the kernel is not checked.
    let run = ci(home.path(), &[]);
    let status = match clang::find::Program::find() {
        Some(_) => 0,
        None => 2,
    };
    is(&run, status, "deep/c.pvl: verified");
    assert!(!run.stderr.contains("d.pvl"), "{}", run.stderr);
    // What is there stays, byte for byte.
    std::fs::write(home.path().join("alpinist.toml"), "# mine\n").unwrap();
    is(
        &ci(home.path(), &["--init"]),
        0,
        "alpinist.toml: is there already, left as it is\n",
    );
    assert_eq!(read("alpinist.toml"), "# mine\n");
}

/// GitHub takes workflows from the root of a repository, and they run there.
#[test]
fn a_project_below_the_root_of_a_repository_gets_its_workflow_there() {
    let home = folder(&[(".git/HEAD", ""), ("deep/down/c.pvl", COUNT)]);
    let here = home.path().join("deep/down");
    let run = ci(&here, &["--init"]);
    is(&run, 0, "../../.github/workflows/alpinist.yml: written\n");
    assert!(!here.join(".github").exists());
    assert!(here.join("alpinist.toml").exists());
    let text = std::fs::read_to_string(home.path().join(".github/workflows/alpinist.yml")).unwrap();
    let line = "run: alpinist ci --config deep/down/alpinist.toml --cache";
    assert!(text.contains(line), "{text}");
    let args = ["--config", "deep/down/alpinist.toml"];
    is(&ci(home.path(), &args), 0, "deep/down/c.pvl: verified");
    let run = ci(&here, &["--init"]);
    is(
        &run,
        0,
        "`alpinist ci --config deep/down/alpinist.toml` in it",
    );
}

#[test]
fn a_project_without_programs_is_shown_how_they_are_named() {
    let home = folder(&[]);
    is(&ci(home.path(), &["--init"]), 0, "alpinist.toml: written\n");
    let settings = std::fs::read_to_string(home.path().join("alpinist.toml")).unwrap();
    assert!(settings.contains("# each = [\"kernels\"]\n"), "{settings}");
    is(&ci(home.path(), &[]), 2, "names no program and no kernel");
}
