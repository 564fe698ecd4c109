//! The data of a report, whatever the run was about.

use crate::json::Json;
use crate::messages::{Change, Message, Problem};
use crate::status::Status;
use std::time::Duration;
use text::diagnostics::CodeInfo;

/// How much is said.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Colours.
    pub coloured: bool,
    /// Nothing but errors.
    pub quiet: bool,
    /// Every method, proofs that needed a retry, and what does not count.
    pub verbose: bool,
    /// Nothing that is measured.
    pub stable: bool,
}

/// Everything that a report says.
pub struct Document<'a> {
    /// Which object it is in JSON.
    pub schema: Schema,
    /// What the run as a whole amounts to.
    pub status: Status,
    /// What is about no subject: unreadable files, the command line.
    pub problems: &'a [Problem],
    /// What the run was about.
    pub main: Section<'a>,
    /// What it was about besides.
    pub beside: Vec<Section<'a>>,
    /// What was measured; none leaves out all times.
    pub measured: Option<Measured>,
    /// The part of a project that this is, if it is one.
    pub shard: Option<Shard>,
    /// How the text looks.
    pub style: Style,
    /// The last lines of the text.
    pub closing: String,
    /// The table of all codes, for formats that explain those they use.
    pub codes: fn() -> Vec<CodeInfo>,
}

/// The objects of docs/json.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// Programs, and perhaps kernels beside them.
    Report,
    /// Files with kernels.
    Kernels,
    /// Repairs of such files.
    Repair,
    /// Pairs of kernels.
    Equal,
}

/// Subjects of one kind.
pub struct Section<'a> {
    /// Its member of the JSON object.
    pub name: &'static str,
    /// The subjects.
    pub subjects: Vec<Box<dyn Subject + 'a>>,
    /// What people read of all of them, where that is not the texts of each, one after the other.
    pub together: Option<String>,
}

impl<'a> Section<'a> {
    /// A section of these.
    pub fn new<S: Subject + 'a>(name: &'static str, all: impl IntoIterator<Item = S>) -> Self {
        let boxed = |one| Box::new(one) as Box<dyn Subject + 'a>;
        Section {
            name,
            subjects: all.into_iter().map(boxed).collect(),
            together: None,
        }
    }

    /// The section with a text of all of its subjects.
    #[must_use]
    pub fn read_as(self, together: String) -> Self {
        Section {
            together: Some(together),
            ..self
        }
    }

    /// What people read of it.
    pub fn text(&self, style: Style) -> String {
        let each = || self.subjects.iter().map(|one| one.text(style)).collect();
        self.together.clone().unwrap_or_else(each)
    }
}

/// What was measured of a run.
pub struct Measured {
    /// Milliseconds in all.
    pub time_ms: f64,
    /// The solver's version, where the report names it.
    pub solver: Option<String>,
    /// How often it was asked.
    pub solver_calls: u64,
}

/// One of several parts of a project.
pub struct Shard {
    /// Which, such as `3/8`.
    pub name: String,
    /// A line on it.
    pub line: String,
    /// Its JSON object.
    pub json: Json,
}

/// What a run was about, such as one program or one file with kernels.
pub trait Subject {
    /// Adds its messages, in the order of its text, to those of the subjects before.
    fn messages(&self, all: &mut Vec<Message>);

    /// What people read of it.
    fn text(&self, style: Style) -> String;

    /// Its JSON object (docs/json.md), with times if they are wanted.
    fn json(&self, times: bool) -> Json;

    /// What was measured of it and stands apart from its object.
    fn measured(&self) -> Option<Json> {
        None
    }

    /// Its tests, with times if they are wanted; none if it is told of elsewhere.
    fn suite(&self, times: bool) -> Option<Suite>;

    /// A change that nothing demands, and a sentence on it.
    fn offered(&self) -> Option<(String, Change)> {
        None
    }
}

/// A subject as a suite of tests.
pub struct Suite {
    /// Its name.
    pub name: String,
    /// Its tests.
    pub cases: Vec<Case>,
    /// What is said of all of them.
    pub said: String,
}

/// A test.
pub struct Case {
    /// Its name.
    pub name: String,
    /// What came of it.
    pub outcome: Outcome,
    /// How long it took, if that is wanted.
    pub time: Option<Duration>,
}

/// What came of a test.
pub enum Outcome {
    /// It holds.
    Holds,
    /// It was not run, and why.
    Skipped(String),
    /// It does not hold.
    Failed(Vec<Message>),
    /// Something could not be done.
    Error(Vec<Message>),
}

impl Case {
    /// A test that holds if there are no messages on it; else `error` says that something could not be done.
    pub fn new(name: impl Into<String>, messages: Vec<Message>, error: bool) -> Case {
        Case {
            name: name.into(),
            outcome: match (messages.is_empty(), error) {
                (true, _) => Outcome::Holds,
                (false, true) => Outcome::Error(messages),
                (false, false) => Outcome::Failed(messages),
            },
            time: None,
        }
    }

    /// A test that was not run.
    pub fn skipped(name: impl Into<String>, why: impl Into<String>) -> Case {
        Case {
            name: name.into(),
            outcome: Outcome::Skipped(why.into()),
            time: None,
        }
    }
}

impl Document<'_> {
    /// All subjects, in order.
    pub fn subjects(&self) -> impl Iterator<Item = &dyn Subject> {
        let sections = std::iter::once(&self.main).chain(&self.beside);
        sections.flat_map(|section| section.subjects.iter().map(Box::as_ref))
    }

    /// All messages, in order.
    pub fn messages(&self) -> Vec<Message> {
        let mut all: Vec<Message> = self.problems.iter().map(Message::of_problem).collect();
        self.subjects().for_each(|one| one.messages(&mut all));
        all
    }
}
