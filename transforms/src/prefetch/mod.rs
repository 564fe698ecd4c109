//! # Prefetching
//!
//! Keeps a cell of an array in a register while a thread works on it (Alpinist, section
//! 5.4): it is loaded once, every access is one to the register, and it is written back
//! if it was written.
//!
//! A register lives from the first access to the cell to the last one, within statements
//! that follow each other; it does not outlive a barrier, nor a change of what the index is
//! made of. It is loaded as far out as the cell may be read, under the condition of a
//! permission for it if need be; a write that nothing else follows there is left as it is. In annotations it stands for the cell outside `\old` and
//! the places of permissions.
//!
//! **Applies** if every access to an array of the same element type, by whatever name, is
//! shown to be the cell or another one while the register is ahead of memory; if the
//! register is shown to be equal to the cell wherever it stands for it; and if a cell that is
//! written is held with permission `write` from load to store. The verifier proves all of that.
//!
//! ## Before
//! ```pvl
//! context_everywhere a != null && a.length == n;
//! context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
//! void twice(int[] a, int n) {
//!   gpuopt glob_to_reg a tid;
//!   par threads (int tid = 0 .. n)
//!     context Perm(a[tid], write);
//!   {
//!     a[tid] = a[tid] + 1;
//!     a[tid] = a[tid] * 2;
//!   }
//! }
//! ```
//!
//! ## After
//! ```pvl
//! context_everywhere a != null && a.length == n;
//! context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
//! void twice(int[] a, int n) {
//!   par threads (int tid = 0 .. n)
//!     context Perm(a[tid], write);
//!   {
//!     int a_tid = a[tid];
//!     a_tid = a_tid + 1;
//!     a_tid = a_tid * 2;
//!     a[tid] = a_tid;
//!   }
//! }
//! ```
//!
//! ## Codes
//! `A301` pattern not found, `A302` permission not shown, `A303` may be the same cell, `A304`
//! pattern that moves, `A305` call, `A306` atomic block, `A307` block inside, `A308`
//! permission exhaled, `A309` cell read as part of a whole, `A310` jump, `A311` no permission to
//! write at the load, `A312` written within an expression, `A313` not decided, `A314` register not shown to
//! agree, `A315` name with two meanings, `A316` patterns that may be one cell, `A317` no register for the
//! type, `A318` a lone write left as it is.

mod ask;
mod codes;
mod conditions;
mod decide;
mod first;
mod follow;
mod found;
mod involves;
mod pattern;
mod ranges;
mod refuse;
mod scan;
mod target;
mod write;

pub use codes::CODES;

use crate::framework::input::{Input, Refusal, Rewritten};
use crate::framework::legacy::Limits;
use crate::framework::plan::Possible;
use crate::framework::prover::Prover;
use crate::framework::site::{Site, SiteName};
use crate::framework::step::Asked;
use crate::framework::transformation::{About, FlagFault, Transformation, malformed};
use crate::shared::copies::directive_place;
use crate::shared::names::fresh;
use ask::Area;
use decide::{NoPlan, Plan};
use pattern::Cell;
use ranges::{Range, Scopes};
use scan::Scan;
use spec_lang::ast::{Argument, Directive, Expr, ExprKind, ParBlock};
use spec_lang::parse::parse_expression;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::EditSet;
use write::{Part, Register};

const REMOVE_DIRECTIVE: &str = "prefetch: directive carried out";

/// The transformation.
#[derive(Clone, Copy, Debug)]
pub struct Prefetch;

/// What is asked of it: `--prefetch 'A[PAT]'`, `glob_to_reg A L1 …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    /// The array.
    pub array: Expr,
    /// The indices, one a register.
    pub locations: Vec<Expr>,
    /// The element as it was written, if that is none of PVL: `in[i]` is one of C.
    pub unread: Option<String>,
}

/// Why a step is refused whose element is none of PVL.
fn unread(text: &str) -> Refusal {
    let message = format!("`{text}` is not an element of an array");
    Refusal::wrong_input(Diagnostic::global(Code::C101, message))
}

