//! What `explain` shows as an example of a code gives that code.
//!
//! Every day of some of the codes, with `ALPINIST_SLOW=1` of all.

use crate::common::each::{all_pass, one_in};
use crate::common::{Run, alpinist_in, folder, root};
use serde_json::Value;

fn codes() -> Vec<(String, String)> {
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    json["codes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|info| (text(&info["code"]), text(&info["example"])))
        .collect()
}

#[test]
fn examples_give_their_codes() {
    let mut codes = codes();
    // Those of the command line are command lines, and W9… stand in reports for programs.
    codes.retain(|(code, example)| {
        !example.is_empty() && !code.starts_with('C') && !code.starts_with("W9")
    });
    assert!(codes.len() > 100, "{codes:?}");
    let gives_it = |(code, example): &(String, String)| {
        if code.starts_with('K') {
            return kernel_gives_it(code, example);
        }
        if code.starts_with('R') {
            if needs_clang(example) {
                return Ok(());
            }
            let run = run_as_written(example);
            return match run.stderr.contains(&format!("[{code}]")) {
                true => Ok(()),
                false => Err(run.stderr),
            };
        }
        let folder = folder(&[("x.pvl", &example.replace("//:: alpinist --", "// --"))]);
        // A refusal may be shown on a program that the checker cannot do either.
        let mut args = vec!["--diff", "--keep-unverified", "--jobs", "1", "x.pvl"];
        // Steps as flags, where there is no directive for them.
        let flags = example
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("//:: alpinist "));
        args.extend(flags.unwrap_or("").split_whitespace());
        let run = alpinist_in(folder.path(), &args);
        if !run.stderr.contains(&format!("[{code}]")) {
            return Err(run.stderr);
        }
        Ok(())
    };
    all_pass(&one_in(4, codes), |(code, _)| code.clone(), gives_it);
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
    program.contains("__global__") && clang::find::Program::find().is_none()
}

/// An example in CUDA, checked for blocks of 64 threads, or with the command of its first line.
fn kernel_gives_it(code: &str, example: &str) -> Result<(), String> {
    if needs_clang(example) {
        return Ok(());
    }
    if example.starts_with("// alpinist ") {
        let run = run_as_written(example);
        return match run.stderr.contains(&format!("[{code}]")) {
            true => Ok(()),
            false => Err(run.stderr),
        };
    }
    let folder = folder(&[("x.cu", example)]);
    let command = match code.starts_with("K5") {
        true => "repair",
        false => "races",
    };
    let args = [
        command, "--block", "64", "--grid", "2", "--jobs", "1", "x.cu",
    ];
    let run = alpinist_in(folder.path(), &args);
    match run.stderr.contains(&format!("[{code}]")) {
        true => Ok(()),
        false => Err(run.stderr),
    }
}

/// The corrected program that an explanation shows is verified, and a further wrong one gives the code.
#[test]
fn corrected_kernels_are_verified() {
    if clang::find::Program::find().is_none() {
        return;
    }
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let mut shown = Vec::new();
    for info in json["codes"].as_array().unwrap() {
        let (code, text) = (
            info["code"].as_str().unwrap(),
            info["text"].as_str().unwrap(),
        );
        // Between the paragraphs stand programs: further wrong ones, which say so, and corrected ones.
        let blocks = text.split("```").skip(1).step_by(2);
        if code.starts_with('K') {
            let mended = info["corrected"].as_str();
            shown.extend(mended.map(|program| (code.to_owned(), program.to_owned())));
            shown.extend(blocks.map(|block| (code.to_owned(), block.trim_start().to_owned())));
        }
    }
    let wrong = |program: &str| program.starts_with("// wrong");
    assert!(shown.len() > 25, "{shown:?}");
    assert!(shown.iter().any(|(_, program)| wrong(program)), "{shown:?}");
    let holds = |(code, program): &(String, String)| {
        if wrong(program) {
            return kernel_gives_it(code, program);
        }
        let folder = folder(&[("x.cu", program)]);
        let args = [
            "races", "--block", "64", "--grid", "2", "--jobs", "1", "x.cu",
        ];
        let run = alpinist_in(folder.path(), &args);
        match run.status {
            0 => Ok(()),
            _ => Err(run.stderr),
        }
    };
    all_pass(&one_in(2, shown), |(code, _)| code.clone(), holds);
}

