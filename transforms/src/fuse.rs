//! # Kernel fusion
//!
//! Makes one kernel of several that stand one after the other (Alpinist, sections 5.7 to
//! 5.9).
//!
//! **Applies** to parallel blocks of one `par` each, with equally many iterators, and
//! ranges of which one holds the others. A thread of the fused kernel runs the bodies one
//! after the other. Where no cell goes from one thread to another that is all; where one
//! does, a barrier stands between the bodies, over the arrays that carry data and no
//! others. Which arrays do is shown by the verifier, not counted, so lengths may be
//! symbolic.
//!
//! The fused kernel takes what the first takes, and what the next asks for that is not
//! given by then; it gives what the last gives, and whatever a thread still holds. What is
//! said about memory goes along where nothing changes it. Kernels of fewer threads run
//! under `if`. Statements between the kernels that look at no memory move before them.
//!
//! With BLOCKS thread blocks (of ceil(T/BLOCKS) consecutive threads) a barrier holds up one
//! of them. Where data flows within each block only, the result is a block of blocks, with
//! the barrier in the inner one. Data that flows from one to another ends the row: the
//! kernels before are fused, the others stay.
//!
//! ## Before
//! ```pvl
//! context_everywhere a != null && b != null && a.length == n && b.length == n;
//! context (\forall* int i; 0 <= i && i < n; Perm(a[i], 1) ** Perm(b[i], 1));
//! ensures (\forall int i; 0 <= i && i < n; b[i] == 2 * i);
//! void m(int[] a, int[] b, int n) {
//!   gpuopt fuse 2 1;
//!   par first(int t = 0 .. n)
//!     context Perm(a[t], 1);
//!     ensures a[t] == t;
//!   {
//!     a[t] = t;
//!   }
//!   par second(int t = 0 .. n)
//!     context Perm(a[t], 1\2) ** Perm(b[t], 1);
//!     requires a[t] == t;
//!     ensures b[t] == 2 * t;
//!   {
//!     b[t] = a[t] + t;
//!   }
//! }
//! ```
//!
//! ## After
//! ```pvl
//! context_everywhere a != null && b != null && a.length == n && b.length == n;
//! context (\forall* int i; 0 <= i && i < n; Perm(a[i], 1) ** Perm(b[i], 1));
//! ensures (\forall int i; 0 <= i && i < n; b[i] == 2 * i);
//! void m(int[] a, int[] b, int n) {
//!   par first(int t = 0 .. n)
//!     context Perm(a[t], 1);
//!     ensures a[t] == t;
//!     context Perm(b[t], 1);
//!     ensures b[t] == 2 * t;
//!   {
//!     a[t] = t;
//!     assert a[t] == t;
//!     b[t] = a[t] + t;
//!   }
//! }
//! ```
//!
//! ## Codes
//! `A601` number of kernels, `A602` statement between kernels, `A603` kernels at the same
//! time, `A604` iterators, `A605` ranges, `A606` jump, `A607` lock, `A608` barrier under a
//! range, `A609` clause or directive without a place, `A610` `\old`, `A611` limit of
//! vercors-1.4, `A612` not decided, `A613` data between thread blocks, `A614` shares that
//! cannot be followed, `A615` fused kernel not shown.

mod ask;
mod check;
mod codes;
mod contract;
mod exchange;
mod formula;
mod join;
mod limits;
mod names;
mod ranges;
mod refusal;
mod row;
mod share;
mod text;
mod waiting;

pub use codes::CODES;

use crate::input::{Input, Refusal, Rewritten};
use crate::prover::{Outcome, Prover, Question, ask};
use crate::site::{Possibility, Site, SiteKind, SiteName};
use crate::step::Step;
use ask::Asker;
use check::{Between, Inside};
use contract::{Conjunct, Contract, contract};
use exchange::Threads;
use formula::{Linear, shown};
use join::{Dropped, Joined, Next, Place, Seam, join, roots};
use names::Names;
use ranges::{Blocks, Ranges};
use row::{Kernel, Row};
use spec_lang::ast::{DeclarationKind, Expr, NodeId, Visitor};
use spec_lang::diagnostics::{Diagnostic, Severity};
use spec_lang::resolve::Profile;
use spec_lang::span::Span;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use text::{Layout, Mark, Written};

