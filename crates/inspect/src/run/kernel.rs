//! One kernel's check: for each way in which launches pass memory, and what is said of it but for findings.

use super::settings::{Settings, options_for};
use super::starts::Start;
use crate::assumed::{Assumed, Taken};
use crate::contract::{Contract, held, of_tree, worst};
use crate::decide::{Answer, Decided};
use crate::explained::sentence;
use crate::model::{Held, Inferred, KernelRun, Required, Satisfied, Verdict};
use crate::one_memory::{self, OneMemory, Same, Uses};
use crate::place::{Resolver, Spot};
use crate::sizes::{self, Chosen, Origin};
use crate::trial::{STEPS_TOGETHER, Trial};
use crate::words;
use clang::launches::Launch;
use clang::tree::Language;
use hosts::Hosts;
use kernel_graph::{Annotation, FunctionId, Graph, Module, Place, Space, StmtKind, Terminator};
use races::{Dialect, Options, Report, Sizes, Status, Touched};
use solver::smt::SolverPool;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;
use std::time::Instant;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;

/// Host code as clang's tree has it, or why there is no tree.
pub(super) type HostCode = Result<Hosts, Box<Diagnostic>>;

/// What one kernel needs to be checked.
pub(crate) struct Checked<'a> {
    pub(crate) module: &'a Module,
    pub(crate) kernel: FunctionId,
    pub(crate) language: Language,
    /// The launches that may start it.
    pub(crate) launches: Vec<Start<'a>>,
    /// Host code as clang's tree has it, if that was read.
    pub(super) hosts: Option<&'a HostCode>,
    /// Its name, and those of all kernels of the file.
    pub(super) names: (&'a str, &'a [String]),
    /// The names of its parameters.
    pub(crate) params: Vec<String>,
    /// The file that was asked for.
    pub(crate) file: &'a SourceFile,
    pub(super) resolver: Resolver<'a>,
    pub(crate) settings: &'a Settings,
    pub(crate) pool: &'a SolverPool,
    /// How many statements counterexamples may still execute.
    pub(super) steps_left: AtomicU64,
}

