//! The text after a step: read again, checked for races under its contract, compared with the text before.

use crate::compare::{Launches, compare};
use crate::model::Checked;
use crate::rewriting::Compared;
use contracts::Clause;
use inspect::model::{FileRun, KernelRun, Required, Verdict};
use inspect::{Contracts, Graphs, Input, Settings, follows};
use solver::smt::SolverPool;

/// What a file is checked with.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    /// How it is read and checked.
    pub settings: &'a Settings,
    /// The launches for which kernels are compared.
    pub launches: &'a Launches,
    pub pool: &'a SolverPool,
}

impl Job<'_> {
    /// The kernels of these names, checked; all if there are no names.
    pub(crate) fn checked(&self, input: &Input, names: &[String]) -> FileRun {
        let settings = of_kernels(self.settings, names);
        let mut runs = inspect::files(std::slice::from_ref(input), &settings, Some(self.pool));
        runs.swap_remove(0)
    }

    /// Whether each of these kernels is verified in a text under the contract that it had before; otherwise which is not,
    /// and what is said of it.
    pub(crate) fn holds_under(
        &self,
        input: &Input,
        before: &FileRun,
    ) -> Result<Vec<FileRun>, Box<FileRun>> {
        let mut found = Vec::new();
        for kernel in &before.kernels {
            let names = std::slice::from_ref(&kernel.name);
            let mut settings = of_kernels(self.settings, names);
            settings.checks.contracts = Contracts::Given;
            settings.checks.requires.extend(clauses(&kernel.contract));
            let mut runs = inspect::files(std::slice::from_ref(input), &settings, Some(self.pool));
            let run = runs.swap_remove(0);
            let fine =
                matches!(run.kernels.as_slice(), [one] if one.verdict() == Verdict::Verified);
            if !fine || !run.errors.is_empty() {
                return Err(Box::new(run));
            }
            found.push(run);
        }
        Ok(found)
    }

    /// What becomes of the text after a step that is about these kernels.
    pub(crate) fn after(
        &self,
        (old, new): (&Input, &Input),
        before: FileRun,
        compared: Compared,
    ) -> Checked {
        let names: Vec<String> = before.kernels.iter().map(|one| one.name.clone()).collect();
        let held = match is_verified(&before) {
            true => self.holds_under(new, &before).ok(),
            // Of what was not verified nothing can be shown.
            false => Some(vec![before.clone()]),
        };
        let (after, stronger) = match held {
            Some(runs) => (together(runs, &before), Vec::new()),
            None => {
                let after = self.checked(new, &names);
                let stronger = stronger(&before, &after);
                (after, stronger)
            }
        };
        let mut checked = Checked {
            before,
            after,
            stronger,
            asserted: Vec::new(),
            others: Vec::new(),
            uncompared: Vec::new(),
            pairs: Vec::new(),
        };
        // Of what is not verified no comparison says anything.
        if !is_verified(&checked.before) || !is_verified(&checked.after) {
            return checked;
        }
        let all = Settings {
            kernels: Vec::new(),
            ..self.settings.clone()
        };
        let (Some(first), Some(second)) = (inspect::graphs(old, &all), inspect::graphs(new, &all))
        else {
            return checked;
        };
        checked.others = others((&first, &second), &names);
        let contract = |name: &str| {
            let kernel = checked.after.kernels.iter().find(|one| one.name == name);
            kernel.map_or_else(Vec::new, |one| clauses(&one.contract))
        };
        for name in &names {
            let sides = ((old, &first), (new, &second));
            let pair = compare(self, sides, (name, &contract(name)), compared);
            match pair {
                Some(pair) => checked.pairs.push(pair),
                None => checked.uncompared.push(name.clone()),
            }
        }
        checked
    }
}

/// The same settings for these kernels alone.
fn of_kernels(settings: &Settings, names: &[String]) -> Settings {
    let mut settings = settings.clone();
    if !names.is_empty() {
        settings.kernels = names.to_vec();
        settings.only = Vec::new();
        settings.except = Vec::new();
    }
    settings
}

/// The clauses of a contract.
pub(crate) fn clauses(contract: &[Required]) -> Vec<Clause> {
    let all = contract
        .iter()
        .filter_map(|one| Clause::parse(&one.clause).ok());
    all.flatten().collect()
}

/// Runs over the same text, one a kernel, as one. The contract was the one before, whoever said it first.
fn together(runs: Vec<FileRun>, before: &FileRun) -> FileRun {
    let mut all: Option<FileRun> = None;
    for mut run in runs {
        for kernel in &mut run.kernels {
            let old = before.kernels.iter().find(|one| one.name == kernel.name);
            if let Some(old) = old {
                kernel.contract.clone_from(&old.contract);
            }
        }
        match &mut all {
            Some(first) => {
                if let Some(other) = first.join(run) {
                    first.kernels.extend(other.kernels);
                }
            }
            None => all = Some(run),
        }
    }
    all.unwrap_or_else(|| before.clone())
}

/// The clauses of contracts after a step that do not follow from those before.
fn stronger(before: &FileRun, after: &FileRun) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for kernel in &after.kernels {
        let old = before.kernels.iter().find(|one| one.name == kernel.name);
        let old = old.map_or_else(Vec::new, |old| clauses(&old.contract));
        for one in &kernel.contract {
            let new = Clause::parse(&one.clause).unwrap_or_default();
            if new.is_empty() || !new.iter().all(|clause| follows(clause, &old)) {
                found.push((kernel.name.clone(), one.clause.clone()));
            }
        }
    }
    found
}

/// The kernels that a step is not about and whose graphs are others after it: what stands in them depends on the lines of
/// the file, or on how often something was used.
pub(crate) fn others((old, new): (&Graphs, &Graphs), names: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for kernel in old.kernels.iter().filter(|one| !names.contains(&one.name)) {
        let same = new
            .kernels
            .iter()
            .find(|one| one.name == kernel.name)
            .is_some_and(|other| old.text_of(kernel) == new.text_of(other));
        if !same {
            found.push(kernel.name.clone());
        }
    }
    found
}

/// Whether every kernel of a run is verified.
pub(crate) fn is_verified(run: &FileRun) -> bool {
    let fine = |one: &KernelRun| one.verdict() == Verdict::Verified;
    run.errors.is_empty() && !run.kernels.is_empty() && run.kernels.iter().all(fine)
}
