//! What would help, said in the words of the program at hand: the checker and the parser know
//! what is wrong, here is looked at what stands around it.
//!
//! Advice decides nothing. A change that is proposed is verified like any other text.

mod accesses;
mod around;
mod contract;
mod exits;
mod known;
mod race;
mod texts;
mod values;

use around::{Around, Owner, around};
use seplog::report::{ObligationReport, Outcome, Report};
use spec_lang::ast::{BinaryOp, Expr, ExprKind, Program};
use std::collections::BTreeMap;
use text::code::Code;
use text::diagnostics::{Fix, Label, Replacement};
use text::source::SourceFile;
use text::span::Span;

pub use texts::of_text;
use values::Values;

/// As many failed obligations as are worth a look at each.
const MOST: usize = 100;

/// Adds to what does not hold what would help.
pub fn of_proofs(report: &mut Report, program: &Program, files: &[SourceFile]) {
    let obligations = report
        .methods
        .iter_mut()
        .flat_map(|method| &mut method.obligations);
    let failed =
        obligations.filter(|one| one.outcome != Outcome::Proved && !one.outcome.is_not_kept());
    for obligation in failed.take(MOST) {
        let place = Place {
            around: around(program, obligation.span),
            files,
        };
        place.advise(obligation);
        race::name(obligation, program, files);
        contract::name(obligation, files);
    }
}

struct Place<'a> {
    around: Around,
    files: &'a [SourceFile],
}