/// How often facts that do not hold are left out before the next way is tried.
const MOST_ROUNDS: usize = 4;

/// Fuses `kernels` kernels, run by `blocks` thread blocks.
///
/// # Errors
/// A refusal with one of [`CODES`], or of [`crate::codes::CODES`] if the site is not found.
pub fn apply(
    input: &Input<'_>,
    step: &Step,
    kernels: u64,
    blocks: u64,
    prover: &mut dyn Prover,
) -> Result<Rewritten, Refusal> {
    let mut row = row::row(input, step, kernels)?;
    if blocks == 0 {
        return Err(Refusal::not_applicable(
            Diagnostic::error(
                "A601",
                row.directive.unwrap_or(row.site.head),
                "no thread block would run the fused kernel",
            )
            .with_help("give a number from 1"),
        ));
    }
    // The old tool did not read the second number (legacy.md).
    let blocks = match input.profile {
        Profile::Sound => blocks,
        Profile::VerCors14 => 1,
    };
    let mut in_blocks = false;
    let mut left = None;
    // Each turn goes to blocks of threads, which happens once, or leaves a kernel out.
    loop {
        match Fusion::new(input, &row, blocks, in_blocks, prover)?.run(prover)? {
            Done::All(mut rewritten) => {
                rewritten.notes.extend(left);
                return Ok(*rewritten);
            }
            Done::InBlocks => in_blocks = true,
            Done::Prefix(count, why) => {
                if count < 2 || count >= row.kernels.len() {
                    return Err(Refusal::not_applicable(*why));
                }
                row.kernels.truncate(count);
                row.between.truncate(count - 1);
                in_blocks = false;
                let mut note = *why;
                note.severity = Severity::Note;
                left = Some(note);
            }
        }
    }
}

/// What could be done at a site, and what stands in the way as far as can be said
/// without a proof; nothing if the site is not of the kind.
pub fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possibility> {
    if site.kind != SiteKind::ParBlock {
        return Vec::new();
    }
    // A kernel with none behind it is no place to fuse.
    let row = match row::at_site(input, site.clone(), None, 2) {
        Err(refusal) if refusal.diagnostic.code == "A601" => return Vec::new(),
        other => other,
    };
    let obstacle = row.and_then(|row| look(input, &row).map(|_| ())).err();
    vec![Possibility {
        transformation: "fuse",
        flag: format!("--fuse F@{name}"),
        obstacle: obstacle.map(|refusal| *refusal.diagnostic),
    }]
}

/// Everything that can be said without a proof.
fn look(input: &Input<'_>, row: &Row) -> Result<(Names, Vec<Between>, Vec<Contract>), Refusal> {
    check::kernels(input, row)?;
    let between = check::between(input, row)?;
    limits::limits(input, row)?;
    let names = names::names(input, row);
    let contracts = row
        .kernels
        .iter()
        .map(|kernel| contract(input, &names, kernel, &[]))
        .collect::<Result<_, _>>()?;
    Ok((names, between, contracts))
}

/// What came of a row.
enum Done {
    /// All kernels are one.
    All(Box<Rewritten>),
    /// A barrier is needed, within each of several thread blocks.
    InBlocks,
    /// Only so many can be one, and why.
    Prefix(usize, Box<Diagnostic>),
}

/// A row of kernels that looks as if it could be fused.
struct Fusion<'a> {
    input: &'a Input<'a>,
    row: &'a Row,
    blocks: u64,
    names: Names,
    between: Vec<Between>,
    contracts: Vec<Contract>,
    inside: Vec<Inside>,
    ranges: Ranges,
    /// The thread blocks, where the text has them.
    grid: Option<Blocks>,
    scopes: Vec<bool>,
    /// Whether the prover says yes to everything, once that was asked.
    credulous: OnceCell<bool>,
}

/// One way to join a kernel.
struct Way {
    flow: BTreeSet<String>,
    ordered: bool,
    passed_on: bool,
}

