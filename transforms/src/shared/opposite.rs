//! The opposite of a condition, in the words that one would write: `i >= n` for `i < n`.

use crate::framework::input::Input;
use spec_lang::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use spec_lang::resolve::Type;
use text::span::Span;

/// What is put in place of which parts of a text.
pub(crate) type Changes = Vec<(Span, String)>;

/// The changes by which a condition becomes its opposite.
pub(crate) fn opposite(input: &Input<'_>, condition: &Expr) -> Changes {
    let span = condition.span;
    if let ExprKind::Unary(UnaryOp::Not, inner) = &condition.kind
        && !matches!(
            inner.kind,
            ExprKind::Quantifier { .. } | ExprKind::Let { .. }
        )
    {
        let around = [(span.start, inner.span.start), (inner.span.end, span.end)];
        let gone = |(start, end)| (Span { start, end, ..span }, String::new());
        return around.map(gone).to_vec();
    }
    if let Some(change) = comparison(input, condition) {
        return vec![change];
    }
    let (open, close) = match condition.kind {
        ExprKind::Name(_) => ("!", ""),
        _ => ("!(", ")"),
    };
    let at = |at: u32| Span::new(span.file, at as usize, at as usize);
    vec![
        (at(span.start), open.to_owned()),
        (at(span.end), close.to_owned()),
    ]
}

/// The opposite of a condition, as text.
pub(crate) fn opposite_text(input: &Input<'_>, condition: &Expr) -> String {
    let span = condition.span;
    let mut text = String::new();
    let mut at = span.start;
    for (place, words) in opposite(input, condition) {
        text.push_str(input.slice(Span {
            start: at,
            end: place.start,
            ..span
        }));
        text.push_str(&words);
        at = place.end;
    }
    text + input.slice(Span { start: at, ..span })
}

/// The opposite operator of a comparison, in its place. An order has one for numbers only: of two
/// sets neither need be part of the other.
fn comparison(input: &Input<'_>, condition: &Expr) -> Option<(Span, String)> {
    let ExprKind::Binary(op, left, right) = &condition.kind else {
        return None;
    };
    let ints = [left, right]
        .iter()
        .all(|side| *input.resolution.type_of(side.id) == Type::Int);
    let (old, new) = match op {
        BinaryOp::Eq => ("==", "!="),
        BinaryOp::Ne => ("!=", "=="),
        BinaryOp::Lt if ints => ("<", ">="),
        BinaryOp::Le if ints => ("<=", ">"),
        BinaryOp::Gt if ints => (">", "<="),
        BinaryOp::Ge if ints => (">=", "<"),
        _ => return None,
    };
    if input.resolution.method_called(condition).is_some() {
        return None;
    }
    let between = Span {
        start: left.span.end,
        end: right.span.start,
        ..condition.span
    };
    let text = input.slice(between);
    // Anything else there, a comment or a parenthesis, is left alone.
    (text.trim() == old).then(|| (between, text.replacen(old, new, 1)))
}
