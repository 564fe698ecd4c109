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
//! Which thread has a cell is told from its index: a sum of the thread and numbers, `2 * t + 1`,
//! `tile * 4 + k` with `k` in `0 .. 4`, or `(t + 1) % n` of `n` threads. So a tiled kernel can be
//! fused with one that is not. Arrays are followed by name, fields too.
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
//! vercors-1.4, `A612` not decided, `A613` data between thread blocks, `A614` permissions
//! that cannot be tracked, `A615` fused kernel not shown, `A616` launches of CUDA that do not follow each other.

mod amount;
mod ask;
mod at_once;
mod check;
mod codes;
mod contract;
mod exchange;
mod flow;
mod formula;
mod inverse;
mod join;
mod limits;
mod names;
mod ranges;
mod refusal;
mod row;
mod text;
mod ways;

pub use codes::CODES;

use crate::framework::input::{Input, Refusal, Rewritten};
use crate::framework::legacy::Limits;
use crate::framework::plan::{FlagForm, Possible};
use crate::framework::prover::Prover;
use crate::framework::site::{Site, SiteKind, SiteName};
use crate::framework::step::Asked;
use crate::framework::transformation::{About, FlagFault, Transformation, malformed, number};
use ::text::code::Code;
use ::text::diagnostics::{Diagnostic, Severity};
use ::text::span::Span;
use ask::Queries;
use check::{Between, Inside};
use contract::{Contract, contract};
use formula::shown;
use join::{Joined, Seam, roots};
use names::Names;
use ranges::{Blocks, Ranges};
use row::Row;
use spec_lang::ast::{Argument, Directive};
use spec_lang::resolve::Profile;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use text::Written;

/// How often facts that do not hold are left out before the next way is tried.
const MOST_ROUNDS: usize = 4;

/// The transformation.
#[derive(Clone, Copy, Debug)]
pub struct Fuse;

/// What is asked of it: `--fuse F[:BLOCKS]`, `fuse F N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// How many kernels.
    pub kernels: u64,
    /// Thread blocks, 1 unless told.
    pub blocks: u64,
    /// The kernels by name, if they are named: those of CUDA and OpenCL can be.
    pub names: Vec<String>,
}

impl Transformation for Fuse {
    type Arguments = Arguments;

    const ABOUT: &'static About = &About {
        name: "fuse",
        form: "F[:BLOCKS][@SITE]",
        help: "Fuse F kernels into one. It runs in BLOCKS thread blocks, 1 by default",
        switches: &[],
        word: "fuse",
        directive: "gpuopt fuse F BLOCKS;",
        summary: "make one kernel of several",
        codes: CODES,
        braces: true,
        legacy_turn: 1,
        legacy: Limits {
            equal_ranges: true,
            literal_lengths: true,
            ..Limits::NONE
        },
        source: include_str!("mod.rs"),
    };

    fn of_flag(argument: &str, _: &[&str]) -> Result<Arguments, FlagFault> {
        let (kernels, blocks) = argument.split_once(':').unwrap_or((argument, "1"));
        match (kernels.parse(), blocks.parse()) {
            (Ok(kernels), Ok(blocks)) => Ok(Arguments {
                kernels,
                blocks,
                names: Vec::new(),
            }),
            _ => named(argument).ok_or(FlagFault::Form("")),
        }
    }

    fn of_directive(directive: &Directive) -> Result<Arguments, Refusal> {
        let [Argument::Int(kernels), Argument::Int(blocks)] = directive.arguments.as_slice() else {
            return Err(malformed(directive));
        };
        Ok(Arguments {
            kernels: number(kernels, "the number of kernels")?,
            blocks: number(blocks, "the number of thread blocks")?,
            names: Vec::new(),
        })
    }

    fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
        possible(input, site, name)
    }

    fn apply(
        input: &Input<'_>,
        arguments: &Arguments,
        asked: &Asked,
        prover: &mut dyn Prover,
    ) -> Result<Rewritten, Refusal> {
        if !arguments.names.is_empty() {
            let message = "kernels of CUDA and OpenCL are named; blocks of PVL are counted";
            let wrong = Diagnostic::global(Code::C101, message);
            let help = "give their number and the first one: `--fuse 2@first`";
            return Err(Refusal::wrong_input(wrong.with_help(help)));
        }
        let blocks = arguments.blocks;
        let mut row = row::row(input, asked, arguments.kernels)?;
        if blocks == 0 {
            return Err(Refusal::inapplicable(
                Code::A601,
                row.directive.unwrap_or(row.site.head),
                "no thread block would run the fused kernel",
            )
            .with_help("give a number from 1"));
        }
        // The old tool did not read the second number.
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
}

