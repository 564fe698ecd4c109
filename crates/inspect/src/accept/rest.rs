//! What is said of a kernel beside what is accepted.
//!
//! A check that finds something stops early in more than one way: it looks at one launch of the file, or under a contract,
//! and reports three findings of an array. Where all that it reports is accepted, the kernel is checked once more, in full
//! and for all launches that were asked for, and whatever that finds and nobody has accepted counts.

use super::{Accepts, Found, baseline};
use crate::assumed::{Assumed, Taken};
use crate::decide::Decided;
use crate::model::{Fault, FileRun, Held, KernelRun, What};
use crate::run::Checked;
use crate::sizes;
use crate::words;
use report::messages::Place;
use std::borrow::Cow;
use text::code::Code;
use text::span::Span;

impl Checked<'_> {
    /// Marks what is accepted, and adds what else is found where that is all.
    pub(crate) fn accept(&self, result: &mut KernelRun) {
        self.mark(result);
        let all = !result.faults.is_empty() && result.faults.iter().all(Fault::is_accepted);
        if !all {
            return;
        }
        let chosen = sizes::choose(self.module, self.kernel, &self.settings.sizes);
        let mut options = self.options(chosen.sizes);
        options.all_findings = true;
        let report = races::check(self.module, self.kernel, &options, self.pool);
        let rest = Decided {
            module: Cow::Borrowed(self.module),
            chosen,
            report,
            clauses: options.premises,
            passed: Vec::new(),
        };
        let before = std::mem::take(&mut result.faults);
        self.with_module(self.module).tell(&rest, result);
        result
            .faults
            .retain(|fault| !before.iter().any(|known| is_same(known, fault)));
        result.faults.splice(0..0, before);
        result.faults.sort_by_key(|fault| !fault.is_certain());
        self.mark(result);
        let asserted = result.faults.iter().filter(|one| one.code == Code::K303);
        let asserted: Vec<Assumed> = asserted
            .map(|one| Assumed {
                kind: Taken::User,
                text: words::taken_to_hold(&one.spot),
            })
            .collect();
        result.assumptions.extend(asserted);
        // What is written before the kernel may exclude all that is left of it.
        if !self.written.is_empty() {
            result.undecided.push(words::excluded_besides());
        }
        // Launches are held against verified kernels alone.
        result.assumptions.push(Assumed {
            kind: Taken::Launches,
            text: words::not_held(),
        });
    }

    /// Marks each finding that is accepted.
    fn mark(&self, result: &mut KernelRun) {
        let of = (self.file.name.as_str(), self.name());
        let place = |span: Span| self.place(span);
        for fault in &mut result.faults {
            fault.accepted = self.accepts.of(&Found::of(fault, of), &place);
        }
        for held in &mut result.launches {
            hold(held, of, self.accepts, &place);
        }
        let accepting = self.accepts.accepting;
        baseline::mark(result, accepting, &self.file.name);
        baseline::mark_launches(result, accepting, self.file);
    }
}

/// Marks the launches of a run that are accepted although they violate the contract.
pub(crate) fn of_launches(run: &mut FileRun, accepts: &Accepts<'_>) {
    let sources = run.sources.clone();
    let place = |span: Span| crate::place::place_in(sources.get(span.file as usize), span);
    for kernel in &mut run.kernels {
        for held in &mut kernel.launches {
            hold(held, (&run.name, &kernel.name), *accepts, &place);
        }
        if let Some(file) = sources.first() {
            baseline::mark_launches(kernel, accepts.accepting, file);
        }
    }
}

fn hold(
    held: &mut Held,
    (file, kernel): (&str, &str),
    accepts: Accepts<'_>,
    place: &dyn Fn(Span) -> Place,
) {
    let violates = held.is_violation();
    let found = Found {
        code: Code::K310,
        kernel,
        file,
        // One in a header has no place of its own.
        places: held
            .line
            .map(|_| vec![(held.span, place(held.span))])
            .unwrap_or_default(),
    };
    held.accepted = violates.then(|| accepts.of(&found, place)).flatten();
}

/// Whether two findings are the same one: of one code, at the same places.
fn is_same(one: &Fault, other: &Fault) -> bool {
    let places = |fault: &Fault| {
        let places = Found::of(fault, ("", "")).places;
        let mut spans: Vec<Span> = places.into_iter().map(|(span, _)| span).collect();
        spans.sort_by_key(|span| (span.file, span.start, span.end));
        spans
    };
    let scope = |fault: &Fault| match &fault.what {
        What::Race(race) => (Some(race.array.clone()), race.same_block),
        What::Bounds(array) | What::ConstantWrite(array) | What::Covered { array, .. } => {
            (Some(array.clone()), true)
        }
        What::Divergence { .. }
        | What::Assertion(_)
        | What::Invariant { .. }
        | What::NullAccess
        | What::BarrierInvariant
        | What::Permission => (None, true),
    };
    one.code == other.code && places(one) == places(other) && scope(one) == scope(other)
}
