//! Where something stands in `alpinist.toml`, for mistakes that are found after it was read.

use crate::output::Failure;
use std::ops::Range;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use toml::de::{DeTable, DeValue};

/// One step of a way into the file.
#[derive(Clone, Copy, Debug)]
pub enum At<'a> {
    /// To what a key stands for.
    Key(&'a str),
    /// To an element of a list, or to an entry of those with one header.
    Number(usize),
}

/// The file as it was read.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Its name in messages; empty where there is no file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

impl Origin {
    /// For a file.
    pub fn new(path: &Path, text: &str) -> Origin {
        Origin {
            path: path.to_path_buf(),
            text: text.to_owned(),
        }
    }

    /// The message with the place to which a way leads, and with its line; where there is none with the
    /// name of the file.
    pub fn told(&self, way: &[At<'_>], mut diagnostic: Diagnostic) -> Failure {
        match self.span(way) {
            Some(span) => self.at(span, diagnostic).into(),
            None if self.path.as_os_str().is_empty() => diagnostic.into(),
            None => {
                diagnostic.message = format!("{}: {}", self.path.display(), diagnostic.message);
                diagnostic.into()
            }
        }
    }

    /// As [`Self::told`], for a mistake of the file itself (`C013`).
    pub fn misunderstood(&self, way: &[At<'_>], why: &str) -> Failure {
        self.told(way, Diagnostic::global(Code::C013, why))
    }

    /// `FILE:LINE` of the place to which a way leads.
    pub fn line(&self, way: &[At<'_>]) -> Option<String> {
        let file = SourceFile::new(self.path.display().to_string(), self.text.clone());
        let line = file.line_column(self.span(way)?.start).line;
        Some(format!("{}:{line}", file.name))
    }

    /// The message with a place in the text, and with the line there.
    pub fn at(&self, span: Range<usize>, mut diagnostic: Diagnostic) -> Diagnostic {
        let file = SourceFile::new(self.path.display().to_string(), self.text.clone());
        let at = file.line_column(span.start);
        let message = format!(
            "{}:{}:{}: {}",
            file.name, at.line, at.column, diagnostic.message
        );
        diagnostic.message = message;
        let line = file.line_text(at.line).trim();
        if line.is_empty() {
            return diagnostic;
        }
        let note = format!("line {}: {line}", at.line);
        diagnostic.notes.insert(0, note);
        diagnostic
    }

    fn span(&self, way: &[At<'_>]) -> Option<Range<usize>> {
        let table = DeTable::parse(&self.text).ok()?;
        let (first, rest) = way.split_first()?;
        let At::Key(first) = first else { return None };
        let mut here = table.get_ref().get(*first)?;
        for step in rest {
            here = match (step, here.get_ref()) {
                (At::Key(key), DeValue::Table(table)) => table.get(*key)?,
                (At::Number(number), DeValue::Array(list)) => list.get(*number)?,
                _ => return None,
            };
        }
        Some(here.span())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_to_lines() {
        let text =
            "a = 1\n\n[s.x]\nsteps = [\"one\",\n  \"two\"]\n\n[[p]]\nf = 1\n[[p]]\ng = \"z\"\n";
        let origin = Origin::new(Path::new("a.toml"), text);
        for (way, line) in [
            (vec![At::Key("a")], Some("a.toml:1")),
            (
                vec![At::Key("s"), At::Key("x"), At::Key("steps"), At::Number(1)],
                Some("a.toml:5"),
            ),
            (vec![At::Key("p"), At::Number(0)], Some("a.toml:7")),
            (vec![At::Key("p"), At::Number(1)], Some("a.toml:9")),
            (
                vec![At::Key("p"), At::Number(1), At::Key("g")],
                Some("a.toml:10"),
            ),
            (vec![At::Key("q")], None),
            (vec![At::Key("p"), At::Number(2)], None),
            (vec![At::Number(0)], None),
            (vec![], None),
        ] {
            assert_eq!(origin.line(&way).as_deref(), line, "{way:?}");
        }
        assert_eq!(
            Origin::new(Path::new("x"), "= 1").line(&[At::Key("a")]),
            None
        );
    }
}