impl<'a> Fusion<'a> {
    fn new(
        input: &'a Input<'a>,
        row: &'a Row,
        blocks: u64,
        in_blocks: bool,
        prover: &mut dyn Prover,
    ) -> Result<Self, Refusal> {
        let (names, between, mut contracts) = look(input, row)?;
        let inside: Vec<Inside> = row
            .kernels
            .iter()
            .map(|kernel| check::inside(input, kernel))
            .collect();
        let mut fusion = Fusion {
            input,
            row,
            blocks,
            scopes: (0..row.kernels.len())
                .map(|kernel| names::needs_scope(row, kernel))
                .collect(),
            ranges: Ranges::of_first(input, row, &names),
            grid: None,
            names,
            between,
            contracts: Vec::new(),
            inside,
            credulous: OnceCell::new(),
        };
        let mut asker = fusion.asker(prover);
        let mut ranges = ranges::ranges(input, row, &fusion.names, &mut asker)?;
        let grid = match in_blocks {
            true => ranges.in_blocks(input, &mut asker, blocks),
            false => None,
        };
        if let Some((padded, grid)) = grid {
            ranges = padded;
            let thread = formula::canonical(&grid.thread);
            fusion.names.in_blocks(input, row, &grid.lane, &thread);
            fusion.grid = Some(grid);
        }
        fusion.ranges = ranges;
        for (index, guard) in fusion.ranges.guards.iter().enumerate() {
            let Some(kernel) = row.kernels.get(index) else {
                continue;
            };
            if guard.is_empty() {
                continue;
            }
            if let Some(span) = fusion.inside.get(index).and_then(|inside| inside.barrier) {
                return Err(Refusal::not_applicable(
                    Diagnostic::error(
                        "A608",
                        span,
                        format!(
                            "{} has fewer threads than another and a barrier, which the others would not reach",
                            kernel.describe(index + 1)
                        ),
                    )
                    .with_label(kernel.head(), "this range is the smaller one")
                    .with_help("give the kernels one range"),
                ));
            }
            if let Some(own) = contracts.get_mut(index) {
                *own = contract(input, &fusion.names, kernel, guard)?;
            }
        }
        contract::align(&mut contracts);
        fusion.contracts = contracts;
        Ok(fusion)
    }

    fn asker<'p>(&'p self, prover: &'p mut dyn Prover) -> Asker<'p> {
        let first = self.row.kernels.first();
        let moved: Vec<_> = self
            .between
            .iter()
            .flat_map(|between| between.moved.iter().map(|stmt| stmt.span))
            .collect();
        Asker {
            input: self.input,
            row: self.row,
            threads: self.ranges.threads.clone(),
            types: first.map_or_else(Vec::new, |kernel| {
                let iterators = kernel.block.iterators.iter();
                iterators.map(|iterator| iterator.ty.clone()).collect()
            }),
            credulous: &self.credulous,
            moved: match self.grid.as_ref().and_then(|grid| grid.kept.as_ref()) {
                None => text::statements(self.input, &moved, "", "").text(),
                Some((name, value)) => {
                    let moved = text::statements(self.input, &moved, "", "").text();
                    format!("{moved}int {name} = {};\n", formula::canonical(value))
                }
            },
            prover,
        }
    }

    fn run(&self, prover: &mut dyn Prover) -> Result<Done, Refusal> {
        let first = self.contracts.first().cloned().unwrap_or_default();
        let divided = |index: usize| self.inside.get(index).is_some_and(|inside| inside.divided);
        let mut joined = Joined {
            touched: first.cells(divided(0)),
            pre: first.pre,
            post: first.post,
            written: self
                .inside
                .first()
                .map(|inside| inside.written.clone())
                .unwrap_or_default(),
        };
        let mut seams: Vec<Seam> = Vec::new();
        let mut result: Option<Written> = None;
        let mut shown = Vec::new();
        for number in 1..self.row.kernels.len() {
            let flow = self.flow(&joined, number, prover)?;
            if self.blocks > 1 && (!flow.is_empty() || self.ordered(number)) {
                if let Some(why) = self.crossing(&joined, number, &flow, prover) {
                    return Ok(Done::Prefix(number, Box::new(why)));
                }
                if self.grid.is_none() {
                    return Ok(Done::InBlocks);
                }
            }
            let (next, seam, written) = self.join(&joined, number, flow, &seams, prover)?;
            shown.push(self.said(number, &seam));
            joined = next;
            seams.push(seam);
            result = Some(written);
        }
        let edits = result.map(|written| written.edits()).unwrap_or_default();
        Ok(Done::All(Box::new(Rewritten {
            edits,
            notes: Vec::new(),
            shown,
        })))
    }

