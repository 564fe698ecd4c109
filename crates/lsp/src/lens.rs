//! A line above each method: whether it is verified, and how long that took.

use crate::commands::VERIFY;
use crate::messages::{Kind, Verdict};
use crate::program::Program;
use gen_lsp_types::{CodeLens, Command, Uri};
use report::plural;
use seplog::report::MethodReport;
use serde_json::json;
use spec_lang::ast::Body;
use spec_lang::resolve::Profile;
use text::span::Span;

/// The lines of a file; `running` says that proofs are being sought just now.
pub(crate) fn lenses(program: &Program, uri: &Uri, file: u32, running: bool) -> Vec<CodeLens> {
    let checked = program
        .checked
        .as_ref()
        .and_then(|run| run.original.as_ref());
    let lens = |span: Span, title: String, command: &str| CodeLens {
        range: program.range(span),
        command: Some(Command {
            title,
            command: command.to_owned(),
            arguments: (!command.is_empty()).then(|| vec![json!(uri)]),
            ..Command::default()
        }),
        data: None,
    };
    match checked {
        Some(verified) => {
            let trusted = verified.report.trusted.len();
            let profile = program.settings.profile;
            let methods = verified.report.methods.iter();
            let own = methods.filter(|method| method.span.file == file);
            own.map(|method| lens(method.span, title(method, trusted, profile), ""))
                .collect()
        }
        None if !program.is_sound() => Vec::new(),
        None => {
            let (title, command) = match running {
                true => ("verifying…", ""),
                false => ("not verified: verify now", VERIFY),
            };
            with_bodies(program, file)
                .into_iter()
                .map(|span| lens(span, title.to_owned(), command))
                .collect()
        }
    }
}

/// The names of the methods that have something to verify.
fn with_bodies(program: &Program, file: u32) -> Vec<Span> {
    let mut found = Vec::new();
    transforms::contracts::each_method(&program.front.program, |_, method, _| {
        if method.name.span.file == file && method.body != Body::Abstract {
            found.push(method.name.span);
        }
    });
    found
}

/// What a method's verdict is, in words.
pub(crate) fn title(method: &MethodReport, trusted: usize, profile: Profile) -> String {
    let verdict = Verdict::of(method);
    let count = method.obligations.len();
    match verdict.kind {
        Kind::Nothing => "nothing to verify".to_owned(),
        Kind::Unsupported => "not checked: it has a construct without a rule".to_owned(),
        Kind::Open => {
            let words = verdict.open.iter();
            let words: Vec<String> = words
                .map(|(count, word)| format!("{count} {word}"))
                .collect();
            format!("{} of {}", words.join(", "), plural(count, "obligation"))
        }
        Kind::Verified => {
            let mut text = format!("verified in {:.1} s", method.time_ms / 1000.0);
            if method.obligations.iter().all(|one| one.measured.cached) {
                text = "verified, taken from the cache".to_owned();
            }
            if profile != Profile::default() {
                text.push_str(&format!("; under {profile}"));
            }
            // What is assumed anywhere may be what this one rests on.
            if trusted > 0 {
                text.push_str(&format!("; the program trusts {trusted}"));
            }
            text
        }
    }
}
