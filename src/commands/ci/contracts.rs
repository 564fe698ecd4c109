//! The contracts of a project's kernels, as they are kept: callers rely on them, so one that becomes stronger is told.
//!
//! `contracts = "FILE"` in `alpinist.toml` names the file, `--update` writes it. A contract is stronger if one of its
//! clauses does not follow from those that are kept: it is none of them, and does not hold of the numbers that they fix.

use super::names::Names;
use crate::config::Config;
use crate::files::sentence;
use crate::output::Failure;
use crate::run::files::Replacement;
use inspect::model::{FileRun, KernelRun, Verdict};
use inspect::{Clause, follows};
use report::messages::Problem;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use text::code::Code;
use text::diagnostics::Diagnostic;

const HEAD: &str = "\
# What each verified kernel requires of its launches; `alpinist ci --update` writes it.
";

/// A kernel: its file, its name, and which of several of that name.
type Key = (String, String, usize);

/// The file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    #[serde(default)]
    contract: Vec<Contract>,
}

/// A kernel's contract.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contract {
    file: String,
    kernel: String,
    requires: Vec<String>,
}

/// What came of a comparison.
pub struct Compared {
    /// Contracts that are not as kept.
    pub problems: Vec<Problem>,
    /// The file as it would be written, if that is another text.
    pub file: Option<Replacement>,
}

/// Compares the contracts of these files with those that are kept; `whole` if all files of the project were checked. None
/// if alpinist.toml names no file for them.
///
/// # Errors
/// `C013` if the file is there and not understood.
pub fn compare(
    config: &Config,
    runs: &[FileRun],
    whole: bool,
) -> Result<Option<Compared>, Failure> {
    let Some(path) = config.contracts.as_ref().map(|path| config.place(path)) else {
        return Ok(None);
    };
    let text = text_of(&path)?;
    let kept = rows(&path, &text)?;
    let names = Names::of(config);
    let shown = path.display().to_string();
    let mut next = kept.clone();
    let mut problems = Vec::new();
    let mut there: Vec<Key> = Vec::new();
    let mut undecided: Vec<String> = Vec::new();
    for run in runs {
        let file = names.name(&run.name);
        for (key, kernel) in keys(&file, run) {
            there.push(key.clone());
            // What is not verified has no contract today.
            if kernel.verdict() != Verdict::Verified {
                continue;
            }
            let now: Vec<String> = kernel
                .contract
                .iter()
                .map(|one| one.clause.clone())
                .collect();
            let before = before(&kept, &key, whole);
            let message = match before.as_slice() {
                [] => Some(format!("the contract of `{}` is not in {shown} yet", kernel.name)),
                rows => added(rows, &now).map(|clause| {
                    format!(
                        "the contract of `{}` became stronger than in {shown}: it requires `{clause}`",
                        kernel.name
                    )
                }),
            };
            problems.extend(message.map(|message| told(run, kernel, message)));
            // Of a part of the project it is not known which of several rows is meant.
            if whole || before.len() < 2 {
                next.insert(key, now);
            }
        }
        let passed_over = run.passed_over.iter();
        there.extend(passed_over.map(|name| (file.clone(), name.clone(), 1)));
        if !run.errors.is_empty() {
            undecided.push(file);
        }
    }
    let files: Vec<String> = runs.iter().map(|run| names.name(&run.name)).collect();
    let gone = kept.keys().filter(|key| {
        let checked = files.contains(&key.0) && !undecided.contains(&key.0);
        let absent = whole && !files.contains(&key.0);
        let same = |one: &Key| (&one.0, &one.1) == (&key.0, &key.1) && (!whole || one.2 == key.2);
        (checked || absent) && !there.iter().any(same)
    });
    for key in gone {
        let message = format!(
            "{shown}: there is no kernel `{}` in {} any more",
            key.1, key.0
        );
        problems.push((advised(Diagnostic::global(Code::C016, message)), Vec::new()));
        next.remove(key);
    }
    let new = printed(&next);
    let file = (new != text).then(|| Replacement::with_folder(path, new));
    Ok(Some(Compared { problems, file }))
}

fn text_of(path: &PathBuf) -> Result<String, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => {
            let message = format!("{}: {}", path.display(), sentence(&error));
            Err(Diagnostic::global(Code::C013, message).into())
        }
    }
}

