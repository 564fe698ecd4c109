//! Messages say what is wrong in the words of who reads them: a race is called one, what cannot be
//! read is recognized, and what is said once is not said again.

use crate::common::{Run, alpinist_in, folder, root};
use serde_json::Value;

/// A program in a folder of its own.
fn with(program: &str, args: &[&str]) -> Run {
    let home = folder(&[("x.pvl", program)]);
    alpinist_in(home.path(), args)
}

fn verified(program: &str) -> Run {
    with(program, &["verify", "--stable", "x.pvl"])
}

#[track_caller]
fn says(run: &Run, text: &str) {
    assert!(run.stderr.contains(text), "{text:?} not in\n{}", run.stderr);
}

#[track_caller]
fn does_not_say(run: &Run, text: &str) {
    assert!(!run.stderr.contains(text), "{text:?} in\n{}", run.stderr);
}

/// A kernel in which each thread has its cell, with this body.
fn kernel(body: &str) -> String {
    format!(
        "context a != null && a.length == n && n > 1;\n\
         context (\\forall* int i; 0 <= i && i < n; Perm(a[i], write));\n\
         void f(int[] a, int n) {{\n  par b (int tid = 0 .. n)\n    context Perm(a[tid], write);\n  {{\n{body}\n  }}\n}}\n"
    )
}

#[test]
fn a_read_of_what_another_thread_writes_is_a_race() {
    let run = verified(&kernel("    a[tid] = 1;\n    int x = a[0];"));
    says(
        &run,
        "data race on `a[0]`: thread 1 reads it (line 8), thread 0 writes it (line 7), no barrier between",
    );
    says(&run, "thread 0 writes it here");
    // The barrier that would order them.
    says(
        &run,
        "barrier(b) { requires Perm(a[tid], write); ensures Perm(a[0], 1\\n); }",
    );
}

#[test]
fn a_write_to_what_another_thread_reads_is_a_race() {
    let run = verified(&kernel(
        "    int x = a[tid];\n    if (tid + 1 < n) { a[tid + 1] = x; }",
    ));
    says(&run, "data race on `a[1]`: thread 0 writes it (line 8)");
}

#[test]
fn behind_a_barrier_there_is_no_race() {
    let run = verified(&kernel(
        "    a[tid] = 1;\n    barrier(b) { requires Perm(a[tid], write); ensures Perm(a[tid], write); }\n    int x = a[0];",
    ));
    assert_eq!(run.status, 1);
    does_not_say(&run, "data race");
}

#[test]
fn a_barrier_that_hands_nothing_on_is_named() {
    let run = verified(&kernel(
        "    a[tid] = 1;\n    barrier(b) { }\n    if (tid > 0) { int x = a[tid - 1]; }",
    ));
    says(
        &run,
        "the barrier in line 8 hands on only what its contract says: let it take the permission for \
         `a` (`requires`), and give this thread `Perm(a[tid - 1], read)` (`ensures`)",
    );
}

/// The contract of a block, in the words of a race.
#[test]
fn contracts_of_blocks_are_told_as_races() {
    let all = "requires 2 <= n;\ncontext a != null && a.length == n;\ncontext Perm(a[*], write);\n\
               void race(int n, int[] a) {\n  par threads (int t = 0 .. n)\n    \
               context Perm(a[0], write);\n  {\n    a[0] = t;\n  }\n}\n";
    let run = verified(all);
    says(
        &run,
        "the block's precondition allows a data race on `a[0]`: all threads ask for the whole of it (line 6)",
    );
    // Both together ask for two, not each.
    says(&run, "together  2");
    let two = kernel("    a[tid] = 1;").replace(
        "context Perm(a[tid], write);\n  {",
        "context Perm(a[tid], write);\n    requires 0 < tid ==> Perm(a[tid - 1], 1\\2);\n  {",
    );
    says(
        &verified(&two),
        "the block's precondition allows a data race on `a[0]`: thread 1 asks for 1/2 of it (line 6), \
         thread 0 asks for the whole of it (line 5)",
    );
    let parts = all
        .replace("a[0], write", "a[0], 2\\3")
        .replace("a[0] = t;", "int x = a[0];");
    let parts = verified(&parts);
    says(
        &parts,
        "the block's precondition shares out more than there is of `a[0]`: all threads ask for a part of it (line 6)",
    );
    does_not_say(&parts, "race on");
    let lost = kernel("    a[tid] = 1;\n    exhale Perm(a[tid], 1\\2);");
    says(
        &verified(&lost),
        "a thread may not hold `Perm(a[tid], write)` at its end, and the block's postcondition gives it back",
    );
    let some = kernel("    if (tid < n - 1) { barrier(b) { } }");
    says(
        &verified(&some),
        "barrier divergence: `tid < n - 1` (line 7) decides which threads come to this barrier, and they \
         may wait for others in vain",
    );
}

