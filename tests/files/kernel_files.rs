//! Files of kernels that say themselves what must come out of `alpinist races`.

use crate::common::{alpinist_in, file_name, files_in, kernel_header, no_clang, root};
use serde_json::Value;
use trials::{Suite, Table, updating};

/// Files that are not checked every day, for they take seconds: the loops of a scan are taken apart, and rows of a tile
/// that a thread copies.
const SLOW: [&str; 10] = [
    "clause-keeps-away.cu",
    "columns-of-rows.cu",
    "grid-stride-size-t.cu",
    "launch-of-a-constant-wrong.cu",
    "launch-of-a-constant.cu",
    "launch-rounds-up.cu",
    "launch-stride-of-one.cu",
    "rows-of-a-number.cu",
    "tiled-product-small-launch.cu",
    "transpose-tile-rows.cu",
];

pub fn add(suite: &mut Suite) {
    if let Some(why) = no_clang() {
        return suite.absent("kernel_files", why);
    }
    let compiled = files_in("tests/compiled", &["cu", "cl"]);
    let launched = files_in("tests/launched", &["cu"]);
    assert!(compiled.len() > 25 && launched.len() > 150);
    let named = |file: String| {
        let name = file_name(&file);
        let every_day = !SLOW.contains(&name.as_str());
        (name, every_day, file)
    };
    let examples = examples().into_iter().map(named);
    suite.cases("examples", examples, |file| example(&file));
    suite.cases("compiled", compiled.into_iter().map(named), |file| {
        compiled_as_said(&file)
    });
    let contracts = files_in("tests/contracts", &["cu"]);
    suite.cases("contracts", contracts.into_iter().map(named), |file| {
        under_contract(&file)
    });
    let table = Table::read(root().join("tests/launched-table.tsv"), 1, 1);
    suite.table(
        "launched",
        &table,
        launched.iter().map(|file| file_name(file)).collect(),
    );
    suite.cases("launched", launched.into_iter().map(named), move |file| {
        is_not_verified(&file, &table)
    });
}

/// The examples of kernels.
fn examples() -> Vec<String> {
    files_in("examples/kernels-c", &["cu", "cl"])
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap()
}

pub fn many_examples_are_wrong() {
    let all = examples();
    let wrong = all
        .iter()
        .filter(|file| matches!(kernel_header(&read(file)).0, "wrong" | "violates"))
        .count();
    assert!(wrong * 5 >= all.len() * 2, "{wrong} of {}", all.len());
}

/// The two first lines of an example say the outcome, the codes and the options: `violates` where a launch of the file
/// violates the contract of a verified kernel, `unchecked` where it is not known whether one does.
fn example(file: &str) -> Result<(), String> {
    let text = read(file);
    let (verdict, codes, options) = kernel_header(&text);
    let args = [&["races", "--jobs", "1"], &options[..], &[file]].concat();
    let run = alpinist_in(root(), &args);
    let status = match verdict {
        "verified" => 0,
        "unchecked" if run.stderr.contains(" is unchecked: ") => 0,
        "wrong" => 1,
        "violates" if run.stderr.contains(": verified; ") => 1,
        "unknown" => 3,
        "suspect" if run.stderr.contains(": suspect, ") => 3,
        other => return Err(format!("`{other}` is no outcome")),
    };
    let reported = |code: &&str| run.stderr.contains(&format!("[{code}]"));
    match run.status == status && codes.iter().all(reported) {
        true => Ok(()),
        false => Err(format!(
            "{} instead of {status}\n{}",
            run.status, run.stderr
        )),
    }
}

/// What a verdict takes for granted of the text that was compiled is listed, and what clang guessed is no verdict:
/// the first line of each file says `lists NAME` or `not understood`.
fn compiled_as_said(file: &str) -> Result<(), String> {
    let text = read(file);
    let says = text.lines().next().unwrap_or_default();
    let args = [
        "races",
        "--jobs",
        "1",
        "--no-cache",
        "--block",
        "64",
        "--grid",
        "1",
        file,
    ];
    let run = alpinist_in(root(), &args);
    let right = match says.strip_prefix("// lists ") {
        Some(name) => {
            let listed = format!("`{name}` selects what is compiled, and is assumed to be ");
            run.status == 0 && run.stderr.contains(&listed)
        }
        None => {
            assert_eq!(says, "// not understood");
            run.status != 0 && run.stderr.contains("error[K002]")
        }
    };
    if right { Ok(()) } else { Err(run.stderr) }
}

