//! Several steps of edits, and the way back through all of them.

use super::{Applied, LineSource};
use crate::source::SourceFile;
use crate::span::Span;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One step: what happened to each file of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The step, in the words of the report.
    pub name: String,
    /// By file number; none where the step left the file as it was.
    pub files: Vec<Option<Applied>>,
}

/// How a place passed through one step, latest step first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derivation {
    /// The step's number, from 0.
    pub step: usize,
    /// Its name.
    pub name: String,
    /// The rule that made the text.
    pub rule: String,
    /// The place it derives from, in the text before the step.
    pub span: Span,
}

/// Where a place of the newest text comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// The place in the user's file.
    pub user: Span,
    /// True if the user's file has the same words there.
    pub exact: bool,
    /// The steps that had a part in it, latest first; empty for untouched text.
    pub derivation: Vec<Derivation>,
}

impl Trace {
    /// The number of each step, from 1, with its rule, latest first. A rule that made several parts
    /// of the text is named once.
    pub fn rules(&self) -> Vec<(usize, &str)> {
        let mut found = Vec::new();
        for part in &self.derivation {
            let one = (part.step + 1, part.rule.as_str());
            if !found.contains(&one) {
                found.push(one);
            }
        }
        found
    }

    /// [`Trace::rules`] in words.
    pub fn reasons(&self) -> String {
        let rules = self.rules().into_iter();
        let words: Vec<String> = rules
            .map(|(step, rule)| format!("step {step}, {rule}"))
            .collect();
        words.join("; ")
    }
}

/// Where a line of the newest text comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistoryLine {
    /// The line, from 1.
    pub line: usize,
    /// Its text, without the line end.
    pub text: String,
    /// Its place in the user's files, and the steps on the way.
    pub trace: Trace,
}

/// The steps of a pipeline, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    steps: Vec<Step>,
}

impl History {
    /// No steps yet: the newest text is the user's.
    pub fn new() -> Self {
        History::default()
    }

    /// Adds what a step did.
    pub fn push(&mut self, name: impl Into<String>, files: Vec<Option<Applied>>) {
        self.steps.push(Step {
            name: name.into(),
            files,
        });
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The files after all steps, given the user's.
    pub fn newest(&self, user: &[SourceFile]) -> Vec<SourceFile> {
        user.iter()
            .enumerate()
            .map(|(file, source)| match self.newest_text(file) {
                Some(text) => SourceFile::new(source.name.clone(), text),
                None => source.clone(),
            })
            .collect()
    }

    fn newest_text(&self, file: usize) -> Option<&str> {
        self.steps
            .iter()
            .rev()
            .find_map(|step| step.files.get(file)?.as_ref())
            .map(|applied| applied.text.as_str())
    }

    /// Follows a place of the newest text back to the user's file.
    pub fn trace(&self, span: Span) -> Trace {
        self.trace_before(span, self.steps.len())
    }

    /// Follows a place of the text after the first `steps` steps back to the user's file.
    pub fn trace_before(&self, span: Span, steps: usize) -> Trace {
        let mut place = span;
        let mut exact = true;
        let mut derivation = Vec::new();
        for (number, step) in self.steps.iter().enumerate().take(steps).rev() {
            let Some(Some(applied)) = step.files.get(place.file as usize) else {
                continue;
            };
            let mapped = applied.map_back_span(place.range());
            exact &= mapped.exact;
            place = mapped.span;
            if let Some(rule) = mapped.rule {
                derivation.push(Derivation {
                    step: number,
                    name: step.name.clone(),
                    rule,
                    span: place,
                });
            }
        }
        Trace {
            user: place,
            exact,
            derivation,
        }
    }

    /// The change log over all steps: every line of a file that is not a line of the
    /// user's file, with the rules that made it.
    pub fn changes(&self, file: u32) -> Vec<HistoryLine> {
        let Some(text) = self.newest_text(file as usize) else {
            return Vec::new();
        };
        let mut start = 0;
        let mut found = Vec::new();
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let range = start..start + line.len();
            start = range.end;
            let trace = self.trace_line(file, number + 1, range);
            if !trace.derivation.is_empty() {
                found.push(HistoryLine {
                    line: number + 1,
                    text: line.trim_end_matches(['\n', '\r']).to_owned(),
                    trace,
                });
            }
        }
        found
    }

    /// As [`History::trace`], but every step that altered a part of the line is listed.
    fn trace_line(&self, file: u32, line: usize, range: Range<usize>) -> Trace {
        let mut line = line;
        let mut span = Span::new(file, range.start, range.end);
        let mut derivation = Vec::new();
        for (number, step) in self.steps.iter().enumerate().rev() {
            let Some(Some(applied)) = step.files.get(file as usize) else {
                continue;
            };
            match applied.line_origins.get(line.wrapping_sub(1)) {
                Some(LineSource::Unchanged(old)) => {
                    line = *old;
                    span = applied.map_back_span(span.range()).span;
                }
                Some(LineSource::Edited(causes)) => {
                    derivation.extend(causes.iter().map(|cause| Derivation {
                        step: number,
                        name: step.name.clone(),
                        rule: cause.rule.clone(),
                        span: cause.origin,
                    }));
                    let before = causes
                        .first()
                        .map_or(applied.map_back_span(span.range()).span, |cause| {
                            cause.origin
                        });
                    let rest = self.trace_before(before, number);
                    derivation.extend(rest.derivation);
                    return Trace {
                        user: rest.user,
                        exact: false,
                        derivation,
                    };
                }
                None => break,
            }
        }
        Trace {
            user: span,
            exact: true,
            derivation,
        }
    }
}
