//! Questions: a copy of the program with assertions at program points.
//!
//! The first kind of question asks many things that do not depend on each other, so each
//! stands in a branch of its own that may be taken or not. The second follows a register
//! through the program as it is, and shows that it never parts from its cell.

use super::conditions::{Condition, ids, known_text};
use super::found::{Access, LoopFound, Place};
use super::pattern::{Cell, is_fixed};
use super::ranges::Scopes;
use crate::framework::input::Input;
use crate::framework::probe::Probe;
use crate::framework::prover::{Outcome, Prover, Question, ask};
use crate::shared::copies::before_marker;
use spec_lang::ast::{Expr, Ident};
use spec_lang::print;
use text::span::Span;

/// The order of what stands at one offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// What follows a statement.
    Follow,
    /// A brace that closes a branch.
    Close,
    /// What ends a range.
    End,
    /// What begins a range.
    Begin,
    /// A brace that opens a branch.
    Open,
    /// What stands before a statement.
    Before,
    /// What is given away around a statement.
    Give,
    /// What stands within a statement.
    Within,
}

struct Piece {
    file: u32,
    offset: usize,
    rank: Rank,
    text: String,
    /// The number of the question, if it is one.
    asked: Option<usize>,
    /// Whether it is asserted, in a branch of its own if it is alone.
    assertion: bool,
    /// What is asked reaches up to here.
    until: Option<usize>,
}

/// The method that questions are about, and what its names are.
#[derive(Clone, Copy)]
pub(super) struct Area<'a> {
    pub input: &'a Input<'a>,
    pub scopes: &'a Scopes,
    /// The method, as the prover names it.
    pub method: &'a str,
}

/// Text put in, and what is asked about it.
pub(super) struct Inquiry<'a> {
    area: Area<'a>,
    alone: bool,
    pieces: Vec<Piece>,
    wrapped: Vec<Span>,
    asked: usize,
}

/// What was asked as one thing: the numbers of its assertions; none if it cannot be asked.
pub(super) type Ticket = Option<Vec<usize>>;

/// Verdicts.
pub(super) struct Answers(Vec<Outcome>);

impl Answers {
    /// Whether all that was asked holds.
    pub(super) fn holds(&self, ticket: &Ticket) -> bool {
        self.worst(ticket).is_none()
    }

    /// The first verdict that is not yes.
    pub(super) fn worst(&self, ticket: &Ticket) -> Option<Outcome> {
        let Some(numbers) = ticket else {
            return Some(Outcome::Failed(None));
        };
        numbers
            .iter()
            .map(|number| match self.0.get(*number) {
                Some(outcome) => outcome.clone(),
                None => Outcome::Unknown("no verdict was given".into()),
            })
            .find(|outcome| *outcome != Outcome::Proved)
    }
}

impl<'a> Inquiry<'a> {
    /// Nothing asked yet. If `alone`, assertions know nothing of each other.
    pub(super) fn new(area: Area<'a>, alone: bool) -> Self {
        Inquiry {
            area,
            alone,
            pieces: Vec::new(),
            wrapped: Vec::new(),
            asked: 0,
        }
    }

    fn start(&self, span: Span) -> usize {
        self.area
            .input
            .file(span)
            .map_or(span.start as usize, |file| {
                before_marker(&file.text, span.start as usize)
            })
    }

    fn put(
        &mut self,
        file: u32,
        offset: usize,
        rank: Rank,
        text: String,
        assertion: bool,
    ) -> usize {
        let asked = assertion.then_some(self.asked);
        self.asked += usize::from(assertion);
        self.pieces.push(Piece {
            file,
            offset,
            rank,
            text,
            asked,
            assertion,
            until: None,
        });
        self.asked.saturating_sub(1)
    }

