//! The corpus' list of programs.

use super::Check;
use std::collections::BTreeSet;

/// A program and what must happen to it.
#[derive(Clone, Debug)]
pub struct Row {
    pub id: String,
    pub kind: Kind,
    /// Relative to the corpus.
    pub files: Vec<String>,
    pub expected: Expected,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Verify,
    Optimize,
    Refuse,
}

/// The verdict that was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Pass,
    Fail,
    /// Fails at the places that the text marks, and there only.
    Marks,
    /// A wrong input.
    Error,
    Refuse,
}

impl Row {
    /// What is done with this row.
    pub fn checks(&self) -> Vec<Check> {
        match self.kind {
            Kind::Verify => vec![Check::Sound],
            Kind::Optimize => vec![
                Check::Sound,
                Check::Legacy,
                Check::Transform,
                Check::TransformSound,
            ],
            Kind::Refuse => vec![Check::Transform, Check::TransformSound],
        }
    }
}

/// The rows of a manifest's text, each once, without its heading.
pub fn rows(text: &str) -> Vec<Row> {
    let mut seen = BTreeSet::new();
    let lines = text.lines().skip(1);
    lines.filter(|line| seen.insert(*line)).map(row).collect()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.split('\t').collect();
    let expected = match cells[4] {
        "pass" => Expected::Pass,
        "refuse" => Expected::Refuse,
        "expect-marks" => Expected::Marks,
        other if other.starts_with("fail:") => Expected::Fail,
        other if other.starts_with("error:") => Expected::Error,
        other => panic!("`{other}` is not a verdict"),
    };
    Row {
        id: cells[0].to_owned(),
        kind: match cells[1] {
            "verify" => Kind::Verify,
            "optimize" => Kind::Optimize,
            "refuse" => Kind::Refuse,
            other => panic!("`{other}` is not a kind"),
        },
        files: cells[2].split(',').map(str::to_owned).collect(),
        expected,
    }
}
