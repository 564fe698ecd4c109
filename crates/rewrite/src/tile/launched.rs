//! Launches of a tiled kernel: a grid with as many blocks as are left.

use crate::launches::{Grid, HostLaunch};
use crate::opened::Opened;
use text::code::Code;
use text::edit::EditSet;
use text::span::Span;
use transforms::Refusal;

const LAUNCH: &str = "tile: grid of the launch divided by the elements of a thread";

/// Divides the grid of a launch in a dimension by a number, up.
///
/// # Errors
/// `A512` of a grid that is neither a number nor a variable.
pub(crate) fn divided(
    opened: &Opened<'_>,
    launch: &HostLaunch,
    (axis, by): (usize, u32),
    edits: &mut EditSet,
) -> Result<(), Refusal> {
    let number = |span: Span, edits: &mut EditSet| {
        edits.replace(span, quotient(opened.slice(span), by), LAUNCH);
    };
    match &launch.grid {
        Grid::Number(span) if axis == 0 => number(*span, edits),
        // The other dimensions of a number are 1.
        Grid::Number(_) => {}
        Grid::Made(parts) => {
            if let Some(span) = parts.get(axis) {
                number(*span, edits);
            }
        }
        Grid::Extents(span) => {
            let text = opened.slice(*span);
            if !text.chars().all(|c| c.is_alphanumeric() || c == '_') {
                let message = "the grid of this launch is neither a number nor a variable";
                return Err(Refusal::inapplicable(Code::A512, *span, message)
                    .with_help("put it into a variable, as `dim3 grid = …;`"));
            }
            let part = |at: usize, name: &str| match at == axis {
                true => quotient(&format!("{text}.{name}"), by),
                false => format!("{text}.{name}"),
            };
            let made = format!("dim3({}, {}, {})", part(0, "x"), part(1, "y"), part(2, "z"));
            edits.replace(*span, made, LAUNCH);
        }
    }
    Ok(())
}

/// A number divided by another, up, as text.
fn quotient(text: &str, by: u32) -> String {
    if let Ok(number) = text.parse::<u32>() {
        return number.div_ceil(by).to_string();
    }
    match is_name(text) || is_call(text) || is_product(text) {
        true => format!("({text} + {}) / {by}", by - 1),
        false => format!("(({text}) + {}) / {by}", by - 1),
    }
}

/// Whether a text is a name, a member or a number.
fn is_name(text: &str) -> bool {
    let simple = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    !text.is_empty() && text.chars().all(simple)
}

/// Where the parenthesis that a text begins with is closed.
fn closed(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then_some(at);
        }
    }
    None
}

/// Whether a text is a call, or a use of a macro: `ceil_div(n, 256)`.
fn is_call(text: &str) -> bool {
    text.find('(').is_some_and(|at| {
        let (name, rest) = text.split_at(at);
        is_name(name) && closed(rest) == rest.len().checked_sub(1)
    })
}

/// Whether a text is `(…) / x` or `(…) * x` with one operand behind it.
fn is_product(text: &str) -> bool {
    let rest = closed(text).and_then(|at| text.get(at + 1..));
    let rest = rest.map_or("", str::trim_start);
    rest.strip_prefix(['/', '*'])
        .is_some_and(|one| is_name(one.trim()))
}
