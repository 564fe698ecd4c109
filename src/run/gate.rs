//! Which assumptions a run may rest on: what is believed and denied makes the run unknown.

use crate::cli::Deny;
use crate::config::allow::believed;
use crate::config::{Config, whole};
use ::repair::atomic::Atomics;
use ::repair::model::FileRepair;
use ::rewrite::FileRewrite;
use inspect::is_meant;
use inspect::model::FileRun;
use pipeline::reported::model::ProgramRun;
use report::status::Status;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// What is denied, and where it is allowed all the same.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    denied: Vec<Deny>,
    allowed: Vec<Allowed>,
}

/// A file, and perhaps one declaration in it.
#[derive(Clone, Debug)]
struct Allowed {
    path: PathBuf,
    name: Option<String>,
}

impl Gate {
    /// What the flags and alpinist.toml deny together; `otherwise` if neither says anything.
    pub fn of(flags: &[Deny], config: &Config, otherwise: &[Deny]) -> Gate {
        let mut denied = flags.to_vec();
        match &config.deny {
            Some(more) => denied.extend(more),
            None if denied.is_empty() => denied.extend(otherwise),
            None => {}
        }
        let allowed = believed(config).map(|text| {
            let (path, name) = match text.rsplit_once(':') {
                Some((path, name)) => (path, Some(name.to_owned())),
                None => (text, None),
            };
            Allowed {
                path: whole(&config.place(Path::new(path))),
                name,
            }
        });
        Gate {
            denied,
            allowed: allowed.collect(),
        }
    }

    /// Whether a kind is denied, by its name or with all others.
    pub fn denies(&self, kind: Deny) -> bool {
        let mut denied = self.denied.iter();
        denied.any(|one| *one == kind || *one == Deny::Trusted)
    }

    /// Notes what a run believes although it is denied.
    pub fn check(&self, run: &mut ProgramRun) {
        let mut found = Vec::new();
        for one in run.original.iter().flat_map(|one| &one.report.trusted) {
            if !self.denied.iter().any(|deny| deny.covers(&one.kind)) {
                continue;
            }
            let file = run.files.get(one.span.file as usize);
            let path = file.map(|file| whole(Path::new(&file.name)));
            let allowed = |entry: &Allowed| {
                let name = entry.name.as_deref();
                path.as_ref() == Some(&entry.path) && name.is_none_or(|name| name == one.name)
            };
            if self.allowed.iter().any(allowed) {
                continue;
            }
            let message = format!(
                "{} in {} is an assumption, which is denied",
                one.kind, one.name
            );
            let file = file.map_or("FILE", |file| file.name.as_str());
            let help = format!(
                "prove it, or allow it in alpinist.toml: `allow = [\"{file}:{}\"]`",
                one.name
            );
            found.push(Diagnostic::error(Code::C024, one.span, message).with_help(help));
        }
        // A program may come twice.
        found.retain(|one| !run.diagnostics.contains(one));
        if !found.is_empty() {
            run.status = run.status.and(Status::Unknown);
        }
        run.diagnostics.extend(found);
    }

    /// Notes what the verdicts on kernels rest on although it is denied, and returns it: such a kernel is
    /// unknown.
    pub fn check_kernels(&self, run: &mut FileRun) -> Vec<Diagnostic> {
        let path = whole(Path::new(&run.name));
        let mut found = Vec::new();
        for kernel in &mut run.kernels {
            let allowed = |entry: &Allowed| {
                let name = entry.name.as_ref();
                entry.path == path
                    && name.is_none_or(|name| is_meant(&kernel.name, std::slice::from_ref(name)))
            };
            if kernel.sizes.is_none() || self.allowed.iter().any(allowed) {
                continue;
            }
            for one in &kernel.assumptions {
                let mut denied = self.denied.iter();
                if !denied.any(|deny| deny.covers_of_kernels(one.kind)) {
                    continue;
                }
                let word = one.kind.word();
                let message = format!(
                    "this assumption is needed, and `{word}` is denied: {}",
                    one.text
                );
                let name = format!("{}:{}", run.name, kernel.name);
                let help = format!("allow it in alpinist.toml: `allow = [\"{name}\"]`");
                let diagnostic = match &kernel.spot {
                    Some(spot) => Diagnostic::error(Code::C024, spot.span, message),
                    None => Diagnostic::global(Code::C024, message),
                };
                kernel.undecided.push(diagnostic.clone().with_help(&help));
                found.push(diagnostic.with_help(help));
            }
        }
        found
    }

    /// As [`Gate::check_kernels`] of every check that a rewritten file rests on.
    pub fn check_rewrite(&self, file: &mut FileRewrite) {
        let steps = file
            .steps
            .iter_mut()
            .filter_map(|step| step.checked.as_mut());
        for checked in steps {
            let pairs = checked.pairs.iter_mut().flat_map(|pair| &mut pair.runs);
            let compared = pairs.flat_map(|run| &mut run.checked);
            let own = [&mut checked.before, &mut checked.after];
            for run in compared.chain(own).chain(&mut checked.asserted) {
                self.check_kernels(run);
            }
        }
        if let Some(original) = &mut file.original {
            self.check_kernels(original);
        }
    }

    /// As [`Gate::check_kernels`] of the text as it is and as it is repaired. A text whose verdict rests on
    /// what is denied is not given out.
    pub fn check_repair(&self, mut repair: FileRepair) -> Gated {
        let given = repair.text().is_some();
        let before = self.check_kernels(&mut repair.before);
        let after = repair.after.as_mut();
        let after = after.map_or_else(Vec::new, |after| self.check_kernels(after));
        let mut atomics = repair.atomics.clone();
        let denied = |one: &mut Atomics| !self.check_kernels(&mut one.after).is_empty();
        if atomics.as_mut().is_some_and(denied) {
            repair.atomics = None;
        }
        let denied = match (given, after.first()) {
            (true, Some(denied)) => {
                repair.rejected = Some(denied.message.clone());
                before
            }
            (true, None) => Vec::new(),
            (false, _) => before,
        };
        Gated { repair, denied }
    }
}

/// A repair that has passed the gate. It is made here alone.
pub struct Gated {
    repair: FileRepair,
    denied: Vec<Diagnostic>,
}

impl Gated {
    /// The repair.
    pub fn repair(&self) -> &FileRepair {
        &self.repair
    }

    /// Keeps a text from being given out.
    pub fn reject(&mut self, why: String) {
        self.repair.rejected = Some(why);
    }

    /// The repair, and what its verdicts rest on although it is denied.
    pub fn into_parts(self) -> (FileRepair, Vec<Diagnostic>) {
        (self.repair, self.denied)
    }
}