    /// What was found out at a seam, in a line.
    fn said(&self, number: usize, seam: &Seam) -> String {
        let kernel = self.describe(number);
        let arrays: BTreeSet<String> = roots(seam.takes.iter().chain(&seam.gives));
        let arrays: Vec<String> = arrays
            .iter()
            .map(|root| format!("`{}`", shown(root)))
            .collect();
        match seam.barrier {
            true if arrays.is_empty() => format!("{kernel}: joined behind a barrier"),
            true => format!(
                "{kernel}: joined behind a barrier over {}",
                arrays.join(", ")
            ),
            false => format!("{kernel}: joined without a barrier, no data flows between threads"),
        }
    }

    /// The arrays through which data flows from one thread to another.
    fn flow(
        &self,
        joined: &Joined,
        number: usize,
        prover: &mut dyn Prover,
    ) -> Result<BTreeSet<String>, Refusal> {
        let mut flow = BTreeSet::new();
        let (Some(contract), Some(inside)) = (self.contracts.get(number), self.inside.get(number))
        else {
            return Ok(flow);
        };
        let before = roots(joined.pre.iter().chain(&joined.post));
        let after = roots(contract.pre.iter().chain(&contract.post));
        for root in before.intersection(&after) {
            if !joined.written.contains(root) && !inside.written.contains(root) {
                continue;
            }
            let (given, asked) = (
                cells_of(&joined.touched, root),
                cells_of(&contract.pre, root),
            );
            match evident(&self.ranges.threads, &given, &asked) {
                Some(true) => {
                    flow.insert(root.clone());
                }
                Some(false) => {}
                None => match self.asker(prover).stays(&given, &asked, None) {
                    Outcome::Proved => {}
                    _ => {
                        flow.insert(root.clone());
                    }
                },
            }
        }
        Ok(flow)
    }

    /// Why a barrier that is needed cannot be one of each thread block.
    fn crossing(
        &self,
        joined: &Joined,
        number: usize,
        flow: &BTreeSet<String>,
        prover: &mut dyn Prover,
    ) -> Option<Diagnostic> {
        let described = self.describe(number);
        let none = Contract::default();
        let contract = self.contracts.get(number).unwrap_or(&none);
        let size = match &self.grid {
            Some(grid) => Some(grid.size.clone()),
            None => ranges::block_size(&self.ranges.threads, self.blocks),
        };
        let head = self
            .row
            .kernels
            .get(number)
            .map_or(self.row.site.head, Kernel::head);
        let help = match number {
            1 => "run one thread block".to_owned(),
            _ => format!("fuse {number}, or run one thread block"),
        };
        for root in flow {
            let given = cells_of(&joined.touched, root);
            let asked = cells_of(&contract.pre, root);
            let stays = match &size {
                Some(size) => self.asker(prover).stays(&given, &asked, Some(size)),
                None => Outcome::Failed(None),
            };
            if stays == Outcome::Proved {
                continue;
            }
            let at = asked.first().map_or(head, |conjunct| conjunct.origin);
            let message = format!(
                "`{}` carries data from one of the {} thread blocks to another before {described}",
                shown(root),
                self.blocks
            );
            let mut diagnostic = Diagnostic::error("A613", at, message);
            if let Some(from) = given.first() {
                let cells = format!("these cells of `{}`", shown(root));
                diagnostic = diagnostic.with_label(from.origin, cells);
            }
            let diagnostic = diagnostic
                .with_note("no barrier holds up several thread blocks")
                .with_help(help);
            return Some(refusal::explained(diagnostic, &stays));
        }
        if !flow.is_empty() && size.is_some() {
            return None;
        }
        let asked: Vec<&Conjunct> = flow
            .iter()
            .flat_map(|root| cells_of(&contract.pre, root))
            .collect();
        let at = asked.first().map_or(head, |conjunct| conjunct.origin);
        let arrays: Vec<String> = flow
            .iter()
            .map(|root| format!("`{}`", shown(root)))
            .collect();
        let over = match arrays.is_empty() {
            true => String::new(),
            false => format!(" over {}", arrays.join(", ")),
        };
        let diagnostic = Diagnostic::error(
            "A613",
            at,
            format!(
                "before {described} all of the {} thread blocks would have to meet at a barrier{over}",
                self.blocks
            ),
        );
        Some(
            diagnostic
                .with_note("no barrier holds up several thread blocks")
                .with_help(help),
        )
    }