    /// A statement gets braces around it, unless it has them.
    fn wrap(&mut self, place: &Place) {
        if place.in_block || self.wrapped.contains(&place.stmt) {
            return;
        }
        self.wrapped.push(place.stmt);
        let (file, start) = (place.stmt.file, self.start(place.stmt));
        self.put(file, start, Rank::Open, "{\n".into(), false);
        self.put(
            file,
            place.stmt.end as usize,
            Rank::Close,
            "\n}".into(),
            false,
        );
    }

    /// Asserts a formula before a statement of a block.
    pub(super) fn before(&mut self, stmt: Span, formula: String) -> Ticket {
        let start = self.start(stmt);
        Some(vec![self.put(
            stmt.file,
            start,
            Rank::Before,
            formula,
            true,
        )])
    }

    /// Asserts a formula where something is evaluated; `said` are its parts, `declared` the
    /// names that get new meanings on the way.
    pub(super) fn at(
        &mut self,
        place: &Place,
        formula: String,
        said: &[(&Expr, Vec<spec_lang::ast::NodeId>)],
        declared: &[Ident],
    ) -> Ticket {
        let file = place.stmt.file;
        let start = self.start(place.stmt);
        let sayable = |this: &Self, at: usize| {
            said.iter().all(|(expr, bound)| {
                this.area
                    .scopes
                    .can_say(this.area.input, expr, file, at, bound)
            })
        };
        if !sayable(self, start) {
            return None;
        }
        let mut again = None;
        if let Some(head) = &place.head {
            let mut moving = head.written.clone();
            let fixed = said.iter().all(|(expr, bound)| {
                moving.retain(|id| !bound.contains(id));
                is_fixed(self.area.input.resolution, expr, &moving)
            });
            if !fixed {
                let end = head.again?;
                // What is declared ahead of the statement means the same at its start and in its loop.
                let within = |one: &&Ident| place.stmt.contains(one.span);
                let shadowed = said.iter().any(|(expr, _)| {
                    let names = expr.names();
                    let mut declared = declared.iter().filter(within);
                    declared.any(|one| names.contains(&one.name))
                });
                if shadowed || !sayable(self, end) {
                    return None;
                }
                again = Some(end);
            }
        }
        self.wrap(place);
        let mut numbers = vec![self.put(file, start, Rank::Before, formula.clone(), true)];
        if let Some(end) = again {
            numbers.push(self.put(file, end, Rank::Follow, formula, true));
        }
        Some(numbers)
    }

    /// Puts statements where a range begins.
    pub(super) fn begin(&mut self, stmt: Span, text: String) {
        let start = self.start(stmt);
        self.put(stmt.file, start, Rank::Begin, text, false);
    }

    /// Puts a statement after another one.
    pub(super) fn follow(&mut self, place: &Place, text: String) {
        self.wrap(place);
        self.put(
            place.stmt.file,
            place.stmt.end as usize,
            Rank::Follow,
            text,
            false,
        );
    }

    /// Asks whether a statement goes through without a resource; it comes back afterwards,
    /// with what is known of it.
    pub(super) fn without(&mut self, place: &Place, resource: &str, known: &str) -> Ticket {
        self.wrap(place);
        let (file, start, end) = (
            place.stmt.file,
            self.start(place.stmt),
            place.stmt.end as usize,
        );
        let text = format!("exhale {resource};\n");
        let number = self.put(file, start, Rank::Give, text, true);
        if let Some(piece) = self.pieces.last_mut() {
            piece.assertion = false;
            piece.until = Some(end);
        }
        let text = format!("\ninhale {resource} ** {known};\n");
        self.put(file, end, Rank::Follow, text, false);
        Some(vec![number])
    }

    /// Puts a name in the place of an expression.
    pub(super) fn instead(&mut self, expr: Span, name: &str) {
        // The old text becomes a comment: what is put in never takes anything away.
        self.put(
            expr.file,
            expr.start as usize,
            Rank::Within,
            format!("{name} /*"),
            false,
        );
        self.put(
            expr.file,
            expr.end as usize,
            Rank::Follow,
            "*/".into(),
            false,
        );
    }

