//! Runs of the program, and what its report says of them.

use crate::families::Family;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The program, and a folder for what it reads and writes.
#[derive(Debug)]
pub struct Bench {
    program: PathBuf,
    folder: tempfile::TempDir,
}

/// What a run needed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The exit status; 0 if everything was shown.
    pub status: i32,
    /// By the clock, start-up included.
    pub seconds: f64,
    /// The solver's resource units for all proof obligations of the text and of each result.
    pub units: u64,
    /// How many these are.
    pub obligations: u64,
    /// How many of them took more than one attempt.
    pub retried: u64,
}

/// What a file of a folder needed, without start-up.
#[derive(Clone, Debug, PartialEq)]
pub struct OfFile {
    /// The name in the report.
    pub name: String,
    /// By the clock.
    pub seconds: f64,
    /// The solver's resource units.
    pub units: u64,
}

impl Bench {
    /// A bench for the program at a path.
    ///
    /// # Errors
    /// No folder for temporary files can be made.
    pub fn new(program: &Path) -> Result<Bench, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        Ok(Bench {
            program: program.to_owned(),
            folder,
        })
    }

    /// A member of a family, once, without what earlier runs found out.
    ///
    /// # Errors
    /// The program cannot be run, or left no report that can be read.
    pub fn member(&self, family: &Family, size: u64) -> Result<Measured, String> {
        let file = self
            .folder
            .path()
            .join(format!("{}-{size}.pvl", family.name));
        std::fs::write(&file, (family.program)(size)).map_err(|error| error.to_string())?;
        let mut command = self.command(&(family.words)(size));
        if command
            .get_args()
            .next()
            .is_some_and(|word| word != "verify")
        {
            command
                .arg("--output")
                .arg(self.folder.path().join("result.pvl"));
        }
        let begun = Instant::now();
        let (status, report) = self.report(command.arg(&file))?;
        let seconds = begun.elapsed().as_secs_f64();
        let obligations: Vec<&Value> = of_programs(&report).flat_map(obligations).collect();
        Ok(Measured {
            status,
            seconds,
            units: units(&obligations),
            obligations: obligations.len() as u64,
            retried: obligations
                .iter()
                .filter(|one| one["rung"].as_u64().is_some_and(|rung| rung > 0))
                .count() as u64,
        })
    }

    /// Every file by itself, in few runs.
    ///
    /// # Errors
    /// As of [`Bench::member`].
    pub fn files(&self, files: &[PathBuf]) -> Result<Vec<OfFile>, String> {
        let mut found = Vec::new();
        // Not too many words on one command line.
        for files in files.chunks(100) {
            let mut command = self.command(&["verify".to_owned()]);
            let (_, report) = self.report(command.args(files))?;
            found.extend(of_programs(&report).map(|program| {
                OfFile {
                    name: program["name"].as_str().unwrap_or_default().to_owned(),
                    seconds: checks(program)
                        .filter_map(|check| check["time_ms"].as_f64())
                        .sum::<f64>()
                        / 1_000.0,
                    units: units(&obligations(program).collect::<Vec<_>>()),
                }
            }));
        }
        Ok(found)
    }

    fn command(&self, words: &[String]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(words)
            .args(["--quiet", "--no-cache", "--report"]);
        command.arg(self.folder.path().join("report.json"));
        command
    }

    fn report(&self, command: &mut Command) -> Result<(i32, Value), String> {
        let place = self.folder.path().join("report.json");
        // That of the run before must not be taken for this one's; there may be none.
        let _ = std::fs::remove_file(&place);
        let silent = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let status = silent
            .status()
            .map_err(|error| format!("{}: {error}", self.program.display()))?;
        let text = std::fs::read_to_string(&place)
            .map_err(|error| format!("no report was written: {error}"))?;
        let report = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok((status.code().unwrap_or(-1), report))
    }
}

fn of_programs(report: &Value) -> impl Iterator<Item = &Value> {
    report["measured"]["programs"]
        .as_array()
        .into_iter()
        .flatten()
}

fn checks(program: &Value) -> impl Iterator<Item = &Value> {
    program["checks"].as_array().into_iter().flatten()
}

fn obligations(program: &Value) -> impl Iterator<Item = &Value> {
    checks(program).flat_map(|check| check["obligations"].as_array().into_iter().flatten())
}

fn units(obligations: &[&Value]) -> u64 {
    obligations
        .iter()
        .filter_map(|one| one["rlimit"].as_u64())
        .fold(0, u64::saturating_add)
}
