//! Linearization: an array of rows in one array, row by row or column by column.
//!
//! An array of the kernel's own, `__shared__ float tile[16][17]`, becomes `tile[16 * 17]`, and each `tile[i][j]` becomes
//! `tile[i * 17 + j]`. Row by row that is the same address. Column by column each index has to be in its range, which the race
//! checker proves as an assertion within it.
//!
//! | file | decides |
//! |---|---|
//! | `found.rs` | which array is meant, and where its parts are in the text |
//! | `uses.rs` | where it is used, and whether otherwise than with both indices |

pub(crate) mod found;
mod uses;

use crate::opened::Opened;
use crate::rewriting::{Assertions, Compared, Rewriting};
use found::{Matrix, matrix};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::edit::{EditSet, whole_lines};
use text::span::Span;
use transforms::linearize::Arguments;
use transforms::{Asked, Refusal};
use uses::{Use, uses};

const DECLARATION: &str = "linearize: one array in place of rows";
const ELEMENT: &str = "linearize: element in the one array";
const DIRECTIVE: &str = "linearize: directive carried out";
/// Of text that only the race checker sees.
const ASSERTION: &str = "linearize: index asserted to be in range";

/// What linearization makes of a file.
///
/// # Errors
/// With the codes of linearization.
pub(crate) fn rewriting(
    opened: &Opened<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Rewriting, Refusal> {
    let found = matrix(opened, arguments, asked)?;
    let uses = uses(opened, &found)?;
    let plan = Plan {
        opened,
        matrix: &found,
        uses: &uses,
        by_rows: arguments.row_major,
        directive: asked.directive(),
    };
    // The address is the same row by row, whatever the indices are.
    let assertions = (!arguments.row_major).then(|| Assertions {
        edits: plan.asserted(),
        refused: not_in_range(&found),
        undecided: Code::A415,
        shown: vec![format!(
            "both indices of `{}` are in their ranges wherever it is used",
            found.name
        )],
    });
    Ok(Rewriting {
        edits: plan.edits(),
        assertions,
        functions: found.functions.clone(),
        notes: Vec::new(),
        compared: Compared::Same,
    })
}

fn not_in_range(matrix: &Matrix) -> Refusal {
    let message = format!(
        "the indices of `{}` are not shown to be in their ranges",
        matrix.name
    );
    Refusal::not_applicable(
        Diagnostic::error(Code::A413, matrix.place, message)
            .with_note("column by column an index beyond its row is another element than row by row")
            .with_help("lay it out by rows, or state what launches satisfy above the kernel, as `//@ requires n <= 16;`"),
    )
}

struct Plan<'a> {
    opened: &'a Opened<'a>,
    matrix: &'a Matrix,
    uses: &'a [Use],
    by_rows: bool,
    directive: Option<Span>,
}

impl Plan<'_> {
    fn edits(&self) -> EditSet {
        let mut edits = EditSet::new();
        let (rows, columns) = (self.extent(0), self.extent(1));
        let text = format!("[{rows} * {columns}]");
        edits.replace(self.matrix.brackets, text, DECLARATION);
        for one in self.uses {
            let text = match self.by_rows {
                true => self.element(one.row, &columns, one.column),
                false => self.element(one.column, &rows, one.row),
            };
            edits.replace(one.brackets, text, ELEMENT);
        }
        if let Some(span) = self.directive {
            edits.delete(whole_lines(self.opened.source, span), DIRECTIVE);
        }
        edits
    }

    /// The text as it is, with each index asserted to be in its range.
    fn asserted(&self) -> EditSet {
        let mut edits = EditSet::new();
        for one in self.uses {
            for (index, extent) in [(one.row, self.extent(0)), (one.column, self.extent(1))] {
                let text = self.opened.slice(index);
                // The sign makes a value of the index: as a place, a thread's number would be all three of its numbers.
                let text = format!("(__assert(0 <= ({text}) && ({text}) < {extent}), +({text}))");
                edits.replace(index, text, ASSERTION);
            }
        }
        edits
    }

    fn extent(&self, at: usize) -> String {
        let span = self.matrix.extents.get(at).copied().unwrap_or_default();
        grouped(self.opened.slice(span))
    }

    /// The element `major * extent + minor`, in brackets.
    fn element(&self, major: Span, extent: &str, minor: Span) -> String {
        let (major, minor) = (self.opened.slice(major), self.opened.slice(minor));
        match major {
            "0" => format!("[{minor}]"),
            "1" => format!("[{extent} + {}]", grouped(minor)),
            _ => format!("[{} * {extent} + {}]", grouped(major), grouped(minor)),
        }
    }
}

/// An operand of a product or sum: in parentheses unless it is one name, member or number.
fn grouped(text: &str) -> String {
    let simple = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    match text.chars().all(simple) {
        true => text.to_owned(),
        false => format!("({text})"),
    }
}
