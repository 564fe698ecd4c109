//! What OpenCL leaves to implementations and launches, and is taken one way here.

use std::collections::HashSet;

use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};

use super::session::Mode;
use crate::request::Request;

/// Functions of which the value or meaning depends on the size of groups.
const SIZES: [&str; 7] = [
    "get_local_size",
    "get_enqueued_local_size",
    "get_global_size",
    "get_global_id",
    "get_global_linear_id",
    "get_local_linear_id",
    "get_num_groups",
];

/// The choices that a kernel depends on. `mentioned` are the words of its text and of what it
/// reaches.
pub(super) fn choices(mode: Mode, request: &Request, mentioned: &HashSet<&str>) -> Vec<Diagnostic> {
    let Mode::OpenCl(usual) = mode else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let mut note = |message: String| {
        all.push(Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::global(Code::K011, message)
        });
    };
    let any = |names: &[&'static str]| -> Option<&'static str> {
        names
            .iter()
            .find(|name| mentioned.contains(**name))
            .copied()
    };
    let standard = request.standard.as_deref().unwrap_or(usual);
    let standard = standard.to_ascii_uppercase();
    // Before OpenCL 2.0 the last group may not be smaller.
    if !(standard == "CL" || standard.starts_with("CL1")) && any(&SIZES).is_some() {
        note("all work-groups of a launch have the same size".to_owned());
    }
    // OpenCL C 6.12.3: of wider arguments the result is the implementation's.
    if let Some(name) = any(&["mul24", "mad24"]) {
        note(format!(
            "`{name}` multiplies the lowest 24 bits of its arguments"
        ));
    }
    all
}
