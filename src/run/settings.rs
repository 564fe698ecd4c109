//! What is said about every run, whatever the command is called that begins it.

use crate::cli::kernels::{KernelArgs, KernelRunArgs};
use crate::cli::{CacheMode, CacheVerify, CommonArgs, Deny, LspArgs, ReportFormat};
use crate::config::Config;
use crate::files::Place;
use crate::output::Failure;
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use std::path::PathBuf;

/// What a run is about, which decides the shape of its report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum About {
    /// Programs of PVL, and perhaps kernels beside them.
    #[default]
    Programs,
    /// Kernels of CUDA and OpenCL.
    Kernels,
    /// The barriers that kernels lack.
    Repairs,
    /// Pairs of kernels.
    Pairs,
}

impl About {
    /// Whether there is a report about it in a form; a repair has no tests that pass or fail.
    fn has(self, form: ReportFormat) -> bool {
        use ReportFormat::{Github, Json, Junit, Sarif, Text};
        match (self, form) {
            (
                About::Programs | About::Kernels | About::Pairs,
                Text | Json | Sarif | Junit | Github,
            ) => true,
            (About::Repairs, Text | Json | Sarif | Github) => true,
            (About::Repairs, Junit) => false,
        }
    }
}

/// The settings of the project.
#[derive(Clone, Debug, Default)]
pub enum Project {
    /// The nearest alpinist.toml.
    #[default]
    Nearest,
    /// This file.
    Named(PathBuf),
    /// None: the command has settings of its own.
    Without,
}

impl Project {
    fn of(named: &Option<PathBuf>) -> Project {
        named.clone().map_or(Project::Nearest, Project::Named)
    }

    /// Reads them.
    ///
    /// # Errors
    /// `C013` if they are not understood.
    pub(super) fn read(&self) -> Result<Config, Failure> {
        match self {
            Project::Nearest => Config::find(None),
            Project::Named(path) => Config::find(Some(path)),
            Project::Without => Ok(Config::default()),
        }
    }
}

/// What the command line says of the cache.
#[derive(Clone, Debug, Default)]
pub struct CacheSettings {
    /// Nothing is taken from it, and nothing kept.
    pub off: bool,
    /// Where it is.
    pub place: Option<PathBuf>,
    /// What is done with it.
    pub mode: Option<CacheMode>,
    /// Which answers are asked for again.
    pub verify: Option<CacheVerify>,
}

/// The settings of a run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What it is about.
    pub about: About,
    /// The project's settings.
    pub project: Project,
    /// The form of the report; that of the report file's name if absent.
    pub form: Option<ReportFormat>,
    /// The file that gets the report.
    pub report: Option<PathBuf>,
    /// A report without a file goes to standard error, as a result goes to standard output.
    pub result_to_stdout: bool,
    /// Whatever is measured is left out.
    pub stable: bool,
    /// Nothing is said but errors.
    pub quiet: bool,
    /// More is said.
    pub verbose: bool,
    /// What may not be believed.
    pub deny: Vec<Deny>,
    /// What may not be believed where nobody says anything.
    pub deny_by_default: &'static [Deny],
    /// How much is worked on at once.
    pub jobs: Option<u16>,
    /// The cache.
    pub cache: CacheSettings,
    /// The folder that gets every question.
    pub log_smt: Option<PathBuf>,
    /// Whether it is said where the time went, and the file that gets the chart of it.
    pub chart: Option<Option<PathBuf>>,
    /// The files that are read, as far as they are named.
    pub reads: Vec<PathBuf>,
    /// The files that are written when the run is closed, as far as they are known from the start.
    pub writes: Vec<PathBuf>,
    /// One line counts the programs if there are several.
    pub counts: bool,
}

impl Settings {
    /// Those of a run over programs.
    pub fn of_programs(args: &CommonArgs) -> Settings {
        Settings {
            about: About::Programs,
            project: Project::of(&args.config),
            form: args.format,
            report: args.report.clone(),
            stable: args.stable,
            quiet: args.quiet,
            verbose: args.verbose,
            deny: args.deny.clone(),
            jobs: args.jobs,
            cache: CacheSettings {
                off: args.no_cache,
                place: args.cache.clone(),
                mode: args.cache_mode,
                verify: args.cache_verify,
            },
            log_smt: args.log_smt.clone(),
            chart: args.profile_proof.clone(),
            ..Settings::default()
        }
    }

    /// Those of a run over kernels.
    pub fn of_kernels(args: &KernelArgs, about: About) -> Settings {
        let run: &KernelRunArgs = &args.run;
        Settings {
            about,
            reads: paths(&args.files),
            project: Project::of(&run.config),
            form: run.format,
            report: run.report.clone(),
            stable: run.stable,
            quiet: run.quiet,
            verbose: run.verbose,
            deny: args.deny.clone(),
            jobs: run.jobs,
            cache: CacheSettings {
                off: run.no_cache,
                place: run.cache.clone(),
                mode: run.cache_mode,
                verify: run.cache_verify,
            },
            ..Settings::default()
        }
    }

    /// Those of a command that has settings and exit statuses of its own.
    pub fn own() -> Settings {
        Settings {
            project: Project::Without,
            ..Settings::default()
        }
    }

    /// Those of the language server, which writes nothing and says everything to the editor.
    pub fn of_server(args: &LspArgs) -> Settings {
        Settings {
            project: Project::of(&args.config),
            quiet: true,
            jobs: args.jobs,
            cache: CacheSettings {
                off: args.no_cache,
                place: args.cache.clone(),
                ..CacheSettings::default()
            },
            ..Settings::default()
        }
    }

    /// The form in which the report is written.
    pub fn form(&self) -> ReportFormat {
        let named = self.report.as_deref().map(ReportFormat::of);
        self.form.or(named).unwrap_or(ReportFormat::Text)
    }

    /// Refuses a form in which there is no report about this.
    ///
    /// # Errors
    /// `C001` if it is asked for.
    pub(super) fn has_form(&self) -> Result<(), Failure> {
        if self.about.has(self.form()) {
            return Ok(());
        }
        let message = "a repair is reported as text, JSON, SARIF or GitHub's commands";
        Err(Diagnostic::global(Code::C001, message).into())
    }

    /// Whether people are to read standard error, or it is left to a program.
    pub(super) fn speaks(&self) -> bool {
        self.report.is_some() || self.form() == ReportFormat::Text
    }
}

/// The paths among places.
pub fn paths<'a>(places: impl IntoIterator<Item = &'a Place>) -> Vec<PathBuf> {
    let path = |place: &Place| match place {
        Place::Path(path) => Some(path.clone()),
        Place::Stdin => None,
    };
    places.into_iter().filter_map(path).collect()
}
