//! # Loop unrolling
//!
//! Runs the first K iterations of a loop ahead of it, as straight-line code without the
//! tests of its guard (Alpinist, section 5.1).
//!
//! **Applies** if the guard holds at the start of each of the first K iterations. That is
//! shown by the verifier, from the program's own annotations; the number of iterations
//! need not be known. `--guard` does without it and puts each copy under the guard.
//! With `K=all` the number is found, and the loop goes.
//!
//! The loop is a `while` or a `for` of any form; its variable is updated by
//! `+ c`, `- c`, `* c` or `/ c` in any spelling, also by way of a local, on every path of an
//! iteration. A `continue` among the statements of the body, as in `if (c) { continue; } s`, is
//! written as a condition in the copies: `if (!c) { s }`. What the invariants say of values stands
//! as assertions before each copy. The bound that the variable leaves behind moves by K updates,
//! where the moved bound is known to hold.
//!
//! ## Before
//! ```pvl
//! requires n >= 2;
//! void count(int n) {
//!   int i = 0;
//!   gpuopt loop_unroll i 2;
//!   loop_invariant 0 <= i && i <= n;
//!   while (i < n) {
//!     i = i + 1;
//!   }
//! }
//! ```
//!
//! ## After
//! ```pvl
//! requires n >= 2;
//! void count(int n) {
//!   int i = 0;
//!   assert 0 <= i && i <= n;
//!   i = i + 1;
//!   assert 0 <= i && i <= n;
//!   i = i + 1;
//!   loop_invariant 2 <= i && i <= n;
//!   while (i < n) {
//!     i = i + 1;
//!   }
//! }
//! ```
//!
//! ## Codes
//! `A101` guard not shown, `A102` not a variable of the loop, `A103` update under a
//! condition, `A104` several updates, `A105` update of another form, `A106` jump in the
//! body, `A107` guard with an effect, `A108` number of iterations, `A109` number of all
//! iterations not found, `A110` clause that cannot be copied, `A111` limit of
//! vercors-1.4, `A112` not decided, `A113` bound left as it is.

mod ask;
mod check;
mod codes;

pub use codes::CODES;

use crate::framework::input::{Input, Refusal, Rewritten};
use crate::framework::legacy::Limits;
use crate::framework::plan::{FlagForm, Possible};
use crate::framework::prover::{Outcome, Prover, ask};
use crate::framework::site::{Site, SiteKind, SiteName};
use crate::framework::step::Asked;
use crate::framework::transformation::{
    About, FlagFault, Switch, Transformation, malformed, number,
};
use crate::shared::bounds::{bounds, is_not_negative, moved, moving_side};
use crate::shared::copies::{Layout, Rules, directive_place, needs_scope};
use crate::shared::entry::before_loop;
use crate::shared::loops::{By, UpdateOp};
use crate::shared::names::is_stable;
use check::Target;
use spec_lang::ast::{Argument, Directive, NodeId};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::{Edit, EditSet, Snippet};
use text::span::Span;

/// Copies of a body that are made at most; more would be a text nobody can read or verify.
const MOST_COPIES: u64 = 1_024;
/// Bytes that copies may take at most.
const MOST_BYTES: u64 = 4 << 20;
/// Iterations that are looked for at most with `K=all`.
const MOST_SEARCHED: u64 = MOST_COPIES;

/// The rules of the lines that copies are made of.
const RULES: Rules = Rules {
    init: "unroll: initialisation before the copies",
    invariant: "unroll: invariant between copies",
    body: "unroll: copy of the body",
    update: "unroll: update after the copy",
    scope: "unroll: scope of the copies",
    range: "unroll: range of the loop as an invariant",
    guard: "unroll: guard of a copy",
};
const REMOVE_DIRECTIVE: &str = "unroll: directive carried out";
const MOVE_BOUND: &str = "unroll: bound moved by the unrolled updates";
const HEADER: &str = "unroll: header without what was done before";
const DROP_LOOP: &str = "unroll: no iteration is left";

/// The transformation.
#[derive(Clone, Copy, Debug)]
pub struct Unroll;

/// What is asked of it: `--unroll K`, `loop_unroll v K`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The loop's variable, as a directive names it.
    pub variable: Option<String>,
    /// How many iterations.
    pub count: Count,
    /// Put every copy under the loop's guard instead of showing that it holds.
    pub guard: bool,
}

/// How many iterations to unroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Number(u64),
    /// All of them; the loop goes.
    All,
}

/// The switch for [`Arguments::guard`].
pub const GUARD: &str = "guard";

impl Transformation for Unroll {
    type Arguments = Arguments;

