//! What came out of a run, against what was published.

use super::Check;
use super::manifest::{Expected, Row};
use super::runs::Run;
use serde_json::Value;
use std::ops::Range;
use std::path::Path;

/// From good to bad: a row may move up this list unseen, not down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// What was published.
    Expected,
    /// Refused for a construct without a rule, or a transformation that is not there.
    Unsupported,
    /// There was nothing to verify, which is no yes.
    Nothing,
    /// Refused, but for another reason or at another place.
    Elsewhere,
    /// A limit was met.
    Unknown,
    /// Holds by what was published, and no proof was found.
    NotProved,
    /// A program that was read by others is not read here.
    NotRead,
    /// Accepted, and was published as one that must not be.
    Accepted,
    /// Neither a verdict nor an end.
    Crashed,
}

impl Outcome {
    const ALL: [Outcome; 9] = [
        Outcome::Expected,
        Outcome::Unsupported,
        Outcome::Nothing,
        Outcome::Elsewhere,
        Outcome::Unknown,
        Outcome::NotProved,
        Outcome::NotRead,
        Outcome::Accepted,
        Outcome::Crashed,
    ];

    /// The outcome of a name in the table.
    pub fn named(name: &str) -> Outcome {
        let mut all = Outcome::ALL.into_iter();
        all.find(|one| one.name() == name)
            .unwrap_or_else(|| panic!("`{name}` is not an outcome"))
    }

    /// As the table has it.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Expected => "expected",
            Outcome::Unsupported => "unsupported",
            Outcome::Nothing => "nothing",
            Outcome::Elsewhere => "elsewhere",
            Outcome::Unknown => "unknown",
            Outcome::NotProved => "not-proved",
            Outcome::NotRead => "not-read",
            Outcome::Accepted => "accepted",
            Outcome::Crashed => "crashed",
        }
    }
}

/// The outcome, and why it is not the expected one: what was said about that.
pub fn judge(corpus: &Path, row: &Row, check: Check, run: &Run) -> (Outcome, String) {
    let said = complaints(&run.report);
    let marks = marks(corpus, row);
    let outcome = outcome(row, check, run, &said, &marks);
    let why = match outcome {
        Outcome::Unsupported => said.iter().find(|one| one.code.starts_with('U')),
        Outcome::Expected | Outcome::Elsewhere if !marks.is_empty() => said
            .iter()
            .find(|one| !marks.iter().any(|mark| mark.holds(one))),
        // What was refused, and why, is worth knowing.
        Outcome::Expected if check == Check::TransformSound => said.first(),
        Outcome::Expected => None,
        _ => said.first(),
    };
    (
        outcome,
        why.map_or_else(String::new, |one| one.text.clone()),
    )
}

fn outcome(row: &Row, check: Check, run: &Run, said: &[Complaint], marks: &[Mark]) -> Outcome {
    if !(0..=4).contains(&run.status) || run.report.is_null() {
        return Outcome::Crashed;
    }
    let unsupported = said.iter().any(|one| one.code.starts_with('U'));
    let expected = match row.expected {
        Expected::Pass => 0,
        Expected::Fail | Expected::Marks => 1,
        Expected::Error => 2,
        Expected::Refuse => 4,
    };
    let nothing = run.report["programs"][0]["verification"]["summary"] == "nothing";
    match run.status {
        // Under `sound` a directive is carried out or refused.
        0 | 4 if check == Check::TransformSound => Outcome::Expected,
        status if status == expected => {
            let met = |mark: &Mark| said.iter().any(|one| mark.holds(one));
            match marks.iter().all(met) {
                true => Outcome::Expected,
                false => Outcome::Elsewhere,
            }
        }
        0 => Outcome::Accepted,
        2 => Outcome::NotRead,
        _ if unsupported => Outcome::Unsupported,
        3 if nothing => Outcome::Nothing,
        3 => Outcome::Unknown,
        _ if expected == 0 || check == Check::TransformSound => Outcome::NotProved,
        _ => Outcome::Elsewhere,
    }
}

/// Something that does not hold.
struct Complaint {
    code: String,
    /// File, and bytes in it; also where it was demanded.
    places: Vec<(String, Range<u64>)>,
    text: String,
}

/// Everything that does not hold, as the report lists it.
fn complaints(report: &Value) -> Vec<Complaint> {
    fn go(value: &Value, found: &mut Vec<Complaint>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| go(item, found)),
            Value::Object(members) => {
                let failed = value["outcome"].is_string()
                    && value["code"].is_string()
                    && value["outcome"] != "proved";
                if failed || value["severity"] == "error" {
                    found.push(complaint(value));
                }
                members.values().for_each(|member| go(member, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    go(&report["programs"], &mut found);
    found
}

fn complaint(value: &Value) -> Complaint {
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let place = |value: &Value| {
        let range = value["byte_start"].as_u64()?..value["byte_end"].as_u64()?;
        Some((text(&value["file"]), range))
    };
    let code = text(&value["code"]);
    let mut said = format!("{code} {}", text(&value["message"]));
    if let Some(line) = value["place"]["line"].as_u64() {
        said = format!("{said}, line {line}");
    }
    for detail in ["outcome", "reason"] {
        if let Some(detail) = value[detail].as_str() {
            said = format!("{said}, {detail}");
        }
    }
    Complaint {
        code,
        places: ["place", "demanded_by"]
            .into_iter()
            .filter_map(|member| place(&value[member]))
            .collect(),
        // A cell of the table.
        text: said.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// A range of bytes in a file in which something must be complained of.
struct Mark {
    file: String,
    range: Range<u64>,
}

impl Mark {
    fn holds(&self, complaint: &Complaint) -> bool {
        let (start, end) = (self.range.start, self.range.end);
        let mut places = complaint.places.iter();
        places.any(|(file, place)| *file == self.file && place.start < end && start < place.end)
    }
}

/// What stands between `[/expect …]` and its `[/end]`, where the row is one with marks; they nest.
fn marks(corpus: &Path, row: &Row) -> Vec<Mark> {
    let mut found = Vec::new();
    for file in row.files.iter().filter(|_| row.expected == Expected::Marks) {
        let text = std::fs::read_to_string(corpus.join(file)).unwrap();
        let mut open = Vec::new();
        for (at, _) in text.match_indices("[/") {
            if text[at..].starts_with("[/expect ") {
                open.push(at as u64);
            } else if text[at..].starts_with("[/end]") {
                let range = open.pop().expect("an opening mark")..at as u64;
                found.push(Mark {
                    file: file.clone(),
                    range,
                });
            }
        }
        assert!(!found.is_empty(), "{file} has no marks");
    }
    found
}
