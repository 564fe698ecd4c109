//! Programs that are refused: the first line of each file in `tests/refused` says the code, and a line ends in `// REFUSED`.

use crate::program::{programs, read, text};
use emit::{Target, Width};
use std::collections::BTreeSet;
use text::code::{Code, Kind};
use trials::Suite;

pub fn add(suite: &mut Suite) {
    let all = programs("crates/emit/tests/refused");
    // A refusal of each kind is there; E012 is no refusal.
    let mut missing: BTreeSet<&str> = Code::ALL
        .iter()
        .filter(|code| code.kind() == Kind::Emission && **code != Code::E012)
        .map(|code| code.as_str())
        .collect();
    for path in &all {
        let name = path.rsplit('/').next().unwrap();
        missing.remove(name.get(..4).unwrap());
    }
    assert!(missing.is_empty(), "{missing:?}");
    let cases = all.into_iter().map(|path| {
        let name = path.rsplit('/').next().unwrap().to_owned();
        (name, true, path)
    });
    suite.cases("refused", cases, |path| is_refused(&path));
}

fn is_refused(path: &str) -> Result<(), String> {
    let source = text(path);
    let name = path.rsplit('/').next().unwrap();
    let code = name.get(..4).unwrap();
    let read = read(path, source.clone()).ok_or("it is not read")?;
    let wanted = source.lines().position(|line| line.ends_with("// REFUSED"));
    let wanted = wanted.map_or(0, |at| at + 1);
    let refused = match read.emit(Target::Cuda, Width::Bits32) {
        Ok(emitted) => return Err(emitted.text),
        Err(refused) => refused,
    };
    let [only] = refused.as_slice() else {
        return Err(format!("{refused:?}"));
    };
    match only.code.as_str() == code && (read.line(only) == wanted || code == "E011") {
        true => Ok(()),
        false => Err(format!(
            "{} in line {}: {}",
            only.code,
            read.line(only),
            only.message
        )),
    }
}
