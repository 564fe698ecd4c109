//! Changes that answer messages about names and types, where these need the text itself.

use super::{each, fix};
use spec_lang::ast::{BinaryOp, ExprKind, Program, QuantifierKind};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;

/// Adds changes to the messages of the front.
pub fn of_text(diagnostics: &mut [Diagnostic], program: &Program, files: &[SourceFile]) {
    let about = |one: &&mut Diagnostic| one.code == Code::T005 && one.fix.is_none();
    for diagnostic in diagnostics.iter_mut().filter(about) {
        let Some(span) = diagnostic.primary.as_ref().map(|label| label.span) else {
            continue;
        };
        each(program, |expr| match &expr.kind {
            ExprKind::Binary(BinaryOp::And, left, right)
                if left.span == span || right.span == span =>
            {
                if let Some(place) = conjunction(files, left.span, right.span) {
                    diagnostic.fix = Some(fix("write `**`", place, "**"));
                    diagnostic.help = Some("`**` joins permissions; did you mean it?".to_owned());
                }
            }
            ExprKind::Quantifier {
                kind: QuantifierKind::Forall,
                body,
                ..
            } if body.span == span => {
                let Some(file) = files.get(expr.span.file as usize) else {
                    return;
                };
                let word = "\\forall";
                let Some(at) = file.slice(expr.span).find(word).filter(|at| *at <= 2) else {
                    return;
                };
                let end = expr.span.start as usize + at + word.len();
                let place = Span::new(expr.span.file, end, end);
                diagnostic.fix = Some(fix("write `\\forall*`", place, "*"));
                diagnostic.help =
                    Some("`\\forall*` is the quantifier that holds permissions".to_owned());
            }
            _ => {}
        });
    }
}

/// The `&&` between two operands, if nothing else stands there but parentheses.
fn conjunction(files: &[SourceFile], left: Span, right: Span) -> Option<Span> {
    let file = files.get(left.file as usize)?;
    let between = file.text.get(left.end as usize..right.start as usize)?;
    let bare = between.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
    let start = left.end as usize + between.find("&&").filter(|_| bare == "&&")?;
    Some(Span::new(left.file, start, start + 2))
}
