//! The fused kernel's head: its range, its name, and its clauses.

use super::{Lines, Mark, Writer, Written, rules};
use crate::fuse::contract::Conjunct;
use crate::fuse::formula::canonical;
use crate::fuse::join::Place;
use crate::fuse::row::Kernel;
use spec_lang::ast::ClauseKind;
use spec_lang::ast::build;
use text::edit::{Edit, indentation, whole_lines};
use text::span::Span;

impl Writer<'_> {
    /// The place of a clause that goes: its lines, or the blanks before it where something else stands
    /// on them.
    fn clause_place(&self, clause: Span) -> Span {
        let whole = whole_lines(self.file, clause);
        let until = |at: u32| self.text().get(..at as usize).unwrap_or("");
        if until(whole.end).ends_with('\n') {
            return whole;
        }
        let before = until(clause.start).trim_end_matches([' ', '\t']);
        match before.is_empty() || before.ends_with('\n') {
            true => whole,
            false => Span::new(clause.file, before.len(), clause.end as usize),
        }
    }

    /// What stays of the first kernel's clauses; the places of those that do.
    pub(super) fn clauses(
        &self,
        first: &Kernel,
        written: &mut Written,
        gone: &mut Vec<Span>,
    ) -> Kept {
        let layout = self.layout;
        let mut kept = Kept::default();
        // A fact stands behind the permissions it needs, which may move to the end.
        let held = |conjuncts: &[Conjunct]| -> Vec<(Span, String)> {
            let held = conjuncts.iter().filter(|conjunct| conjunct.atom.is_some());
            held.filter_map(|conjunct| Some((conjunct.clause?, conjunct.text.clone())))
                .collect()
        };
        let now = held(&layout.joined.post);
        let all_held = held(&layout.first.post).iter().all(|old| now.contains(old));
        let guarded = layout.guards.first().is_some_and(|guard| !guard.is_empty());
        for clause in &first.block.contract.clauses {
            let all_there = |old: &[Conjunct], new: &[Conjunct]| {
                old.iter()
                    .filter(|conjunct| conjunct.clause == Some(clause.span))
                    .all(|old| {
                        new.iter().any(|new| {
                            new.clause == Some(clause.span)
                                && new.origin == old.origin
                                && new.text == old.text
                        })
                    })
            };
            let said = layout
                .first
                .post
                .iter()
                .any(|old| old.clause == Some(clause.span) && old.atom.is_none());
            let stays = all_there(&layout.first.post, &layout.joined.post) && (all_held || !said);
            let (pre, post, edit) = match &clause.kind {
                ClauseKind::Directive(_) => continue,
                _ if guarded => (false, false, Some(rules::GUARDED)),
                ClauseKind::Requires(_) => (true, false, None),
                ClauseKind::Ensures(_) if stays => (false, true, None),
                ClauseKind::Ensures(_) => (false, false, Some(rules::DROP)),
                ClauseKind::Context(_) if stays => (true, true, None),
                kind => {
                    // Said throughout, it would be an invariant of the other kernels' loops.
                    let throughout = matches!(kind, ClauseKind::ContextEverywhere(_));
                    let (word_now, rule) = match stays && throughout {
                        true => ("context", rules::CONTEXT),
                        false => ("requires", rules::DROP),
                    };
                    let text = self.file.slice(clause.span);
                    let word = text
                        .find(|c: char| !c.is_alphanumeric() && c != '_')
                        .unwrap_or(text.len());
                    let start = clause.span.start as usize;
                    let place = Span::new(clause.span.file, start, start + word);
                    let edit = Edit::new(place, word_now, rule).with_origin(clause.span);
                    written.edits.push((edit, Vec::new()));
                    (true, stays && throughout, None)
                }
            };
            if let Some(rule) = edit {
                let mut place = self.clause_place(clause.span);
                // Of two clauses in one line the first takes the blanks between them.
                let before = gone.iter().filter(|gone| gone.start < clause.span.start);
                place.start = before.fold(place.start, |start, gone| {
                    start.max(gone.end.min(clause.span.start))
                });
                gone.push(place);
                let edit = Edit::new(place, String::new(), rule).with_origin(clause.span);
                written.edits.push((edit, Vec::new()));
            }
            if pre {
                kept.pre.push(clause.span);
            }
            if post {
                kept.post.push(clause.span);
            }
        }
        kept
    }

    /// Another range, a name that was missing.
    pub(super) fn header(&self, first: &Kernel, written: &mut Written, gone: &mut Vec<Span>) {
        let layout = self.layout;
        for (iterator, (_, low, high)) in
            first.block.iterators.iter().zip(&layout.threads.iterators)
        {
            let (low, high) = match layout.grid {
                Some(grid) => (&build::int(0), &grid.size),
                None => (low, high),
            };
            for (old, new) in [(&iterator.low, low), (&iterator.high, high)] {
                let text = canonical(new);
                if canonical(old) != text {
                    gone.push(old.span);
                    let edit = Edit::new(old.span, text, rules::RANGE).with_origin(old.span);
                    written.edits.push((edit, Vec::new()));
                }
            }
        }
        let barrier = layout.seams.iter().any(|seam| seam.barrier);
        if let (true, true, Some(name)) = (layout.names.block_is_new, barrier, &layout.names.block)
        {
            let start = first.block.span.start as usize;
            let head = self
                .text()
                .get(first.stmt.span.start as usize..start)
                .unwrap_or("");
            // The place behind the word `par`.
            let at = match first.block.iterators.first() {
                Some(iterator) => self
                    .text()
                    .get(..iterator.span.start as usize)
                    .and_then(|text| text.rfind('('))
                    .unwrap_or(start),
                None => head
                    .rfind("par")
                    .map_or(start, |at| first.stmt.span.start as usize + at + 3),
            };
            let before = self.text().get(..at).unwrap_or("");
            let text = match before.ends_with(char::is_whitespace) {
                true => format!("{name} "),
                false => format!(" {name}"),
            };
            let place = Span::new(first.stmt.span.file, at, at);
            let edit = Edit::new(place, text, rules::NAME).with_origin(first.head());
            written.edits.push((edit, Vec::new()));
        }
    }

    /// The clauses that come in.
    pub(super) fn new_clauses(
        &self,
        first: &Kernel,
        kept: &Kept,
        gone: &[Span],
        written: &mut Written,
    ) {
        let layout = self.layout;
        let clauses = &first.block.contract.clauses;
        let indent = clauses
            .iter()
            .find(|clause| self.own_line(clause.span.start as usize).is_some())
            .map_or_else(
                || format!("{}{}", self.indent, self.unit),
                |clause| indentation(self.file, clause.span.start as usize).to_owned(),
            );
        let indent = format!("{indent}{}", self.deeper);
        let mut lines = Lines::new(self.eol);
        let new = |conjuncts: &[Conjunct], kept: &[Span]| -> Vec<Conjunct> {
            let new = conjuncts.iter();
            new.filter(|conjunct| conjunct.clause.is_none_or(|clause| !kept.contains(&clause)))
                .cloned()
                .collect()
        };
        let takes = new(&layout.joined.pre, &kept.pre);
        let gives = new(&layout.joined.post, &kept.post);
        let is_both = |conjunct: &Conjunct, others: &[Conjunct]| {
            conjunct.atom.is_some() && others.iter().any(|other| other.text == conjunct.text)
        };
        let mut all: Vec<(&str, &str, Place, &Conjunct)> = Vec::new();
        for conjunct in &takes {
            match is_both(conjunct, &gives) {
                true => all.push(("context", rules::BOTH, Place::Take, conjunct)),
                false => all.push(("requires", rules::TAKE, Place::Take, conjunct)),
            }
        }
        for conjunct in gives.iter().filter(|give| !is_both(give, &takes)) {
            all.push(("ensures", rules::GIVE, Place::Give, conjunct));
        }
        // Permissions before what is said about their cells.
        all.sort_by_key(|(word, _, _, conjunct)| (conjunct.atom.is_none(), *word != "context"));
        for (word, rule, place, conjunct) in all {
            let text = format!("{word} {};", self.said(conjunct));
            let range = lines.line(&indent, &text, rule, Some(conjunct.origin));
            lines.marked(range, Mark::Conjunct(place, Box::new(conjunct.clone())));
        }
        if lines.is_empty() {
            return;
        }
        let brace = first.block.body.span.start as usize;
        let file = first.stmt.span.file;
        let last = clauses.last().map_or(0, |clause| {
            let end = clause.span.end as usize;
            let gone = gone.iter().map(|gone| gone.range());
            gone.filter(|gone| gone.contains(&(end - 1)))
                .map(|gone| gone.end)
                .fold(end, usize::max)
        });
        let rest = self.text().get(last..brace).unwrap_or("");
        match self.own_line(brace) {
            Some(line) if last == 0 || !rest.contains("*/") => {
                self.push(written, Span::new(file, line, line), lines, rules::TAKE);
            }
            _ => {
                let (at, end) = match last > 0 && rest.contains("*/") {
                    true => (last, last),
                    false => {
                        let head = self.text().get(..brace).unwrap_or("");
                        (head.trim_end_matches([' ', '\t']).len().max(last), brace)
                    }
                };
                let indent = format!("{}{}", self.indent, self.deeper);
                let all = lines.within_line(indent, rules::TAKE, None);
                self.push(written, Span::new(file, at, end), all, rules::TAKE);
            }
        }
    }
}

#[derive(Default)]
pub(super) struct Kept {
    pre: Vec<Span>,
    post: Vec<Span>,
}
