//! `ci --baseline`: findings that were there when a project began to check its kernels fail no run.
//!
//! The file is TOML, a table for findings that are alike, and is kept with the project. `--update` writes it.

use super::names::Names;
use crate::config::Config;
use crate::files::sentence;
use crate::output::Failure;
use crate::run::files::Replacement;
use inspect::accept::{Baseline, Identity, Known, is_decided, known};
use inspect::model::FileRun;
use itertools::Itertools;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};

const HEAD: &str = "\
# Findings that were there before, which `alpinist ci --baseline` does not count; `--update` writes them.
";

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    #[serde(default)]
    finding: Vec<Finding>,
}

/// Findings that are alike.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finding {
    file: String,
    kernel: String,
    code: Code,
    array: Option<String>,
    lines: Vec<String>,
    count: usize,
}

/// What is known of findings: all, where the file is about to be written.
///
/// # Errors
/// `C013` if the file is not there or not understood.
pub fn read(path: &Path, update: bool, config: &Config) -> Result<Baseline, Failure> {
    let name = path.display().to_string();
    if update {
        return Ok(Baseline::Recorded(name));
    }
    let refused = |why: &str| {
        let message = format!("{name}: {why}");
        let help = format!("`alpinist ci --baseline {name} --update` writes it");
        Failure::from(Diagnostic::global(Code::C013, message).with_help(help))
    };
    let text = std::fs::read_to_string(path).map_err(|error| refused(&sentence(&error)))?;
    let kept: Kept = toml::from_str(&text).map_err(|error| refused(error.message()))?;
    let names = Names::of(config);
    let all = kept.finding.into_iter().map(|one| Known {
        file: names.path(&one.file),
        identity: Identity {
            kernel: one.kernel,
            code: one.code,
            array: one.array,
            lines: one.lines,
        },
        count: one.count,
    });
    Ok(Baseline::Known(name, all.collect()))
}

/// The file with all that is found.
pub fn written(path: &Path, runs: &[FileRun], config: &Config) -> Replacement {
    let names = Names::of(config);
    let mut all: BTreeMap<(String, Identity), usize> = BTreeMap::new();
    for run in runs {
        for found in known(run) {
            for identity in found.iter().unique() {
                let count = alike(identity, &found);
                let key = (names.name(&run.name), identity.clone());
                // A kernel may be checked more than once.
                let most = all.entry(key).or_default();
                *most = count.max(*most);
            }
        }
    }
    let text = |text: &str| toml::Value::from(text).to_string();
    let tables = all.iter().map(|((file, one), count)| {
        let lines: Vec<String> = one.lines.iter().map(|line| text(line)).collect();
        let array = one.array.as_ref();
        let array = array.map_or_else(String::new, |array| format!("array = {}\n", text(array)));
        format!(
            "\n[[finding]]\nfile = {}\nkernel = {}\ncode = \"{}\"\n{array}lines = [{}]\ncount = {count}\n",
            text(file),
            text(&one.kernel),
            one.code,
            lines.join(", "),
        )
    });
    let text: String = std::iter::once(HEAD.to_owned()).chain(tables).collect();
    Replacement::with_folder(path, text)
}

/// How many are alike.
fn alike(one: &Identity, all: &[Identity]) -> usize {
    all.iter().filter(|other| *other == one).count()
}

/// What is known and not found any more, where that is decided; `whole` if all files of the project were checked.
pub fn stale(baseline: &Baseline, runs: &[FileRun], whole: bool) -> Vec<Diagnostic> {
    let Baseline::Known(name, all) = baseline else {
        return Vec::new();
    };
    let mut stale = Vec::new();
    for one in all {
        let own = |run: &&FileRun| super::is_file(&run.name, &one.file);
        let own: Vec<&FileRun> = runs.iter().filter(own).collect();
        let checks = own.iter().flat_map(|run| known(run));
        let found = checks.map(|found| alike(&one.identity, &found)).max();
        let found = found.unwrap_or(0);
        let decided = match own.is_empty() {
            true => whole,
            false => own.iter().all(|run| {
                let kernel = run.kernels.iter().find(|k| k.name == one.identity.kernel);
                // A kernel that is not there is gone.
                let is_gone =
                    run.errors.is_empty() && !run.passed_over.contains(&one.identity.kernel);
                kernel.map_or(is_gone, is_decided)
            }),
        };
        if found >= one.count || !decided {
            continue;
        }
        let Identity {
            kernel,
            code,
            lines,
            ..
        } = &one.identity;
        let message = format!(
            "{name}: {code} of `{kernel}` at `{}` is not found any more",
            lines.join("` and `")
        );
        let warning = Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::global(Code::K017, message)
        };
        let help = format!("`alpinist ci --baseline {name} --update` takes it out");
        stale.push(warning.with_help(help));
    }
    stale
}
