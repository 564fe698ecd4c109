//! What came out of a run, against what was published.

use crate::Check;
use crate::manifest::{Expected, Row};
use crate::runs::Run;
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
    pub const ALL: [Outcome; 8] = [
        Outcome::Expected,
        Outcome::Unsupported,
        Outcome::Elsewhere,
        Outcome::Unknown,
        Outcome::NotProved,
        Outcome::NotRead,
        Outcome::Accepted,
        Outcome::Crashed,
    ];

    /// As the table has it.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Expected => "expected",
            Outcome::Unsupported => "unsupported",
            Outcome::Elsewhere => "elsewhere",
            Outcome::Unknown => "unknown",
            Outcome::NotProved => "not-proved",
            Outcome::NotRead => "not-read",
            Outcome::Accepted => "accepted",
            Outcome::Crashed => "crashed",
        }
    }
}

/// The outcome, and for all but the expected one the first thing that was said.
pub fn judge(corpus: &Path, row: &Row, check: Check, run: &Run) -> (Outcome, String) {
    let complaints = complaints(&run.report);
    let outcome = outcome(corpus, row, check, run, &complaints);
    let why = match complaints.first() {
        _ if outcome == Outcome::Expected => String::new(),
        Some(first) => first.text.clone(),
        None => String::new(),
    };
    (outcome, why)
}

fn outcome(corpus: &Path, row: &Row, check: Check, run: &Run, said: &[Complaint]) -> Outcome {
    if !(0..=4).contains(&run.status) || run.report.is_null() {
        return Outcome::Crashed;
    }
    // That the original is correct is what its other checks say.
    let expected = match (check, row.expected) {
        (Check::Transform, expected) if !row.unrolls => {
            let refused = said.iter().any(|one| one.code == "U900");
            return match expected {
                _ if refused => Outcome::Unsupported,
                _ => Outcome::Accepted,
            };
        }
        (_, expected) => expected,
    };
    let unsupported = said.iter().any(|one| one.code.starts_with('U'));
    let other = |wrong: Outcome| match run.status {
        0 => Outcome::Accepted,
        2 => wrong,
        _ if unsupported => Outcome::Unsupported,
        3 => Outcome::Unknown,
        _ => wrong,
    };
    match (expected, run.status) {
        (Expected::Pass, 0)
        | (Expected::Fail, 1)
        | (Expected::Error, 2)
        | (Expected::Refuse, 4) => Outcome::Expected,
        (Expected::Marks, 1) => match meets_marks(corpus, row, said) {
            true => Outcome::Expected,
            false => Outcome::Elsewhere,
        },
        (Expected::Pass, 2) => Outcome::NotRead,
        (Expected::Pass, _) => other(Outcome::NotProved),
        (Expected::Fail | Expected::Marks, 2) => Outcome::NotRead,
        (Expected::Fail | Expected::Marks | Expected::Error | Expected::Refuse, _) => {
            other(Outcome::Elsewhere)
        }
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

/// Whether something is complained of in each marked range, and nothing outside.
fn meets_marks(corpus: &Path, row: &Row, said: &[Complaint]) -> bool {
    let marks: Vec<(String, Range<u64>)> = row
        .files
        .iter()
        .flat_map(|file| {
            let text = std::fs::read_to_string(corpus.join(file)).unwrap();
            let ranges = marks(&text).into_iter();
            ranges
                .map(|range| (file.clone(), range))
                .collect::<Vec<_>>()
        })
        .collect();
    let inside = |complaint: &Complaint, (file, mark): &(String, Range<u64>)| {
        let places = complaint.places.iter();
        places
            .into_iter()
            .any(|(other, range)| file == other && range.start < mark.end && mark.start < range.end)
    };
    !marks.is_empty()
        && marks
            .iter()
            .all(|mark| said.iter().any(|one| inside(one, mark)))
        && said
            .iter()
            .all(|one| marks.iter().any(|mark| inside(one, mark)))
}

/// The bytes between `[/expect …]` and its `[/end]`; they nest.
fn marks(text: &str) -> Vec<Range<u64>> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (at, _) in text.match_indices("[/") {
        if text[at..].starts_with("[/expect ") {
            open.push(at as u64);
        } else if text[at..].starts_with("[/end]") {
            found.push(open.pop().expect("an opening mark")..at as u64);
        }
    }
    found
}
