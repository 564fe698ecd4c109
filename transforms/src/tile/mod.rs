//! # Tiling
//!
//! Gives each thread of a parallel block several cells instead of one, so that fewer
//! threads do more work each (Alpinist, section 5.6).
//!
//! With tile size N, **intra** gives a thread N neighbours, and there are as many threads
//! as tiles; the last tile may be smaller. **Inter** has N threads, and a thread takes
//! every N-th cell. The body runs in a loop over the thread's cells and is not changed;
//! its thread identifier becomes a local variable of that loop. What the block's contract says
//! of a cell it then says of all cells of a thread, and a permission without the thread
//! identifier is multiplied by their number. The loop's invariants say which cells the
//! thread has, what is still to do and what is done. The method's contract stays.
//!
//! **Applies** to every block whose threads do not wait for each other: a body with a
//! barrier, a `return` or another jump out of it is refused. The range may begin anywhere
//! and have any bounds, also empty ones. In a block with several thread identifiers, one is
//! named: `--tile inter:4@i`. A bound that could change is kept in a local variable.
//!
//! Under vercors-1.4 directives have the words the other way round, as the published
//! tool had them, and its limits hold.
//!
//! ## Before
//! ```pvl
//! context a != null && a.length == n;
//! context (\forall* int i = 0 .. n; Perm(a[i], write));
//! ensures (\forall int i = 0 .. n; a[i] == 0);
//! void clear(int[] a, int n) {
//!   gpuopt tile intra 4;
//!   par (int tid = 0 .. n)
//!     context Perm(a[tid], write);
//!     ensures a[tid] == 0;
//!   {
//!     a[tid] = 0;
//!   }
//! }
//! ```
//!
//! ## After
//! ```pvl
//! context a != null && a.length == n;
//! context (\forall* int i = 0 .. n; Perm(a[i], write));
//! ensures (\forall int i = 0 .. n; a[i] == 0);
//! void clear(int[] a, int n) {
//!   par (int tile = 0 .. (n + 3) / 4)
//!     context (\forall* int k; 0 <= k && k < 4 && tile * 4 + k < n; Perm(a[tile * 4 + k], write));
//!     ensures (\forall int k; 0 <= k && k < 4 && tile * 4 + k < n; a[tile * 4 + k] == 0);
//!   {
//!     loop_invariant 0 <= step && step <= 4 && tile * 4 + step <= n;
//!     loop_invariant (\forall* int k; 0 <= k && k < 4 && tile * 4 + k < n; Perm(a[tile * 4 + k], write));
//!     loop_invariant (\forall int k; 0 <= k && k < step; a[tile * 4 + k] == 0);
//!     for (int step = 0; step < 4 && tile * 4 + step < n; step = step + 1) {
//!       int tid = tile * 4 + step;
//!       a[tid] = 0;
//!     }
//!   }
//! }
//! ```
//!
//! ## Codes
//! `A501` tile size 0, `A502` barrier in the body, `A503` several thread identifiers, `A504`
//! none, `A505` jump out of the body, `A506` waiting for other threads, `A507` identity of
//! the thread, `A508` clause that cannot be tiled, `A509` bound that could change, `A510`
//! limit of vercors-1.4, `A511` words exchanged, `A512` launch of CUDA that is not rewritten.

mod cells;
mod check;
mod codes;
mod contract;
mod entry;
mod inner;
mod locking;
mod plan;
mod spinning;
mod target;

pub use codes::CODES;

use crate::framework::input::{Input, Refusal, Rewritten};
use crate::framework::legacy::Limits;
use crate::framework::plan::{FlagForm, Possible};
use crate::framework::prover::Prover;
use crate::framework::site::{Site, SiteKind, SiteName};
use crate::framework::step::Asked;
use crate::framework::transformation::{About, FlagFault, Transformation, malformed, number};
use crate::shared::copies::directive_place;
use crate::shared::names::fresh;
use cells::{Bound, Cells};
use contract::{Conjunct, Rewriter, Role, conjuncts, for_all};
use entry::Kept;
use plan::Plan;
use spec_lang::ast::{Argument, ClauseKind, Directive, Expr, ExprKind};
use target::Target;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::{Edit, EditSet, LineEnd, Snippet, indentation, indentation_unit, line_end};
use text::source::SourceFile;
use text::span::Span;

const REMOVE_DIRECTIVE: &str = "tile: directive carried out";
const KEEP_BOUND: &str = "tile: bound of the range kept, since the tiles need it more than once";
const THREADS: &str = "tile: range of threads instead of cells";
const CONTRACT: &str = "tile: contract for all cells of a thread";
const KEEP_PLACE: &str = "tile: elements of the tile distinct at the thread's end";
const START: &str = "tile: state in which the thread starts";
const BOUNDS: &str = "tile: bounds of the loop over the thread's cells";
const ALL: &str = "tile: invariant on all cells of the thread";
const TO_DO: &str = "tile: invariant on the cells still to do";
const DONE: &str = "tile: invariant on the cells that are done";
const LOOP: &str = "tile: loop over the thread's cells";
const UNCHANGED: &str = "tile: a loop within the body does not change this";
const BODY: &str = "tile: body for one cell";

