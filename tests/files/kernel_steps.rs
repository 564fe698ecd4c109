//! Steps on CUDA and OpenCL: each file of `tests/kernel-steps` says in lines `//:: OPTIONS` which steps are carried out on it,
//! and `NAME.txt` beside it has what comes out: status, messages, and the difference.

use crate::common::{alpinist_in, file_name, files_in, no_clang, root, settled};
use trials::{Suite, updating};

pub fn add(suite: &mut Suite) {
    if let Some(why) = no_clang() {
        return suite.absent("kernel_steps", why);
    }
    let all = files_in("tests/kernel-steps", &["cu", "cl"]);
    assert!(all.len() >= 5, "{}", all.len());
    let named = |file: String| (file_name(&file), true, file);
    suite.cases("kernel_steps", all.into_iter().map(named), |file| {
        as_kept(&file)
    });
    // Read from what the cases above keep.
    suite.cases(
        "kernel_steps_table",
        [("TABLE.tsv".to_owned(), true, ())],
        |()| table(),
    );
}

/// What came of each step on each file, from the outputs that are kept: a line for each.
fn table() -> Result<(), String> {
    let mut now = "file\tsteps\toutcome\n".to_owned();
    for file in files_in("tests/kernel-steps", &["cu", "cl"]) {
        let kept = std::fs::read_to_string(root().join(format!("{file}.txt"))).unwrap_or_default();
        for run in kept.split("==== ").skip(1) {
            let options = run.lines().next().unwrap_or_default();
            now.push_str(&format!(
                "{}\t{options}\t{}\n",
                file_name(&file),
                outcome(run)
            ));
        }
    }
    let kept = root().join("tests/kernel-steps/TABLE.tsv");
    if updating() {
        std::fs::write(&kept, &now).unwrap();
        return Ok(());
    }
    let before = std::fs::read_to_string(&kept).unwrap_or_default();
    match before == now {
        true => Ok(()),
        false => Err(similar::TextDiff::from_lines(&before, &now)
            .unified_diff()
            .to_string()),
    }
}

/// What came of a run, in a few words: of several steps the last says it.
fn outcome(run: &str) -> String {
    let mut steps = run.lines().filter(|line| line.contains(": step "));
    let last = steps.next_back().unwrap_or_default();
    let code = || {
        let mut codes = run.lines().filter_map(|line| {
            let (_, rest) = line.split_once("error[")?;
            rest.split_once(']').map(|(code, _)| code)
        });
        codes.next().unwrap_or("no code")
    };
    let sizes = match run.contains("in all sizes") {
        true => "all sizes",
        false => "the sizes given",
    };
    match last.rsplit(": ").next().unwrap_or_default() {
        "done" => format!("proved for {sizes}"),
        "done, and shown in part" => "shown for small sizes that were tried".to_owned(),
        "not applicable" | "not shown to be applicable" => format!("refused, {}", code()),
        "not understood" | "" => format!("not understood, {}", code()),
        _ => format!("not proved, {}", code()),
    }
}

fn as_kept(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    let options = text.lines().filter_map(|line| line.strip_prefix("//:: "));
    let mut now = String::new();
    for options in options {
        let words: Vec<&str> = options.split(' ').collect();
        let fixed = ["optimize", "--jobs", "1", "--diff"];
        let run = alpinist_in(root(), &[&fixed[..], &words, &[file]].concat());
        now.push_str(&format!(
            "==== {options}\nexit status: {}\n{}{}",
            run.status,
            settled(&run.stderr),
            run.stdout
        ));
    }
    let kept = root().join(format!("{file}.txt"));
    if updating() {
        std::fs::write(&kept, &now).unwrap();
        return Ok(());
    }
    let before = std::fs::read_to_string(&kept).unwrap_or_default();
    match before == now {
        true => Ok(()),
        false => Err(similar::TextDiff::from_lines(&before, &now)
            .unified_diff()
            .to_string()),
    }
}
