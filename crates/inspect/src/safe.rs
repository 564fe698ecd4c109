//! What would make a kernel safe in which something is found: that there is one block, or the sizes of a launch of the file.
//! Nothing but the finding or that launch speaks for such a clause. So it is help, and no verdict rests on it; but it is told
//! only if the kernel is verified under it.

use crate::contract::{Contract, Whose, clauses, of_clauses};
use crate::hint::Effort;
use crate::launched::{Given, give_shared, is_dynamic};
use crate::model::{Fault, KernelRun, SafeIf, Satisfied, Verdict, What};
use crate::run::{Checked, Contracts};
use crate::sizes::{self, Chosen, Origin};
use crate::written::usable;
use contracts::{Argument, Clause, Number, Relation, Value};
use itertools::Itertools;
use kernel_graph::{Atom, ExprKind};
use num_traits::ToPrimitive;
use races::{Assumption, Looks, Report, Size, Sizes};
use std::borrow::Cow;
use text::span::Span;

/// So much is tried.
const MOST_TRIED: usize = 3;

/// Resource units for one of them.
const BUDGET: u64 = 300_000;

impl Checked<'_> {
    /// The sizes with which a kernel is verified under the clauses for which its text speaks, where something is found under
    /// these alone.
    pub(crate) fn safe_if(&self, contract: &Contract, result: &KernelRun) -> Option<SafeIf> {
        let found = matches!(result.verdict(), Verdict::Wrong | Verdict::Suspect);
        let covers = |fault: &Fault| matches!(fault.what, What::Covered { .. });
        let checks = &self.settings.checks;
        if checks.contracts != Contracts::Inferred || !found || result.faults.iter().any(covers) {
            return None;
        }
        let mut open = sizes::choose(self.module, self.kernel, &self.settings.sizes);
        if let Some(shape) = &contract.block {
            open.sizes.block = shape.threads.map(Size::Fixed);
            open.block = Origin::Contract;
        }
        let mut premises = usable(&checks.requires);
        premises.extend(contract.premises()?);
        let effort = Effort {
            units: BUDGET,
            looks: match checks.fits {
                true => Looks::Glance,
                false => Looks::All,
            },
        };
        let tried = self.to_try(&open, &result.faults);
        tried.into_iter().take(MOST_TRIED).find_map(|one| {
            let all: Vec<Clause> = premises.iter().chain(&one.clauses).cloned().collect();
            let mut module = Cow::Borrowed(self.module);
            give_shared(&mut module, one.shared);
            let report = self.verifies((&module, one.sizes), &all, effort)?;
            Some(self.told(contract, &open, (one, &report)))
        })
    }

    /// What is tried: of a launch the block alone, or that there is one block, then all sizes, then also what it passes.
    fn to_try(&self, open: &Chosen, faults: &[Fault]) -> Vec<Tried> {
        let (any, one) = ([Size::Any; 3], [Size::Fixed(1); 3]);
        let between_blocks = faults.iter().all(is_between_blocks);
        let asks_for_block = self.asks_for_block();
        let launches = self.given().into_iter();
        let launches = launches.filter(|given| given.has_block() && !given.has_more_threads());
        let dynamic = self.has_dynamic();
        let mut tried = Vec::new();
        for given in launches {
            let (block, grid) = given.sizes_alone();
            let shared = given.shared.filter(|_| dynamic);
            match between_blocks && (grid == one || !asks_for_block) {
                true => tried.push((any, one, shared, Vec::new())),
                false => tried.push((block, any, shared, Vec::new())),
            }
            tried.push((block, grid, shared, Vec::new()));
            let passed = self.passed(&given);
            if !passed.is_empty() {
                tried.push((block, grid, shared, passed));
            }
        }
        if between_blocks {
            tried.push((any, one, None, Vec::new()));
        }
        let mut all: Vec<Tried> = Vec::new();
        for (block, grid, shared, clauses) in tried {
            let one = with_sizes(open, (block, grid)).map(|sizes| Tried {
                sizes,
                shared,
                clauses,
            });
            all.extend(one.filter(|one| {
                let refuted = faults.iter().any(|found| one.has(found));
                one.sizes != open.sizes && !refuted && !all.contains(one)
            }));
        }
        all
    }

    /// Whether the kernel, or a function that it calls, asks for the number of a block.
    fn asks_for_block(&self) -> bool {
        let mut found = false;
        for function in sizes::reached(self.module, self.kernel) {
            sizes::each_expression(function, &mut |part| {
                found |= matches!(part.kind, ExprKind::Atom(Atom::Block(_) | Atom::Global(_)));
            });
        }
        found
    }

    /// The numbers that a launch passes.
    fn passed(&self, given: &Given) -> Vec<Clause> {
        let each = given.values.iter();
        let each = each.filter(|(name, _)| !self.twice.contains(name));
        let each = each.filter_map(|(name, value)| {
            let of = Number::Value(Value::Argument(Argument::new(name).ok()?));
            let value = Number::from(value.to_i64()?);
            Some(Clause::Compare(of, Relation::Equal, value))
        });
        each.collect()
    }

    /// What is told of what was tried: what it requires, and which launches of the file have it.
    fn told(&self, contract: &Contract, open: &Chosen, (with, report): (Tried, &Report)) -> SafeIf {
        let of = |sizes: Sizes| {
            let chosen = Chosen { sizes, ..*open };
            let all = clauses(&contracts::Contract::default(), &chosen);
            all.into_iter().map(|(clause, _)| clause)
        };
        let before: Vec<Clause> = of(open.sizes).collect();
        let more = of(with.sizes).filter(|clause| !before.contains(clause));
        let mut all = contract.all();
        all.clauses.extend(more);
        all.clauses.extend(with.clauses);
        let open_bytes = with.shared.is_none() && self.has_dynamic();
        all.clauses.extend(with.shared.map(|bytes| {
            let of = Number::Value(Value::SharedBytes);
            let bytes = Number::from(i64::try_from(bytes).unwrap_or(i64::MAX));
            Clause::Compare(of, Relation::AtLeast, bytes)
        }));
        // A launch has to be as the check takes all to be, also where the kernel asks for no more dimensions.
        let held = all.clauses.iter().cloned().chain(of(with.sizes));
        let held: Vec<(Clause, Whose)> = held.map(|clause| (clause, Whose::Kernels)).collect();
        SafeIf {
            clause: all.to_string(),
            fits: report
                .assumptions
                .iter()
                .any(|one| matches!(one, Assumption::Fits(..) | Assumption::NoSignedOverflow)),
            // Whether a launch gives enough shared memory is not known then.
            lines: match open_bytes {
                true => Vec::new(),
                false => self.lines_with(&held, report),
            },
        }
    }

    /// Whether the kernel, or a function that it calls, uses dynamic shared memory.
    fn has_dynamic(&self) -> bool {
        let mut found = false;
        for function in sizes::reached(self.module, self.kernel) {
            sizes::each_expression(function, &mut |part| {
                let array = match &part.kind {
                    ExprKind::Base(id) => self.module.array(*id),
                    _ => None,
                };
                found |= array.is_some_and(is_dynamic);
            });
        }
        found
    }

    /// The lines of launches that certainly satisfy these clauses, on all ways on which they are reached.
    fn lines_with(&self, clauses: &[(Clause, Whose)], report: &Report) -> Vec<usize> {
        let Some(hosts) = self.host_code() else {
            return Vec::new();
        };
        let satisfies = |span: Span| {
            let mut ways = self.starts.iter();
            let mut ways = ways
                .by_ref()
                .filter(|start| start.launch.place.span == span);
            ways.all(|start| {
                let held = of_clauses(hosts, start.launch, clauses);
                let twice = || self.passes_twice(hosts, start.launch, report);
                start.sure && held == Satisfied::Meets && !twice()
            })
        };
        let spans = self.starts.iter().map(|start| start.launch.place.span);
        let spans = spans.unique().filter(|span| satisfies(*span));
        let lines = spans.filter_map(|span| self.line_of(span));
        lines.sorted_unstable().dedup().collect()
    }
}

