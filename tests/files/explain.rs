//! What `explain` shows as an example of a code gives that code, and what it shows as corrected is right.
//!
//! Every day of some of the codes, with `ALPINIST_SLOW=1` of all.

use crate::common::{Run, alpinist_in, folder, no_clang, root};
use serde_json::Value;
use trials::{Suite, one_in};

/// A code, and a program that is shown.
type Shown = (String, String);

pub fn add(suite: &mut Suite) {
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let infos = json["codes"].as_array().unwrap();
    let code = |info: &Value| info["code"].as_str().unwrap().to_owned();
    let shown = |key: &str| -> Vec<Shown> {
        let programs = infos
            .iter()
            .filter_map(|info| Some((code(info), info[key].as_str()?.to_owned())));
        programs
            .filter(|(_, program)| !program.is_empty())
            .collect()
    };
    let codes = infos
        .iter()
        .map(|info| (code(info), String::new()))
        .collect();
    put(suite, "any_case", 8, codes, found_in_any_case);
    let examples = shown("example");
    let mut obligations = examples.clone();
    obligations.retain(|(code, _)| code.starts_with('V'));
    put(suite, "obligation", 8, obligations, obligation_gives_it);
    let mut wrong = examples.clone();
    // Those of the command line are command lines, and W9… stand in reports for programs.
    wrong.retain(|(code, _)| !code.starts_with('C') && !code.starts_with("W9"));
    assert!(wrong.len() > 100, "{wrong:?}");
    put(suite, "example", 8, wrong, gives_it);
    let mut steps = shown("corrected");
    steps.retain(|(code, _)| code.starts_with(['A', 'U']));
    assert!(steps.len() > 110, "{}", steps.len());
    put(suite, "corrected_step", 8, steps, corrected_step);
    let mended = shown("corrected");
    let mut corrected = Vec::new();
    for (code, _) in examples {
        let explains =
            code.starts_with(['V', 'S', 'N', 'T', 'R']) || *code < *"W900" && *code > *"W";
        let program = mended
            .iter()
            .find(|(of, _)| *of == code)
            .map(|(_, program)| program.clone());
        // Some of R are about the tool's own limits, and there is nothing to mend in the program.
        let limit = program.is_none() && code.starts_with('R');
        if explains && !limit && !(*code > *"V9" && *code < *"W") {
            corrected.push((code, program.unwrap_or_default()));
        }
    }
    assert!(corrected.len() > 110, "{}", corrected.len());
    put(suite, "corrected", 8, corrected, corrected_program);
    if let Some(why) = no_clang() {
        return suite.absent("explain::kernel", why);
    }
    let mut kernels = Vec::new();
    for info in infos.iter().filter(|info| code(info).starts_with('K')) {
        // Between the paragraphs stand programs: further wrong ones, which say so, and corrected ones.
        let blocks = info["text"]
            .as_str()
            .unwrap()
            .split("```")
            .skip(1)
            .step_by(2);
        let blocks = blocks.map(str::trim_start);
        let all = info["corrected"].as_str().into_iter().chain(blocks);
        kernels.extend(all.map(|program| (code(info), program.to_owned())));
    }
    assert!(kernels.len() > 25, "{kernels:?}");
    assert!(
        kernels.iter().any(|(_, program)| is_wrong(program)),
        "{kernels:?}"
    );
    put(suite, "kernel", 4, kernels, kernel_holds);
}

/// Adds a test for each program, named after the code and, if there are several, its number.
fn put(
    suite: &mut Suite,
    name: &str,
    n: usize,
    shown: Vec<Shown>,
    run: fn(&str, &str) -> Result<(), String>,
) {
    let mut last = (String::new(), 0);
    let named = shown.into_iter().map(|one| {
        last = match one.0 == last.0 {
            true => (one.0.clone(), last.1 + 1),
            false => (one.0.clone(), 1),
        };
        let name = match last.1 {
            1 => one.0.clone(),
            number => format!("{} {number}", one.0),
        };
        (name, one)
    });
    let cases = one_in(n, named, |_| false);
    suite.cases(
        &format!("explain::{name}"),
        cases,
        move |(code, program)| run(&code, &program),
    );
}

/// Whether a run gives a code.
fn gives(code: &str, run: Run) -> Result<(), String> {
    is(run.stderr.contains(&format!("[{code}]")), run)
}

/// What a run printed, if it is not right.
fn is(right: bool, run: Run) -> Result<(), String> {
    if right { Ok(()) } else { Err(run.stderr) }
}

fn found_in_any_case(code: &str, _: &str) -> Result<(), String> {
    let run = alpinist_in(root(), &["explain", &code.to_lowercase()]);
    is(
        run.status == 0 && run.stdout.starts_with(&format!("{code}: ")),
        run,
    )
}

