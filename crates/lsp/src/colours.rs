//! Semantic tokens: what each name is, which no grammar can tell.

use crate::nodes::{Declared, Nodes};
use crate::program::Program;
use gen_lsp_types::Position;
use serde_json::{Value, json};

/// The kinds of names, by number.
const TYPES: &[&str] = &[
    "class",
    "enum",
    "enumMember",
    "struct",
    "interface",
    "function",
    "method",
    "property",
    "parameter",
    "variable",
    "namespace",
];

/// What else is said of a name, by bit.
const MODIFIERS: &[&str] = &["declaration", "readonly"];

/// What the numbers mean.
pub(crate) fn legend() -> Value {
    json!({"tokenTypes": TYPES, "tokenModifiers": MODIFIERS})
}

/// The names of a file, in the encoding of the protocol: five numbers each, places relative to
/// the one before.
pub(crate) fn tokens(program: &Program, nodes: &Nodes, file: u32) -> Value {
    let mut data: Vec<u32> = Vec::new();
    let mut last = Position::new(0, 0);
    let mut end = Position::new(0, 0);
    for (span, id) in nodes.names(&program.front.resolution) {
        let declared = id.and_then(|id| nodes.declared(id));
        let Some(declared) = declared.filter(|_| span.file == file) else {
            continue;
        };
        let range = program.range(span);
        // Names are on one line and not within each other; an implied one has no place.
        let one_line = range.start.line == range.end.line && range.start != range.end;
        if !one_line || range.start < end {
            continue;
        }
        let line = range.start.line - last.line;
        let column = match line {
            0 => range.start.character - last.character,
            _ => range.start.character,
        };
        let length = range.end.character - range.start.character;
        let modifiers = u32::from(declared.span == span) | (u32::from(is_fixed(declared)) << 1);
        data.extend([line, column, length, kind(declared), modifiers]);
        (last, end) = (range.start, range.end);
    }
    json!({"data": data})
}

/// Whether it never changes its value.
fn is_fixed(declared: &Declared) -> bool {
    matches!(
        declared.what,
        "iterator" | "bound variable" | "enum constant"
    )
}

fn kind(declared: &Declared) -> u32 {
    let name = match declared.what {
        "class" => "class",
        "enum" => "enum",
        "enum constant" => "enumMember",
        "abstract data type" => "struct",
        "predicate" => "interface",
        "function" => "function",
        "constructor" | "run block" | "operator" | "method" => "method",
        "field" => "property",
        "parameter" => "parameter",
        "block" | "invariant" | "label" => "namespace",
        _ => "variable",
    };
    let at = TYPES.iter().position(|one| *one == name);
    at.and_then(|at| u32::try_from(at).ok()).unwrap_or(0)
}