/// What may make a kernel safe.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tried {
    sizes: Sizes,
    /// Dynamic shared memory, in bytes.
    shared: Option<u64>,
    /// What is passed.
    clauses: Vec<Clause>,
}

impl Tried {
    /// Whether an execution shows something in a launch of these sizes, whatever is passed.
    fn has(&self, fault: &Fault) -> bool {
        let within = |(one, of): (&Size, &Size)| *of == Size::Any || one == of;
        let found = fault.sizes.block.iter().chain(&fault.sizes.grid);
        let all = self.sizes.block.iter().chain(&self.sizes.grid);
        self.clauses.is_empty() && fault.is_certain() && found.zip(all).all(within)
    }
}

/// Whether something is found only where there are several blocks, as far as it says: a race of two, or what one thread does
/// alone.
fn is_between_blocks(fault: &Fault) -> bool {
    match &fault.what {
        What::Race(race) => !race.same_block,
        What::Bounds(_) => true,
        _ => false,
    }
}

/// The sizes with these for those that are open and nobody gave; none if those that are fixed are others.
fn with_sizes(open: &Chosen, (block, grid): ([Size; 3], [Size; 3])) -> Option<Sizes> {
    let mut with = open.sizes;
    let each = [
        (open.block, &mut with.block, block),
        (open.grid, &mut with.grid, grid),
    ];
    for (origin, sizes, own) in each {
        // Also a size of which a user says that it is open.
        if let Origin::Given | Origin::Config = origin {
            continue;
        }
        for (size, own) in sizes.iter_mut().zip(own) {
            match (*size, own) {
                (Size::Fixed(a), Size::Fixed(b)) if a != b => return None,
                (Size::Any, own) => *size = own,
                (Size::Fixed(_), _) => {}
            }
        }
    }
    Some(with)
}