impl Checked<'_> {
    /// Checks the kernel for each way in which launches pass one pointer for several of its parameters.
    pub(super) fn check(&self, result: &mut KernelRun) {
        let each: Same = (0..self.params.len()).collect();
        let of = (self.module, self.kernel);
        let launches: Vec<&Launch> = self.launches.iter().map(|one| one.launch).collect();
        let passed = OneMemory::of(&launches, of, self.params.len());
        let line =
            |start: Option<u32>| start.map(|start| self.file.line_column(start as usize).line);
        let none = [(each.clone(), None)].into();
        let ways = match passed.ways.is_empty() {
            true => &none,
            false => &passed.ways,
        };
        let untouched = result.clone();
        let mut uses = Uses::default();
        for (number, (same, start)) in ways.iter().enumerate() {
            if number > 0 && result.verdict() != Verdict::Verified {
                break;
            }
            let mut one = untouched.clone();
            if *same == each {
                let touched = self.check_one(&mut one);
                touched.iter().for_each(|one| uses.add(one, of, same));
            } else {
                let module = one_memory::merged(self.module, self.kernel, same);
                let merged = self.with_module(&module);
                let touched = merged.check_one(&mut one);
                touched.iter().for_each(|one| uses.add(one, of, same));
                let groups = one_memory::groups(same, &self.params);
                one.assumptions
                    .push(words::one_memory(&groups, line(*start)));
            }
            let before = std::mem::replace(result, one);
            if number > 0 {
                Checked::join(before, result);
            }
        }
        for (start, meeting) in &passed.meetings {
            if !uses.matter(meeting.arguments) {
                continue;
            }
            let texts = (&*meeting.texts.0, &*meeting.texts.1);
            match meeting.parts {
                true => result.assumptions.push(words::parts(line(*start), texts)),
                false => result.undecided.push(words::meeting(line(*start), texts)),
            }
        }
        for (start, at, variable) in &passed.variables {
            if uses.matters_with(*at, variable) {
                let param = self.params.get(*at).map_or("", String::as_str);
                let message = words::variable(line(*start), param, variable);
                result.undecided.push(message);
            }
        }
        if uses.some_matter() {
            let unread = passed.unread.iter();
            let messages = unread.map(|start| words::unread(line(*start)));
            result.undecided.extend(messages);
        }
    }

    /// How it is checked for a launch of these sizes.
    pub(crate) fn options(&self, sizes: Sizes) -> Options {
        let mut options = options_for(&self.settings.checks, sizes);
        options.explain = self.settings.checks.explain.then_some(match self.language {
            Language::Cuda => Dialect::Cuda,
            Language::OpenCl => Dialect::OpenCl,
        });
        options
    }

    /// Checks it once; says what of memory it touches.
    fn check_one(&self, result: &mut KernelRun) -> Vec<Touched> {
        let shared = self.module.arrays.iter();
        let shared = shared.filter(|array| array.space != Space::Private);
        result.arrays = shared.map(|array| array.name.clone()).collect();
        result.atomics = sizes::reached(self.module, self.kernel).iter().any(|f| {
            let mut stmts = f.blocks.iter().flat_map(|block| &block.stmts);
            stmts.any(|stmt| matches!(stmt.kind, StmtKind::Atomic { .. }))
        });
        result.misplaced = self.misplaced();
        result.early = self.early();
        let start = Instant::now();
        let Answer { decided, contract } = self.decide();
        result.time = start.elapsed();
        result.sizes = decided.first().map(|one| one.chosen);
        if let (Some(contract), Some(one)) = (&contract, decided.first()) {
            self.hold(contract, one, result);
        }
        if decided.len() > 1 {
            result.apart = decided.iter().map(|one| one.chosen).collect();
        }
        let each = decided.into_iter().map(|one| {
            let with = self.with_module(&one.module);
            with.tell(&one, result);
            one.report.touched
        });
        each.collect()
    }

    /// The same for another form of the program, with the same numbers of functions and arrays.
    pub(crate) fn with_module<'b>(&'b self, module: &'b Module) -> Checked<'b> {
        Checked {
            module,
            launches: self.launches.clone(),
            params: self.params.clone(),
            steps_left: AtomicU64::new(STEPS_TOGETHER),
            ..*self
        }
    }

    /// Adds what a check has found.
    fn tell(&self, decided: &Decided<'_>, result: &mut KernelRun) {
        let report = &decided.report;
        result.questions += report.questions;
        result.inferred.extend(self.inferred(report));
        let explained = report.apart.iter().filter_map(|one| {
            let array = self.module.array(one.array)?;
            sentence(&array.name, one)
        });
        for one in explained {
            if !result.explained.contains(&one) {
                result.explained.push(one);
            }
        }
        let faults = report.findings.iter();
        result
            .faults
            .extend(faults.map(|finding| self.fault(finding, decided)));
        // What is taken for granted and an execution refutes is no assumption; what it shows is decided.
        let mut refuted = BTreeSet::new();
        for suspected in &report.suspected {
            let fault = self.fault(suspected, decided);
            if fault.trial == Trial::Shown {
                result.faults.push(fault);
                refuted.insert(suspected.place);
            }
        }
        let open = report.undecided.iter().filter(|lack| {
            let shown = matches!(lack.lack, races::Lack::Unconfirmed | races::Lack::Absent);
            !shown || !refuted.contains(&lack.place)
        });
        let undecided = open.map(|lack| {
            let spot = self.resolver.spot(&lack.place, &report.inlined);
            words::undecided(&lack.lack, &spot)
        });
        result.undecided.extend(undecided);
        for one in self.assumed(decided, &refuted) {
            if !result.assumptions.contains(&one) {
                result.assumptions.push(one);
            }
        }
    }

    /// What a check takes for granted, but for what comes together at these places.
    fn assumed(&self, decided: &Decided<'_>, refuted: &BTreeSet<Place>) -> Vec<Assumed> {
        let chosen = &decided.chosen;
        let mut found = Vec::new();
        for one in &decided.report.assumptions {
            match one {
                races::Assumption::Gathering(place) if refuted.contains(place) => {}
                races::Assumption::Launches => {
                    found.extend(decided.launched.assumed(self.launches.len() > 1));
                }
                one => found.push(words::assumption(one, &self.resolver)),
            }
        }
        if chosen.block == Origin::Launches || chosen.grid == Origin::Launches {
            let launches = self.launches.iter().map(|one| one.launch);
            let lines = launches.filter_map(|launch| self.line_of(launch));
            found.push(Assumed {
                kind: Taken::Launches,
                text: words::launches(lines.collect()),
            });
        }
        if chosen.block == Origin::Bounds {
            found.push(Assumed {
                kind: Taken::Sizes,
                text: words::bounds(&chosen.sizes.block),
            });
        }
        if let Some(open) = chosen.open {
            found.push(Assumed {
                kind: Taken::Sizes,
                text: words::dimensions(open),
            });
        }
        found
    }

    /// The line of a launch; those of headers have none.
    fn line_of(&self, launch: &Launch) -> Option<usize> {
        let here = launch.place != Span::default();
        here.then(|| self.file.line_column(launch.place.start as usize).line)
    }

    /// What was given that launches satisfy.
    fn given(&self) -> contracts::Contract {
        contracts::Contract {
            clauses: self.settings.checks.requires.clone(),
        }
    }

    /// Joins what is known of the kernel where launches pass memory in one way to what is known of it in another: whoever
    /// launches it is to satisfy both contracts.
    fn join(before: KernelRun, result: &mut KernelRun) {
        let required = |run: &KernelRun| run.sizes.filter(|one| one.block == Origin::Contract);
        match (required(&before), required(result)) {
            (Some(one), Some(other)) if one.sizes.block != other.sizes.block => {
                result.undecided.push(words::shapes());
            }
            (Some(one), None) => result.sizes = Some(one),
            (None, _) | (Some(_), Some(_)) => {}
        }
        for one in before.assumptions {
            if result.assumptions.iter().all(|it| it.text != one.text) {
                result.assumptions.push(one);
            }
        }
        for one in before.explained {
            if !result.explained.contains(&one) {
                result.explained.push(one);
            }
        }
        result.questions += before.questions;
        result.time += before.time;
        for one in before.contract {
            if !result.contract.contains(&one) {
                result.contract.push(one);
            }
        }
        for one in before.launches {
            match result
                .launches
                .iter_mut()
                .find(|held| held.span == one.span)
            {
                Some(held) => held.status = worst(held.status.clone(), one.status),
                None => result.launches.push(one),
            }
        }
    }

    /// Whether a launch satisfies a contract. One of which that is not known, and in which something is found with all
    /// sizes as it has them, does not.
    fn held(
        &self,
        contract: &contracts::Contract,
        start: &Start<'_>,
        chosen: &Chosen,
    ) -> Satisfied {
        let found = || self.found_in(start);
        match held(contract, start, &self.params, chosen) {
            Satisfied::Violates { clause, .. } => Satisfied::Violates {
                clause,
                finding: found().map(|(text, _)| text),
            },
            Satisfied::Unchecked(why) if !contract.clauses.is_empty() => match found() {
                Some((text, true)) => Satisfied::Violates {
                    clause: contract.to_string(),
                    finding: Some(text),
                },
                _ => Satisfied::Unchecked(why),
            },
            other => other,
        }
    }

    /// The launches of the file, held against a contract: as clang's tree has them, and those that only tokens show.
    fn hold_each(&self, contract: &contracts::Contract, chosen: &Chosen) -> Vec<Held> {
        let tree = match self.hosts {
            Some(Ok(hosts)) => of_tree(hosts, contract, self.names, chosen),
            Some(Err(_)) | None => Vec::new(),
        };
        let line = |span: Span| match span.file {
            0 if span != Span::default() => Some(self.file.line_column(span.start as usize).line),
            _ => None,
        };
        let mut found: Vec<Held> = Vec::new();
        for one in tree {
            found.push(Held {
                line: line(one.span),
                span: one.span,
                status: one.status,
            });
        }
        for start in &self.launches {
            let at = self.line_of(start.launch);
            let mut here: Vec<&mut Held> = found
                .iter_mut()
                .filter(|held| at.is_some() && held.line == at)
                .collect();
            let by_tokens = || self.held(contract, start, chosen);
            if here.is_empty() {
                let status = match by_tokens() {
                    Satisfied::Meets => {
                        Satisfied::Unchecked("clang's tree does not have it".to_owned())
                    }
                    other => other,
                };
                found.push(Held {
                    line: at,
                    span: start.launch.place,
                    status,
                });
                continue;
            }
            // What is found in it with its own sizes is wrong, whatever else is not known.
            for held in &mut here {
                match &held.status {
                    Satisfied::Conditional(_) | Satisfied::Unchecked(_) => {
                        if let violated @ Satisfied::Violates { .. } = by_tokens() {
                            held.status = violated;
                        }
                    }
                    Satisfied::Violates { clause, .. } => {
                        held.status = Satisfied::Violates {
                            clause: clause.clone(),
                            finding: self.found_in(start).map(|(text, _)| text),
                        };
                    }
                    Satisfied::Meets | Satisfied::Outside(_) => {}
                }
            }
        }
        found
    }

    /// Lists a contract, and holds the launches of the file against that under which the kernel is verified.
    fn hold(&self, contract: &Contract, decided: &Decided<'_>, result: &mut KernelRun) {
        let verified = decided.report.status() == Status::Verified;
        let given = self.given();
        let written = (!given.clauses.is_empty()).then(|| Required {
            clause: given.to_string(),
            evidence: "as given".to_owned(),
        });
        result.contract.extend(written);
        result.contract.extend(contract.required());
        if !verified {
            return;
        }
        let mut all = given;
        all.clauses.extend(contract.all().clauses);
        result.launches = self.hold_each(&all, &decided.chosen);
        if let Some(Err(error)) = self.hosts {
            result.assumptions.push(Assumed {
                kind: Taken::Launches,
                text: words::no_tree(&error.message),
            });
        }
        let open = result.launches.iter();
        let open = open.filter(|held| {
            matches!(
                held.status,
                Satisfied::Unchecked(_) | Satisfied::Conditional(_)
            )
        });
        let lines: BTreeSet<Option<usize>> = open.map(|held| held.line).collect();
        if !lines.is_empty() {
            result.assumptions.push(Assumed {
                kind: Taken::Launches,
                text: words::unchecked(&lines),
            });
        }
    }

    /// The candidate invariants of its loops.
    fn inferred(&self, report: &Report) -> Vec<Inferred> {
        let each = report.inferred.iter().map(|one| Inferred {
            spot: self.resolver.spot(&one.place, &report.inlined),
            tried: one.tried.clone(),
            kept: one.kept.clone(),
        });
        each.collect()
    }

    /// Invariants outside of the heads of loops, in the kernel and what it calls.
    fn misplaced(&self) -> Vec<Spot> {
        let mut found = Vec::new();
        for function in sizes::reached(self.module, self.kernel) {
            let Ok(graph) = Graph::new(function) else {
                continue;
            };
            for block in graph
                .order
                .iter()
                .filter(|at| !graph.loops.contains_key(at))
            {
                let stmts = function.block(*block).into_iter().flat_map(|b| &b.stmts);
                let wrong = stmts.filter(|stmt| match &stmt.kind {
                    StmtKind::Annotation(Annotation::Everywhere(inner)) => {
                        matches!(**inner, Annotation::Invariant(_))
                    }
                    StmtKind::Annotation(one) => matches!(one, Annotation::Invariant(_)),
                    _ => false,
                });
                found.extend(wrong.map(|stmt| self.resolver.spot(&stmt.place, &[])));
            }
        }
        found
    }

    /// Invariants of all loops that do not stand at the end of their function.
    fn early(&self) -> Vec<Spot> {
        let functions = sizes::reached(self.module, self.kernel);
        let blocks = functions.into_iter().flat_map(|function| &function.blocks);
        let inside = blocks.filter(|block| !matches!(block.end, Terminator::Return(_)));
        let stmts = inside.flat_map(|block| &block.stmts);
        let early = stmts
            .filter(|stmt| matches!(stmt.kind, StmtKind::Annotation(Annotation::EveryLoop(_))));
        early
            .map(|stmt| self.resolver.spot(&stmt.place, &[]))
            .collect()
    }
}