    const ABOUT: &'static About = &About {
        name: "unroll",
        form: "K[@SITE]",
        help: "Unroll K iterations, or `all`. SITE is a loop variable, `method/variable` or a line",
        switches: &[Switch {
            name: GUARD,
            help: "Guard each unrolled copy instead of proving the guard",
        }],
        word: "loop_unroll",
        directive: "gpuopt loop_unroll v K;",
        summary: "run K iterations of a loop ahead of it, without their tests",
        codes: CODES,
        braces: false,
        legacy_turn: 5,
        legacy: Limits {
            constant_step: true,
            one_update: true,
            variable_alone_in_guard: true,
            one_bound_each: true,
            ..Limits::NONE
        },
        source: include_str!("mod.rs"),
    };

    fn of_flag(argument: &str, switches: &[&str]) -> Result<Arguments, FlagFault> {
        let count = match argument {
            "all" => Count::All,
            _ => Count::Number(
                argument
                    .parse()
                    .map_err(|_| FlagFault::Form(", where K is a number or `all`"))?,
            ),
        };
        Ok(Arguments {
            variable: None,
            count,
            guard: switches.contains(&GUARD),
        })
    }

    fn of_directive(directive: &Directive) -> Result<Arguments, Refusal> {
        let [Argument::Name(variable), Argument::Int(count)] = directive.arguments.as_slice()
        else {
            return Err(malformed(directive));
        };
        Ok(Arguments {
            variable: Some(variable.name.clone()),
            count: Count::Number(number(count, "the number of iterations")?),
            guard: false,
        })
    }

    fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
        if site.kind != SiteKind::Loop {
            return Vec::new();
        }
        let refusal = check::at_site(input, site, None, None).err();
        vec![Possible {
            flag: FlagForm::open("--unroll ", "K", format!("@{name}")),
            obstacle: refusal.map(|refusal| *refusal.diagnostic),
        }]
    }

    fn apply(
        input: &Input<'_>,
        arguments: &Arguments,
        asked: &Asked,
        prover: &mut dyn Prover,
    ) -> Result<Rewritten, Refusal> {
        let Arguments {
            variable,
            count,
            guard: guarded,
        } = arguments;
        let (count, guarded) = (*count, *guarded);
        let target = check::target(input, asked, variable.as_deref())?;
        let parts = &target.parts;
        let layout = Layout::new(input, parts, &RULES).ok_or_else(|| {
            Refusal::wrong(Code::A001, parts.stmt.span, "this place is in no file")
        })?;
        let (copies, whole) = match count {
            Count::Number(number) => {
                check::count(input, &target, number)?;
                (number, false)
            }
            Count::All if guarded => {
                return Err(Refusal::inapplicable(
                    Code::A109,
                    target.site.head,
                    "under a guard the number of all iterations is not looked for",
                )
                .with_help("give a number, or leave out `--guard`"));
            }
            Count::All => (ask::count_all(input, &target, &layout, prover)?, true),
        };
        let mut shown = Vec::new();
        if !guarded && !whole {
            ask::guards_hold(input, &target, &layout, copies, prover)?;
        }
        if !guarded && copies > 0 {
            shown.push(format!(
                "the guard `{}` holds at the start of iterations 1 to {copies}",
                layout.guard()
            ));
        }
        if whole {
            shown.push(format!(
                "the guard `{}` no longer holds after {copies}",
                layout.guard()
            ));
        }
        let plan = Plan {
            input,
            target: &target,
            layout: &layout,
            copies,
            whole,
            guarded,
            scoped: needs_scope(input, &target.site, parts),
            directive: asked
                .directive()
                .and_then(|span| Some(directive_place(input.file(span)?, span))),
        };
        let mut rewritten = Rewritten {
            edits: EditSet::new(),
            notes: Vec::new(),
            shown,
        };
        if whole {
            plan.replace_loop(&mut rewritten.edits);
        } else {
            let bounds = if guarded {
                Vec::new()
            } else {
                plan.bounds(prover, &mut rewritten)
            };
            plan.keep_loop(bounds, &mut rewritten.edits);
        }
        Ok(rewritten)
    }
}

/// Everything that decides what the result looks like.
struct Plan<'a> {
    input: &'a Input<'a>,
    target: &'a Target,
    layout: &'a Layout<'a>,
    copies: u64,
    /// No iteration is left.
    whole: bool,
    guarded: bool,
    scoped: bool,
    /// The place of the directive that asked for it, with its line.
    directive: Option<Span>,
}

