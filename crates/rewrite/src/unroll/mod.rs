//! Unrolling: K iterations ahead of the loop, without their tests.
//!
//! Each copy rests on that the guard holds where it begins, which the race checker proves as an assertion there, for all
//! launches of the contract; with `--guard` the copies are tested instead. With `all` the loop goes: it must run over
//! numbers, and that the guard does not hold behind the last copy is shown in the same way.

use crate::loops::counted::counted;
use crate::loops::fit::{Codes, MOST_COPIES, fits, short_enough};
use crate::loops::layout::{Layout, Rules};
use crate::loops::parts::{Parts, nothing, parts};
use crate::meant::loop_meant;
use crate::opened::Opened;
use crate::rewriting::{Assertions, Compared, Rewriting};
use crate::sites::Site;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::edit::{Edit, EditSet, Snippet};
use text::span::Span;
use transforms::unroll::{Arguments, Count};
use transforms::{Asked, Refusal};

const RULES: Rules = Rules {
    init: "unroll: initialisation before the copies",
    body: "unroll: copy of the body",
    update: "unroll: update after the copy",
    scope: "unroll: scope of the copies",
    guard: "unroll: guard of a copy",
    directive: "unroll: directive carried out",
};
const HEADER: &str = "unroll: header without what was done before";
const DROP_LOOP: &str = "unroll: no iteration is left";
/// Of lines that only the race checker sees.
const ASSERTION: &str = "unroll: guard asserted";

const CODES: Codes = Codes {
    body: Code::A106,
    guard: Code::A107,
    clause: Code::A110,
    jumps: true,
};

/// What unrolling makes of a file.
///
/// # Errors
/// With the codes of unrolling.
pub(crate) fn rewriting(
    opened: &Opened<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Rewriting, Refusal> {
    let words = ("loop_unroll", arguments.variable.as_deref());
    let site = loop_meant(opened, asked, words, Code::A102)?;
    let parts = parts(opened, &site)?;
    fits(opened, &site, &parts, CODES)?;
    let (copies, whole) = copies(opened, &site, arguments)?;
    short_enough(&site, &parts, (copies, Code::A108))?;
    let layout = Layout::new(opened, &site, &parts, &RULES);
    let plan = Plan {
        layout: &layout,
        parts: &parts,
        copies,
        whole,
        guarded: arguments.guard,
        directive: asked.directive(),
    };
    let assertions = (!arguments.guard && parts.guard.is_some()).then(|| Assertions {
        edits: plan.edits(true),
        refused: not_shown(&site, &layout, (copies, whole)),
        undecided: Code::A112,
        shown: plan.shown(),
    });
    Ok(Rewriting {
        edits: plan.edits(false),
        assertions,
        functions: site.functions.clone(),
        notes: Vec::new(),
        compared: Compared::Same,
    })
}

/// How many copies there are, and whether no iteration is left.
fn copies(
    opened: &Opened<'_>,
    site: &Site<'_>,
    arguments: &Arguments,
) -> Result<(u64, bool), Refusal> {
    match arguments.count {
        Count::Number(0) => Err(nothing(
            Code::A108,
            site,
            "0 iterations are to be unrolled, which changes nothing",
        )),
        Count::Number(number) if number > MOST_COPIES => {
            let message = format!(
                "{number} iterations are to be unrolled, and at most {MOST_COPIES} can be"
            );
            Err(nothing(Code::A108, site, &message))
        }
        Count::Number(number) => Ok((number, false)),
        Count::All if arguments.guard => Err(nothing(
            Code::A109,
            site,
            "under a guard the number of all iterations is not looked for",
        )
        .with_help("give a number, or leave out `--guard`")),
        Count::All => match counted(opened, site).and_then(|found| found.trips()) {
            Some(number) if (1..=MOST_COPIES).contains(&number) => Ok((number, true)),
            Some(number) => {
                let message = format!(
                    "the loop runs {number} times, and between 1 and {MOST_COPIES} iterations can be unrolled"
                );
                Err(nothing(Code::A108, site, &message))
            }
            None => Err(nothing(
                Code::A109,
                site,
                "the number of all iterations was not found",
            )
            .with_note("it is where the variable starts from a number, is tested against one, and changes by one in the header alone")
            .with_help("give a number of iterations")),
        },
    }
}

/// The guard is not shown to hold where a copy begins.
fn not_shown(site: &Site<'_>, layout: &Layout<'_>, (copies, whole): (u64, bool)) -> Refusal {
    let what = match whole {
        true => format!("the loop is not shown to run exactly {copies} times"),
        false => format!("the loop is not shown to run at least {copies} times"),
    };
    let guard = layout.guard();
    Refusal::not_applicable(
        Diagnostic::error(Code::A101, site.head, what)
            .with_note(format!("`{guard}` is asserted before each copy, under the contract of the kernel"))
            .with_help("state what launches satisfy above the kernel, as `//@ requires n >= 4;`, unroll fewer, or use `--guard`"),
    )
}

/// Everything that decides what the result looks like.
struct Plan<'a> {
    layout: &'a Layout<'a>,
    parts: &'a Parts,
    copies: u64,
    whole: bool,
    guarded: bool,
    directive: Option<Span>,
}

impl Plan<'_> {
    fn shown(&self) -> Vec<String> {
        let guard = self.layout.guard();
        let copies = self.copies;
        let mut shown = vec![format!(
            "the guard `{guard}` holds at the start of iterations 1 to {copies}"
        )];
        if self.whole {
            shown.push(format!(
                "the guard `{guard}` no longer holds after {copies}"
            ));
        }
        shown
    }

    /// What stands before the loop, or in its place; the guards as assertions if that is asked for.
    fn lines(&self, asserted: bool) -> Snippet {
        let layout = self.layout;
        let indent = layout.inner();
        let mut lines = layout.init(&indent);
        let guard = layout.guard();
        for _ in 0..self.copies {
            if asserted {
                let text = format!("__assert(({guard}));");
                lines.append(layout.line(&indent, &text, ASSERTION, self.parts.guard));
            }
            lines.append(layout.iteration(&indent, self.guarded));
        }
        if asserted && self.whole {
            let text = format!("__assert(!({guard}));");
            lines.append(layout.line(&indent, &text, ASSERTION, self.parts.guard));
        }
        lines
    }

    fn edits(&self, asserted: bool) -> EditSet {
        let mut edits = EditSet::new();
        let lines = self.lines(asserted);
        if self.whole {
            self.replace_loop(lines, &mut edits);
        } else {
            self.layout.ahead(lines, self.directive, &mut edits);
            if let Some(init) = self.parts.init {
                edits.delete(init, HEADER);
            }
        }
        edits
    }

    /// The copies stand in the place of the loop.
    fn replace_loop(&self, lines: Snippet, edits: &mut EditSet) {
        let layout = self.layout;
        let mut all = Snippet::new();
        if layout.scoped {
            all.append(layout.line("", "{", RULES.scope, Some(self.parts.span)));
            all.append(lines);
            all.append(layout.line(&layout.indent, "}", RULES.scope, Some(self.parts.span)));
        } else {
            all.append(lines);
        }
        let all = layout.begun(all, None).without_last_line_end();
        let place = Span::new(
            self.parts.span.file,
            layout.begin,
            self.parts.span.end as usize,
        );
        edits.push(Edit::from_snippet(place, &all, DROP_LOOP));
        layout.drop_directive(self.directive, edits);
    }
}