    fn describe(&self, number: usize) -> String {
        self.row
            .kernels
            .get(number)
            .map_or_else(String::new, |kernel| kernel.describe(number + 1))
    }

    /// Joins a kernel, in the first way that can be shown.
    fn join(
        &self,
        joined: &Joined,
        number: usize,
        flow: BTreeSet<String>,
        seams: &[Seam],
        prover: &mut dyn Prover,
    ) -> Result<(Joined, Seam, Written), Refusal> {
        let ordered = self.ordered(number);
        let mut ways = vec![Way {
            flow,
            ordered,
            passed_on: false,
        }];
        let mut fault = None;
        while let Some(way) = ways.pop() {
            let (found, refused) = match self.try_way(joined, number, &way, seams, prover) {
                Ok(found) => return Ok(found),
                Err(fault) => fault,
            };
            // Shares that are not there: through this array data flows after all.
            let more: BTreeSet<String> = found.difference(&way.flow).cloned().collect();
            if !more.is_empty() && (self.blocks == 1 || self.grid.is_some()) {
                let flow = way.flow.union(&more).cloned().collect();
                ways.push(Way { flow, ..way });
            } else if !way.passed_on && !way.flow.is_empty() {
                ways.push(Way {
                    passed_on: true,
                    ..way
                });
            }
            fault = Some(refused);
        }
        Err(fault.unwrap_or_else(|| {
            Refusal::unknown(Diagnostic::error(
                "A612",
                self.row.site.head,
                "there is no way to fuse these kernels",
            ))
        }))
    }

    /// Whether a barrier is wanted for what no array tells: both sides open invariants.
    fn ordered(&self, number: usize) -> bool {
        let atomic = |index: usize| {
            self.inside
                .get(index)
                .is_some_and(|inside| inside.atomic.is_some())
        };
        atomic(number) && (0..number).any(atomic)
    }

