//! Findings that a person has accepted, with a reason.
//!
//! A comment `// alpinist: allow K301 reason` accepts the findings of a code at its line, or at the line behind it if it
//! stands alone; an entry of `alpinist.toml` those of a file, a line or a kernel. What is accepted stays in every report
//! and is never a proof: the kernel is *wrong, accepted*, not verified. Only findings can be accepted, and only if a full
//! check, for all launches and without a limit on how many findings are reported, has nothing else to say; so no kernel
//! that is unknown or not understood becomes a yes.
//!
//! | file | decides |
//! |---|---|
//! | `mod.rs` | what an acceptance is, and which findings one is about |
//! | `comments.rs` | which comments accept something, and what is wrong with the others |
//! | `rest.rs` | what is said of a kernel beside what is accepted |
//! | `baseline.rs` | findings that are known from before, and by what one is known again |
//! | `stale.rs` | which acceptances accept nothing |

mod baseline;
mod comments;
mod rest;
mod stale;

pub use self::baseline::{Baseline, Identity, Known, known};
pub(crate) use self::comments::read;
pub(crate) use self::rest::of_launches;
pub use self::stale::is_decided;
pub(crate) use self::stale::note;
pub use self::stale::nowhere;
use crate::model::{Fault, What};
use crate::place::Spot;
use crate::run::is_meant;
use report::messages::Place;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::span::Span;

/// Whether a code is one of a finding that can be accepted: of what is wrong, not of what is unknown or not understood. That
/// an invariant or a permission does not hold cannot: it is no behaviour of the program, and all is shown with it.
pub fn is_finding(code: Code) -> bool {
    matches!(
        code,
        Code::K301
            | Code::K302
            | Code::K303
            | Code::K305
            | Code::K306
            | Code::K307
            | Code::K310
            | Code::K311
    )
}

/// What becomes of acceptances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Obeyed {
    /// They are not read.
    #[default]
    Unread,
    /// They are read and reported, and every finding counts.
    Denied,
    /// They are obeyed.
    Obeyed,
}

/// How acceptances are read.
#[derive(Clone, Debug, Default)]
pub struct Accepting {
    /// What becomes of them.
    pub obeyed: Obeyed,
    /// The entries of `alpinist.toml`.
    pub entries: Vec<Entry>,
    /// Findings that are known from before.
    pub baseline: Baseline,
    /// Whether all is checked that a project checks, so that what finds nothing is stale.
    pub judges: bool,
}

impl Accepting {
    /// Whether what is accepted counts all the same; none if it is not read.
    fn denied(&self) -> Option<bool> {
        match self.obeyed {
            Obeyed::Unread => None,
            Obeyed::Denied => Some(true),
            Obeyed::Obeyed => Some(false),
        }
    }
}

/// An acceptance in `alpinist.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is about.
    pub about: About,
    /// The code that is accepted.
    pub code: Code,
    /// Why.
    pub reason: String,
    /// When it was accepted, as `YYYY-MM-DD`; nothing depends on it.
    pub date: String,
    /// Where the entry stands, as `FILE:LINE`.
    pub place: String,
}

/// What an entry is about. Paths are canonical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// All that is found in a file.
    File(PathBuf),
    /// What is found at a line of a file, which counts from 1.
    Line(PathBuf, usize),
    /// What is found of a kernel, perhaps of one file alone.
    Kernel(Option<PathBuf>, String),
}

/// A comment that accepts findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
    /// The line whose findings it accepts, from 1.
    pub line: usize,
    /// The codes that are accepted.
    pub codes: BTreeSet<Code>,
    /// Why.
    pub reason: String,
    /// Those of the codes of which something is found there.
    pub used: BTreeSet<Code>,
}

/// Who has accepted a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// A comment at this place.
    Comment(Place),
    /// An entry of `alpinist.toml`.
    Entry {
        /// Where it stands, as `FILE:LINE`.
        place: String,
        /// When, as `YYYY-MM-DD`.
        date: String,
    },
    /// It is in the file of this name, for it was there before.
    Baseline(String),
}

/// That a finding is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Why.
    pub reason: String,
    /// Who says so.
    pub by: By,
    /// Whether `--deny accepted` lets the finding count all the same.
    pub denied: bool,
}