impl Plan<'_> {
    fn inner_indent(&self) -> String {
        match self.scoped {
            true => format!("{}{}", self.layout.indent, self.layout.unit),
            false => self.layout.indent.clone(),
        }
    }

    /// What stands before the loop: initialisation, then assertions and body, copy by copy.
    fn lines(&self) -> Snippet {
        let layout = self.layout;
        let indent = self.inner_indent();
        let mut lines = Snippet::new();
        if self.scoped {
            lines.append(layout.line(
                &layout.indent,
                "{",
                RULES.scope,
                Some(self.target.site.head),
            ));
        }
        lines.append(layout.init(&indent));
        for number in 1..=self.copies {
            // Where the loop goes, the first copy has its labels.
            let copy = if self.whole { number - 1 } else { number };
            lines.append(layout.asserts(&indent));
            lines.append(layout.copy(copy, &indent, self.guarded));
        }
        lines
    }

    /// The loop stays: lines before it, a changed header, bounds moved.
    fn keep_loop(&self, bounds: Vec<Edit>, edits: &mut EditSet) {
        let (layout, parts) = (self.layout, &self.target.parts);
        let mut lines = self.lines();
        let deeper = if self.scoped {
            layout.unit.as_str()
        } else {
            ""
        };
        let behind = layout.clauses_behind();
        let range = |indent: &str| layout.range_invariant(indent, self.copies, self.guarded);
        if behind.is_none() {
            lines.append(range(&self.inner_indent()));
        }
        let lines = layout.inserted(lines, &self.inner_indent(), RULES.body);
        edits.push(Edit::from_snippet(layout.insertion(), &lines, RULES.body));
        if let Some(place) = behind {
            edits.push(layout.clause_edit(place, deeper, range, RULES.range));
        }
        let gone: Vec<Span> = self.directive.into_iter().collect();
        if self.scoped {
            for at in layout.line_starts(&gone) {
                edits.insert(parts.stmt.span.file, at, layout.unit.clone(), RULES.scope);
            }
        }
        for span in gone {
            edits.delete(span, REMOVE_DIRECTIVE);
        }
        if let Some(place) = layout.init_place() {
            edits.delete(place, HEADER);
        }
        if let Some((place, header)) = layout.ordinary_header(layout.guard(), false) {
            edits.replace(place, header, HEADER);
        }
        for edit in bounds {
            edits.push(edit);
        }
        if self.scoped {
            let span = parts.stmt.span;
            let close = format!("{}{}}}", layout.eol.as_str(), layout.indent);
            edits
                .insert(span.file, span.end as usize, close, RULES.scope)
                .origin = Some(self.target.site.head);
        }
    }

    /// The loop goes: the copies stand in its place, and its invariants after them.
    fn replace_loop(&self, edits: &mut EditSet) {
        let (layout, parts) = (self.layout, &self.target.parts);
        let indent = self.inner_indent();
        let mut lines = self.lines();
        lines.append(layout.asserts(&indent));
        lines.append(layout.line(
            &indent,
            &format!("assert {};", layout.negated_guard()),
            DROP_LOOP,
            Some(self.target.site.head),
        ));
        if self.scoped {
            lines.append(layout.line(
                &layout.indent,
                "}",
                RULES.scope,
                Some(self.target.site.head),
            ));
        }
        let lines = layout.inserted(lines, "", RULES.body);
        let place = layout
            .insertion()
            .to(layout.with_rest_of_line(parts.stmt.span));
        edits.push(Edit::from_snippet(place, &lines, DROP_LOOP));
    }

    /// The bounds of the variable after the unrolled updates.
    fn bounds(&self, prover: &mut dyn Prover, rewritten: &mut Rewritten) -> Vec<Edit> {
        let Target {
            parts,
            update,
            variable,
            ..
        } = self.target;
        let (Some(update), Some(variable)) = (update, variable) else {
            return Vec::new();
        };
        let resolution = self.input.resolution;
        let mut written: Vec<NodeId> = parts.changing(resolution);
        written.push(variable.id);
        let all = bounds(resolution, &parts.contract, variable.id);
        let moving: Vec<_> = all
            .iter()
            .filter(|bound| {
                bound.side == moving_side(update.op)
                    && is_stable(resolution, &bound.limit, &written)
            })
            .collect();
        let by = match &update.by {
            By::Number(_) => "",
            By::Expr(by) => self.input.slice(by.span),
        };
        let step_known = match &update.by {
            By::Number(_) => true,
            By::Expr(by) => {
                !moving.is_empty()
                    && matches!(update.op, UpdateOp::Add | UpdateOp::Sub)
                    && is_stable(resolution, by, &written)
                    && self.is_shown(
                        prover,
                        &format!("0 <= {by_text}", by_text = grouped(self.input, by)),
                    )
            }
        };
        let mut edits = Vec::new();
        if step_known {
            let not_negative = is_not_negative(&all);
            for bound in moving {
                let limit = self.input.slice(bound.limit.span);
                if let Some(text) = moved(bound, update, self.copies, not_negative, limit, by) {
                    edits.push(
                        Edit::new(bound.limit.span, text, MOVE_BOUND).with_origin(bound.clause),
                    );
                }
            }
        }
        if edits.is_empty() && parts.iterator.is_none() {
            let mut note = Diagnostic::warning(
                Code::A113,
                self.target.site.head,
                format!("no bound on `{}` was moved", variable.name),
            )
            .with_note("the invariants stay as they are: they hold, but say less than they could");
            note.severity = Severity::Note;
            rewritten.notes.push(note);
        } else if let By::Expr(_) = update.by {
            rewritten
                .shown
                .push(format!("`0 <= {by}` holds before the loop"));
        }
        edits
    }

    fn is_shown(&self, prover: &mut dyn Prover, formula: &str) -> bool {
        let question = before_loop(self.input, &self.target.site, self.layout, &[formula]);
        ask(prover, question) == [Outcome::Proved]
    }
}

/// The text of an expression, in parentheses unless it is one word.
fn grouped(input: &Input<'_>, expr: &spec_lang::ast::Expr) -> String {
    let text = input.slice(expr.span);
    if text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        text.to_owned()
    } else {
        format!("({text})")
    }
}
