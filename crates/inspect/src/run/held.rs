//! The launches of the file, held against the contract under which a kernel is verified.

use super::covered::{Covered, required};
use super::kernel::Checked;
use crate::assumed::{Assumed, Taken};
use crate::contract::{Contract, Long, Whose, clauses, of_clauses, worst};
use crate::decide::Decided;
use crate::launched::{Given, Start, is_dynamic, last_part};
use crate::model::{Fault, Held, KernelRun, Required, Satisfied};
use crate::one_memory::{self, Pair};
use crate::sizes::{self, Chosen};
use crate::trial::Trial;
use crate::words;
use crate::written::{Written, usable};
use contracts::{Clause, Kind};
use hosts::{Apart, Hosts, Launch};
use kernel_graph::{ArrayId, Module};
use races::{Looks, Report, Status};
use std::borrow::Cow;
use std::collections::BTreeSet;
use text::span::Span;

/// So many checks are made of a kernel in launches alone.
const MOST_CHECKS: usize = 16;

/// Resource units for one of them: where all sizes are known less decides than where none is.
const ALONE: u64 = 600_000;

/// What was found with what a launch passes: in one sentence, and whether an execution shows it.
type Finding = Option<(String, bool)>;

/// What launches are held against.
pub(super) struct Against<'d, 'a> {
    pub(super) decided: &'d Decided<'a>,
    /// What is required, but for sizes.
    pub(super) required: Vec<Clause>,
    /// All that is, with who says it.
    clauses: Vec<(Clause, Whose)>,
    /// How long the arrays have to be; more than one launch may need.
    lengths: Vec<(Clause, Whose)>,
    /// As they were shown.
    shown: Vec<races::Proposed>,
    /// Whether they rest on that operations fit.
    fits: bool,
    /// What is required so that arrays are written as a whole.
    covers: Vec<(Clause, Whose)>,
    /// The arrays that have to be.
    covered: Vec<ArrayId>,
    /// The arrays for which different memory is to be passed.
    pairs: Vec<Pair>,
    /// Whether what is assumed may be wrong in one launch.
    granted: bool,
    /// Checks that may still be made.
    left: usize,
    /// What is assumed in launches alone.
    assumed: Vec<Assumed>,
}

impl Against<'_, '_> {
    /// Whether something is required of what lies in arrays.
    fn requires_contents(&self) -> bool {
        let mut all = self.required.iter();
        all.any(|clause| clause.kind() == Kind::Contents)
    }

    /// Counts a check that is about to be made; none if no more may be.
    fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }
}

/// What a launch passes.
pub(super) struct Passing<'m> {
    pub(super) given: &'m Given,
    /// The program, with one array for those for which it passes the same pointer.
    pub(super) module: &'m Module,
}

