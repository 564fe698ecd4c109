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