    /// Asserts a formula where a range ends.
    pub(super) fn end(&mut self, stmt: Span, formula: String) -> Ticket {
        Some(vec![self.put(
            stmt.file,
            stmt.end as usize,
            Rank::End,
            formula,
            true,
        )])
    }

    /// Puts a clause after the last clause of a loop, and asks whether it is an invariant.
    pub(super) fn invariant(&mut self, found: &LoopFound, formula: &str) -> Ticket {
        let text = format!("\nloop_invariant {formula};\n");
        let number = match found.after {
            Some(after) => self.put(after.file, after.end as usize, Rank::Follow, text, true),
            None => {
                let start = self.start(found.stmt);
                self.put(found.stmt.file, start, Rank::Within, text, true)
            }
        };
        if let Some(piece) = self.pieces.last_mut() {
            piece.assertion = false;
        }
        Some(vec![number])
    }

    /// Whether nothing is asked.
    pub(super) fn is_empty(&self) -> bool {
        self.asked == 0
    }

    /// Asks it all.
    pub(super) fn finish(mut self, prover: &mut dyn Prover) -> Answers {
        if self.is_empty() {
            return Answers(Vec::new());
        }
        self.pieces
            .sort_by_key(|piece| (piece.file, piece.offset, piece.rank));
        let mut probe = Probe::new(self.area.input, self.area.method);
        let mut numbers = Vec::new();
        for piece in &self.pieces {
            let (file, offset) = (piece.file, piece.offset);
            match piece.asked {
                Some(number) => {
                    numbers.push(number);
                    match (piece.assertion, self.alone) {
                        (true, true) => {
                            probe.insert(file, offset, "if (*) {\n");
                            probe.assert(file, offset, &piece.text);
                            probe.insert(file, offset, "assume false;\n}\n");
                        }
                        (true, false) => probe.assert(file, offset, &piece.text),
                        (false, _) => match piece.until {
                            Some(end) => {
                                probe.ask_all(file, offset, end);
                                probe.insert(file, offset, piece.text.as_str());
                            }
                            None => probe.ask(file, offset, piece.text.as_str()),
                        },
                    }
                }
                None => probe.insert(file, offset, piece.text.as_str()),
            }
        }
        let question: Question = probe.finish();
        let found = ask(prover, question);
        let mut outcomes = vec![Outcome::Unknown("no verdict was given".into()); self.asked];
        for (number, outcome) in numbers.into_iter().zip(found) {
            if let Some(slot) = outcomes.get_mut(number) {
                *slot = outcome;
            }
        }
        Answers(outcomes)
    }
}

/// A formula about an access and a condition, with all that is known where the access is
/// made; none if it cannot be said outside the expression the access is part of.
pub(super) fn of_access(
    cell: &Cell,
    access: &Access,
    condition: &Condition,
    formula: &str,
) -> Option<String> {
    let shadows = access
        .binders
        .iter()
        .any(|binder| cell.mentions(&binder.name.name) || condition.mentions(&binder.name.name));
    if !access.speakable || shadows {
        return None;
    }
    let mut text = formula.to_owned();
    for known in access.known.iter().rev() {
        text = format!("({} ==> {text})", known_text(known));
    }
    if access.binders.is_empty() {
        return Some(text);
    }
    let variables: Vec<String> = access
        .binders
        .iter()
        .map(|binder| format!("{} {}", print::type_expr(&binder.ty), binder.name.name))
        .collect();
    Some(format!("(\\forall {}; true; {text})", variables.join(", ")))
}

/// What a formula about an access is made of, for [`Inquiry::at`].
pub(super) fn parts_of(access: &Access) -> Vec<(&Expr, Vec<spec_lang::ast::NodeId>)> {
    let bound = ids(&access.binders);
    let parts = access.parts().into_iter();
    access
        .known
        .iter()
        .map(|(expr, _)| expr)
        .chain(parts.flat_map(|(array, index)| [array, index]))
        .map(|expr| (expr, bound.clone()))
        .collect()
}