/// The transformation.
#[derive(Clone, Copy, Debug)]
pub struct Tile;

/// What is asked of it: `--tile inter|intra:N`, `tile inter|intra N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The word as written: true for `inter`.
    pub inter: bool,
    /// Tile size.
    pub size: u64,
}

/// The words for cells far apart and for neighbours.
const INTER: &str = "inter";
const INTRA: &str = "intra";

impl Transformation for Tile {
    type Arguments = Arguments;

    const ABOUT: &'static About = &About {
        name: "tile",
        form: "inter|intra:N[@SITE]",
        help: "Tile a block. `intra`: each thread handles N adjacent elements. `inter`: N threads remain, and each handles every N-th element",
        switches: &[],
        word: "tile",
        directive: "gpuopt tile inter|intra N;",
        summary: "give each thread several cells",
        codes: CODES,
        braces: true,
        legacy_turn: 4,
        legacy: Limits {
            first_block: true,
            one_iterator_from_zero: true,
            literal_extent: true,
            words_exchanged: true,
            ..Limits::NONE
        },
        source: include_str!("mod.rs"),
    };

    fn of_flag(argument: &str, _: &[&str]) -> Result<Arguments, FlagFault> {
        let form = || FlagFault::Form("");
        let (word, size) = argument.split_once(':').ok_or_else(form)?;
        let inter = match word {
            INTER => true,
            INTRA => false,
            _ => return Err(form()),
        };
        let size = size.parse().map_err(|_| form())?;
        Ok(Arguments { inter, size })
    }

    fn of_directive(directive: &Directive) -> Result<Arguments, Refusal> {
        let [Argument::Choice(word), Argument::Int(size)] = directive.arguments.as_slice() else {
            return Err(malformed(directive));
        };
        Ok(Arguments {
            inter: *word == INTER,
            size: number(size, "the tile size")?,
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
        let Arguments { inter, size } = *arguments;
        let target = target::target(input, asked)?;
        check::check(input, &target)?;
        check::size(input, &target, size)?;
        let Some(file) = input.file(target.block.span) else {
            return Err(Refusal::wrong(
                Code::A001,
                target.block.span,
                "this place is in no file",
            ));
        };
        let mut rewritten = Rewritten {
            edits: EditSet::new(),
            notes: Vec::new(),
            shown: Vec::new(),
        };
        let exchanged =
            target.directive.is_some() && Tile::ABOUT.limits(input.profile).words_exchanged;
        if exchanged {
            rewritten
                .notes
                .push(exchange_note(&target, inter, input.profile));
        }
        let plan = Plan::new(input, file, &target, inter != exchanged, size);
        let mut parts = conjuncts(input, &target.block.contract, plan.rewriter.cell);
        plan.contract(&parts, &mut rewritten.edits);
        let kept = plan.roles(&mut parts, prover, &mut rewritten.shown);
        plan.kept_places(&kept, &mut rewritten.edits);
        plan.body(&parts, &kept, &mut rewritten.edits);
        plan.range(&mut rewritten.edits);
        if let Some(directive) = target.directive {
            let place = directive_place(file, directive);
            rewritten.edits.delete(place, REMOVE_DIRECTIVE);
        }
        Ok(rewritten)
    }
}

fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
    if site.kind != SiteKind::ParBlock {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (iterator, name) in target::named(input, site, name) {
        let obstacle = target::at_site(input, site, iterator.as_deref(), None)
            .and_then(|target| check::check(input, &target))
            .err()
            .map(|refusal| *refusal.diagnostic);
        for form in [INTER, INTRA] {
            found.push(Possible {
                flag: FlagForm::open(format!("--tile {form}:"), "N", format!("@{name}")),
                obstacle: obstacle.clone(),
            });
        }
    }
    found
}

fn exchange_note(target: &Target, inter: bool, profile: spec_lang::resolve::Profile) -> Diagnostic {
    let (word, other, what) = if inter {
        ("inter", "intra", "neighbouring cells for a thread")
    } else {
        ("intra", "inter", "cells far apart for a thread")
    };
    let mut note = Diagnostic::warning(
        Code::A511,
        target.directive.unwrap_or(target.site.head),
        format!("`{word}` is read as `{other}`: {what}"),
    )
    .with_note(format!(
        "the published programs have the two words exchanged, and so has `--profile {profile}`"
    ));
    note.severity = Severity::Note;
    note
}