/// What a stranger typed in the first hour.
#[test]
fn first_mistakes_are_answered() {
    let statement = |text: &str| format!("void m(int[] a, int n) {{\n  {text}\n}}\n");
    for (text, wanted) in [
        ("__syncthreads();", "wait for each other at `barrier(T)"),
        ("int x = max(n, 1);", "write `a > b ? a : b`"),
        ("int x = fabs(n);", "write `a < 0 ? -a : a`"),
        ("int x = threadIdx;", "`t` in `par (int t = 0 .. n)`"),
        ("n := 2;", "`=` assigns"),
        (
            "assert forall int i = 0 .. 2; i == i;",
            "did you mean `(\\forall …)`?",
        ),
    ] {
        let run = verified(&statement(text));
        assert_eq!(run.status, 2, "{text}: {}", run.stderr);
        says(&run, wanted);
    }
    let home = folder(&[("scale.pvl", "void m() { par (int t = 0 .. 8) { } }\n")]);
    let run = |args: &[&str]| alpinist_in(home.path(), args);
    for (args, wanted) in [
        (&["verify", "scael.pvl"][..], "did you mean `scale.pvl`?"),
        (&["verify"], "error[C001]: <FILE>... is missing"),
        (
            &["scale.pvl", "--unroll", "i"],
            "is not of the form `--unroll K[@SITE]`, where K is a number or `all`\n",
        ),
        (&["scale.pvl", "--unroll", "2"], "the program has no loop"),
        (&["scale.pvl", "--tile", "intra:2@T"], "there is only `@1`"),
        (
            &["run", "scale.pvl", "m", "1"],
            "`m` takes 0 arguments (), not 1",
        ),
    ] {
        let run = run(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        says(&run, wanted);
    }
    // A word that is no command makes nothing of what comes behind it.
    let run_of = |args: &[&str]| alpinist_in(home.path(), args);
    let run = run_of(&["rases", "x"]);
    says(&run, "did you mean `races`?");
    says(&run, "cannot read x: No such file or directory");
    assert_eq!(
        run.stderr.matches("did you mean").count(),
        1,
        "{}",
        run.stderr
    );
    let run = run_of(&[]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    says(&run, "\nCommands:\n  optimize");
    // A block without a name is known by the line in which it begins.
    let long = "void m() {\n  par (int t = 0 .. 8)\n    requires 0 <= t;\n  {\n  }\n}\n";
    let plan = with(long, &["plan", "x.pvl"]);
    assert!(plan.stdout.contains("--tile inter:2@2:"), "{}", plan.stdout);
    let run = with(long, &["x.pvl", "--tile", "inter:2@2", "--diff"]);
    assert_eq!(run.status, 5, "{}", run.stderr);
}

#[test]
fn kernels_say_how_often_the_solver_was_asked_if_asked() {
    let kernel = "#include \"mine.h\"\n__global__ void k(int *a) { a[threadIdx.x] = N; }\n";
    let args = ["races", "--block", "64", "--grid", "1", "k.cu"];
    let Some(run) = kernel_run(kernel, &args) else {
        return;
    };
    does_not_say(&run, "solver");
    says(&run, "`-I FOLDER` adds its folder");
    let Some(run) = kernel_run(
        kernel,
        &["run", "--block", "1", "--grid", "1", "-D", "N=1", "k.cu"],
    ) else {
        return;
    };
    assert!(
        run.stdout.contains("1 block of 1 thread\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn where_a_thread_may_come_there_may_be_a_race() {
    // Whether thread 0 writes is decided by memory, of which nothing is known.
    let run = verified(&kernel(
        "    if (a[tid] > 0) { a[tid] = 1; }\n    int x = a[0];",
    ));
    says(
        &run,
        "there may be a data race on `a[0]`: thread 1 reads it",
    );
    says(&run, "thread 0 may write it (line 7)");
    // What is behind a call is only known by its contract.
    let run = verified(&format!(
        "void g();\n{}",
        kernel("    a[tid] = 1;\n    int x = a[0];").replace("  par b", "  g();\n  par b")
    ));
    says(&run, "there may be a data race on `a[0]`");
}

#[test]
fn what_threads_use_in_turn_or_alone_is_no_race() {
    for body in [
        // Nobody writes.
        "    int x = a[0];",
        // Each other thread writes elsewhere.
        "    if (tid == 0) { a[tid] = 1; }\n    if (tid == 0 && n > 7) { a[1] = 2; }",
    ] {
        let run = verified(&kernel(body).replace("Perm(a[tid], write)", "Perm(a[tid], 1\\4)"));
        assert_eq!(run.status, 1, "{}", run.stderr);
        does_not_say(&run, "error[V003]: data race");
    }
}

#[test]
fn a_run_names_places_as_the_program_does() {
    let program = "class C {\n  int[] f;\n  requires n == 2;\n  void m(int n) {\n    int[] a = new int[n];\n    \
                   par b (int t = 0 .. n)\n      requires Perm(a[t], write);\n    {\n      a[t] = 1;\n      int x = a[0];\n    }\n  }\n  \
                   requires Perm(f, read) ** f != null ** f.length == 1;\n  void g() {\n    f[0] = 1;\n  }\n}\n";
    let run = with(program, &["run", "x.pvl", "m", "2"]);
    says(&run, "error[R002]: a[0] is read without permission");
    let run = with(program, &["run", "x.pvl", "g", "--random=1"]);
    says(&run, "error[R002]: f[0] is written without permission");
    does_not_say(&run, "array#");
}

#[test]
fn a_postcondition_says_at_which_return() {
    let run = verified(
        "requires n >= 0;\nensures \\result > n;\nint f(int n) {\n  if (n > 3) { return n + 1; }\n  return n;\n}\n",
    );
    says(
        &run,
        "5 |   return n;\n  |   --------- it must hold at this `return`",
    );
    // There is no loop, block or call of which to speak.
    does_not_say(&run, "are known here");
    let run = verified(
        "class C {\n  int x;\n  context Perm(x, write);\n  ensures x > 0;\n  void g() {\n    x = 0;\n  }\n}\n",
    );
    says(&run, "it must hold here, where the body ends");
    let run = verified(
        "ensures \\result > 0;\nint h();\nensures \\result > 1;\nint g() {\n  return h();\n}\n",
    );
    says(&run, "only the contracts of calls are known here");
}

#[test]
fn a_missing_null_check_is_said_once() {
    let run = verified(
        "context (\\forall* int i; 0 <= i && i < n; Perm(a[i], write));\n\
         ensures (\\forall int i; 0 <= i && i < n; a[i] == 0);\n\
         void f(int[] a, int n) {\n  int i = 0;\n  while (i < n) { a[i] = 0; i = i + 1; }\n}\n",
    );
    assert_eq!(
        run.stderr.matches("error[V001]").count(),
        1,
        "{}",
        run.stderr
    );
    says(&run, "so for f/V001/2, f/V001/3, f/V001/4 as well");
}

#[test]
fn what_the_cache_lacks_is_one_line() {
    let home = folder(&[(
        "x.pvl",
        "requires n > 1;\nensures \\result > n;\nint f(int n) {\n  return n * n;\n}\nint g(int n) {\n  assert n * n >= 0;\n  return n;\n}\n",
    )]);
    let args = [
        "verify",
        "--cache",
        "kept",
        "--cache-mode",
        "enforce",
        "x.pvl",
    ];
    let run = crate::common::command(home.path(), &args).output().unwrap();
    let run = Run::from(run);
    assert_eq!(run.status, 3, "{}", run.stderr);
    does_not_say(&run, "error[");
    says(&run, "not in the cache, so nothing is known of them: f, g");
    assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
}

#[test]
fn another_language_is_recognized() {
    let run =
        verified("__global__ void k(int *a, int n) {\n  int i = threadIdx.x;\n  a[i] = 0;\n}\n");
    says(&run, "this is CUDA, and a `.pvl` file is read as PVL");
    says(&run, "name the file `x.cu`");
    assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
    let run = verified("__kernel void k(__global int *a) {\n  a[get_global_id(0)] = 0;\n}\n");
    says(&run, "this is OpenCL");
    let run = verified("#include <stdio.h>\nint main(void) { return 0; }\n");
    says(&run, "this is C, and");
    // One such word in a program of PVL hides no other error.
    for text in [
        "class A {\n  void m(int __global__) {\n    int x = ;\n  }\n}\n",
        "__device__ void m(int n)\n  requires n > 0;\n{\n  int x = ;\n}\n",
        "requires n > 0;\nvoid m(int n) {\n#define x\n  int x = ;\n}\n",
    ] {
        let run = verified(text);
        does_not_say(&run, "this is");
        says(&run, "and no word of PVL");
        let line = text.lines().position(|line| line.contains("= ;")).unwrap() + 1;
        says(&run, &format!("x.pvl:{line}:"));
    }
    // What is in annotation comments may be of a kernel in another language.
    let run = verified("/*@ requires n > 0; @*/\n__global__ void k(int n) {\n}\n");
    says(&run, "this is CUDA");
    // A parameter may have a name of theirs, and so may what is said in a comment.
    does_not_say(
        &verified("static int x;\n/* __global__ */\nvoid f(int blockDim {\n}\n"),
        "this is",
    );
    // Words in a comment, and a program that can be read, are what they are.
    let run = verified("// From __global__ void k(int *a).\nvoid f( {\n}\n");
    does_not_say(&run, "this is");
    let run = verified("void f(int threadIdx) {\n}\n");
    assert_eq!(run.status, 0, "{}", run.stderr);
}

#[test]
fn slips_are_answered() {
    for (program, meant) in [
        (
            "require n > 0;\nvoid f(int n) { }\n",
            "did you mean `requires`?",
        ),
        (
            "ensure n > 0;\nvoid f(int n) { }\n",
            "did you mean `ensures`?",
        ),
        (
            "precondition n > 0;\nvoid f(int n) { }\n",
            "did you mean `requires`?",
        ),
        (
            "void f(int n) {\n  par b (int t = 0 .. n)\n  {\n    barrier { }\n  }\n}\n",
            "a barrier names the block whose threads meet there",
        ),
    ] {
        says(&verified(program), meant);
    }
    let program = "void f(int n) {\n  int i = 0;\n  for (int index = 0; index < 4; index++) { i = i + 1; }\n}\n";
    let run = with(program, &["--unroll", "2@indx", "x.pvl"]);
    says(&run, "did you mean `@index`?");
    let home = folder(&[
        ("x.pvl", program),
        (
            "alpinist.toml",
            "[schedule.fast]\nsteps = [\"--unroll 2\"]\n",
        ),
    ]);
    let run = alpinist_in(home.path(), &["--schedule", "fats", "x.pvl"]);
    says(&run, "did you mean `fast`?");
    for (args, meant) in [
        (
            &["verify", "--unrol", "2", "x.pvl"] as &[&str],
            "`--unroll` is an option of `alpinist",
        ),
        (&["verify", "--quite", "x.pvl"], "did you mean `--quiet`?"),
        (&["explain", "V3"], "did you mean `V003`?"),
        (&["explain", "V03"], "did you mean `V003`?"),
    ] {
        let run = with(program, args);
        says(&run, meant);
        does_not_say(&run, "-- --");
    }
}

#[test]
fn mistakes_in_the_settings_show_their_line() {
    for (settings, said) in [
        (
            "rlimit = 3\nprofile = \"sund\"\n",
            "alpinist.toml:2:11: `sund` is none of sound",
        ),
        ("rlimit = 3\nprofile = \"sund\"\n", "did you mean `sound`?"),
        (
            "[kernels]\nassume = [\"no-signed-overflows\"]\n",
            "did you mean `no-signed-overflow`?",
        ),
        ("[kernels]\n'blok' = 3\n", "did you mean `block`?"),
        (
            "[[program]]\nfils = [\"x.pvl\"]\n",
            "line 2: fils = [\"x.pvl\"]",
        ),
        ("[[program]]\nfils = [\"x.pvl\"]\n", "did you mean `files`?"),
    ] {
        let home = folder(&[("alpinist.toml", settings), ("x.pvl", "void f() { }\n")]);
        let run = alpinist_in(home.path(), &["ci"]);
        assert_eq!(run.status, 2);
        says(&run, said);
    }
}

#[test]
fn figures_are_for_who_asks() {
    let program = "requires n > 0;\nvoid f(int n) {\n  assert n > 0;\n}\n";
    let run = with(program, &["verify", "x.pvl"]);
    assert_eq!(run.stderr, "x.pvl: verified (1 method, 2 obligations)\n");
    let run = with(program, &["verify", "--verbose", "x.pvl"]);
    says(&run, " s)\n");
    // One total, if there is something to sum up.
    let home = folder(&[("x.pvl", program), ("y.pvl", program)]);
    let run = alpinist_in(home.path(), &["verify", "x.pvl", "y.pvl"]);
    assert!(
        run.stderr.ends_with("\n2 of 2 programs hold\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_wrong_command_line_is_answered_without_loose_ends() {
    for (args, message, help) in [
        (
            &["--in-place", "--diff", "-o", "y.pvl", "x.pvl"] as &[&str],
            "the argument '--in-place' cannot be used with '--diff' and '--output <PATH>'\n  = note: Usage: alpinist",
            "`--help` lists what there is",
        ),
        (
            &["completions", "fisch"],
            "invalid value 'fisch' for '<SHELL>'\n  = note: [possible values: bash,",
            "did you mean `fish`?",
        ),
        (
            &["verify", "--format", "jsn", "x.pvl"],
            "invalid value 'jsn' for '--format <FORMAT>'\n",
            "did you mean `json`?",
        ),
        (
            &["--prefetch", "a", "x.pvl"],
            "`--prefetch a` is not of the form `--prefetch 'A[PAT]'[@SITE]`\n",
            "SITE is a loop variable",
        ),
        (
            &["verify"],
            "<FILE>... is missing\n  = note: Usage: alpinist verify <FILE>...\n",
            "`--help` lists what there is",
        ),
    ] {
        let run = with("", args);
        assert_eq!(run.status, 2, "{args:?}");
        says(&run, &format!("]: {message}"));
        says(&run, &format!("\n  = help: {help}"));
        for junk in ["tip:", "``", "`alpinist `", "For more information"] {
            does_not_say(&run, junk);
        }
        for line in run.stderr.lines() {
            assert_eq!(line.trim_end(), line, "{}", run.stderr);
            assert_eq!(line.matches('`').count() % 2, 0, "{}", run.stderr);
        }
    }
}

/// Command lines that are wrong in a way that can be named, each with what is said.
const SLIPS: [(&str, &str); 12] = [
    (
        "races --block -3 k.cu",
        "'-3' for '--block <SIZE>': a size is at least 1",
    ),
    (
        "run --grid 2,-3 k.cu",
        "'2,-3' for '--grid <SIZE>': a size is at least 1",
    ),
    (
        "races --in-place k.cu",
        "`--in-place` is an option of `alpinist repair`, `alpinist contract`",
    ),
    (
        "equal --html x k.cu k.cu",
        "`--html` is an option of `alpinist repair`",
    ),
    (
        "verify --unroll 2 x.pvl",
        "`--unroll` is an option of `alpinist optimize`",
    ),
    ("races --blok 3 k.cu", "did you mean `--block`?"),
    (
        "races --grid 4,70000 k.cu",
        "a grid of 4,70000, set by `--grid`, is too large for CUDA",
    ),
    ("races --grid 4,70000 k.cu", "65535 in y"),
    (
        "equal --block 8 --sizes mm=3 k.cu new.cu",
        "did you mean `m`?",
    ),
    (
        "races --requires widht>3 k.cu",
        "--requires: no kernel has a parameter `widht`\n  = help: did you mean `width`?",
    ),
    ("races --covers ouput:m k.cu", "did you mean `output`?"),
    (
        "run --arg mm=3 k.cu",
        "the kernel has no scalar parameter `mm`; did you mean `m`?",
    ),
];

#[test]
fn a_slip_is_named_as_what_it_is() {
    let text = "__global__ void k(float *output, int m, int width) {\n  if (threadIdx.x < m) output[threadIdx.x] = 1;\n}\n";
    let home = folder(&[("k.cu", text), ("new.cu", text)]);
    let without_clang = crate::common::no_clang().is_some();
    for (number, (words, says)) in SLIPS.into_iter().enumerate() {
        // The later ones are found by the kernel.
        if number > 5 && without_clang {
            continue;
        }
        let words: Vec<&str> = words.split(' ').collect();
        let run = alpinist_in(home.path(), &words);
        assert_eq!(run.status, 2, "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains(says), "{words:?}: {}", run.stderr);
    }
}

#[test]
fn a_message_about_no_place_has_no_margin() {
    let run = with("", &["verify", "nowhere.pvl"]);
    says(
        &run,
        "error[C002]: cannot read nowhere.pvl: No such file or directory\n  = help:",
    );
    let home = folder(&[]);
    std::fs::write(home.path().join("x.pvl"), b"int \xff").unwrap();
    let run = alpinist_in(home.path(), &["verify", "x.pvl"]);
    says(&run, "error[C004]: x.pvl is not UTF-8 text\n  = note:");
}

#[test]
fn explanations_show_what_is_right() {
    let run = alpinist_in(root(), &["explain", "V003"]);
    assert!(
        run.stdout
            .contains("\nCorrected:\n\n    requires a != null"),
        "{}",
        run.stdout
    );
    for code in ["K301", "K302"] {
        let run = alpinist_in(root(), &["explain", code]);
        assert!(!run.stdout.contains("```"), "{}", run.stdout);
        assert!(run.stdout.contains("\nCorrected:\n"), "{}", run.stdout);
    }
    let run = alpinist_in(root(), &["explain", "K302"]);
    for shown in [
        "error:\n\n    // wrong: the mask names 32 lanes;",
        "computes it:\n\n    __global__ void k(int *p) {\n      int t = threadIdx.x, x = t;\n      unsigned there = __ballot_sync",
    ] {
        assert!(run.stdout.contains(shown), "{}", run.stdout);
    }
}

#[test]
fn a_change_is_made_if_the_program_verifies_with_it() {
    let wrong = "class C {\n  int x;\n  requires Perm(x, write);\n  ensures Perm(x, write) && x == 1;\n  void f() {\n    x = 1;\n  }\n}\n";
    let home = folder(&[("x.pvl", wrong)]);
    let run = alpinist_in(home.path(), &["--fix", "--diff", "x.pvl"]);
    assert_eq!(run.status, 5, "{}", run.stderr);
    assert!(
        run.stdout.contains("+  ensures Perm(x, write) ** x == 1;"),
        "{}",
        run.stdout
    );
    let text = || std::fs::read_to_string(home.path().join("x.pvl")).unwrap();
    assert_eq!(text(), wrong);
    let run = alpinist_in(home.path(), &["--fix", "x.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(text(), wrong.replace("&&", "**"));
    // Something else is wrong as well, so the file stays as it is.
    let worse = wrong.replace("x = 1;", "x = 2;");
    std::fs::write(home.path().join("x.pvl"), &worse).unwrap();
    let run = alpinist_in(home.path(), &["--fix", "x.pvl"]);
    assert_ne!(run.status, 0);
    assert_eq!(text(), worse);
    let run = alpinist_in(home.path(), &["--fix", "--unroll", "2", "x.pvl"]);
    assert_eq!(run.status, 2);
}

#[test]
fn planned_flags_can_be_typed() {
    let program =
        "void f(int n) {\n  int i = 0;\n  for (int k = 0; k < 4; k++) { i = i + 1; }\n}\n";
    let run = with(program, &["plan", "x.pvl"]);
    assert!(run.stdout.contains("--unroll 2@k: if"), "{}", run.stdout);
    let refused = "context a != null && a.length == n;\ncontext (\\forall* int i = 0 .. n; Perm(a[i], write));\nvoid f(int[] a, int n) {\n  par b (int t = 0 .. n, int u = 0 .. 1)\n    context Perm(a[t], 1\\2);\n  {\n  }\n}\n";
    let run = with(refused, &["plan", "x.pvl"]);
    assert!(
        run.stdout.matches("  tile: no").count() <= 1,
        "{}",
        run.stdout
    );
}

#[test]
fn an_output_that_drifted_is_said_where_it_is_kept() {
    let program = "void f() {\n  assert true;\n}\n";
    let home = folder(&[
        ("x.pvl", program),
        ("kept.pvl", "void f() {\n  assert 1 == 1;\n}\n"),
        (
            "alpinist.toml",
            "[[program]]\nfiles = [\"x.pvl\"]\ngolden = \"kept.pvl\"\n",
        ),
    ]);
    let run = alpinist_in(home.path(), &["ci", "--report", "r.sarif"]);
    assert_eq!(run.status, 5);
    says(&run, "0 of 1 program hold");
    let report = std::fs::read_to_string(home.path().join("r.sarif")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let place = &report["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "kept.pvl");
    assert_eq!(place["region"]["startLine"], 2);
    let tool = &report["runs"][0]["tool"]["driver"];
    for link in [&tool["informationUri"], &tool["rules"][0]["helpUri"]] {
        assert!(
            link.as_str()
                .is_some_and(|link| link.starts_with("https://")),
            "{tool}"
        );
    }
    std::fs::write(home.path().join("kept.pvl"), program).unwrap();
    let run = alpinist_in(home.path(), &["ci"]);
    says(&run, "1 of 1 program holds\n");
}

#[test]
fn a_cache_folder_is_passed_over_by_version_control_or_warned_of() {
    let home = folder(&[("x.pvl", "void f() { }\n"), ("file", "")]);
    let run = alpinist_in(home.path(), &["verify", "--cache", "kept", "x.pvl"]);
    assert_eq!(run.status, 0);
    let ignored = std::fs::read_to_string(home.path().join("kept/.gitignore")).unwrap();
    assert_eq!(ignored, "*\n");
    let run = alpinist_in(home.path(), &["verify", "--cache", "file", "x.pvl"]);
    assert_eq!(run.status, 0);
    says(
        &run,
        "warning[C006]: nothing can be kept in the cache folder file",
    );
}

/// Kernels need clang.
fn kernel_run(text: &str, args: &[&str]) -> Option<Run> {
    clang::find::Program::find()?;
    let home = folder(&[("k.cu", text)]);
    Some(alpinist_in(home.path(), args))
}

#[test]
fn one_statement_that_races_with_itself_is_one_message() {
    let text = "__global__ void k(int *x) {\n  *x += 1;\n}\n";
    let args = ["races", "--block", "64", "--grid", "2", "k.cu"];
    if let Some(run) = kernel_run(text, &args) {
        assert_eq!(
            run.stderr.matches("error[K301]").count(),
            1,
            "{}",
            run.stderr
        );
        says(&run, "the same statement also gives: ");
    }
}

#[test]
fn a_run_of_a_kernel_begins_with_sizes_that_make_sense() {
    let text = "__global__ void k(int *a, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] = i;\n}\n";
    if let Some(run) = kernel_run(text, &["run", "k.cu"]) {
        assert!(
            run.stdout.starts_with("k(n = 16): 2 blocks of 8 threads"),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn bounds_and_recursion_come_with_help() {
    let bounds = "__global__ void k() {\n  __shared__ int s[64];\n  s[threadIdx.x + 1] = 1;\n}\n";
    let args = ["races", "--block", "64", "--grid", "2", "k.cu"];
    if let Some(run) = kernel_run(bounds, &args) {
        says(&run, "= help: guard the access by a condition");
    }
    let recursion = "__device__ int f(int n) {\n  return n < 1 ? 0 : f(n - 1);\n}\n__global__ void k(int *p) {\n  p[0] = f(p[0]);\n}\n";
    if let Some(run) = kernel_run(recursion, &args) {
        says(&run, "= help: write the recursion as a loop");
    }
}

#[test]
fn a_repair_in_place_is_quiet_if_asked() {
    let text = "__global__ void k(int *a) {\n  __shared__ int s[64];\n  s[threadIdx.x] = a[threadIdx.x];\n  a[threadIdx.x] = s[63 - threadIdx.x];\n}\n";
    let args = [
        "repair",
        "--in-place",
        "--quiet",
        "--block",
        "64",
        "--grid",
        "1",
        "k.cu",
    ];
    if let Some(run) = kernel_run(text, &args) {
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    }
}