    /// One way; if it fails, the arrays whose shares were not there, and the refusal.
    fn try_way(
        &self,
        joined: &Joined,
        number: usize,
        way: &Way,
        seams: &[Seam],
        prover: &mut dyn Prover,
    ) -> Result<(Joined, Seam, Written), (BTreeSet<String>, Refusal)> {
        let none = BTreeSet::new();
        let (Some(contract), Some(kernel)) =
            (self.contracts.get(number), self.row.kernels.get(number))
        else {
            let diagnostic = Diagnostic::global("A601", "there is no such kernel");
            return Err((none, Refusal::wrong_input(diagnostic)));
        };
        let written = self
            .inside
            .get(number)
            .map(|inside| inside.written.clone())
            .unwrap_or_default();
        let mut dropped = Dropped::new();
        let mut fault = None;
        for _ in 0..MOST_ROUNDS {
            let next = Next {
                contract,
                written: &written,
                flow: &way.flow,
                ordered: way.ordered,
                passed_on: way.passed_on,
                divided: self.inside.get(number).is_some_and(|inside| inside.divided),
                dropped: &dropped,
            };
            let threads = self.ranges.threads.clone();
            let together = join(joined, &next, &threads, &mut self.asker(prover));
            let (fused, seam) = together.map_err(|(root, obstacle)| {
                (
                    BTreeSet::new(),
                    refusal::not_followed(kernel, number, &root, obstacle),
                )
            })?;
            if let Some(refused) = self.unmade_assertion(number, &seam) {
                return Err((BTreeSet::new(), refused));
            }
            let mut all = seams.to_vec();
            all.push(seam.clone());
            let layout = Layout {
                input: self.input,
                row: self.row,
                count: number + 1,
                names: &self.names,
                threads: &self.ranges.threads,
                guards: &self.ranges.guards,
                grid: self.grid.as_ref(),
                scopes: &self.scopes,
                between: &self.between,
                first: self.contracts.first().unwrap_or(contract),
                joined: &fused,
                seams: &all,
            };
            let Some(written) = layout.write() else {
                let diagnostic =
                    Diagnostic::error("A612", kernel.head(), "this place is in no file");
                return Err((BTreeSet::new(), Refusal::unknown(diagnostic)));
            };
            match self.verdict(&written, prover) {
                Verdict::Holds => return Ok((fused, seam, written)),
                Verdict::Not(failed, whole) => {
                    let before = dropped.len();
                    for (marked, _) in &failed {
                        if let Mark::Conjunct(place, conjunct) = marked
                            && conjunct.optional
                        {
                            dropped.insert((*place, conjunct.text.clone()));
                        }
                    }
                    let missing = refusal::missing(&failed, &way.flow);
                    let same = self.alias(joined, &failed, prover);
                    let refused = refusal::not_shown(
                        kernel,
                        number,
                        &failed,
                        &whole,
                        &way.flow,
                        same.as_ref(),
                    );
                    if dropped.len() == before || !missing.is_empty() {
                        return Err((missing, refused));
                    }
                    fault = Some(refused);
                }
            }
        }
        let refused = fault.unwrap_or_else(|| {
            Refusal::unknown(Diagnostic::error(
                "A612",
                kernel.head(),
                "too many ways were tried",
            ))
        });
        Err((BTreeSet::new(), refused))
    }

    /// Another name, in the kernels joined so far, of an array of which not enough is there.
    fn alias(
        &self,
        joined: &Joined,
        failed: &[(Mark, Outcome)],
        prover: &mut dyn Prover,
    ) -> Option<refusal::Alias> {
        let known = roots(joined.pre.iter().chain(&joined.post));
        let depth = |root: &str| root.len() - shown(root).len();
        for (marked, _) in failed {
            let Mark::Conjunct(Place::Take, conjunct) = marked else {
                continue;
            };
            let Some(atom) = &conjunct.atom else {
                continue;
            };
            if known.contains(&atom.root) || depth(&atom.root) == 0 {
                continue;
            }
            let name = shown(&atom.root);
            let other = known
                .iter()
                .filter(|other| depth(other) == depth(&atom.root))
                .map(|other| shown(other))
                .find(|other| {
                    self.asker(prover).holds(&format!("{name} == {other}")) == Outcome::Proved
                });
            if let Some(other) = other {
                return Some(refusal::Alias {
                    name: name.to_owned(),
                    other: other.to_owned(),
                });
            }
        }
        None
    }

    /// An assertion about memory between two kernels has its place in a barrier only.
    fn unmade_assertion(&self, number: usize, seam: &Seam) -> Option<Refusal> {
        let asserted = &self.between.get(number - 1)?.asserted;
        let stmt = asserted.first()?;
        (!seam.barrier || seam.takes.is_empty()).then(|| {
            Refusal::not_applicable(
                Diagnostic::error(
                    "A602",
                    stmt.span,
                    "this assertion about all threads has no place within the fused kernel",
                )
                .with_note("there is no barrier here, so at no moment are all threads between the two bodies")
                .with_help("leave it out, or put it before or behind the kernels"),
            )
        })
    }