impl Checked<'_> {
    /// Lists a contract, and holds the launches of the file against that under which the kernel is verified.
    pub(super) fn hold(
        &self,
        (contract, long, covered): (&Contract, Long, &Covered),
        decided: &Decided<'_>,
        result: &mut KernelRun,
    ) {
        let mut given = contracts::Contract {
            clauses: self.settings.checks.requires.clone(),
        };
        let all = given.clauses.len();
        let written = self.written.iter().map(|one| one.clauses.len()).sum();
        let own = given.clauses.split_off(all.saturating_sub(written));
        result
            .contract
            .extend(given.clauses.iter().map(|clause| Required {
                clause: clause.to_string(),
                kind: clause.kind(),
                evidence: "as given".to_owned(),
                spot: None,
                inferred: false,
            }));
        result
            .contract
            .extend(self.written.iter().map(Written::required));
        given.clauses.extend(own);
        result
            .contract
            .extend(contract.required(&|array| self.declared(array)));
        result.effects = self.effects(decided, &long.clauses, &covered.once);
        result.contract.extend(required(&covered.clauses));
        let (lengths, required): (Vec<Clause>, Vec<Required>) = long.clauses.into_iter().unzip();
        result.contract.extend(required);
        if decided.report.status() != Status::Verified {
            return;
        }
        let pairs = one_memory::pairs((self.module, self.kernel), &decided.report.touched);
        result.apart = pairs.iter().filter_map(Pair::clause).collect();
        let mut all = given;
        all.clauses.extend(contract.all().clauses);
        let mut required = usable(&self.settings.checks.requires);
        required.extend(contract.premises().unwrap_or_default());
        let mut against = Against {
            clauses: clauses(&all, &decided.chosen),
            lengths: lengths
                .into_iter()
                .map(|clause| (clause, Whose::Kernels))
                .collect(),
            shown: long.shown,
            fits: long.fits,
            covers: covered
                .clauses
                .iter()
                .map(|clause| (clause.clone(), Whose::Kernels))
                .collect(),
            covered: covered.demanded.clone(),
            required,
            pairs,
            granted: self.grants(&decided.report),
            decided,
            left: MOST_CHECKS,
            assumed: Vec::new(),
        };
        if let Some(hosts) = self.host_code() {
            result.launches = self.hold_each(hosts, &mut against);
        }
        for held in &result.launches {
            let known = match held.status {
                Satisfied::Meets
                | Satisfied::Alone(_)
                | Satisfied::Conditional(_)
                | Satisfied::Violates { .. } => true,
                Satisfied::Unchecked(_) | Satisfied::Outside(_) => false,
            };
            let code = self.host_code().filter(|_| known);
            let names = code.map_or_else(Vec::new, |hosts| hosts.decided_by(held.span));
            if !names.is_empty() {
                against.assumed.push(words::chosen(held.line, &names));
            }
        }
        for one in against.assumed {
            if !result.assumptions.contains(&one) {
                result.assumptions.push(one);
            }
        }
        if let Some(Err(error)) = self.hosts {
            result.assumptions.push(Assumed {
                kind: Taken::Launches,
                text: words::no_tree(&error.message),
            });
        }
        let open = result.launches.iter().filter(|held| match held.status {
            Satisfied::Unchecked(_) | Satisfied::Conditional(_) => true,
            Satisfied::Meets
            | Satisfied::Alone(_)
            | Satisfied::Violates { .. }
            | Satisfied::Outside(_) => false,
        });
        let lines: BTreeSet<Option<usize>> = open.map(|held| held.line).collect();
        if !lines.is_empty() {
            result.assumptions.push(Assumed {
                kind: Taken::Launches,
                text: words::unchecked(&lines),
            });
        }
    }

    /// Whether a proof assumes something that the numbers of one launch may refute.
    fn grants(&self, report: &Report) -> bool {
        use races::Assumption::{Fits, Gathering, Lengths, NoSignedOverflow};
        let dynamic = self.module.arrays.iter().any(is_dynamic);
        report.assumptions.iter().any(|one| match one {
            Fits(..) | Gathering(_) | NoSignedOverflow => true,
            Lengths(_) => dynamic,
            _ => false,
        })
    }

    /// Whether a launch certainly passes the same memory for two arrays that a check has taken to be different.
    pub(crate) fn passes_twice(&self, hosts: &Hosts, launch: &Launch, report: &Report) -> bool {
        let pairs = one_memory::pairs((self.module, self.kernel), &report.touched);
        let (same, _) = memory(hosts, launch, &pairs);
        !same.is_empty()
    }

    /// The line of a place in the file itself.
    pub(crate) fn line_of(&self, span: Span) -> Option<usize> {
        match span.file {
            0 if span != Span::default() => Some(self.file.line_column(span.start as usize).line),
            _ => None,
        }
    }

    fn hold_each(&self, hosts: &Hosts, against: &mut Against<'_, '_>) -> Vec<Held> {
        let mut found: Vec<Held> = Vec::new();
        let mut take = |span: Span, status: Satisfied| {
            let known = found.iter_mut().find(|one| one.span == span);
            match known {
                Some(one) => one.status = worst(one.status.clone(), status),
                None => found.push(Held {
                    line: self.line_of(span),
                    span,
                    status,
                    accepted: None,
                }),
            }
        };
        for start in &self.starts {
            let span = start.launch.place.span;
            let status = match self.held(hosts, start, against) {
                Satisfied::Unchecked(_) | Satisfied::Conditional(_)
                    if self.is_reached_here(start) =>
                {
                    let function = start.launch.called_here.as_deref().unwrap_or("");
                    against
                        .assumed
                        .push(words::called_here(self.line_of(span), function));
                    continue;
                }
                status @ Satisfied::Outside(_) => status,
                status => worst(status, of_covers(hosts, start.launch, against)),
            };
            take(span, status);
        }
        let (kernel, _) = self.names;
        for one in &hosts.unread {
            // A token is not the whole name, so that it may be that of any of several kernels.
            let name = one.kernel.as_deref();
            if name.is_none_or(|name| name == last_part(kernel)) {
                let status = Satisfied::Unchecked(one.why.reason.clone());
                take(one.why.place.span, status);
            }
        }
        found
    }

    /// Whether only another file could reach a launch in this way, while this one reaches it in another.
    fn is_reached_here(&self, start: &Start<'_>) -> bool {
        let here = |other: &Start<'_>| {
            other.launch.called_here.is_none() && other.launch.place == start.launch.place
        };
        start.launch.called_here.is_some() && self.starts.iter().any(here)
    }

    /// Whether a launch, on one way to it, satisfies the contract.
    fn held(&self, hosts: &Hosts, start: &Start<'_>, against: &mut Against<'_, '_>) -> Satisfied {
        if !start.sure {
            return Satisfied::Unchecked("it is not known which kernel it starts".to_owned());
        }
        if let Some(status) = self.of_whole_grid(hosts, start.launch) {
            return status;
        }
        let status = of_clauses(hosts, start.launch, &against.clauses);
        if let Satisfied::Outside(_) = status {
            return status;
        }
        let Some(given) = self.given_by(start.launch) else {
            return status;
        };
        if given.has_more_threads() {
            return Satisfied::Violates {
                clause: format!("gridDim.x * blockDim.x <= {}", races::MOST_IN_GRID),
                finding: None,
            };
        }
        let (same, mut memory) = memory(hosts, start.launch, &against.pairs);
        if self.restricted && !same.is_empty() {
            let reason = format!(
                "`{}` does not hold, and the kernel promises the compiler that it does",
                disjoint(&same)
            );
            memory = worst(memory, Satisfied::Unchecked(reason));
        }
        let arrays: Vec<(ArrayId, ArrayId)> = same.iter().map(|(a, b, _)| (*a, *b)).collect();
        let module = match arrays.is_empty() {
            true => Cow::Borrowed(self.module),
            false => Cow::Owned(one_memory::merged(self.module, &arrays)),
        };
        let passed = Passing {
            given: &given,
            module: &module,
        };
        if let Satisfied::Violates { clause, .. } = status {
            let status = worst(self.not_met(&clause, &passed, against), memory);
            return match status {
                Satisfied::Alone(_) => {
                    self.long_enough((hosts, start), &passed, (status, &[]), against)
                }
                status => status,
            };
        }
        let status = worst(status, memory);
        let status = match same.is_empty() {
            true => status,
            false => worst(
                status,
                self.in_one_memory(&passed, &disjoint(&same), against),
            ),
        };
        let status = match status {
            Satisfied::Violates { .. } => status,
            status => worst(status, self.as_assumed(&passed, against)),
        };
        if let Satisfied::Violates { .. } = status {
            return status;
        }
        let required = against.required.clone();
        self.long_enough((hosts, start), &passed, (status, &required), against)
    }

    /// What is said of a launch that satisfies these clauses, and of which that was said before, if the arrays that it
    /// passes may be too short.
    fn long_enough(
        &self,
        (hosts, start): (&Hosts, &Start<'_>),
        passed: &Passing<'_>,
        (status, clauses): (Satisfied, &[Clause]),
        against: &mut Against<'_, '_>,
    ) -> Satisfied {
        if against.shown.is_empty() {
            return status;
        }
        let alone = matches!(status, Satisfied::Alone(_));
        match of_clauses(hosts, start.launch, &against.lengths) {
            // One launch may need less.
            Satisfied::Violates { clause, .. } => {
                let short = match alone {
                    true => None,
                    false => self.too_short(hosts, start, passed.module, against),
                };
                match short {
                    Some(Satisfied::Violates { finding, .. }) => {
                        Satisfied::Violates { clause, finding }
                    }
                    _ => worst(
                        status,
                        Satisfied::Unchecked(format!(
                            "`{clause}` does not hold, and whether an access is out of bounds is unknown"
                        )),
                    ),
                }
            }
            // They are enough under clauses that do not hold of it, or where operations fit.
            long_enough if alone || against.fits => {
                let chosen = match alone {
                    true => sizes::choose(self.module, self.kernel, &self.bare.sizes),
                    false => against.decided.chosen,
                };
                let of = (chosen, clauses);
                let shown = against.left > 0
                    && self.lengths_in_launch(passed.module, passed.given, of, &against.shown);
                against.left = against.left.saturating_sub(1);
                match shown {
                    true => worst(status, long_enough),
                    false => worst(
                        worst(status, long_enough),
                        Satisfied::Unchecked(
                            "whether accesses are in bounds of its arguments is unknown".to_owned(),
                        ),
                    ),
                }
            }
            long_enough => worst(status, long_enough),
        }
    }

    /// What is said of a launch that does not satisfy a clause: what goes wrong with what it passes, if anything does.
    fn not_met(
        &self,
        clause: &str,
        passed: &Passing<'_>,
        against: &mut Against<'_, '_>,
    ) -> Satisfied {
        let chosen = sizes::choose(self.module, self.kernel, &self.bare.sizes);
        // With what its own text assumes nothing would go wrong in a launch that breaks it.
        let module = self.without_requires(passed.module, &|_| true);
        let passed = &Passing {
            given: passed.given,
            module: &module,
        };
        let undecided = || {
            Satisfied::Unchecked(format!(
                "`{clause}` does not hold, and the verdict for its arguments is unknown"
            ))
        };
        // Without what was given, for a launch that breaks it.
        let Some(alone) = self.alone(passed, (chosen, &[]), against) else {
            return undecided();
        };
        match alone.report.status() {
            Status::Verified => {
                self.assume(&alone, against);
                match self.lengths_known(passed, &alone.report) {
                    true => Satisfied::Alone(clause.to_owned()),
                    false => undecided(),
                }
            }
            // What is wrong with some contents may be right with those that are required.
            Status::Wrong if against.requires_contents() => undecided(),
            Status::Wrong => Satisfied::Violates {
                clause: clause.to_owned(),
                finding: self
                    .first(&alone)
                    .filter(|(_, shown)| *shown && passed.given.complete)
                    .map(|(text, _)| text),
            },
            Status::Unknown => undecided(),
        }
    }

    /// A check in a launch alone; none if no more may be made, or its sizes are others than these.
    pub(super) fn alone<'m>(
        &self,
        passed: &Passing<'m>,
        (chosen, clauses): (Chosen, &[Clause]),
        against: &mut Against<'_, '_>,
    ) -> Option<Decided<'m>> {
        against.count()?;
        let effort = (Looks::All, ALONE);
        self.in_launch(passed.module, passed.given, (chosen, clauses), effort)
    }

    /// Takes over what a check assumes.
    fn assume(&self, alone: &Decided<'_>, against: &mut Against<'_, '_>) {
        let with = self.with_module(&alone.module);
        against
            .assumed
            .extend(with.assumed(alone, &BTreeSet::new()));
    }

    /// Whether the bytes of dynamic shared memory are known, where a proof rests on that they are enough.
    fn lengths_known(&self, passed: &Passing<'_>, report: &Report) -> bool {
        let rests = report.assumptions.iter().any(|one| match one {
            races::Assumption::Lengths(names) => self
                .module
                .arrays
                .iter()
                .any(|array| is_dynamic(array) && names.contains(&array.name)),
            _ => false,
        });
        !rests || passed.given.shared.is_some()
    }

    /// The first finding of a check, and whether an execution shows it: one that does if there is one.
    fn first(&self, decided: &Decided<'_>) -> Finding {
        let with = self.with_module(&decided.module);
        let faults = decided.report.findings.iter();
        let faults: Vec<_> = faults.map(|one| with.fault(one, decided)).collect();
        // That something is undefined is what goes wrong.
        let is_shown = |fault: &&Fault| matches!(fault.trial, Trial::Shown | Trial::Overflow(_));
        let shown = faults.iter().find(is_shown);
        let fault = shown.or(faults.first())?;
        let what = words::fault(fault, self.language);
        let what = match &fault.trial {
            Trial::Overflow(undefined) => format!("{}: {what}", undefined.words()),
            _ => what,
        };
        let text = format!("{what}, at {}", fault.spot.short());
        Some((text, shown.is_some()))
    }

    /// Whether what a proof takes for granted holds in a launch.
    fn as_assumed(&self, passed: &Passing<'_>, against: &mut Against<'_, '_>) -> Satisfied {
        let report = &against.decided.report;
        if !against.granted {
            return Satisfied::Meets;
        }
        if !self.lengths_known(passed, report) {
            let reason = "how much dynamic shared memory it gives is not known";
            return Satisfied::Unchecked(reason.to_owned());
        }
        let undecided = || {
            let reason = "whether the assumptions hold for its arguments is unknown";
            Satisfied::Unchecked(reason.to_owned())
        };
        let of = (against.decided.chosen, against.required.clone());
        let Some(alone) = self.alone(passed, (of.0, &of.1), against) else {
            return undecided();
        };
        match alone.report.status() {
            Status::Verified => return Satisfied::Meets,
            Status::Unknown => return undecided(),
            Status::Wrong => {}
        }
        let Some((text, shown)) = self.first(&alone) else {
            return undecided();
        };
        let shown = shown && !against.requires_contents();
        let clause = match passed.given.shared {
            Some(bytes) if alone.module.arrays.iter().any(is_dynamic) => {
                format!("sharedBytes > {bytes}")
            }
            _ => "each number fits its type, as the list of assumptions has it".to_owned(),
        };
        match shown && passed.given.complete {
            true => Satisfied::Violates {
                clause,
                finding: Some(text),
            },
            false => Satisfied::Unchecked(format!("there may be a {text}")),
        }
    }

    /// What is said of a launch that passes the same pointer for several arrays: the kernel is checked with one array for
    /// them, under the contract, and else in this launch alone.
    fn in_one_memory(
        &self,
        passed: &Passing<'_>,
        clause: &str,
        against: &mut Against<'_, '_>,
    ) -> Satisfied {
        let undecided = || {
            Satisfied::Unchecked(format!(
                "`{clause}` does not hold, and the verdict for aliased arguments is unknown"
            ))
        };
        let chosen = against.decided.chosen;
        if against.count().is_none() {
            return undecided();
        }
        let mut options = self.options(chosen.sizes);
        options.premises.extend(against.required.iter().cloned());
        let any = Decided {
            module: Cow::Borrowed(passed.module),
            chosen,
            report: self.asked(passed.module, &options),
            clauses: options.premises,
            passed: Vec::new(),
        };
        if any.report.status() == Status::Verified {
            self.assume(&any, against);
            against.granted |= self.grants(&any.report);
            return Satisfied::Meets;
        }
        let clauses = against.required.clone();
        let Some(alone) = self.alone(passed, (chosen, &clauses), against) else {
            return undecided();
        };
        match alone.report.status() {
            Status::Verified => {
                self.assume(&alone, against);
                Satisfied::Meets
            }
            Status::Wrong => Satisfied::Violates {
                clause: clause.to_owned(),
                finding: self.first(&alone).map(|(text, _)| text),
            },
            Status::Unknown => undecided(),
        }
    }
}

