//! Inferred clauses as comments before the kernels that they are about.

use crate::model::{FileRun, KernelRun, Required, Verdict};
use std::collections::BTreeMap;

/// The text of a file with the inferred clauses of its kernels; none if there are none.
///
/// # Errors
/// Why a clause cannot be written.
pub fn annotated(text: &str, runs: &[FileRun]) -> Result<Option<String>, String> {
    let mut places: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    let mut fixed: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for kernel in runs.iter().flat_map(|run| &run.kernels) {
        let clauses = inferred(kernel);
        let place = kernel.definition.filter(|span| span.file == 0);
        let start = place.map(|span| span.start as usize);
        let Some(start) = start.filter(|start| text.is_char_boundary(*start)) else {
            match clauses.is_empty() {
                true => continue,
                false => {
                    let name = &kernel.name;
                    return Err(format!("`{name}` comes from a header or a macro"));
                }
            }
        };
        let known = fixed.entry(start).or_insert_with(|| clauses.clone());
        if *known != clauses {
            let name = &kernel.name;
            return Err(format!("instances of `{name}` require different things"));
        }
        if !clauses.is_empty() {
            places.insert(start, clauses);
        }
    }
    if places.is_empty() {
        return Ok(None);
    }
    let mut found = String::new();
    let mut done = 0;
    for (start, clauses) in places {
        let (before, _) = text.split_at(start);
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let indent = before.get(line..).unwrap_or("");
        let alone = indent.chars().all(|c| c == ' ' || c == '\t');
        let at = if alone { line } else { start };
        found.push_str(text.get(done..at).unwrap_or(""));
        let end = if before.ends_with("\r\n") || text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        for clause in clauses {
            match alone {
                true => found.push_str(&format!("{indent}//@ requires {clause};{end}")),
                false => found.push_str(&format!("/*@ requires {clause}; @*/ ")),
            }
        }
        done = at;
    }
    found.push_str(text.get(done..).unwrap_or(""));
    Ok(Some(found))
}

/// The clauses that are inferred for a verified kernel.
fn inferred(kernel: &KernelRun) -> Vec<&str> {
    let is_verified = kernel.verdict() == Verdict::Verified;
    let all = kernel
        .contract
        .iter()
        .filter(|one| is_verified && one.inferred);
    all.map(|one| one.clause.as_str()).collect()
}

/// Whether kernels have the verdicts and contracts that they had, and nothing more is inferred.
pub fn same(before: &[FileRun], after: &[FileRun]) -> bool {
    let all = |runs: &[FileRun], inferred: bool| {
        let kernels = runs.iter().flat_map(|run| &run.kernels);
        let one = |kernel: &KernelRun| {
            let clauses = kernel.contract.iter();
            let mut clauses: Vec<String> =
                clauses.map(|one: &Required| one.clause.clone()).collect();
            clauses.sort();
            let rests = kernel.contract.iter().any(|one| one.inferred);
            let verified = kernel.verdict() == Verdict::Verified;
            let fine = inferred || !verified || !rests;
            (
                kernel.name.clone(),
                kernel.verdict(),
                clauses.join(" && "),
                fine,
            )
        };
        kernels.map(one).collect::<Vec<_>>()
    };
    let (before, after) = (all(before, true), all(after, false));
    before == after && !after.is_empty()
}