impl Transformation for Prefetch {
    type Arguments = Arguments;

    const ABOUT: &'static About = &About {
        name: "prefetch",
        form: "'A[PAT]'[@SITE]",
        help: "Keep an array element in a register",
        switches: &[],
        word: "glob_to_reg",
        directive: "gpuopt glob_to_reg A PAT;",
        summary: "keep a cell of an array in a register while a block runs",
        codes: CODES,
        braces: true,
        legacy_turn: 3,
        legacy: Limits {
            absent_ignored: true,
            ..Limits::NONE
        },
        source: include_str!("mod.rs"),
    };

    fn of_flag(argument: &str, _: &[&str]) -> Result<Arguments, FlagFault> {
        let form = || FlagFault::Form("");
        let (array, rest) = argument.split_once('[').ok_or_else(form)?;
        let pattern = rest.trim_end().strip_suffix(']').ok_or_else(form)?;
        let (array, pattern) = (array.trim(), pattern.trim());
        if array.is_empty() || pattern.is_empty() {
            return Err(form());
        }
        // Taken together again: in `m[i][j]` the array is `m[i]`.
        let text = format!("{array}[{pattern}]");
        if let Some(ExprKind::Index(array, index)) =
            parse_expression(&text, 0, 0).value.map(|expr| expr.kind)
        {
            return Ok(Arguments {
                array: *array,
                locations: vec![*index],
                unread: None,
            });
        }
        // A name of C may be a word of PVL's.
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = array.split('[').next().unwrap_or("").trim();
        let placeholder = parse_expression("cell", 0, 0).value;
        match placeholder.filter(|_| name.chars().all(is_name)) {
            Some(array) => Ok(Arguments {
                array,
                locations: Vec::new(),
                unread: Some(text),
            }),
            None => Err(FlagFault::Refused(unread(&text))),
        }
    }

    fn of_directive(directive: &Directive) -> Result<Arguments, Refusal> {
        let [Argument::Array(array), locations @ ..] = directive.arguments.as_slice() else {
            return Err(malformed(directive));
        };
        let locations = locations.iter().map(|argument| match argument {
            Argument::Int(index) => Ok(index.clone()),
            Argument::Name(_) | Argument::Choice(_) | Argument::Array(_) => {
                Err(malformed(directive))
            }
        });
        Ok(Arguments {
            array: array.clone(),
            locations: locations.collect::<Result<_, _>>()?,
            unread: None,
        })
    }

    fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
        target::possible(input, site, name)
    }

    fn apply(
        input: &Input<'_>,
        arguments: &Arguments,
        asked: &Asked,
        prover: &mut dyn Prover,
    ) -> Result<Rewritten, Refusal> {
        if let Some(text) = &arguments.unread {
            return Err(unread(text));
        }
        let targets = target::targets(input, arguments, asked)?;
        let scopes = Scopes::new(input);
        let mut rewritten = Rewritten {
            edits: EditSet::new(),
            notes: Vec::new(),
            shown: Vec::new(),
        };
        let mut settled = Vec::new();
        let mut refusal = None;
        for target in &targets {
            let cell = &target.cell;
            let area = Area {
                input,
                scopes: &scopes,
                method: &target.method,
            };
            let Some(ty) = pattern::type_text(input, &cell.element) else {
                return Err(Refusal::inapplicable(
                    Code::A317,
                    cell.pattern.array.span,
                    format!("no register can have the type of `{}`", cell.pattern.text()),
                ));
            };
            let (plans, left) = plans(area, cell, &target.block, prover)?;
            if plans.is_empty() {
                refusal.get_or_insert(target::not_found(cell.pattern.text(), target.block.span));
                continue;
            }
            follow::follow(area, cell, &ty, &plans, prover)?;
            let alone = left.iter().map(|range| left_alone(cell, range));
            rewritten.notes.extend(alone);
            settled.push((target, ty, plans));
        }
        let together: Vec<_> = settled
            .iter()
            .flat_map(|(target, _, plans)| {
                plans
                    .iter()
                    .map(|plan| (&target.cell, target.method.as_str(), plan))
            })
            .collect();
        decide::apart(input, &together, &scopes, prover)?;
        let mut taken: Vec<String> = Vec::new();
        let registers: Vec<String> = settled
            .iter()
            .map(|(target, ..)| new_name(input, &target.cell.pattern.register(), &mut taken))
            .collect();
        for part in [Part::Stores, Part::Rest] {
            for ((target, ty, plans), register) in settled.iter().zip(&registers) {
                let edits = &mut rewritten.edits;
                let register = Register { name: register, ty };
                write::write(part, input, &target.cell, register, plans, edits);
            }
        }
        for (target, _, plans) in &settled {
            rewritten.shown.extend(shown(&target.cell, plans));
        }
        if rewritten.edits.is_empty() {
            let nothing = || target::not_found("the pattern".into(), text::span::Span::default());
            return Err(refusal.unwrap_or_else(nothing));
        }
        if let Some(span) = asked.directive()
            && let Some(file) = input.file(span)
        {
            rewritten
                .edits
                .delete(directive_place(file, span), REMOVE_DIRECTIVE);
        }
        Ok(rewritten)
    }
}

