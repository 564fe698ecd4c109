//! Ways to join a kernel: the first that can be shown is taken.

use super::Fusion;
use super::MOST_ROUNDS;
use super::contract::Contract;
use super::exchange::Obstacle;
use super::formula::shown;
use super::join::{Dropped, Joined, Next, Place, Seam, join, roots};
use super::refusal;
use super::text::{Layout, Mark, Written};
use crate::framework::input::Refusal;
use crate::framework::prover::{Outcome, Prover, Question, ask};
use spec_lang::ast::{DeclarationKind, NodeId, Visitor};
use std::collections::BTreeSet;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// One way to join a kernel.
pub(super) struct Way {
    /// The arrays that carry data from one thread to another.
    pub flow: BTreeSet<String>,
    /// A barrier is wanted though no array asks for one.
    pub ordered: bool,
    /// Say at the barrier, of the cells a thread receives, what their writers knew.
    pub passed_on: bool,
}

pub(super) enum Verdict {
    Holds,
    /// The parts that fail, and the verdict of the whole.
    Not(Vec<(Mark, Outcome)>, Outcome),
}

impl Fusion<'_> {
    /// Joins a kernel, in the first way that can be shown.
    pub(super) fn join(
        &self,
        joined: &Joined,
        number: usize,
        flow: BTreeSet<String>,
        seams: &[Seam],
        prover: &mut dyn Prover,
    ) -> Result<(Joined, Seam, Written), Refusal> {
        let ordered = self.ordered(number).is_some();
        let mut ways = vec![Way {
            flow,
            ordered,
            passed_on: false,
        }];
        let mut fault = None;
        while let Some(way) = ways.pop() {
            let (found, refused) = match self.try_way(joined, number, &way, seams, prover) {
                Ok(found) => return Ok(found),
                Err(fault) => fault,
            };
            // Permissions that are missing: through this array data flows after all.
            let more: BTreeSet<String> = found.difference(&way.flow).cloned().collect();
            if !more.is_empty() && (self.blocks == 1 || self.grid.is_some()) {
                let flow = way.flow.union(&more).cloned().collect();
                ways.push(Way { flow, ..way });
            } else if !way.passed_on && !way.flow.is_empty() {
                ways.push(Way {
                    passed_on: true,
                    ..way
                });
            }
            fault = Some(refused);
        }
        Err(fault.unwrap_or_else(|| {
            Refusal::unknown(Diagnostic::error(
                Code::A612,
                self.row.site.head,
                "there is no way to fuse these kernels",
            ))
        }))
    }

    /// One way; if it fails, the arrays whose permissions were not there, and the refusal.
    fn try_way(
        &self,
        joined: &Joined,
        number: usize,
        way: &Way,
        seams: &[Seam],
        prover: &mut dyn Prover,
    ) -> Result<(Joined, Seam, Written), (BTreeSet<String>, Refusal)> {
        let none = BTreeSet::new();
        let Some(kernel) = self.row.kernels.get(number) else {
            let diagnostic = Diagnostic::global(Code::A601, "there is no such kernel");
            return Err((none, Refusal::wrong_input(diagnostic)));
        };
        let mut dropped = Dropped::new();
        let mut fault = None;
        for _ in 0..MOST_ROUNDS {
            let together = self.together(joined, number, way, &dropped, prover);
            let (fused, seam) = together.map_err(|(root, obstacle)| {
                (
                    BTreeSet::new(),
                    refusal::not_followed(kernel, number, &root, obstacle),
                )
            })?;
            if let Some(refused) = self.unmade_assertion(number, &seam) {
                return Err((BTreeSet::new(), refused));
            }
            let mut all = seams.to_vec();
            all.push(seam.clone());
            let Some(written) = self.written(number + 1, &fused, &all) else {
                let diagnostic =
                    Diagnostic::error(Code::A612, kernel.head(), "this place is in no file");
                return Err((BTreeSet::new(), Refusal::unknown(diagnostic)));
            };
            match self.verdict(&written, prover) {
                Verdict::Holds => return Ok((fused, seam, written)),
                Verdict::Not(failed, whole) => {
                    let before = dropped.len();
                    for (marked, _) in &failed {
                        if let Mark::Conjunct(place, conjunct) = marked
                            && conjunct.optional
                        {
                            dropped.insert((*place, conjunct.text.clone()));
                        }
                    }
                    let missing = refusal::missing(&failed, &way.flow);
                    let same = self.alias(joined, &failed, prover);
                    let refused = refusal::not_shown(
                        kernel,
                        number,
                        &failed,
                        &whole,
                        &way.flow,
                        same.as_ref(),
                    );
                    if dropped.len() == before || !missing.is_empty() {
                        return Err((missing, refused));
                    }
                    fault = Some(refused);
                }
            }
        }
        let refused = fault.unwrap_or_else(|| {
            Refusal::unknown(Diagnostic::error(
                Code::A612,
                kernel.head(),
                "too many ways were tried",
            ))
        });
        Err((BTreeSet::new(), refused))
    }

    /// The contract and the seam when a kernel is joined in one way.
    pub(super) fn together(
        &self,
        joined: &Joined,
        number: usize,
        way: &Way,
        dropped: &Dropped,
        prover: &mut dyn Prover,
    ) -> Result<(Joined, Seam), (String, Obstacle)> {
        let none = BTreeSet::new();
        let inside = self.inside.get(number);
        let no_contract = Contract::default();
        let next = Next {
            contract: self.contracts.get(number).unwrap_or(&no_contract),
            written: inside.map_or(&none, |inside| &inside.written),
            flow: &way.flow,
            ordered: way.ordered,
            passed_on: way.passed_on,
            divided: inside.is_some_and(|inside| inside.divided),
            dropped,
        };
        let threads = &self.ranges.threads;
        join(joined, &next, threads, &mut self.queries(prover))
    }

    /// The text with so many kernels joined; none if its place is in no file.
    pub(super) fn written(&self, count: usize, joined: &Joined, seams: &[Seam]) -> Option<Written> {
        let layout = Layout {
            input: self.input,
            row: self.row,
            count,
            names: &self.names,
            threads: &self.ranges.threads,
            guards: &self.ranges.guards,
            grid: self.grid.as_ref(),
            scopes: &self.scopes,
            between: &self.between,
            first: self.contracts.first()?,
            joined,
            seams,
        };
        layout.write()
    }

    /// Another name, in the kernels joined so far, of an array of which not enough is there.
    fn alias(
        &self,
        joined: &Joined,
        failed: &[(Mark, Outcome)],
        prover: &mut dyn Prover,
    ) -> Option<refusal::Alias> {
        let known = roots(joined.pre.iter().chain(&joined.post));
        let depth = |root: &str| root.len() - shown(root).len();
        for (marked, _) in failed {
            let Mark::Conjunct(Place::Take, conjunct) = marked else {
                continue;
            };
            let Some(atom) = &conjunct.atom else {
                continue;
            };
            if known.contains(&atom.root) || depth(&atom.root) == 0 {
                continue;
            }
            let name = shown(&atom.root);
            let other = known
                .iter()
                .filter(|other| depth(other) == depth(&atom.root))
                .map(|other| shown(other))
                .find(|other| {
                    self.queries(prover).holds(&format!("{name} == {other}")) == Outcome::Proved
                });
            if let Some(other) = other {
                return Some(refusal::Alias {
                    name: name.to_owned(),
                    other: other.to_owned(),
                });
            }
        }
        None
    }

    /// An assertion about memory between two kernels has its place in a barrier only.
    pub(super) fn unmade_assertion(&self, number: usize, seam: &Seam) -> Option<Refusal> {
        let asserted = &self.between.get(number - 1)?.asserted;
        let stmt = asserted.first()?;
        (!seam.barrier || seam.takes.is_empty()).then(|| {
            Refusal::inapplicable(
                Code::A602,
                stmt.span,
                "this assertion about all threads has no place within the fused kernel",
            )
            .with_note(
                "there is no barrier here, so at no moment are all threads between the two bodies",
            )
            .with_help("leave it out, or put it before or behind the kernels")
        })
    }

    /// Whether the method holds with these edits, and if not, which parts do not.
    pub(super) fn verdict(&self, written: &Written, prover: &mut dyn Prover) -> Verdict {
        let edits = written.edits();
        let applied = match edits.apply(self.input.files) {
            Ok(applied) => applied,
            Err(error) => return Verdict::Not(Vec::new(), Outcome::Unknown(error.to_string())),
        };
        let files = self
            .input
            .files
            .iter()
            .zip(applied)
            .map(|(file, applied)| match applied {
                Some(applied) => text::source::SourceFile::new(file.name.clone(), applied.text),
                None => file.clone(),
            })
            .collect();
        let marks = written.marks();
        let method = self.method();
        let mut asserts = vec![written.moved(method)];
        asserts.extend(marks.iter().map(|(span, _)| *span));
        let question = Question {
            files,
            method: self.row.site.method.clone(),
            asserts,
        };
        let mut outcomes = ask(prover, question).into_iter();
        match outcomes.next() {
            Some(Outcome::Proved) => Verdict::Holds,
            whole => {
                let failed = marks
                    .into_iter()
                    .zip(outcomes)
                    .filter(|(_, outcome)| {
                        matches!(outcome, Outcome::Refuted(_) | Outcome::Failed(_))
                    })
                    .map(|((_, marked), outcome)| (marked, outcome))
                    .collect();
                let whole =
                    whole.unwrap_or_else(|| Outcome::Unknown("no verdict was given".into()));
                Verdict::Not(failed, whole)
            }
        }
    }

    /// The place of the method.
    fn method(&self) -> Span {
        struct Find(NodeId, Option<Span>);
        impl Visitor for Find {
            fn visit_declaration(&mut self, declaration: &spec_lang::ast::Declaration) {
                if declaration.id == self.0
                    && let DeclarationKind::Method(_) = declaration.kind
                {
                    self.1 = Some(declaration.span);
                }
                self.walk_declaration(declaration);
            }
        }
        let mut find = Find(self.row.site.method_id, None);
        find.visit_program(self.input.program);
        find.1.unwrap_or(self.row.site.span)
    }
}