/// What is said of a launch by what is required so that arrays are written as a whole.
fn of_covers(hosts: &Hosts, launch: &Launch, against: &Against<'_, '_>) -> Satisfied {
    if against.covered.is_empty() {
        return Satisfied::Meets;
    }
    let (same, _) = memory(hosts, launch, &against.pairs);
    let mut same = same.into_iter();
    let shared = same.find(|(a, b, _)| against.covered.iter().any(|one| one == a || one == b));
    let apart = match shared {
        // What is written by the other pointer is written twice, or read.
        Some((_, _, text)) => Satisfied::Unchecked(format!(
            "`{text}` does not hold, and an array that has to be written once is one of them"
        )),
        None => Satisfied::Meets,
    };
    if !hosts.starts(launch) {
        let reason = "a size may be 0 or more than a device has: then it does not start, and what has to be written is not";
        return worst(apart, Satisfied::Unchecked(reason.to_owned()));
    }
    let enough = match of_clauses(hosts, launch, &against.covers) {
        Satisfied::Violates { clause, .. } => Satisfied::Violates {
            clause,
            finding: Some("not each element is written that has to be".to_owned()),
        },
        status => status,
    };
    worst(apart, enough)
}

/// The arrays for which a launch passes the same pointer, and what is not known of the others.
fn memory(
    hosts: &Hosts,
    launch: &Launch,
    pairs: &[Pair],
) -> (Vec<(ArrayId, ArrayId, String)>, Satisfied) {
    let mut same = Vec::new();
    let mut status = Satisfied::Meets;
    for pair in pairs {
        let (a, b) = pair.arrays;
        let Some((one, other)) = &pair.memory else {
            let reason = "it passes arrays of pointers, which are not followed".to_owned();
            status = worst(status, Satisfied::Unchecked(reason));
            continue;
        };
        let text = format!("disjoint({}, {})", one.name(), other.name());
        match hosts.apart(launch, one, other) {
            Apart::Different => {}
            Apart::Same => same.push((a, b, text)),
            Apart::Open => status = worst(status, Satisfied::Conditional(text)),
            Apart::Unchecked(why) => status = worst(status, Satisfied::Unchecked(why.reason)),
        }
    }
    (same, status)
}

/// That different memory is to be passed.
fn disjoint(same: &[(ArrayId, ArrayId, String)]) -> String {
    let texts: Vec<&str> = same.iter().map(|(_, _, text)| text.as_str()).collect();
    texts.join(" && ")
}