impl Accepted {
    /// `accepted in line 12: reason`.
    pub fn words(&self) -> String {
        let place = match &self.by {
            By::Comment(place) => format!("{}:{}", place.file, place.start.0),
            By::Entry { place, date } => format!("{place}, {date}"),
            By::Baseline(name) => name.clone(),
        };
        let denied = match self.denied {
            true => ", which is denied",
            false => "",
        };
        format!("accepted ({place}){denied}: {}", self.reason)
    }
}

/// What a finding is matched by.
pub(crate) struct Found<'a> {
    /// Its code.
    pub code: Code,
    /// The kernel's name.
    pub kernel: &'a str,
    /// The file of the run.
    pub file: &'a str,
    /// Its places: of a race those of both accesses.
    pub places: Vec<(Span, Place)>,
}

impl<'a> Found<'a> {
    /// A finding of a kernel.
    pub(crate) fn of(fault: &Fault, (file, kernel): (&'a str, &'a str)) -> Found<'a> {
        let of = |spot: &Spot| (spot.span, written_at(spot));
        let places = match &fault.what {
            What::Race(race) => vec![of(&race.first.spot), of(&race.second.spot)],
            What::Divergence { .. }
            | What::Assertion(_)
            | What::Invariant { .. }
            | What::Bounds(_)
            | What::ConstantWrite(_)
            | What::NullAccess
            | What::BarrierInvariant
            | What::Covered { .. }
            | What::Permission => vec![of(&fault.spot)],
        };
        Found {
            code: fault.code,
            kernel,
            file,
            places,
        }
    }
}

/// Where the words of a finding are written: an argument of a macro that is used over several lines has a line of its own.
fn written_at(spot: &Spot) -> Place {
    let used = &spot.place;
    match &spot.definition {
        Some(own)
            if own.file == used.file && (used.start.0..=used.end.0).contains(&own.start.0) =>
        {
            own.clone()
        }
        Some(_) | None => used.clone(),
    }
}

/// The acceptances of a file.
#[derive(Clone, Copy)]
pub(crate) struct Accepts<'a> {
    /// Its comments.
    pub comments: &'a [Comment],
    /// How they are read, and the entries of `alpinist.toml`.
    pub accepting: &'a Accepting,
}

impl Accepts<'_> {
    /// Who has accepted a finding; `place` resolves a comment's.
    pub(crate) fn of(&self, found: &Found<'_>, place: &dyn Fn(Span) -> Place) -> Option<Accepted> {
        let denied = self.accepting.denied()?;
        if !is_finding(found.code) {
            return None;
        }
        let mut comments = self.comments.iter();
        let comment = comments.find(|one| one.is_about(found));
        let by_comment = comment.map(|one| Accepted {
            reason: one.reason.clone(),
            by: By::Comment(place(one.span)),
            denied,
        });
        let by_entry = || {
            let mut entries = self.accepting.entries.iter();
            let entry = entries.find(|one| one.is_about(found))?;
            Some(Accepted {
                reason: entry.reason.clone(),
                by: By::Entry {
                    place: entry.place.clone(),
                    date: entry.date.clone(),
                },
                denied,
            })
        };
        by_comment.or_else(by_entry)
    }
}

impl Comment {
    /// Whether it accepts a finding.
    pub(crate) fn is_about(&self, found: &Found<'_>) -> bool {
        let here = |(span, place): &(Span, Place)| {
            span.file == self.span.file && place.start.0 == self.line
        };
        self.codes.contains(&found.code) && found.places.iter().any(here)
    }
}

impl Entry {
    /// Whether it accepts a finding.
    pub(crate) fn is_about(&self, found: &Found<'_>) -> bool {
        let there = |path: &Path| {
            let mut places = found.places.iter().map(|(_, place)| place);
            places.any(|place| is_file(&place.file, path))
        };
        let about = match &self.about {
            About::File(path) => there(path),
            About::Line(path, line) => {
                let mut places = found.places.iter().map(|(_, place)| place);
                places.any(|place| place.start.0 == *line && is_file(&place.file, path))
            }
            About::Kernel(path, name) => {
                is_meant(found.kernel, std::slice::from_ref(name))
                    && path.as_ref().is_none_or(|path| is_file(found.file, path))
            }
        };
        about && self.code == found.code
    }
}

/// Whether a name is that of a file by its canonical path.
fn is_file(name: &str, path: &Path) -> bool {
    std::fs::canonicalize(name).is_ok_and(|name| name == path)
}
