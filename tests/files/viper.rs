//! Every example is exported as Viper text, or it is said why not: every day one in four, all with `ALPINIST_SLOW=1`.

use crate::common::{alpinist_in, programs, root};
use std::path::Path;
use trials::{Suite, one_in};

pub fn add(suite: &mut Suite) {
    let programs = programs(&root().join("examples")).into_iter();
    let cases = programs.map(|path| {
        let name = path.strip_prefix(root().join("examples")).unwrap();
        (name.with_extension("").display().to_string(), path)
    });
    suite.cases("viper", one_in(4, cases, |_| false), |path| exported(&path));
}

fn exported(program: &Path) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let (folder, name) = (out.path().to_str().unwrap(), program.to_str().unwrap());
    let run = alpinist_in(root(), &["verify", "--emit", "viper", folder, name]);
    if run.status == 2 {
        assert!(run.stderr.contains("error["), "{}", run.stderr);
        return Ok(());
    }
    let whole = run.stderr.lines().count() == 1;
    assert_eq!(run.status, if whole { 0 } else { 3 }, "{}", run.stderr);
    let counts = run.stderr.lines().next().unwrap();
    let (_, counts) = counts.rsplit_once(": ").unwrap();
    let words: Vec<&str> = counts.split(' ').collect();
    let (some, all) = (words[0], words[2]);
    let reasons = run.stderr.lines().skip(1).count();
    let missing = all.parse::<usize>().unwrap() - some.parse::<usize>().unwrap();
    assert_eq!(reasons, missing, "{}", run.stderr);
    Ok(())
}