/// The program in which the example of a message about PVL is mended gives no error, and where it is
/// about a proof, it is proved.
#[test]
fn corrected_programs_are_verified() {
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let mut corrected: Vec<(String, String)> = Vec::new();
    for info in json["codes"].as_array().unwrap() {
        let (code, example) = (
            info["code"].as_str().unwrap(),
            info["example"].as_str().unwrap(),
        );
        let explains = code.starts_with(['V', 'S', 'N', 'T', 'R']) || code < "W900" && code > "W";
        if !explains || example.is_empty() || code > "V9" && code < "W" {
            continue;
        }
        let mended = info["corrected"].as_str().map(str::to_owned);
        // These are about the tool's own limits, and there is nothing to mend in the program.
        if mended.is_none() && code.starts_with('R') {
            continue;
        }
        corrected.push((code.to_owned(), mended.unwrap_or_default()));
    }
    assert!(corrected.len() > 110, "{}", corrected.len());
    let holds = |(code, program): &(String, String)| {
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
        if right { Ok(()) } else { Err(run.stderr) }
    };
    all_pass(&one_in(4, corrected), |(code, _)| code.clone(), holds);
}

/// The step that the example of a refusal asks for is carried out on the mended program, and its result
/// verified; what had no rule has one.
#[test]
fn corrected_steps_are_carried_out() {
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let all = json["codes"].as_array().unwrap().iter();
    let mended = all.filter_map(|info| {
        let code = info["code"].as_str()?;
        let program = info["corrected"].as_str()?;
        code.starts_with(['A', 'U'])
            .then(|| (code.to_owned(), program.to_owned()))
    });
    let mended: Vec<(String, String)> = mended.collect();
    assert!(mended.len() > 110, "{}", mended.len());
    let holds = |(code, program): &(String, String)| {
        let folder = folder(&[("x.pvl", &program.replace("//:: alpinist --", "// --"))]);
        let mut args = vec!["--diff", "--jobs", "1", "x.pvl"];
        let flags = program.lines().next();
        let flags = flags.and_then(|line| line.strip_prefix("//:: alpinist "));
        args.extend(flags.unwrap_or("").split_whitespace());
        let run = alpinist_in(folder.path(), &args);
        let right = match code.starts_with('A') {
            // Something changes, and holds, without the message.
            true => run.status == 5 && !run.stderr.contains(&format!("[{code}]")),
            false => !run.stderr.contains("[U") && !run.stderr.contains("error["),
        };
        if right { Ok(()) } else { Err(run.stderr) }
    };
    all_pass(&one_in(4, mended), |(code, _)| code.clone(), holds);
}

/// A mended command line is another one than the wrong one.
#[test]
fn command_lines_are_corrected() {
    let run = alpinist_in(root(), &["explain", "C001"]);
    let says = "Corrected:\n\n    alpinist verify --seed 3 program.pvl\n";
    assert!(run.stdout.contains(says), "{}", run.stdout);
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let command = |info: &&Value| {
        let code = info["code"].as_str().unwrap();
        code.starts_with('C') && info["example"] != ""
    };
    for info in json["codes"].as_array().unwrap().iter().filter(command) {
        let corrected = info["corrected"].as_str();
        assert!(corrected.is_some(), "{}", info["code"]);
        assert_ne!(corrected, info["example"].as_str());
    }
}

/// Codes of which no program can be shown: they are about this program, its limits or its surroundings, or say
/// what the ways into it refuse before.
const WITHOUT_A_PROGRAM: &str = "\
A004 A318 C012 C021 K001 K003 K006 K206 K321 K411 K503 N000 N019 S008 S018 U026 U027 U031 U035 U040 U041 U043 \
U045 U046 U047 U048 U054 U058 U059 U060 U061 U062 U063 U066 U072 U075 U079 U080 U085 U095 U096 U097 U098 \
U099 V900 V901 V902 W900";

/// Codes whose program is shown and has nothing to mend in it: `explain` says what they ask for.
const NOTHING_TO_MEND: &str = "K007 W901 W902 W903";

#[test]
fn every_other_code_has_a_wrong_and_a_mended_program() {
    let run = alpinist_in(root(), &["explain", "--all", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let mut lacking = Vec::new();
    let mut unmended = Vec::new();
    for info in json["codes"].as_array().unwrap() {
        let code = info["code"].as_str().unwrap();
        let text = info["text"].as_str().unwrap();
        // Of kernels the mended one may stand between the paragraphs.
        let is_mended =
            info["corrected"].is_string() || code.starts_with('K') && text.contains("```");
        match (info["example"] != "", is_mended) {
            (false, _) => lacking.push(code),
            (true, false) => unmended.push(code),
            (true, true) => {}
        }
    }
    assert_eq!(lacking.join(" "), WITHOUT_A_PROGRAM);
    assert_eq!(unmended.join(" "), NOTHING_TO_MEND);
}

#[test]
fn codes_are_found_in_any_case() {
    let codes = codes();
    let found = |(code, _): &(String, String)| {
        let run = alpinist_in(root(), &["explain", &code.to_lowercase()]);
        let right = run.status == 0 && run.stdout.starts_with(&format!("{code}: "));
        if right { Ok(()) } else { Err(run.stderr) }
    };
    all_pass(&one_in(8, codes), |(code, _)| code.clone(), found);
}
