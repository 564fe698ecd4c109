//! What the lines `//:: SETTING` of a case say.

use crate::cases::{SETTING, difference};
use crate::common::{Loaded, Told};
use spec_lang::resolve::Profile;
use std::collections::BTreeSet;
use text::diagnostics::Diagnostic;
use text::span::Span;
use transforms::{Outcome, Refusal, Rewritten, Step, next_directive, of_directive, parse_flag};

/// What is to be done, and what is to be told of it.
#[derive(Default)]
pub struct Settings {
    pub prover: Told,
    /// The flag and its argument; else the next directive counts.
    flag: Option<(String, String)>,
    switches: Vec<&'static str>,
    pub only: Option<String>,
    pub replaced: Vec<(String, String)>,
    crlf: bool,
    mark: bool,
    open: bool,
    pub next: bool,
    pub plan: bool,
    full: bool,
    rules: bool,
    pub asked: Option<String>,
    count: Option<String>,
}

fn outcome(word: &str) -> Outcome {
    match word.split_once(' ').unwrap_or((word, "")) {
        ("proved", _) => Outcome::Proved,
        ("failed", _) => Outcome::Failed(None),
        ("unknown", reason) => Outcome::Unknown(reason.to_owned()),
        _ => panic!("{word}"),
    }
}

impl Settings {
    /// Takes one more setting; a later one counts for more.
    pub fn read(&mut self, setting: &str) {
        if let Some((old, new)) = setting.split_once(" =>")
            && !setting.starts_with('#')
        {
            // Other text in the program.
            let new = new.strip_prefix(' ').unwrap_or(new).replace("\\n", "\n");
            self.replaced.push((old.replace("\\n", "\n"), new));
            return;
        }
        let (word, rest) = setting.split_once(' ').unwrap_or((setting, ""));
        let some = Some(rest.to_owned());
        let prover = &mut self.prover;
        match word {
            "#" => (), // a remark
            // As on the command line.
            "--profile" => {
                prover.profile = match rest {
                    "vercors-1.4" => Profile::VerCors14,
                    other => panic!("{other}"),
                }
            }
            "--only" => self.only = some,
            "--guard" => self.switches.push("guard"),
            // The text: with other line ends, with a mark before it, without the last line's end.
            "crlf" => self.crlf = true,
            "mark" => self.mark = true,
            "open" => self.open = true,
            // What the prover says.
            "iterations" => prover.iterations = Some(rest.parse().unwrap()),
            "sign" => prover.sign = outcome(rest),
            "no" => prover.no.push(rest.to_owned()),
            "yes" => prover.yes.push(rest.to_owned()),
            "first" => prover.first = some,
            "otherwise" => prover.otherwise = outcome(rest),
            "results" => prover.results = Some(rest.split(", ").map(outcome).collect()),
            // What is told: the next directive or the plan alone; besides the result what is said in full, the rules and
            // the questions (with these words); instead of it how often these words are in it.
            "next" => self.next = true,
            "plan" => self.plan = true,
            "full" => self.full = true,
            "rules" => self.rules = true,
            "asked" => self.asked = some,
            "count" => self.count = some,
            _ => {
                let flag = word.strip_prefix("--").expect("a setting");
                self.flag = Some((flag.to_owned(), rest.to_owned()));
            }
        }
    }

    /// A text, with what the case has in the place of some of it.
    pub fn in_this(&self, text: &str) -> String {
        let replaced = self.replaced.iter();
        replaced.fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
    }

    pub fn step(&self, loaded: &Loaded) -> Result<Step, Refusal> {
        match &self.flag {
            Some((flag, argument)) => parse_flag(flag, argument, &self.switches),
            None => {
                let next = next_directive(&loaded.program, loaded.profile);
                of_directive(&next.expect("a directive"))
            }
        }
    }

    /// The text as the step gets it.
    pub fn disguised(&self, text: &str) -> String {
        let text = match self.open {
            true => text.trim_end_matches('\n'),
            false => text,
        };
        let text = match self.crlf {
            true => text.replace('\n', "\r\n"),
            false => text.to_owned(),
        };
        format!("{}{text}", if self.mark { "\u{feff}" } else { "" })
    }

    /// A text that it gives, as it stands in the file.
    pub fn plain(&self, text: &str) -> String {
        let end = if self.open { "\n" } else { "" };
        format!(
            "{}{end}",
            text.trim_start_matches('\u{feff}').replace("\r\n", "\n")
        )
    }

    /// What came of a step that was carried out.
    pub fn changes(
        &self,
        before: &str,
        after: &str,
        rewritten: &Rewritten,
        loaded: &Loaded,
    ) -> String {
        let mut out = match &self.count {
            Some(words) => {
                // The settings themselves have them.
                let lines = after.lines().filter(|line| !line.starts_with(SETTING));
                let count: usize = lines.map(|line| line.matches(words).count()).sum();
                format!("{count} times\n")
            }
            None => difference(before, after),
        };
        for note in &rewritten.notes {
            out.push_str(&format!("note {}", self.said(note, loaded)));
        }
        if self.full {
            let shown = rewritten.shown.iter();
            out.extend(shown.map(|shown| format!("shown {shown}\n")));
        }
        if self.rules {
            let edits = rewritten.edits.edits().iter();
            let rules: BTreeSet<&str> = edits.map(|edit| edit.rule.as_str()).collect();
            out.extend(rules.iter().map(|rule| format!("rule {rule}\n")));
        }
        out
    }

    /// A message with its place.
    pub fn said(&self, diagnostic: &Diagnostic, loaded: &Loaded) -> String {
        let at = |span: Span| {
            let place = loaded.files[0].line_column(span.start as usize);
            let text = loaded.files[0].slice(span).lines().next().unwrap_or("");
            format!(" {}:{} `{text}`", place.line, place.column)
        };
        let place = diagnostic.primary.as_ref();
        let place = place.map_or(String::new(), |label| at(label.span));
        let mut out = format!("{}{place}: {}\n", diagnostic.code, diagnostic.message);
        if self.full {
            let labels = diagnostic.labels.iter();
            out.extend(labels.map(|label| format!("  at{}: {}\n", at(label.span), label.text)));
            let notes = diagnostic.notes.iter();
            out.extend(notes.map(|note| format!("  note: {note}\n")));
            let help = diagnostic.help.iter();
            out.extend(help.map(|help| format!("  help: {help}\n")));
        }
        out
    }
}