impl Place<'_> {
    fn advise(&self, obligation: &mut ObligationReport) {
        match obligation.code {
            Code::V001 => self.null(obligation),
            Code::V002 => self.bounds(obligation),
            Code::V003 => self.permission(obligation, "read"),
            Code::V009 => self.permission(obligation, "write"),
            Code::V004 => self.divisor(obligation),
            Code::V010 => self.known(obligation, Some(obligation.span)),
            Code::V022 => {
                self.known(obligation, None);
                self.exit(obligation);
            }
            _ => {}
        }
        if obligation.code == Code::V022
            && let Some(span) = self.around.lacks_return
        {
            let text = "the body ends here without a `return`".to_owned();
            obligation.hints.push(Label { span, text });
            obligation.help = Some("return a value at the end".to_owned());
        }
        Self::claims(obligation);
        self.zero_permission(obligation);
        self.bare_loop(obligation);
    }

    /// Several that want one location, or one that wants what is not there.
    fn claims(obligation: &mut ObligationReport) {
        let threads = &obligation.threads;
        let Some(amount) = threads.first().and_then(|first| first.amount.as_ref()) else {
            return;
        };
        let all = threads.iter().flat_map(|thread| &thread.values);
        let several = threads.len() > 1 || all.into_iter().any(|(_, value)| value == "all");
        let help = match several {
            true => {
                "the permissions to one location add up to more than is held: let each ask for a location of its own, or all for a fraction, such as `1\\n`".to_owned()
            }
            false => format!(
                "{amount} of this location must be held here: a block, a loop or a call before it returns only the permissions that its contract names"
            ),
        };
        obligation.help = Some(help);
    }

    /// That something is known by contracts alone, if so.
    fn known(&self, obligation: &mut ObligationReport, place: Option<Span>) {
        if let Some(body) = &self.around.body
            && obligation.help.is_none()
        {
            obligation.help = known::only_by_contract(body, place);
        }
    }

    /// Where the body ends in the counterexample.
    fn exit(&self, obligation: &mut ObligationReport) {
        let Some(body) = &self.around.body else {
            return;
        };
        // What is not confirmed may be no way that there is.
        let numbers = match obligation.outcome {
            Outcome::Refuted => values::given(&obligation.counterexample),
            _ => BTreeMap::new(),
        };
        let values = Values {
            numbers,
            ..Values::default()
        };
        let lacks_return = self.around.lacks_return.is_some();
        if let Some(exit) = exits::of_body(body, &values).filter(|_| !lacks_return) {
            obligation.hints.push(exit.label());
        }
    }

    fn text(&self, span: Span) -> Option<&str> {
        let file = self.files.get(span.file as usize)?;
        let text = file.slice(span);
        (!text.is_empty() && text.len() <= 60 && !text.contains('\n')).then_some(text)
    }

    /// `x` of `x.f` and `x[i]`.
    fn null(&self, obligation: &mut ObligationReport) {
        let base = match self.around.expr.as_ref().map(|expr| &expr.kind) {
            Some(ExprKind::Member(base, _) | ExprKind::Index(base, _)) => base,
            _ => return,
        };
        if let Some(base) = self.text(base.span) {
            let help = match self.around.clause {
                Some(_) => format!(
                    "say `{base} != null` before, in this clause or in one above it: clauses are read from left to right and from top to bottom"
                ),
                None => format!(
                    "`{base} != null` must be known here, as from `requires {base} != null;`"
                ),
            };
            if self.around.fixed.iter().any(|name| name == base) {
                obligation.lacks = Some(format!("{base} != null"));
            }
            obligation.help = Some(help);
        }
    }

    fn divisor(&self, obligation: &mut ObligationReport) {
        let Some(ExprKind::Binary(BinaryOp::Div | BinaryOp::Mod, _, divisor)) =
            self.around.expr.as_ref().map(|expr| &expr.kind)
        else {
            return;
        };
        if let Some(text) = self.text(divisor.span) {
            let help = format!("`{text} != 0` must be known here, as from `requires {text} != 0;`");
            obligation.help = Some(help);
        }
    }

    fn bounds(&self, obligation: &mut ObligationReport) {
        let Some(ExprKind::Index(array, index)) = self.around.expr.as_ref().map(|expr| &expr.kind)
        else {
            return;
        };
        let (Some(array), Some(index_text)) = (self.text(array.span), self.text(index.span)) else {
            return;
        };
        let low = match &index.kind {
            ExprKind::Int(_) => String::new(),
            _ => format!("0 <= {index_text} && "),
        };
        obligation.help = Some(format!(
            "`{low}{index_text} < {array}.length` must be known here"
        ));
        let ExprKind::Name(name) = &index.kind else {
            return;
        };
        let mut reaches = self.around.reaches.iter();
        if let Some((_, span, left, right)) = reaches.find(|reach| reach.0 == name.name)
            && let Some(bound) = self.text(*right)
        {
            obligation.hints.push(Label {
                span: *span,
                text: format!("this lets `{index_text}` be `{bound}`"),
            });
            let between = Span {
                start: left.end,
                end: right.start,
                ..*span
            };
            if self.text(between).is_some_and(|text| text.trim() == "<=") {
                obligation.fix = Some(fix("write `<`", between, " < "));
                obligation.help = Some(format!(
                    "the last index of `{array}` is `{array}.length - 1`; did you mean `<`?"
                ));
            }
        }
    }

    /// Where the permission for an element or a field should come from.
    fn permission(&self, obligation: &mut ObligationReport, amount: &str) {
        let Some(expr) = &self.around.expr else {
            return;
        };
        let Some(place) = self.text(expr.span) else {
            return;
        };
        if !matches!(
            expr.kind,
            ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Name(_)
        ) {
            return;
        }
        // A thread that writes it as well needs all of it.
        let is_written = self
            .around
            .written
            .iter()
            .any(|at| self.text(*at) == Some(place));
        let amount = if is_written { "write" } else { amount };
        let perm = format!("Perm({place}, {amount})");
        let Some(owner) = self.around.owners.last() else {
            return;
        };
        if let Some(clause) = &self.around.clause {
            let word = clause.word;
            let help = match word {
                "ensures" => format!(
                    "a postcondition may read only locations that it has a permission for: put `ensures {perm};` before this clause, or write `context` where the precondition says `requires Perm(…)`"
                ),
                _ => format!(
                    "a clause may read only what it, or a clause above it, has a permission for: put `{word} {perm};` before this one"
                ),
            };
            obligation.help = Some(help);
            return;
        }
        let bare = self.bare(obligation.span).is_some();
        let inner: Vec<String> = expr
            .names()
            .into_iter()
            .filter(|name| owner.inner.contains(name))
            .collect();
        if bare {
            obligation.help = Some(match inner.is_empty() {
                true => format!("`loop_invariant {perm};` would keep the permission"),
                false => format!(
                    "a loop keeps only the permissions in its invariants: `loop_invariant (\\forall* int k; 0 <= k && k < …; Perm(…[k], {amount}));`"
                ),
            });
            return;
        }
        // A permission that there is already: one more would be too much.
        let array = place.split('[').next().unwrap_or(place);
        let known = self.around.amounts.iter().find(|(at, _)| {
            self.text(*at)
                .is_some_and(|text| text == place || text.split('[').next() == Some(array))
        });
        if let Some((at, held)) = known {
            if self.text(*at) == Some(place) && amount == "write" {
                obligation.hints.push(Label {
                    span: *held,
                    text: "only this much is held".to_owned(),
                });
                obligation.help = Some(format!("writing needs the permission `{perm}`"));
            } else {
                obligation.help = Some(format!(
                    "`{perm}` must follow here from the permissions for `{array}` in the contract of {}{}",
                    owner.name,
                    match self.around.loops.is_empty() {
                        true => "",
                        false => " and in the loop's invariants",
                    }
                ));
            }
            return;
        }
        if inner.is_empty() {
            obligation.help = Some(match owner.is_block {
                true => format!(
                    "a thread has only the permissions of its block's contract: add `context {perm};` to {}",
                    owner.name
                ),
                false => format!("add `context {perm};` to the contract of {}", owner.name),
            });
            obligation.fix = self.clause(owner, &format!("context {perm};"));
            return;
        }
        obligation.help = Some(format!(
            "`{perm}` is needed here for every value of `{}`, as from `(\\forall* int i; 0 <= i && i < …; Perm(…[i], {amount}))` in the contract of {}{}",
            inner.join("`, `"),
            owner.name,
            match self
                .around
                .loops
                .iter()
                .any(|one| one.span.contains(obligation.span))
            {
                true => ", and from the loop's invariants",
                false => "",
            }
        ));
    }

    /// One more clause in a contract.
    fn clause(&self, owner: &Owner, clause: &str) -> Option<Fix> {
        let title = format!("add `{clause}`");
        let at = |offset: u32| Span {
            start: offset,
            end: offset,
            ..owner.front
        };
        if let Some(behind) = owner.behind {
            let indent = self.indent(behind)?;
            return Some(fix(&title, at(behind.end), &format!("\n{indent}{clause}")));
        }
        let indent = self.indent(owner.front)?;
        let file = self.files.get(owner.front.file as usize)?;
        let start = file.line_start(file.line_column(owner.front.start as usize).line)?;
        let alone = start + indent.len() == owner.front.start as usize;
        let text = match (alone, owner.before_body) {
            (true, true) => format!("  {clause}\n{indent}"),
            (true, false) => format!("{clause}\n{indent}"),
            (false, _) => format!("{clause} "),
        };
        Some(fix(&title, at(owner.front.start), &text))
    }

    /// The blanks in front of the line on which something begins.
    fn indent(&self, span: Span) -> Option<String> {
        let file = self.files.get(span.file as usize)?;
        let line = file.line_text(file.line_column(span.start as usize).line);
        Some(
            line.chars()
                .take_while(|c| matches!(c, ' ' | '\t'))
                .collect(),
        )
    }

    /// `1/2` is a division of integers.
    fn zero_permission(&self, obligation: &mut ObligationReport) {
        let about = matches!(
            obligation.code,
            Code::V003
                | Code::V009
                | Code::V010
                | Code::V011
                | Code::V023
                | Code::V041
                | Code::V043
                | Code::V045
                | Code::V051
        );
        let Some(span) = self.around.zero_permissions.first().filter(|_| about) else {
            return;
        };
        let Some(text) = self.text(*span) else {
            return;
        };
        let amount = text.replace('/', "\\");
        obligation.hints.push(Label {
            span: *span,
            text: format!("this divides integers, so it is 0; the amount is `{amount}`"),
        });
        obligation.help = Some(format!("write `{amount}`"));
        obligation.fix = Some(fix(&format!("write `{amount}`"), *span, &amount));
    }

    /// The loop without invariant that makes something forgotten.
    fn bare(&self, span: Span) -> Option<&around::Loop> {
        let ends = self
            .around
            .clause
            .as_ref()
            .is_some_and(|clause| clause.word == "ensures");
        let mut bare = self.around.loops.iter().filter(|one| !one.has_invariant);
        bare.rfind(|one| one.span.contains(span) || one.span.end <= span.start || ends)
    }

    fn bare_loop(&self, obligation: &mut ObligationReport) {
        let in_contract = self.around.clause.is_some() && obligation.code != Code::V022;
        if in_contract
            || obligation
                .hints
                .iter()
                .any(|hint| hint.text.contains("integers"))
        {
            return;
        }
        let Some(bare) = self.bare(obligation.span) else {
            return;
        };
        let text = match obligation.code {
            Code::V003 | Code::V009 => "no `loop_invariant`: in this loop no permission is held",
            _ => {
                "no `loop_invariant`: nothing is known in this loop and after it about what the loop changes"
            }
        };
        obligation.hints.push(Label {
            span: bare.head,
            text: text.to_owned(),
        });
        if obligation.code == Code::V022 {
            obligation.help = Some(
                "add to the loop what holds before and after each of its iterations, as in `loop_invariant 0 <= i && i <= n;`"
                    .to_owned(),
            );
        }
    }
}

fn fix(title: &str, span: Span, text: &str) -> Fix {
    Fix {
        title: title.to_owned(),
        replacements: vec![Replacement {
            span,
            text: text.to_owned(),
        }],
    }
}

/// Every expression of a program, one after the other.
fn each(program: &Program, mut look: impl FnMut(&Expr)) {
    use spec_lang::ast::Visitor;
    struct Each<'a>(&'a mut dyn FnMut(&Expr));
    impl Visitor for Each<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            (self.0)(expr);
            self.walk_expr(expr);
        }
    }
    Each(&mut look).visit_program(program);
}

/// The words at a place, if they are few and on one line.
fn text_at(files: &[SourceFile], span: Span) -> Option<&str> {
    let text = files.get(span.file as usize)?.slice(span);
    (!text.is_empty() && text.len() <= 60 && !text.contains('\n')).then_some(text)
}

fn line_at(files: &[SourceFile], span: Span) -> usize {
    let file = files.get(span.file as usize);
    file.map_or(0, |file| file.line_column(span.start as usize).line)
}
