//! # Iteration merging
//!
//! Makes M iterations of a loop one, so that its guard is tested once for M of them
//! (Alpinist, section 5.2).
//!
//! **Applies** to every `while` and `for` whose body can be copied. Which form the result
//! has depends on what is known:
//!
//! - *The number I of iterations is known*: the variable starts from a number, which is shown,
//!   and is tested against a number. I mod M iterations stand before the loop. A new invariant
//!   says which values the variable has where a merged iteration starts: those of one
//!   remainder for `+` and `-`, the listed ones for `*` and `/`.
//! - *It is not known, but shown to be a multiple of M*: the same, with nothing before the loop.
//! - *It is not known, but the guard can be looked ahead*: it reads nothing that an iteration
//!   changes but the variable, by a step that stays the same. The merged loop runs while the
//!   guard holds at the start of its last iteration, too; a copy of the old loop behind it
//!   does the rest.
//! - *Otherwise*, and where the body has a `break`, the guard is still tested between the
//!   iterations.
//!
//! Wherever a test is left out the guard is asserted, so that the result verifies only if
//! no test was left out that could have failed. What the invariants say of values stands between
//! the iterations as assertions, too. Numbers are unbounded in PVL: where those of a machine are meant, the guard
//! that looks ahead must have room for M - 1 more steps.
//!
//! ## Before
//! ```pvl
//! requires n >= 0;
//! void count(int n) {
//!   int i = 0;
//!   gpuopt iter_merge i 2;
//!   loop_invariant 0 <= i && i <= n;
//!   while (i < n) {
//!     i = i + 1;
//!   }
//! }
//! ```
//!
//! ## After
//! ```pvl
//! requires n >= 0;
//! void count(int n) {
//!   int i = 0;
//!   loop_invariant 0 <= i && i <= n;
//!   while (i + 1 < n) {
//!     i = i + 1;
//!     assert 0 <= i && i <= n;
//!     assert i < n;
//!     i = i + 1;
//!   }
//!   loop_invariant 0 <= i && i <= n;
//!   while (i < n) {
//!     i = i + 1;
//!   }
//! }
//! ```
//!
//! ## Codes
//! `A201` number of iterations to merge, `A202` not a variable of the loop, `A203` fewer
//! iterations than are to be merged, `A204` bound that is no number and `A205` other limits of
//! vercors-1.4, `A206` body that cannot be copied, `A207` guard with an effect, `A208` clause for
//! each iteration, `A209` not decided, `A210` rest in a loop of its own, `A211` tests stay.

mod check;
mod codes;
mod count;
mod counted;
mod divisible;
mod form;
mod limit;
mod lookahead;
mod published;
mod steady;
mod write;

pub use codes::CODES;

use crate::framework::input::{Input, Refusal, Rewritten};
use crate::framework::legacy::Limits;
use crate::framework::plan::{FlagForm, Possible};
use crate::framework::prover::Prover;
use crate::framework::site::{Site, SiteKind, SiteName};
use crate::framework::step::Asked;
use crate::framework::transformation::{About, FlagFault, Transformation, malformed, number};
use crate::shared::copies::{Layout, Rules, directive_place};
use spec_lang::ast::{Argument, Directive};
use text::code::Code;

/// The rules of the lines that copies are made of.
const RULES: Rules = Rules {
    init: "merge: initialisation before the loop",
    invariant: "merge: invariant between iterations",
    body: "merge: copy of the body",
    update: "merge: update between iterations",
    scope: "merge: scope of the copies",
    range: "merge: range of the loop as an invariant",
    guard: "merge: guard of a copy",
};
const DROP_DIRECTIVE: &str = "merge: directive carried out";
const HEADER: &str = "merge: header without what was done before";
const GUARD: &str = "merge: guard for all the merged iterations";
const KNOWN: &str = "merge: guard that need not be tested";
const TEST: &str = "merge: guard tested between iterations";
const PHASE: &str = "merge: values of the variable where a merged iteration starts";
const MOVE_BOUND: &str = "merge: bound moved by the updates before the loop";
const REST: &str = "merge: loop for the iterations left over";

/// The transformation.
#[derive(Clone, Copy, Debug)]
pub struct Merge;

/// What is asked of it: `--merge M`, `iter_merge v M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The loop's variable, as a directive names it.
    pub variable: Option<String>,
    /// Iterations that become one.
    pub count: u64,
}

impl Transformation for Merge {
    type Arguments = Arguments;

    const ABOUT: &'static About = &About {
        name: "merge",
        form: "M[@SITE]",
        help: "Merge M iterations of a loop into one",
        switches: &[],
        word: "iter_merge",
        directive: "gpuopt iter_merge v M;",
        summary: "make M iterations of a loop one",
        codes: CODES,
        braces: false,
        legacy_turn: 2,
        legacy: Limits {
            constant_step: true,
            variable_alone_in_guard: true,
            literal_bounds: true,
            ..Limits::NONE
        },
        source: include_str!("mod.rs"),
    };

    fn of_flag(argument: &str, _: &[&str]) -> Result<Arguments, FlagFault> {
        let count = argument.parse().map_err(|_| FlagFault::Form(""))?;
        Ok(Arguments {
            variable: None,
            count,
        })
    }

    fn of_directive(directive: &Directive) -> Result<Arguments, Refusal> {
        let [Argument::Name(variable), Argument::Int(count)] = directive.arguments.as_slice()
        else {
            return Err(malformed(directive));
        };
        Ok(Arguments {
            variable: Some(variable.name.clone()),
            count: number(count, "the number of iterations")?,
        })
    }

    fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
        if site.kind != SiteKind::Loop {
            return Vec::new();
        }
        let refusal = check::at_site(input, site, None, None)
            .and_then(|target| published::bound_that_is_no_number(input, &target))
            .err();
        vec![Possible {
            flag: FlagForm::open("--merge ", "M", format!("@{name}")),
            obstacle: refusal.map(|refusal| *refusal.diagnostic),
        }]
    }

    fn apply(
        input: &Input<'_>,
        arguments: &Arguments,
        asked: &Asked,
        prover: &mut dyn Prover,
    ) -> Result<Rewritten, Refusal> {
        let count = arguments.count;
        let target = check::target(input, asked, arguments.variable.as_deref())?;
        check::count(input, &target, count)?;
        let no_place = |message: &str| Refusal::wrong(Code::A001, target.parts.stmt.span, message);
        let layout = Layout::new(input, &target.parts, &RULES)
            .ok_or_else(|| no_place("this place is in no file"))?;
        let choice = form::choose(input, &target, &layout, count, prover)?;
        let directive = asked
            .directive()
            .and_then(|span| Some(directive_place(input.file(span)?, span)));
        let plan = write::Plan::new(input, &target, &layout, count, &choice.form);
        let edits = plan
            .edits(directive)
            .map_err(|error| no_place(&error.to_string()))?;
        Ok(Rewritten {
            edits,
            notes: choice.notes,
            shown: choice.shown,
        })
    }
}
