//! A report as JSON (docs/json.md). Members stand in a fixed order, lists in that of the text.

use crate::document::{Document, Schema, Section};
use crate::json::{Json, pretty};
use crate::messages::{Message, Place, severity};
use text::diagnostics::{Diagnostic, Fix, Label};
use text::edit::History;
use text::source::SourceFile;
use text::span::Span;

/// Grows whenever a member goes or changes its meaning; new members may come without.
const SCHEMA_VERSION: u32 = 1;

/// The object of a run.
pub fn write(document: &Document<'_>) -> String {
    let times = document.measured.is_some();
    let list = |section: &Section<'_>| Json::list(section.subjects.iter().map(|s| s.json(times)));
    let main = (document.main.name, list(&document.main));
    let head = |name: &str| {
        Json::object()
            .with("schema", name)
            .with("schema_version", SCHEMA_VERSION)
    };
    let tool = Json::object()
        .with("name", "alpinist")
        .with("version", env!("CARGO_PKG_VERSION"));
    let problems = document.problems.iter();
    pretty(&match document.schema {
        Schema::Report => {
            let problems = problems.map(|(one, files)| Text::plain(files).diagnostic(one));
            let mut whole = head("alpinist-report")
                .with("tool", tool)
                .with("status", document.status.code())
                .with("diagnostics", Json::list(problems))
                .with(main.0, main.1)
                .with_some("measured", measured(document))
                .with_some("shard", document.shard.as_ref().map(|one| one.json.clone()));
            for section in document.beside.iter().filter(|s| !s.subjects.is_empty()) {
                whole = whole.with(section.name, list(section));
            }
            whole
        }
        Schema::Kernels | Schema::Equal => {
            let problems = problems.map(|one| message(&Message::of_problem(one)));
            let name = match document.schema {
                Schema::Equal => "alpinist-equal",
                Schema::Report | Schema::Kernels | Schema::Repair => "alpinist-kernels",
            };
            Json::of(
                head(name)
                    .with("tool", tool)
                    .with("status", document.status.code())
                    .with("diagnostics", Json::list(problems))
                    .with(main.0, main.1)
                    .with_some("measured", measured(document)),
            )
        }
        Schema::Repair => {
            let problems = problems.map(|(one, _)| one.message.clone());
            Json::of(
                head("alpinist-repair")
                    .with(main.0, main.1)
                    .with("problems", Json::list(problems)),
            )
        }
    })
}

fn measured(document: &Document<'_>) -> Option<Json> {
    let measured = document.measured.as_ref()?;
    let subjects = document.main.subjects.iter();
    let solver = measured.solver.clone();
    let all = Json::list(subjects.filter_map(|one| one.measured()));
    Some(
        Json::object()
            .with("time_ms", measured.time_ms)
            .with_some("solver", solver)
            .with("solver_calls", measured.solver_calls)
            .with_some(
                document.main.name,
                (document.schema == Schema::Report).then_some(all),
            ),
    )
}

/// A message of a file with kernels.
pub fn message(message: &Message) -> Json {
    let said = &message.diagnostic;
    Json::object()
        .with("code", said.code.as_str())
        .with("severity", severity(said.severity))
        .with("message", said.message.clone())
        .with("place", Json::or_null(message.place.clone()))
        .with("notes", said.notes.clone())
        .with("help", said.help.clone())
}

/// A text whose places are reported, and the way back to the user's.
pub struct Text<'a> {
    /// The text.
    pub files: &'a [SourceFile],
    /// The user's.
    pub user: &'a [SourceFile],
    /// The steps between, and how many of them made this text.
    pub back: Option<(&'a History, usize)>,
}

impl<'a> Text<'a> {
    /// The user's own text.
    pub fn plain(files: &'a [SourceFile]) -> Self {
        Text {
            files,
            user: files,
            back: None,
        }
    }

    /// A place of this text.
    pub fn place(&self, span: Span) -> Option<Place> {
        Place::within(self.files, span)
    }

    /// For generated text: the place of the user's file that leads to it.
    pub fn origin(&self, span: Span) -> Option<Place> {
        let (history, depth) = self.back.filter(|(_, depth)| *depth > 0)?;
        Place::within(self.user, history.trace_before(span, depth).user)
    }

    /// Messages on this text.
    pub fn diagnostics(&self, all: &[Diagnostic]) -> Json {
        Json::list(all.iter().map(|one| self.diagnostic(one)))
    }

    /// A message on this text.
    pub fn diagnostic(&self, diagnostic: &Diagnostic) -> Json {
        let primary = diagnostic.primary.as_ref();
        let text = primary.map_or("", |label| &label.text);
        Json::object()
            .with("code", diagnostic.code.as_str())
            .with("severity", severity(diagnostic.severity))
            .with("message", diagnostic.message.clone())
            .with(
                "place",
                Json::or_null(primary.and_then(|label| self.place(label.span))),
            )
            .with_some("origin", primary.and_then(|label| self.origin(label.span)))
            .with("text", text)
            .with("labels", self.labels(&diagnostic.labels))
            .with("notes", diagnostic.notes.clone())
            .with("help", diagnostic.help.clone())
            .with_some("fix", self.fix(diagnostic.fix.as_ref()))
    }

    /// Further places.
    pub fn labels(&self, labels: &[Label]) -> Json {
        Json::list(labels.iter().filter_map(|label| {
            let place = self.place(label.span)?;
            let text = label.text.clone();
            Some(Json::object().with("place", place).with("text", text))
        }))
    }

    /// A change of the text that would answer a message.
    pub fn fix(&self, fix: Option<&Fix>) -> Option<Json> {
        let fix = fix?;
        let replacements = fix.replacements.iter().map(|one| {
            let place = self.place(one.span)?;
            let text = one.text.clone();
            Some(Json::object().with("place", place).with("text", text))
        });
        let title = fix.title.clone();
        Some(Json::object().with("title", title).with(
            "replacements",
            Json::List(replacements.collect::<Option<_>>()?),
        ))
    }
}
