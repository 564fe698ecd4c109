//! `alpinist plan`: every site and what could be done there, without proving.

use crate::cli::kernels::KernelArgs;
use crate::cli::{Format, PlanArgs};
use crate::config::Config;
use crate::files;
use crate::output::{self, Failure};
use pipeline::front;
use report::messages::Place;
use report::status::Status;
use report::terminal::Shown;
use serde::Serialize;
use spec_lang::resolve::Profile;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;
use transforms::Input;

#[derive(Serialize)]
struct PlanJson {
    schema: &'static str,
    schema_version: u32,
    sites: Vec<SiteJson>,
}

#[derive(Serialize)]
struct SiteJson {
    what: String,
    site: String,
    place: Option<Place>,
    possible: Vec<PossibleJson>,
}

#[derive(Serialize)]
struct PossibleJson {
    transformation: &'static str,
    flag: String,
    /// Null if only a proof can tell.
    obstacle: Option<ObstacleJson>,
}

#[derive(Serialize)]
struct ObstacleJson {
    code: Code,
    message: String,
    place: Option<Place>,
    help: Option<String>,
}

/// Lists the sites.
///
/// # Errors
/// If alpinist.toml is wrong or standard output cannot be written.
pub fn run(args: &PlanArgs) -> Result<Status, Failure> {
    let config = Config::find(None)?;
    let (of_kernels, of_programs): (Vec<_>, Vec<_>) = args
        .files
        .iter()
        .cloned()
        .partition(super::rewrite::is_kernels);
    let loaded = files::load(&of_programs, args.together);
    let mut status = Status::Holds;
    let mut sites = Vec::new();
    let say = |diagnostic: &Diagnostic, files: &[SourceFile], status: &mut Status| {
        let shown = Shown {
            diagnostic,
            files,
            origin: None,
        };
        output::show(shown);
        if diagnostic.severity == Severity::Error {
            *status = status.and(match diagnostic.code.is_unsupported() {
                true => Status::Unknown,
                false => Status::Wrong,
            });
        }
    };
    for (diagnostic, sources) in &loaded.problems {
        say(diagnostic, sources, &mut status);
    }
    for problem in kernels(of_kernels, &config, &mut sites) {
        say(&problem, &[], &mut status);
    }
    for unit in &loaded.units {
        let sources = unit.sources();
        let profile = args.profile.or(unit.settings.profile).or(config.profile);
        let profile = profile.map_or(Profile::default(), Profile::from);
        let front = front::front(&sources, profile);
        for diagnostic in &front.diagnostics {
            say(diagnostic, &sources, &mut status);
        }
        if !front.is_sound() {
            continue;
        }
        let input = Input {
            files: &sources,
            program: &front.program,
            resolution: &front.resolution,
            profile,
            only: None,
        };
        sites.extend(
            transforms::plan(&input)
                .iter()
                .map(|entry| entry_json(entry, &sources)),
        );
    }
    let text = match args.format {
        Format::Json => report::json::pretty(&PlanJson {
            schema: "alpinist-plan",
            schema_version: 1,
            sites,
        }),
        Format::Text => sites.iter().map(describe).collect(),
    };
    output::print(&text)?;
    Ok(status)
}

/// The sites of files of CUDA and OpenCL; what could not be read.
fn kernels(
    files: Vec<files::Place>,
    config: &Config,
    sites: &mut Vec<SiteJson>,
) -> Vec<Diagnostic> {
    if files.is_empty() {
        return Vec::new();
    }
    let args = KernelArgs {
        files,
        ..KernelArgs::default()
    };
    let (inputs, problems) = crate::kernels::inputs(&args);
    for (input, path) in inputs {
        let jobs = crate::kernels::jobs_of(&input, path.as_deref(), &args, config);
        let Some((input, settings)) = jobs.into_iter().next() else {
            continue;
        };
        let (sources, planned) = ::rewrite::plan(&input, &settings);
        sites.extend(planned.iter().map(|one| {
            SiteJson {
                what: one.what.clone(),
                site: one.site.clone(),
                place: Place::within(&sources, one.span),
                possible: one
                    .possible
                    .iter()
                    .map(|possible| PossibleJson {
                        transformation: possible.step,
                        flag: possible.flag.clone(),
                        obstacle: possible
                            .obstacle
                            .as_ref()
                            .map(|diagnostic| obstacle(diagnostic, &sources)),
                    })
                    .collect(),
            }
        }));
    }
    problems
        .into_iter()
        .map(|(diagnostic, _)| diagnostic)
        .collect()
}

fn obstacle(diagnostic: &Diagnostic, files: &[SourceFile]) -> ObstacleJson {
    ObstacleJson {
        code: diagnostic.code,
        message: diagnostic.message.clone(),
        place: diagnostic
            .primary
            .as_ref()
            .and_then(|label| Place::within(files, label.span)),
        help: diagnostic.help.clone(),
    }
}

/// The flag as it can be typed: where a number is left open, with the least that does anything.
fn typed(flag: &transforms::FlagForm) -> String {
    flag.filled(&["2"]).concat()
}

fn entry_json(entry: &transforms::PlanEntry, files: &[SourceFile]) -> SiteJson {
    let possible = entry.possible.iter();
    SiteJson {
        what: entry.site.describe(),
        site: entry.name.to_string(),
        place: Place::within(files, entry.site.head),
        possible: possible
            .map(|one| PossibleJson {
                transformation: one.transformation,
                flag: typed(&one.flag),
                obstacle: one
                    .obstacle
                    .as_ref()
                    .map(|diagnostic| obstacle(diagnostic, files)),
            })
            .collect(),
    }
}

fn describe(site: &SiteJson) -> String {
    let at = site.place.as_ref().map_or_else(String::new, Place::short);
    let mut text = format!("{at}: {}\n", site.what);
    let mut told = Vec::new();
    for one in &site.possible {
        // What stands in the way of several forms of one step is said once.
        let same = (
            one.transformation,
            one.obstacle.as_ref().map(|at| &at.message),
        );
        if same.1.is_some() && told.contains(&same) {
            continue;
        }
        told.push(same);
        match &one.obstacle {
            None => text.push_str(&format!("  {}: if the proof succeeds\n", one.flag)),
            Some(obstacle) => {
                text.push_str(&format!(
                    "  {}: no, {}: {}\n",
                    one.transformation, obstacle.code, obstacle.message
                ));
                if let Some(help) = &obstacle.help {
                    text.push_str(&format!("    help: {help}\n"));
                }
            }
        }
    }
    if site.possible.is_empty() {
        text.push_str("  nothing yet\n");
    }
    text
}
