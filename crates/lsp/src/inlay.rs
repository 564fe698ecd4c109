//! A mark behind the name of each method that was checked.

use crate::lens;
use crate::messages::{Kind, Verdict};
use crate::program::Program;
use gen_lsp_types::Range;
use seplog::report::MethodReport;
use serde_json::{Value, json};

/// The marks of a file within a range; none for a text that was not checked as it stands.
pub(crate) fn hints(program: &Program, file: u32, within: Range) -> Vec<Value> {
    let run = program.checked.as_ref();
    let Some(verified) = run.and_then(|run| run.original.as_ref()) else {
        return Vec::new();
    };
    let own = verified.report.methods.iter();
    let own = own.filter(|method| method.span.file == file);
    let mark = |method: &MethodReport| {
        let place = program.range(method.span).end;
        if place < within.start || within.end < place {
            return None;
        }
        let label = match Verdict::of(method).kind {
            Kind::Verified => "✓",
            Kind::Open => "✗",
            Kind::Unsupported => "?",
            Kind::Nothing => return None,
        };
        let trusted = verified.report.trusted.len();
        let title = lens::title(method, trusted, program.settings.profile);
        Some(json!({"position": place, "label": label, "tooltip": title, "paddingLeft": true}))
    };
    own.filter_map(mark).collect()
}