/// Host code that asks for numbers of a launch in a way that a careless reader takes for more than it is: each
/// file has a launch that happens, and a kernel that is wrong there. So it is never verified together with its launches;
/// the table has what is said of the kernels and of the launches.
fn is_not_verified(file: &str, table: &Table) -> Result<(), String> {
    let args = ["races", "--jobs", "1", "--no-cache", "--format", "json"];
    let run = alpinist_in(root(), &[&args[..], &["--deny", "launches", file]].concat());
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let all = |of: &Value, key: &str| of[key].as_array().cloned().unwrap_or_default();
    let files = all(&report, "files");
    let kernels: Vec<Value> = files.iter().flat_map(|file| all(file, "kernels")).collect();
    let launches: Vec<Value> = kernels
        .iter()
        .flat_map(|one| all(one, "launches"))
        .collect();
    let words = |of: &[Value], key: &str| {
        let words = of.iter().filter_map(|one| one[key].as_str());
        words.collect::<Vec<_>>().join(", ")
    };
    let name = file_name(file);
    let status = run.status;
    let said = (words(&kernels, "verdict"), words(&launches, "status"));
    let row = format!("{name}\t{status}\t{}\t{}", said.0, said.1);
    let same = updating() || table.rows(&name) == std::slice::from_ref(&row);
    table.found(&name, vec![row.clone()]);
    match status != 0 && same {
        true => Ok(()),
        false => Err(format!("{row}\n{}", run.stderr)),
    }
}

/// Kernels that are right for some launches, and faulty ones that no contract is to excuse: the first line is the outcome,
/// and the clauses that are required, if there are any. `// violates` is a verified kernel whose launch in the file is
/// wrong. What is said of a launch stands behind it, after `// launch: `; a flag and its value after `// with: `; what would
/// make the kernel safe after `// help: `, where the test is about that, and `none` if nothing is known.
fn under_contract(file: &str) -> Result<(), String> {
    let text = read(file);
    let says = text.lines().next().unwrap_or_default();
    let with = text.lines().find_map(|line| line.strip_prefix("// with: "));
    let with = with.and_then(|with| with.split_once(' '));
    let with = with.map_or_else(Vec::new, |(flag, value)| vec![flag, value]);
    let args = ["races", "--jobs", "1", "--no-cache"];
    let run = alpinist_in(root(), &[&args[..], &with, &[file]].concat());
    let lines = run.stderr.lines();
    let required: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("  requires ")?.split_once("    // "))
        .map(|(clause, _)| clause)
        // How long arrays have to be only where the test is about that.
        .filter(|clause| says.contains("length(") || !clause.starts_with("length("))
        .collect();
    let required = required.join(" && ");
    let violates = run.stderr.contains("error[K310]");
    let wrong = run.stderr.contains(": wrong, ");
    let (outcome, clauses) = says.split_once(": ").unwrap_or((says, ""));
    let right = required == clauses
        && match outcome {
            "// verified" => run.status == 0,
            "// violates" => run.status == 1 && violates && !wrong,
            "// wrong" => run.status == 1 && wrong && !violates,
            "// unknown" => run.status == 3,
            "// suspect" => run.status == 3 && run.stderr.contains(": suspect, "),
            other => return Err(format!("`{other}` is no outcome")),
        };
    let launches = text.lines().zip(1..).filter_map(|(line, at)| {
        let (_, says) = line.split_once("// launch: ")?;
        Some(format!("  the launch in line {at} {says}"))
    });
    let missing: Vec<String> = launches
        .filter(|launch| !run.stderr.lines().any(|line| line.starts_with(launch)))
        .collect();
    let safe = run.stderr.lines().find_map(|line| {
        let help = line.strip_prefix("  = help: ")?;
        help.starts_with("safe if ").then_some(help)
    });
    let help = text.lines().find_map(|line| line.strip_prefix("// help: "));
    let helps = help.is_none_or(|help| help == safe.unwrap_or("none"));
    match right && missing.is_empty() && helps {
        true => Ok(()),
        false => Err(format!(
            "{}: {required:?}, without {missing:?}, {safe:?}\n{}",
            run.status, run.stderr
        )),
    }
}
