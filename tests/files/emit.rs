//! Programs as code that runs: each line of `tests/emit/cases.txt` is a command, and `tests/emit/NAME` has what it prints: the
//! exit status and messages as comments, the code, and below it what `alpinist races` says of the code.

use crate::common::{alpinist_in, folder, no_clang, root, settled};
use trials::{Suite, updating};

pub fn add(suite: &mut Suite) {
    if let Some(why) = no_clang() {
        return suite.absent("emit", why);
    }
    let text = std::fs::read_to_string(root().join("tests/emit/cases.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let cases = lines.map(|line| {
        let (name, command) = line.split_once(" | ").unwrap();
        (name.to_owned(), true, (name.to_owned(), command.to_owned()))
    });
    let cases: Vec<_> = cases.collect();
    suite.cases("emit", cases, |(name, command)| as_kept(&name, &command));
}

fn as_kept(name: &str, command: &str) -> Result<(), String> {
    let words: Vec<&str> = command.split(' ').collect();
    let (first, rest) = words.split_first().unwrap();
    let words = [&[*first, "--jobs", "1", "--stable"][..], rest].concat();
    let run = alpinist_in(root(), &words);
    let mut now = format!("// alpinist {command}\n// exit status: {}\n", run.status);
    let commented = |text: &str| -> String {
        let lines = settled(text);
        let lines = lines.lines().map(|line| format!("// {line}"));
        lines.map(|line| format!("{}\n", line.trim_end())).collect()
    };
    now.push_str(&commented(&run.stderr));
    if run.stdout.is_empty() == (run.status == 0) {
        return Err(format!(
            "status {}: {}{}",
            run.status, run.stderr, run.stdout
        ));
    }
    if run.status == 0 {
        now.push_str(&run.stdout);
        let home = folder(&[(name, run.stdout.as_str())]);
        let races = alpinist_in(home.path(), &["races", "--jobs", "1", "--stable", name]);
        now.push_str(&format!(
            "// alpinist races, exit status: {}\n",
            races.status
        ));
        now.push_str(&commented(&races.stderr));
    }
    let kept = root().join("tests/emit").join(name);
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