/// Kernels by name: `scale,add`.
fn named(argument: &str) -> Option<Arguments> {
    let names: Vec<String> = argument
        .split(',')
        .map(|one| one.trim().to_owned())
        .collect();
    let is_name = |name: &String| {
        let mut all = name.chars();
        let first = all.next().is_some_and(|c| c.is_alphabetic() || c == '_');
        first && all.all(|c| c.is_alphanumeric() || c == '_')
    };
    (names.len() > 1 && names.iter().all(is_name)).then(|| Arguments {
        kernels: u64::try_from(names.len()).unwrap_or(u64::MAX),
        blocks: 1,
        names,
    })
}

/// The edits of a text, with what was found out at each seam.
fn of_written(written: Option<&Written>, shown: Vec<String>) -> Rewritten {
    Rewritten {
        edits: written.map(Written::edits).unwrap_or_default(),
        notes: Vec::new(),
        shown,
    }
}

fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
    if site.kind != SiteKind::ParBlock {
        return Vec::new();
    }
    // A kernel with none behind it is no place to fuse.
    let row = match row::at_site(input, site.clone(), None, 2) {
        Err(refusal) if refusal.diagnostic.code == Code::A601 => return Vec::new(),
        other => other,
    };
    let obstacle = row.and_then(|row| look(input, &row).map(|_| ())).err();
    vec![Possible {
        flag: FlagForm::open("--fuse ", "F", format!("@{name}")),
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
        let mut queries = fusion.queries(prover);
        let mut ranges = ranges::ranges(input, row, &fusion.names, &mut queries)?;
        let grid = match in_blocks {
            true => ranges.in_blocks(input, &mut queries, blocks),
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
                return Err(Refusal::inapplicable(
                        Code::A608,
                        span,
                        format!(
                            "{} has fewer threads than another and a barrier, which the others would not reach",
                            kernel.describe(index + 1)
                        ),
                    ).with_label(kernel.head(), "this range is the smaller one")
                    .with_help("give the kernels one range"));
            }
            if let Some(own) = contracts.get_mut(index) {
                *own = contract(input, &fusion.names, kernel, guard)?;
            }
        }
        contract::align(&mut contracts);
        fusion.contracts = contracts;
        let guarded = fusion.ranges.guards.iter().any(|guard| !guard.is_empty());
        if guarded || fusion.grid.is_some() {
            ranges::mean_the_same(input, row)?;
        }
        Ok(fusion)
    }

    fn queries<'p>(&'p self, prover: &'p mut dyn Prover) -> Queries<'p> {
        let first = self.row.kernels.first();
        let moved: Vec<_> = self
            .between
            .iter()
            .flat_map(|between| between.moved.iter().map(|stmt| stmt.span))
            .collect();
        Queries {
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
        if let Some(rewritten) = self.at_once(prover) {
            return Ok(Done::All(Box::new(rewritten)));
        }
        let mut joined = self.alone();
        let mut seams: Vec<Seam> = Vec::new();
        let mut result: Option<Written> = None;
        let mut shown = Vec::new();
        for number in 1..self.row.kernels.len() {
            let flow = self.flow(&joined, number, prover)?;
            if self.blocks > 1 && (!flow.is_empty() || self.ordered(number).is_some()) {
                if let Some(why) = self.crossing(&joined, number, &flow, prover) {
                    return Ok(Done::Prefix(number, Box::new(why)));
                }
                if let Some(why) = self.own_barrier_in_blocks() {
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
        Ok(Done::All(Box::new(of_written(result.as_ref(), shown))))
    }

    /// The first kernel alone.
    fn alone(&self) -> Joined {
        let first = self.contracts.first().cloned().unwrap_or_default();
        let inside = self.inside.first();
        Joined {
            touched: first.cells(inside.is_some_and(|inside| inside.divided)),
            pre: first.pre,
            post: first.post,
            written: inside.map_or_else(BTreeSet::new, |inside| inside.written.clone()),
        }
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

    fn describe(&self, number: usize) -> String {
        self.row
            .kernels
            .get(number)
            .map_or_else(String::new, |kernel| kernel.describe(number + 1))
    }

    /// A barrier of a kernel's own, which would hold up a thread block only, beside `atomic`,
    /// by which all threads see each other: their order would be another.
    fn own_barrier_in_blocks(&self) -> Option<Diagnostic> {
        let barrier = self.inside.iter().find_map(|inside| inside.barrier)?;
        let atomic = self.inside.iter().find_map(|inside| inside.atomic)?;
        let message = format!(
            "this barrier synchronizes all threads, and would synchronize one of the {} thread blocks only",
            self.blocks
        );
        Some(
            Diagnostic::error(Code::A613, barrier, message)
                .with_label(atomic, "here all threads see what the others did before it")
                .with_help("fuse them for one thread block"),
        )
    }

    /// Whether a barrier is wanted for what no array tells: both sides open invariants. Where
    /// the kernel does.
    fn ordered(&self, number: usize) -> Option<Span> {
        let atomic = |index: usize| self.inside.get(index)?.atomic;
        atomic(number).filter(|_| (0..number).any(|index| atomic(index).is_some()))
    }
}
