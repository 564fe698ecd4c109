//! `alpinist audit`: what a program's verdict rests on besides proofs. Nothing is proved.

use crate::cli::{AuditArgs, Format, ProfileName};
use crate::commands::ci;
use crate::config::Config;
use crate::files::{self, Unit};
use crate::output::{self, Failure};
use pipeline::front;
use pipeline::recursion;
use report::messages::Place;
use report::status::Status;
use report::terminal::Shown;
use serde::Serialize;
use spec_lang::resolve::Profile;
use std::borrow::Cow;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;

#[derive(Serialize)]
struct AuditJson {
    schema: &'static str,
    schema_version: u32,
    programs: Vec<ProgramJson>,
}

/// Who chose a profile that nobody chose.
const DEFAULT: &str = "the default";

#[derive(Serialize)]
struct ProgramJson {
    name: String,
    profile: String,
    chosen_by: &'static str,
    trusted: Vec<TrustedJson>,
}

#[derive(Serialize)]
struct TrustedJson {
    kind: Cow<'static, str>,
    within: String,
    place: Option<Place>,
    text: String,
}

/// Lists what is assumed.
///
/// # Errors
/// If alpinist.toml is wrong or standard output cannot be written.
pub fn run(args: &AuditArgs) -> Result<Status, Failure> {
    let config = Config::find(None)?;
    let loaded = files::load(&args.files, args.together);
    let mut status = Status::Holds;
    let mut programs = Vec::new();
    let say = |diagnostic: &Diagnostic, files: &[SourceFile]| {
        let shown = Shown {
            diagnostic,
            files,
            origin: None,
        };
        output::show(shown);
    };
    for (diagnostic, sources) in &loaded.problems {
        say(diagnostic, sources);
        status = Status::Wrong;
    }
    for unit in &loaded.units {
        let sources = unit.sources();
        for (profile, chosen_by) in readings(unit, &config, args.profile) {
            let front = front::front(&sources, profile);
            for diagnostic in &front.diagnostics {
                say(diagnostic, &sources);
                if diagnostic.severity == Severity::Error {
                    status = Status::Wrong;
                }
            }
            if front.is_sound() {
                programs.push(ProgramJson {
                    name: unit.name(),
                    profile: profile.to_string(),
                    chosen_by,
                    trusted: trusted(&front, profile, &sources),
                });
            }
        }
    }
    let text = match args.format {
        Format::Json => report::json::pretty(&AuditJson {
            schema: "alpinist-audit",
            schema_version: 1,
            programs,
        }),
        Format::Text => programs.iter().map(describe).collect(),
    };
    output::print(&text)?;
    Ok(status)
}

/// How a program is read and who says so: by `alpinist verify`, and by `alpinist ci` where that
/// is another reading.
fn readings(
    unit: &Unit,
    config: &Config,
    asked: Option<ProfileName>,
) -> Vec<(Profile, &'static str)> {
    let usual = match (asked, unit.settings.profile, config.profile) {
        (Some(profile), _, _) => return vec![(profile.into(), "the command line")],
        (None, Some(profile), _) => return vec![(profile.into(), "the file's first comment")],
        (None, None, Some(profile)) => (profile.into(), "alpinist.toml"),
        (None, None, None) => (Profile::default(), DEFAULT),
    };
    let mut found = vec![usual];
    for entry in ci::entries(config, unit) {
        let profile = entry.profile.map_or(usual.0, Profile::from);
        if found.iter().all(|(known, _)| *known != profile) {
            found.push((profile, "its entry in alpinist.toml, for `alpinist ci`"));
        }
    }
    found
}

/// What is assumed of a program under a reading.
fn trusted(front: &front::Front, profile: Profile, sources: &[SourceFile]) -> Vec<TrustedJson> {
    let mut found = Vec::new();
    if profile != Profile::default() {
        found.push(TrustedJson {
            kind: "profile".into(),
            within: "the whole program".to_owned(),
            place: None,
            text: format!("{profile} (`alpinist explain W901`)"),
        });
    }
    let trusted = pipeline::check::trusted(&front.program, &front.resolution, profile);
    let trusted = trusted
        .iter()
        .map(|one| (one.kind.clone(), &one.name, one.span));
    let endless = recursion::without_measure(&front.program, &front.resolution);
    let endless = endless
        .iter()
        .map(|(name, span)| ("recursion without a measure".into(), name, *span));
    let loops = recursion::loops_without_measure(&front.program, &front.resolution);
    let loops = loops
        .iter()
        .map(|(name, span)| ("loop without a measure".into(), name, *span));
    found.extend(
        trusted
            .chain(endless)
            .chain(loops)
            .map(|(kind, name, span)| TrustedJson {
                kind,
                within: name.clone(),
                place: Place::within(sources, span),
                text: first_line(sources, span),
            }),
    );
    found
}

/// The line of a place, as the user wrote it.
fn first_line(files: &[SourceFile], span: text::span::Span) -> String {
    files
        .get(span.file as usize)
        .map_or_else(String::new, |file| {
            let line = file.line_column(span.start as usize).line;
            file.line_text(line).trim().to_owned()
        })
}

fn describe(program: &ProgramJson) -> String {
    let chosen = match program.chosen_by {
        DEFAULT => "the default".to_owned(),
        by => format!("chosen by {by}"),
    };
    let mut text = format!(
        "{}: profile {}, {chosen}\n",
        report::terminal::visible(&program.name),
        program.profile,
    );
    for one in &program.trusted {
        let at = one.place.as_ref().map_or_else(String::new, |place| {
            format!("{}: ", report::terminal::visible(&place.short()))
        });
        text.push_str(&format!(
            "  {at}{} in {}: {}
",
            one.kind,
            one.within,
            report::terminal::visible(&one.text)
        ));
    }
    if program.trusted.is_empty() {
        text.push_str("  no assumptions\n");
    }
    text
}
