//! Merging: M iterations of a loop in one, so that its guard is tested once for M of them, and the rest behind.
//!
//! | file | decides |
//! |---|---|
//! | `form.rs` | which form the result has: nothing left over, a guard that looks ahead, or tests between the iterations |

mod form;

use crate::loops::fit::{Codes, MOST_COPIES, fits, jumps, short_enough};
use crate::loops::layout::{Layout, Rules};
use crate::loops::parts::{Kind, Parts, nothing, parts};
use crate::meant::loop_meant;
use crate::opened::Opened;
use crate::rewriting::{Compared, Rewriting};
use crate::sites::Site;
use form::Form;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::{Edit, EditSet, Snippet};
use text::span::Span;
use transforms::merge::Arguments;
use transforms::{Asked, Refusal};

const RULES: Rules = Rules {
    init: "merge: initialisation before the loop",
    body: "merge: copy of the body",
    update: "merge: update between iterations",
    scope: "merge: scope of the copies",
    guard: "merge: guard of a copy",
    directive: "merge: directive carried out",
};
const HEADER: &str = "merge: header without what was done before";
const GUARD: &str = "merge: guard for all the merged iterations";
const TEST: &str = "merge: guard tested between iterations";

const CODES: Codes = Codes {
    body: Code::A206,
    guard: Code::A207,
    clause: Code::A208,
    jumps: false,
};

/// What merging makes of a file.
///
/// # Errors
/// With the codes of merging.
pub(crate) fn rewriting(
    opened: &Opened<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Rewriting, Refusal> {
    let words = ("iter_merge", arguments.variable.as_deref());
    let site = loop_meant(opened, asked, words, Code::A202)?;
    let parts = parts(opened, &site)?;
    fits(opened, &site, &parts, CODES)?;
    let count = count(&site, &parts, arguments.count)?;
    let jumps = jumps(&site);
    if parts.kind == Kind::While && jumps.1 {
        // What a `while` does between iterations is a part of its body, which a `continue` leaves out.
        let message = "the body has a `continue`, which would leave out the iterations behind it";
        return Err(nothing(Code::A206, &site, message).with_help("write it with `if` instead"));
    }
    let form = form::choose(opened, &site, count, jumps)?;
    let layout = Layout::new(opened, &site, &parts, &RULES);
    let plan = Plan {
        layout: &layout,
        parts: &parts,
        count,
        form: &form,
        directive: asked.directive(),
    };
    Ok(Rewriting {
        edits: plan.edits(),
        assertions: None,
        functions: site.functions.clone(),
        notes: note(&site, &form).into_iter().collect(),
        compared: Compared::Same,
    })
}

fn count(site: &Site<'_>, parts: &Parts, count: u64) -> Result<u64, Refusal> {
    if !(2..=MOST_COPIES).contains(&count) {
        let message = format!("{count} iterations are to become one, and 2 to {MOST_COPIES} can");
        return Err(nothing(Code::A201, site, &message));
    }
    short_enough(site, parts, (count, Code::A201))?;
    Ok(count)
}

fn note(site: &Site<'_>, form: &Form) -> Option<Diagnostic> {
    let (code, message) = match form {
        Form::Whole => return None,
        Form::Ahead(_) => (
            Code::A210,
            "the number of iterations is not known to be a multiple, so what is left over runs in a loop of its own",
        ),
        Form::Tested => (
            Code::A211,
            "which iteration is the last one cannot be predicted, so the guard is still tested between them",
        ),
    };
    let mut note = Diagnostic::warning(code, site.head, message);
    note.severity = Severity::Note;
    Some(note)
}

/// Everything that decides what the result looks like.
struct Plan<'a> {
    layout: &'a Layout<'a>,
    parts: &'a Parts,
    count: u64,
    form: &'a Form,
    directive: Option<Span>,
}

impl Plan<'_> {
    fn edits(&self) -> EditSet {
        let mut edits = EditSet::new();
        match self.form {
            Form::Whole | Form::Tested => {
                let (place, before) = self.place();
                let mut body = Snippet::generated(before, RULES.scope, Some(self.parts.body));
                body.append(self.merged(&self.layout.indent));
                edits.push(Edit::from_snippet(place, &body, RULES.body));
                self.layout.drop_directive(self.directive, &mut edits);
            }
            Form::Ahead(guard) => {
                let indent = self.layout.inner();
                let mut lines = self.layout.init(&indent);
                lines.append(self.header(&indent, guard));
                lines.append(self.merged(&indent));
                lines.push("\n", RULES.scope, None);
                self.layout.ahead(lines, self.directive, &mut edits);
                if let Some(init) = self.parts.init {
                    edits.delete(init, HEADER);
                }
            }
        }
        edits
    }

    /// What the merged body replaces, and what stands before its brace: a body without braces may stand on a line of its own,
    /// and its brace belongs to the header.
    fn place(&self) -> (Span, &'static str) {
        let body = self.parts.body;
        let between = Span::new(body.file, self.parts.close, body.start as usize);
        let braces = self.layout.slice(body).starts_with('{');
        match !braces && self.layout.slice(between).trim().is_empty() {
            true => (between.to(body), " "),
            false => (body, ""),
        }
    }

    /// The header of the merged loop, up to where its body begins.
    fn header(&self, indent: &str, guard: &str) -> Snippet {
        let step = self.parts.step.map_or("", |step| self.layout.slice(step));
        let text = match self.parts.kind {
            Kind::For if step.is_empty() => format!("{indent}for (; {guard};) "),
            Kind::For => format!("{indent}for (; {guard}; {step}) "),
            Kind::While => format!("{indent}while ({guard}) "),
        };
        Snippet::generated(text, GUARD, self.parts.guard)
    }

    /// M iterations in braces, for a loop at an indentation; nothing follows the brace.
    fn merged(&self, indent: &str) -> Snippet {
        let layout = self.layout;
        let deeper = format!("{indent}{}", layout.unit);
        let mut lines = layout.line("", "{", RULES.scope, Some(self.parts.body));
        for number in 1..=self.count {
            lines.append(layout.body(&deeper));
            if number == self.count {
                break;
            }
            lines.append(layout.update(&deeper));
            if matches!(self.form, Form::Tested) {
                let text = format!("if (!({})) {{", layout.guard());
                lines.append(layout.line(&deeper, &text, TEST, self.parts.guard));
                let more = format!("{deeper}{}", layout.unit);
                lines.append(layout.line(&more, "break;", TEST, self.parts.guard));
                lines.append(layout.line(&deeper, "}", TEST, self.parts.guard));
            }
        }
        lines.push(format!("{indent}}}"), RULES.scope, Some(self.parts.body));
        lines
    }
}