fn rows(path: &std::path::Path, text: &str) -> Result<BTreeMap<Key, Vec<String>>, Failure> {
    let kept: Kept = toml::from_str(text).map_err(|error| {
        let message = format!("{}: {}", path.display(), error.message());
        let help = "`alpinist ci --update` writes it anew once it is gone";
        Failure::from(Diagnostic::global(Code::C013, message).with_help(help))
    })?;
    let mut all = BTreeMap::new();
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for one in kept.contract {
        let number = seen
            .entry((one.file.clone(), one.kernel.clone()))
            .or_default();
        *number += 1;
        all.insert((one.file, one.kernel, *number), one.requires);
    }
    Ok(all)
}

/// The contracts that are kept of a kernel: in a part of the project, which may check it less often, each of those of its
/// name.
fn before<'k>(kept: &'k BTreeMap<Key, Vec<String>>, key: &Key, whole: bool) -> Vec<&'k [String]> {
    let own = kept.iter().filter(|(one, _)| match whole {
        true => *one == key,
        false => (&one.0, &one.1) == (&key.0, &key.1),
    });
    own.map(|(_, requires)| requires.as_slice()).collect()
}

/// A clause by which a contract is stronger than each of these; none if it is not.
fn added(rows: &[&[String]], now: &[String]) -> Option<String> {
    let each: Option<Vec<String>> = rows.iter().map(|row| stronger(row, now)).collect();
    each?.into_iter().next()
}

/// The kernels of a file; those of one name are told apart by their order.
fn keys<'r>(file: &str, run: &'r FileRun) -> Vec<(Key, &'r KernelRun)> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let kernels = run.kernels.iter();
    let keyed = kernels.map(|kernel| {
        let number = seen.entry(&kernel.name).or_default();
        *number += 1;
        ((file.to_owned(), kernel.name.clone(), *number), kernel)
    });
    keyed.collect()
}

fn told(run: &FileRun, kernel: &KernelRun, message: String) -> Problem {
    let diagnostic = match &kernel.spot {
        Some(spot) => Diagnostic::error(Code::C016, spot.span, message),
        None => Diagnostic::global(Code::C016, message),
    };
    (advised(diagnostic), run.sources.clone())
}

fn advised(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.with_help("`alpinist ci --update` writes it, if that is meant")
}

/// The first clause that does not follow from those that are kept.
fn stronger(kept: &[String], now: &[String]) -> Option<String> {
    let parsed = |text: &String| Clause::parse(text).unwrap_or_default();
    let from: Vec<Clause> = kept.iter().flat_map(parsed).collect();
    // A text that is no clause follows from itself alone.
    let found = now.iter().find(|text| {
        let clauses = parsed(text);
        !kept.contains(text)
            && (clauses.is_empty() || !clauses.iter().all(|one| follows(one, &from)))
    });
    found.cloned()
}

fn printed(rows: &BTreeMap<Key, Vec<String>>) -> String {
    let text = |text: &str| toml::Value::from(text).to_string();
    let tables = rows.iter().map(|((file, kernel, _), requires)| {
        let clauses = requires.iter().map(|one| format!("  {},\n", text(one)));
        let clauses = match requires.is_empty() {
            true => "[]".to_owned(),
            false => format!("[\n{}]", clauses.collect::<String>()),
        };
        format!(
            "\n[[contract]]\nfile = {}\nkernel = {}\nrequires = {clauses}\n",
            text(file),
            text(kernel)
        )
    });
    std::iter::once(HEAD.to_owned()).chain(tables).collect()
}

#[cfg(test)]
mod tests {
    use super::stronger;

    #[test]
    fn a_contract_is_stronger_by_a_clause_that_does_not_follow() {
        let of = |texts: &[&str]| -> Vec<String> {
            texts.iter().map(|text| (*text).to_owned()).collect()
        };
        for (kept, now, wanted) in [
            (&[][..], &[][..], None),
            (&["n % 4 == 0"], &[], None),
            (&[], &["n % 4 == 0"], Some("n % 4 == 0")),
            (&["n % 4 == 0", "m > 0"], &["m > 0", "n % 4 == 0"], None),
            (&["n % 8 == 0"], &["n % 4 == 0"], Some("n % 4 == 0")),
            (&["blockDim.x == 64"], &["blockDim.x <= 64"], None),
            (
                &["blockDim.x <= 64"],
                &["blockDim.x == 64"],
                Some("blockDim.x == 64"),
            ),
            (&["n == 8"], &["m == 8"], Some("m == 8")),
            (&["a > 0 && b > 0"], &["b > 0"], None),
            (&["a > 0"], &["a > 0 && b > 0"], Some("a > 0 && b > 0")),
        ] {
            let found = stronger(&of(kept), &of(now));
            assert_eq!(found.as_deref(), wanted, "{kept:?} {now:?}");
        }
    }
}