/// The ranges of a block with a plan for each, as far out as they can be; and what is left as it is.
fn plans(
    area: Area<'_>,
    cell: &Cell,
    block: &ParBlock,
    prover: &mut dyn Prover,
) -> Result<(Vec<Plan>, Vec<Range>), Refusal> {
    let input = area.input;
    let permissions = Scan::permissions(input, cell, block);
    let mut plans: Vec<Plan> = Vec::new();
    let mut left: Vec<Range> = Vec::new();
    let mut open: Vec<Range> = ranges::ranges(input, cell, &block.body);
    while !open.is_empty() {
        let now = std::mem::take(&mut open);
        let decided = decide::plans(area, cell, &permissions, now, prover);
        for (range, plan) in decided {
            match plan {
                Ok(plan) => plans.push(plan),
                Err(NoPlan::Refused(refusal)) => return Err(refusal),
                Err(NoPlan::Narrower(refusal)) => {
                    let inner = ranges::narrower(input, cell, &range).ok_or(refusal)?;
                    // A register for one write gains nothing, so nothing is asked for it.
                    let (alone, rest): (Vec<_>, Vec<_>) =
                        inner.into_iter().partition(Range::is_one_write);
                    left.extend(alone);
                    open.extend(rest);
                }
            }
        }
        if open.is_empty() && plans.is_empty() {
            // Then there is nothing else, and it was asked for.
            open = std::mem::take(&mut left);
        }
    }
    plans.sort_by_key(|plan| (plan.range.span().file, plan.range.span().start));
    Ok((plans, left))
}

/// That a write is left as it is.
fn left_alone(cell: &Cell, range: &Range) -> Diagnostic {
    let message = format!(
        "the only access to `{}` here is a write, so it gets no register",
        cell.pattern.text()
    );
    let mut note = Diagnostic::warning(Code::A318, range.span(), message);
    note.severity = Severity::Note;
    note
}

/// A name that is new to the program and to this step.
fn new_name(input: &Input<'_>, wish: &str, taken: &mut Vec<String>) -> String {
    let mut name = fresh(input.program, wish);
    let mut number = 2;
    while taken.contains(&name) {
        name = fresh(input.program, &format!("{wish}_{number}"));
        number += 1;
    }
    taken.push(name.clone());
    name
}

/// What was shown, in words.
fn shown(cell: &Cell, plans: &[Plan]) -> Vec<String> {
    let text = cell.pattern.text();
    let mut lines = vec![format!(
        "the register has the value of `{text}` at each of {} accesses",
        plans.iter().map(|plan| plan.replaced.len()).sum::<usize>()
    )];
    if plans.iter().any(|plan| plan.dirty) {
        lines.push(format!(
            "`{text}` is held with permission `write` where it is loaded, and every other access meanwhile is to another cell"
        ));
    }
    lines
}
