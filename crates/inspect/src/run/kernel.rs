//! One kernel's check, and what is said of it but for findings and launches.

use super::settings::{Settings, options_for};
use crate::accept::Accepts;
use crate::assumed::{Assumed, Taken};
use crate::contract::Excluded;
use crate::decide::{Answer, Decided};
use crate::explained::sentence;
use crate::launched::Start;
use crate::model::{Explained, Inferred, KernelRun};
use crate::place::{Resolver, Spot};
use crate::sizes::{self, Origin};
use crate::trial::STEPS_TOGETHER;
use crate::words;
use crate::written::Written;
use clang::tree::Language;
use hosts::Hosts;
use kernel_graph::{
    Annotation, Block, BlockId, ExprKind, FunctionId, Graph, LocalId, Module, Place, Space, Stmt,
    StmtKind, Terminator,
};
use races::{Dialect, Options, Report, Sizes};
use solver::smt::SolverPool;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
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
    /// The launches that may start it, on each way on which they are reached.
    pub(crate) starts: Vec<Start<'a>>,
    /// Host code as clang's tree has it, if that was read.
    pub(super) hosts: Option<&'a HostCode>,
    /// Whether it promises the compiler that pointers point to different memory: by `__restrict__`, or by loads of what
    /// nobody writes.
    pub(super) restricted: bool,
    /// Names that several of its parameters have.
    pub(crate) twice: &'a BTreeSet<String>,
    /// Its name, and those of all kernels of the file.
    pub(super) names: (&'a str, &'a [String]),
    /// The file that was asked for.
    pub(crate) file: &'a SourceFile,
    pub(super) resolver: Resolver<'a>,
    /// Also with what is written before it.
    pub(crate) settings: &'a Settings,
    /// The statements of it that are clauses.
    pub(crate) said: &'a [Span],
    /// Without what is written before it.
    pub(crate) bare: &'a Settings,
    /// What is written before it.
    pub(crate) written: &'a [Written],
    /// Which findings are accepted.
    pub(crate) accepts: Accepts<'a>,
    pub(crate) pool: &'a SolverPool,
    /// How many statements counterexamples may still execute.
    pub(super) steps_left: AtomicU64,
    /// How many resource units of the solver all its checks may still take.
    pub(super) units_left: Arc<AtomicU64>,
}

/// Resource units of the solver that all checks of one kernel may take: some seconds. What is decided takes less by far.
pub(super) const UNITS: u64 = 4_000_000;

impl<'a> Checked<'a> {
    /// Host code as clang's tree has it, if there is a tree.
    pub(crate) fn host_code(&self) -> Option<&'a Hosts> {
        self.hosts.and_then(|hosts| hosts.as_ref().ok())
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'a str {
        self.names.0
    }

    /// A range as file, line and column.
    pub(crate) fn place(&self, span: Span) -> report::messages::Place {
        self.resolver.place(span)
    }
}