    /// Whether the method holds with these edits, and if not, which parts do not.
    fn verdict(&self, written: &Written, prover: &mut dyn Prover) -> Verdict {
        let edits = written.edits();
        let applied = match edits.apply(self.input.files) {
            Ok(applied) => applied,
            Err(error) => return Verdict::Not(Vec::new(), Outcome::Unknown(error.to_string())),
        };
        let files = self
            .input
            .files
            .iter()
            .zip(applied)
            .map(|(file, applied)| match applied {
                Some(applied) => {
                    spec_lang::source::SourceFile::new(file.name.clone(), applied.text)
                }
                None => file.clone(),
            })
            .collect();
        let marks = written.marks();
        let method = self.method();
        let mut asserts = vec![written.moved(method)];
        asserts.extend(marks.iter().map(|(span, _)| *span));
        let question = Question {
            files,
            method: self.row.site.method.clone(),
            asserts,
        };
        let mut outcomes = ask(prover, question).into_iter();
        match outcomes.next() {
            Some(Outcome::Proved) => Verdict::Holds,
            whole => {
                let failed = marks
                    .into_iter()
                    .zip(outcomes)
                    .filter(|(_, outcome)| {
                        matches!(outcome, Outcome::Refuted(_) | Outcome::Failed(_))
                    })
                    .map(|((_, marked), outcome)| (marked, outcome))
                    .collect();
                let whole =
                    whole.unwrap_or_else(|| Outcome::Unknown("no verdict was given".into()));
                Verdict::Not(failed, whole)
            }
        }
    }

    /// The place of the method.
    fn method(&self) -> Span {
        struct Find(NodeId, Option<Span>);
        impl Visitor for Find {
            fn visit_declaration(&mut self, declaration: &spec_lang::ast::Declaration) {
                if declaration.id == self.0
                    && let DeclarationKind::Method(_) = declaration.kind
                {
                    self.1 = Some(declaration.span);
                }
                self.walk_declaration(declaration);
            }
        }
        let mut find = Find(self.row.site.method_id, None);
        find.visit_program(self.input.program);
        find.1.unwrap_or(self.row.site.span)
    }
}

enum Verdict {
    Holds,
    /// The parts that fail, and the verdict of the whole.
    Not(Vec<(Mark, Outcome)>, Outcome),
}

/// The permissions of an array, one for each cell and condition.
fn cells_of<'c>(conjuncts: &'c [Conjunct], root: &str) -> Vec<&'c Conjunct> {
    let mut found: Vec<&Conjunct> = Vec::new();
    for conjunct in conjuncts {
        let Some(atom) = &conjunct.atom else {
            continue;
        };
        let known = found.iter().any(|old| {
            old.atom.as_ref().is_some_and(|old| {
                old.place() == atom.place() && old.condition_texts() == atom.condition_texts()
            })
        });
        if atom.location.is_some() && atom.root == root && !known {
            found.push(conjunct);
        }
    }
    found
}

/// Whether cells go from one thread to another, where that is plain to see.
fn evident(threads: &Threads, given: &[&Conjunct], asked: &[&Conjunct]) -> Option<bool> {
    if threads.iterators.is_empty() {
        return Some(false);
    }
    let mut all_same = true;
    for first in given.iter().filter_map(|conjunct| conjunct.atom.as_ref()) {
        for second in asked.iter().filter_map(|conjunct| conjunct.atom.as_ref()) {
            let single = |name: &str, expr: &Expr| formula::canonical(expr) == name;
            let own = first.binders.is_empty()
                && first.place() == second.place()
                && threads
                    .iterators
                    .iter()
                    .all(|(name, ..)| first.indices.iter().any(|index| single(name, index)));
            all_same &= own;
            let shifted = first.binders.is_empty()
                && second.binders.is_empty()
                && first.indices.len() == second.indices.len()
                && first
                    .indices
                    .iter()
                    .zip(&second.indices)
                    .any(|(left, right)| {
                        let mentions = threads
                            .iterators
                            .iter()
                            .any(|(name, ..)| formula::mentions(left, name));
                        let difference = Linear::of(left)
                            .zip(Linear::of(right))
                            .and_then(|(left, right)| left.plus(&right, -1))
                            .and_then(|difference| difference.as_number());
                        // A multiple of the thread may never meet what is next to another.
                        let plain = Linear::of(left).is_some_and(|left| {
                            threads
                                .iterators
                                .iter()
                                .any(|(name, ..)| left.factor(name).abs() == 1)
                        });
                        mentions && plain && difference.is_some_and(|difference| difference != 0)
                    });
            if shifted && threads.iterators.len() == 1 {
                return Some(true);
            }
        }
    }
    all_same.then_some(false)
}
