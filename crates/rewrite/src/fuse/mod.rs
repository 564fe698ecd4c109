//! Fusing: two kernels that are launched one behind the other become one, and so do their launches.
//!
//! Parameters that get the same argument in each pair of launches are one parameter; without launches in the file those of
//! one name are. What both bodies begin with, the element of a thread and its guard, stands once. The fused kernel is tried
//! without a barrier between the bodies, then with one: that it is free of races and leaves what both launches left decides,
//! and nothing else. Data that goes to another block is a race with either.
//!
//! | file | decides |
//! |---|---|
//! | `row.rs` | which kernels, and their launches |
//! | `parameters.rs` | which parameters are one |
//! | `body.rs` | the body of the fused kernel |
//! | `proof.rs` | what is shown of it |

mod body;
mod parameters;
pub(crate) mod proof;
mod row;

use crate::opened::Opened;
use crate::prefetch::register::Names;
use body::{Bodies, commented};
use clang::tree::{FunctionId, Language};
use parameters::{Parameters, parameters};
use row::row;
use std::collections::BTreeMap;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::{EditSet, line_end, whole_lines};
use text::span::Span;
use transforms::fuse::Arguments;
use transforms::{Asked, Refusal};

const KERNEL: &str = "fuse: one kernel of two";
const FIRST: &str = "fuse: kernel that is part of another";
const LAUNCH: &str = "fuse: one launch of two";

/// What fusing may make of a file: the first that is proved is taken.
#[derive(Clone, Debug)]
pub(crate) struct Fusing {
    /// The edits, without a barrier between the bodies and with one.
    pub edits: [EditSet; 2],
    /// The kernels before.
    pub kernels: [String; 2],
    /// The kernel after.
    pub fused: String,
    /// What parameters of the second kernel are called in the fused one.
    pub names: BTreeMap<String, String>,
    /// What the user may want to know.
    pub notes: Vec<Diagnostic>,
}

/// What fusing may make of a file.
///
/// # Errors
/// With the codes of fusing.
pub(crate) fn fusing(
    opened: &Opened<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Fusing, Refusal> {
    if let Some(span) = asked.directive() {
        let message = "kernels are fused by a flag: `--fuse first,second`";
        return Err(Refusal::wrong(Code::A001, span, message));
    }
    let row = row(opened, arguments, asked)?;
    let text = &opened.source.text;
    let parameters = parameters(opened, &row)?;
    let mut names = Names::of(text);
    let fused = names.fresh(&format!("{}_{}", row.names[0], row.names[1]));
    let bodies = Bodies::new(opened, &row, &parameters)?;
    let edits = |barrier: bool| {
        let mut edits = EditSet::new();
        let kernel = kernel(opened, (&bodies, &parameters), &fused, barrier);
        let [first, second] = &bodies.whole;
        let comment = commented(text, first.start as usize);
        let above = text.get(comment..first.start as usize).unwrap_or("");
        let place = commented(text, second.start as usize);
        edits.insert(0, place, above.to_owned(), KERNEL);
        edits.replace(*second, kernel, KERNEL).origin = Some(*first);
        edits.delete(
            gone(opened, Span::new(0, comment, first.end as usize)),
            FIRST,
        );
        for (annotation, with) in &bodies.annotations {
            edits.replace(*annotation, with.clone(), KERNEL);
        }
        for (one, other) in &row.launches {
            edits.replace(one.callee, fused.clone(), LAUNCH);
            let more = parameters
                .more
                .iter()
                .filter_map(|at| other.arguments.get(*at));
            let mut passed = String::new();
            for span in more {
                let comma = match one.arguments.is_empty() && passed.is_empty() {
                    true => "",
                    false => ", ",
                };
                passed.push_str(&format!("{comma}{}", opened.slice(*span)));
            }
            edits.insert(0, one.span.end as usize - 1, passed, LAUNCH);
            let end = clang::tokens(text, other.span.end as usize).next();
            let end = end.map_or(other.span.end as usize, |semicolon| semicolon.end);
            let span = Span::new(0, other.span.start as usize, end);
            edits.delete(whole_lines(opened.source, span), LAUNCH);
        }
        edits
    };
    let mut notes = Vec::new();
    if row.launches.is_empty() {
        let message = format!(
            "no launch of `{}` is in the file: `{fused}` is launched in place of both, with the grid and block that both had",
            row.names[0]
        );
        let mut note = Diagnostic::warning(Code::A616, row.places[0], message);
        note.severity = Severity::Note;
        notes.push(note);
    }
    Ok(Fusing {
        edits: [edits(false), edits(true)],
        kernels: row.names.clone(),
        fused,
        names: parameters.renamed.clone(),
        notes,
    })
}

/// A definition with the empty line behind it.
fn gone(opened: &Opened<'_>, span: Span) -> Span {
    let lines = whole_lines(opened.source, span);
    let rest = opened.source.text.get(lines.end as usize..).unwrap_or("");
    let line = rest.find('\n').map(|at| at + 1);
    match line.filter(|end| rest.get(..*end).is_some_and(|line| line.trim().is_empty())) {
        Some(end) => Span::new(0, lines.start as usize, lines.end as usize + end),
        None => lines,
    }
}

/// The text of the fused kernel.
fn kernel(
    opened: &Opened<'_>,
    (bodies, parameters): (&Bodies, &Parameters),
    fused: &str,
    barrier: bool,
) -> String {
    let eol = line_end(opened.source);
    let meet = match (barrier, opened.reading.unit.language) {
        (false, _) => None,
        (true, Language::Cuda) => Some("__syncthreads();"),
        (true, Language::OpenCl) => Some("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"),
    };
    let text = format!(
        "{}{fused}({}) {{\n{}}}",
        bodies.header,
        parameters.texts.join(", "),
        bodies.text(meet)
    );
    eol.apply(&text)
}

/// The functions of the kernels that are fused.
pub(crate) type Functions = [FunctionId; 2];