impl Checked<'_> {
    /// How it is checked for a launch of these sizes.
    pub(crate) fn options(&self, sizes: Sizes) -> Options {
        let mut options = options_for(&self.settings.checks, sizes);
        options.explain = self.settings.checks.explain.then_some(match self.language {
            Language::Cuda => Dialect::Cuda,
            Language::OpenCl => Dialect::OpenCl,
        });
        options
    }

    /// What is said of a program's kernel, with what is left of the resource units for all its checks.
    pub(crate) fn asked(&self, module: &Module, options: &Options) -> Report {
        self.asked_with(0, (module, options))
    }

    /// The same with so many units at least, for what is asked last and decides what all others were for.
    pub(crate) fn asked_with(&self, least: u64, (module, options): (&Module, &Options)) -> Report {
        let units_left = self.units_left.load(Relaxed);
        let left = units_left.max(least);
        let options = Options {
            budget: options.budget.min(left),
            ..options.clone()
        };
        let report = races::check(module, self.kernel, &options, self.pool);
        self.units_left
            .store(units_left.saturating_sub(report.units), Relaxed);
        report
    }

    /// Whether more may be asked of the solver about the kernel.
    pub(crate) fn may_ask(&self) -> bool {
        self.units_left.load(Relaxed) > 0
    }

    /// Checks the kernel, and holds the launches of the file against its contract.
    pub(super) fn check(&self, result: &mut KernelRun) {
        let shared = self.module.arrays.iter();
        let shared = shared.filter(|array| array.space != Space::Private);
        result.arrays = shared.map(|array| array.name.clone()).collect();
        result.atomics = sizes::reached(self.module, self.kernel).iter().any(|f| {
            let mut stmts = f.blocks.iter().flat_map(|block| &block.stmts);
            stmts.any(|stmt| matches!(stmt.kind, StmtKind::Atomic { .. }))
        });
        result.misplaced = self.misplaced();
        result.early = self.early();
        if self.settings.checks.counts_intervals {
            result.intervals = intervals(self.module, self.kernel);
        }
        let start = Instant::now();
        let answer = self.decide();
        let excluded = self.excludes(&answer);
        let Answer {
            mut decided,
            contract,
        } = answer;
        let long = self.lengths(&contract, &mut decided);
        let covered = self.covered((&contract, &long), &mut decided, result);
        result.time = start.elapsed();
        result.sizes = Some(decided.chosen);
        self.with_module(&decided.module).tell(&decided, result);
        if self.settings.checks.modular {
            self.by_contract(result);
        }
        self.hold((&contract, long, &covered), &decided, result);
        self.accept(result);
        result.safe_if = self.safe_if(&contract, result);
        if let Some(excluded) = excluded {
            result.launches.clear();
            let inlined = &decided.report.inlined;
            result.undecided.push(match excluded {
                Excluded::All => words::excluded(None),
                Excluded::Place(place) => {
                    words::excluded(Some(&self.resolver.spot(&place, inlined)))
                }
            });
        }
    }

    /// The same for another form of the program, with the same numbers of functions and arrays.
    pub(crate) fn with_module<'b>(&'b self, module: &'b Module) -> Checked<'b> {
        Checked {
            module,
            starts: self.starts.clone(),
            steps_left: AtomicU64::new(STEPS_TOGETHER),
            units_left: Arc::clone(&self.units_left),
            ..*self
        }
    }

    /// The same without what is written before the kernel, and without launches; `module` is the program without
    /// its statements that are clauses.
    pub(crate) fn without_written<'b>(&'b self, module: &'b Module) -> Checked<'b> {
        Checked {
            module,
            settings: self.bare,
            written: &[],
            starts: Vec::new(),
            steps_left: AtomicU64::new(0),
            units_left: Arc::clone(&self.units_left),
            ..*self
        }
    }

    /// A program without what the kernel requires at these places in its text.
    pub(crate) fn without_requires(&self, module: &Module, at: &dyn Fn(&Span) -> bool) -> Module {
        let mut module = module.clone();
        let function = module.functions.get_mut(self.kernel.0 as usize);
        for block in function
            .into_iter()
            .flat_map(|function| &mut function.blocks)
        {
            block.stmts.retain(|stmt| match stmt.kind {
                StmtKind::Annotation(Annotation::Requires(_)) => !at(&stmt.place.expansion),
                _ => true,
            });
        }
        module
    }

    /// Adds what a check has found.
    pub(crate) fn tell(&self, decided: &Decided<'_>, result: &mut KernelRun) {
        let report = &decided.report;
        result.questions += report.questions;
        result.inferred.extend(self.inferred(report));
        let explained = report.apart.iter().filter_map(|one| {
            let array = self.module.array(one.array)?;
            Some(Explained {
                array: array.name.clone(),
                sentence: sentence(&array.name, one)?,
            })
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
            if fault.is_certain() {
                result.faults.push(fault);
                refuted.insert(suspected.place);
            }
        }
        // What is known to be wrong comes before what may be.
        result.faults.sort_by_key(|fault| !fault.is_certain());
        let open = report.undecided.iter().filter(|lack| {
            let shown = matches!(
                lack.lack,
                races::Lack::Unconfirmed | races::Lack::Absent | races::Lack::Overflow
            );
            !shown || !refuted.contains(&lack.place)
        });
        let undecided = open.map(|lack| {
            let spot = self.resolver.spot(&lack.place, &report.inlined);
            words::undecided(&lack.lack, &spot)
        });
        let hint = self.hint(decided);
        let undecided = undecided.map(|one| match &hint {
            Some(hint) => one.with_help(hint),
            None => one,
        });
        for one in undecided {
            if !result.undecided.contains(&one) {
                result.undecided.push(one);
            }
        }
        for one in self.assumed(decided, &refuted) {
            if !result.assumptions.contains(&one) {
                result.assumptions.push(one);
            }
        }
    }

    /// What a check takes for granted, but for what comes together at these places.
    pub(super) fn assumed(&self, decided: &Decided<'_>, refuted: &BTreeSet<Place>) -> Vec<Assumed> {
        let chosen = &decided.chosen;
        let mut found = Vec::new();
        for one in &decided.report.assumptions {
            match one {
                races::Assumption::Gathering(place) if refuted.contains(place) => {}
                races::Assumption::User(place) if self.said.contains(&place.expansion) => {}
                one => found.push(words::assumption(one, &self.resolver)),
            }
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
        let calling = blocks_of(self.module, self.kernel).flat_map(with_calls);
        early
            .chain(calling)
            .map(|stmt| self.resolver.spot(&stmt.place, &[]))
            .collect()
    }
}

/// The blocks of all functions that a kernel reaches.
fn blocks_of(module: &Module, kernel: FunctionId) -> impl Iterator<Item = &Block> {
    let functions = sizes::reached(module, kernel).into_iter();
    functions.flat_map(|function| &function.blocks)
}

/// The invariants of all loops in a block that are made of what calls give.
fn with_calls(block: &Block) -> Vec<&Stmt> {
    let mut given: BTreeSet<LocalId> = BTreeSet::new();
    let mut found = Vec::new();
    for stmt in &block.stmts {
        let mut uses = false;
        for e in stmt.kind.exprs() {
            e.visit(&mut |part| {
                uses |= matches!(part.kind, ExprKind::Local(local) if given.contains(&local));
            });
        }
        let call = matches!(stmt.kind, StmtKind::Call { .. });
        if let Some(to) = stmt.kind.assigned()
            && (uses || call)
        {
            given.insert(to);
        }
        let wide = matches!(stmt.kind, StmtKind::Annotation(Annotation::EveryLoop(_)));
        if uses && wide {
            found.push(stmt);
        }
    }
    found
}

/// Into how many parts barriers cut a kernel that each thread passes once: those outside of loops, in blocks that no way
/// from start to end leaves out.
fn intervals(module: &Module, kernel: FunctionId) -> usize {
    let Ok(function) = races::inlined(module, kernel) else {
        return 1;
    };
    let Ok(graph) = Graph::new(&function) else {
        return 1;
    };
    let ends: Vec<BlockId> = graph
        .order
        .iter()
        .copied()
        .filter(|at| {
            let block = function.block(*at);
            block.is_some_and(|block| matches!(block.end, Terminator::Return(_)))
        })
        .collect();
    let once = graph.order.iter().filter(|at| {
        let looped = graph.loops.values().any(|one| one.blocks.contains(at));
        !looped && ends.iter().all(|end| graph.dominates(**at, *end))
    });
    let stmts = once
        .filter_map(|at| function.block(*at))
        .flat_map(|block| &block.stmts);
    1 + stmts
        .filter(|stmt| matches!(stmt.kind, StmtKind::Barrier(_)))
        .count()
}
