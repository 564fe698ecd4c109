//! Tiling: each thread takes N elements instead of one, and its launches have fewer blocks.
//!
//! Far apart (`inter`) the body is a loop from the thread's element on by the number of threads, so that it is right for every
//! grid; adjacent (`intra`) it is a loop over N elements in a row. The guard of the element becomes that of the loop. Launches
//! in the file get a grid that is divided by N; where there are none, the report says so. The kernels are compared in these
//! two launches.
//!
//! | file | decides |
//! |---|---|
//! | `found.rs` | which variable is a thread's element, and where its guard is |
//! | `fits.rs` | whether the body may be executed for several elements |
//! | `write.rs` | the edits of the kernel |
//! | `launched.rs` | the edits of its launches |

mod fits;
mod found;
mod launched;
mod write;

use crate::launches::launches;
use crate::opened::Opened;
use crate::rewriting::{Compared, Rewriting};
use fits::fits;
use found::elements;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::{EditSet, whole_lines};
use transforms::tile::Arguments;
use transforms::{Asked, Refusal};
use write::Tiling;

const DIRECTIVE: &str = "tile: directive carried out";

/// Elements of a thread at most.
const MOST: u64 = 1_024;

/// What tiling makes of a file.
///
/// # Errors
/// With the codes of tiling.
pub(crate) fn rewriting(
    opened: &Opened<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Rewriting, Refusal> {
    let by = u32::try_from(arguments.size)
        .ok()
        .filter(|_| (2..=MOST).contains(&arguments.size));
    let Some(by) = by else {
        let message = format!(
            "each thread is to take {} elements, and 2 to {MOST} can be",
            arguments.size
        );
        return Err(Refusal::not_applicable(Diagnostic::global(
            Code::A501,
            message,
        )));
    };
    let elements = elements(opened, asked)?;
    let returns = fits(opened, &elements)?;
    let tiling = Tiling {
        opened,
        elements: &elements,
        returns: &returns,
        by,
        adjacent: !arguments.inter,
    };
    let mut edits = EditSet::new();
    tiling.edits(&mut edits)?;
    let found = launches(opened, elements.kernel, Code::A512)?;
    for one in &found {
        launched::divided(opened, one, (elements.axis, by), &mut edits)?;
    }
    if let Some(span) = asked.directive() {
        edits.delete(whole_lines(opened.source, span), DIRECTIVE);
    }
    let mut notes = Vec::new();
    if found.is_empty() {
        let axis = found::AXES.get(elements.axis).copied().unwrap_or_default();
        let message = format!(
            "no launch of `{}` is in the file: where the grid had g blocks in {axis}, (g + {}) / {by} are enough",
            elements.kernel,
            by - 1
        );
        let place = elements.body.first().map(|stmt| stmt.place.span);
        let mut note = match place {
            Some(span) => Diagnostic::warning(Code::A512, span, message),
            None => Diagnostic::global(Code::A512, message),
        };
        note.severity = Severity::Note;
        notes.push(note);
    }
    Ok(Rewriting {
        edits,
        assertions: None,
        functions: elements.functions.clone(),
        notes,
        compared: Compared::Fewer {
            axis: elements.axis,
            by,
        },
    })
}
