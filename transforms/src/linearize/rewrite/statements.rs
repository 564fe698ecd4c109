//! Clauses, assignments and directives: what goes, and what is put in its place.

use super::*;
use crate::linearize::{Arguments, asked_by};
use spec_lang::ast::Argument;
use text::code::Code;

impl Rewrite<'_> {
    pub(super) fn delete_clause(&mut self, span: Span) {
        if let Some(file) = self.world.input.file(span) {
            self.edits
                .push((directive_place(file, span), String::new(), rules::ROWS));
        }
    }

    /// What a variable of the group is set to: a new matrix or `null`.
    pub(super) fn set(&mut self, member: usize, target: Option<&Expr>, value: &Expr, place: Place) {
        match &value.kind {
            ExprKind::Null => {}
            ExprKind::NewArray(element, sizes) => {
                let [Some(rows), Some(columns)] = sizes.as_slice() else {
                    return self.fail(
                        Diagnostic::error(
                            Code::A403,
                            value.span,
                            "this makes rows of which the length is left open",
                        )
                        .with_note("a matrix has rows of one length")
                        .with_help("give both sizes, as in `new int[rows][columns]`"),
                    );
                };
                let matrix = match (target, self.world.matrices.get(member)) {
                    (Some(target), _) => target.clone(),
                    (None, Some(declared)) => Expr {
                        span: value.span,
                        ..name(&declared.name)
                    },
                    _ => return,
                };
                let extents = self.here(member, &matrix);
                if let Some(callable) = self.callable {
                    self.allocations.push(Allocation {
                        member,
                        sizes: (rows.clone(), columns.clone()),
                        extents,
                        place,
                        span: value.span,
                        callable,
                    });
                }
                let (rows, columns) = (self.mapped(rows), self.mapped(columns));
                let size = Some(times(rows, columns));
                let new = build::expr(ExprKind::NewArray(element.clone(), vec![size]));
                self.edits
                    .push((value.span, print::expr(&new), rules::ALLOCATION));
            }
            _ => {
                let what = self.world.describe(member);
                self.fail(
                    Diagnostic::error(
                        Code::A405,
                        value.span,
                        format!("{what} gets another matrix"),
                    )
                    .with_note("only `new` makes a matrix of known extents")
                    .with_help("use one variable for it throughout"),
                );
            }
        }
    }

    /// A directive for another step, or one that asks for the same.
    pub(super) fn directive(&mut self, directive: &Directive) {
        if let Some(arguments) = asked_by(directive) {
            self.own_directive(directive, &arguments);
            return;
        }
        let [Argument::Array(array), locations @ ..] = directive.arguments.as_slice() else {
            self.walk_directive(directive);
            return;
        };
        let Some((member, matrix, row)) = self.row(array) else {
            self.walk_directive(directive);
            return;
        };
        let (matrix, row) = (matrix.clone(), row.clone());
        let extents = self.here(member, &matrix);
        let row = self.mapped(&row);
        self.edits
            .push((array.span, print::expr(&matrix), rules::ACCESS));
        for argument in locations {
            let Argument::Int(location) = argument else {
                continue;
            };
            let column = self.mapped(location);
            let index = self.index(&extents, row.clone(), column);
            let text = format!("({})", print::expr(&index));
            self.edits.push((location.span, text, rules::ACCESS));
        }
    }

    /// A directive for a matrix: that of this step, one for the same group, or of another.
    fn own_directive(&mut self, directive: &Directive, arguments: &Arguments) {
        let own = self.directive == Some(directive.span);
        let meant = own
            || self.group.members.iter().any(|&member| {
                self.world.matrices.get(member).is_some_and(|declared| {
                    declared.name == arguments.matrix.name && declared.callable == self.callable
                })
            });
        if !meant {
            for extent in arguments
                .extents
                .iter()
                .flat_map(|(rows, columns)| [rows, columns])
            {
                self.visit_expr(extent);
            }
        } else if arguments.row_major != self.group.row_major {
            self.fail(
                Diagnostic::error(
                    Code::A410,
                    directive.span,
                    "this asks for the other order, but the two matrices are passed on \
                     from one to the other",
                )
                .with_help("ask for one order everywhere"),
            );
        } else if let Some(file) = self.world.input.file(directive.span) {
            let place = directive_place(file, directive.span);
            self.edits.push((place, String::new(), rules::DIRECTIVE));
        }
    }

    /// `a && b` of which one side says nothing any more: the other one, as it stands.
    pub(super) fn drop_side(&mut self, whole: Span, gone: &Expr, kept: &Expr, left_goes: bool) {
        let input = self.world.input;
        let between = |start: u32, end: u32| Span {
            start,
            end,
            ..whole
        };
        let found = if left_goes {
            // Where the other side begins, with its parentheses.
            let tail = input.slice(between(kept.span.end, whole.end));
            let closing = tail.matches(')').count();
            let head = input.slice(between(gone.span.end, kept.span.start));
            let plain = !tail.contains('/') && !head.contains('/');
            let at = match closing {
                0 => Some(head.len()),
                _ => head.rmatch_indices('(').nth(closing - 1).map(|(at, _)| at),
            };
            at.filter(|_| plain).map(|at| {
                let at = u32::try_from(at).unwrap_or(0);
                between(whole.start, gone.span.end + at)
            })
        } else {
            let head = input.slice(between(whole.start, kept.span.start));
            let opening = head.matches('(').count();
            let tail = input.slice(between(kept.span.end, gone.span.start));
            let plain = !tail.contains('/') && !head.contains('/');
            let at = match opening {
                0 => Some(0),
                _ => tail
                    .match_indices(')')
                    .nth(opening - 1)
                    .map(|(at, _)| at + 1),
            };
            at.filter(|_| plain).map(|at| {
                let at = u32::try_from(at).unwrap_or(0);
                between(kept.span.end + at, whole.end)
            })
        };
        match found {
            Some(span) => self.edits.push((span, String::new(), rules::ROWS)),
            None => self.edits.push((gone.span, "true".to_owned(), rules::ROWS)),
        }
        self.visit_expr(kept);
    }
}