fn obligation_gives_it(code: &str, example: &str) -> Result<(), String> {
    let home = folder(&[("x.pvl", example)]);
    gives(
        code,
        alpinist_in(home.path(), &["verify", "--jobs", "1", "x.pvl"]),
    )
}

fn gives_it(code: &str, example: &str) -> Result<(), String> {
    match code.as_bytes()[0] {
        b'K' => kernel_gives_it(code, example),
        b'E' => gives(code, run_as_written(example)),
        b'R' if needs_clang(example) => Ok(()),
        b'R' => gives(code, run_as_written(example)),
        // A refusal may be shown on a program that the checker cannot do either.
        _ => gives(code, step(example, &["--diff", "--keep-unverified"])),
    }
}

/// Carries out the steps of a program, also those that its first line gives as flags, where there is no
/// directive for them.
fn step(program: &str, options: &[&str]) -> Run {
    let folder = folder(&[("x.pvl", &program.replace("//:: alpinist --", "// --"))]);
    let mut args = [options, &["--jobs", "1", "x.pvl"]].concat();
    let flags = program.lines().next();
    let flags = flags.and_then(|line| line.strip_prefix("//:: alpinist "));
    args.extend(flags.unwrap_or("").split_whitespace());
    alpinist_in(folder.path(), &args)
}

/// Executes a program with the command of its first line.
fn run_as_written(program: &str) -> Run {
    let line = program.lines().next().unwrap_or_default();
    let line = line.strip_prefix("// alpinist ").unwrap_or_default();
    let name = line.split(' ').find(|word| word.starts_with("x."));
    let folder = folder(&[(name.unwrap_or("x.pvl"), program)]);
    let parts = line.split('\'').enumerate();
    let args: Vec<&str> = parts
        .flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect();
    alpinist_in(folder.path(), &args)
}

/// Whether a program is one in CUDA, and there is nothing that reads it.
fn needs_clang(program: &str) -> bool {
    program.contains("__global__") && no_clang().is_some()
}

/// An example in CUDA, checked for blocks of 64 threads, or with the command of its first line.
fn kernel_gives_it(code: &str, example: &str) -> Result<(), String> {
    if needs_clang(example) {
        return Ok(());
    }
    if example.starts_with("// alpinist ") {
        return gives(code, run_as_written(example));
    }
    let folder = folder(&[("x.cu", example)]);
    let command = match code.starts_with("K5") {
        true => "repair",
        false => "races",
    };
    let args = [&[command], sizes_of(code), &["--jobs", "1", "x.cu"]].concat();
    gives(code, alpinist_in(folder.path(), &args))
}

/// The sizes that examples of a code are checked for: what is said of launches, and of what is not found in any, is said for
/// all sizes.
fn sizes_of(code: &str) -> &'static [&'static str] {
    match code {
        "K017" | "K310" => &[],
        _ => &["--block", "64", "--grid", "2"],
    }
}

fn is_wrong(program: &str) -> bool {
    program.starts_with("// wrong")
}

/// The corrected kernel that an explanation shows is verified, and a further wrong one gives the code.
fn kernel_holds(code: &str, program: &str) -> Result<(), String> {
    if is_wrong(program) {
        return kernel_gives_it(code, program);
    }
    let folder = folder(&[("x.cu", program)]);
    let args = [&["races"], sizes_of(code), &["--jobs", "1", "x.cu"]].concat();
    let run = alpinist_in(folder.path(), &args);
    is(run.status == 0, run)
}

/// The program in which the example of a message about PVL is mended gives no error, and where it is
/// about a proof, it is proved.
fn corrected_program(code: &str, program: &str) -> Result<(), String> {
    if program.is_empty() {
        return Err("no corrected program".to_owned());
    }
    if code.starts_with('R') && needs_clang(program) {
        return Ok(());
    }
    let run = match code.starts_with('R') {
        true => run_as_written(program),
        false => {
            let folder = folder(&[("x.pvl", program)]);
            alpinist_in(folder.path(), &["verify", "--jobs", "1", "x.pvl"])
        }
    };
    let right = match code.starts_with(['V', 'R']) {
        true => run.status == 0,
        false => !run.stderr.contains("error[") && !run.stderr.contains(&format!("[{code}]")),
    };
    is(right, run)
}

/// The step that the example of a refusal asks for is carried out on the mended program, and its result
/// verified; what had no rule has one.
fn corrected_step(code: &str, program: &str) -> Result<(), String> {
    let run = step(program, &["--diff"]);
    let right = match code.starts_with('A') {
        // Something changes, and holds, without the message.
        true => run.status == 5 && !run.stderr.contains(&format!("[{code}]")),
        false => !run.stderr.contains("[U") && !run.stderr.contains("error["),
    };
    is(right, run)
}
