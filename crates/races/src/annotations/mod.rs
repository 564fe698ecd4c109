//! Annotations.

pub(crate) mod axioms;
pub(crate) mod boogie;
pub(crate) mod claim;
pub(crate) mod contracts;
pub(crate) mod expand;
pub(crate) mod observe;
pub(crate) mod pairs;
pub(crate) mod pending;
pub(crate) mod permission;
pub(crate) mod specification;

use crate::accesses::{Obligation, Reason};
use crate::annotations::claim::{Where, speaks};
use crate::execution::state::State;
use crate::execution::{Exec, Executed};
use crate::report::{Lack, Unsupported};
use kernel_graph::{Annotation, Expr, ExprKind, Place, Stmt, StmtKind};
use solver::term::{Node, Op, Term, and, eq, implies, int, le};

impl Exec<'_> {
    /// Executes an annotation.
    pub(crate) fn annotation(
        &mut self,
        state: &mut State,
        what: &Annotation,
        place: Place,
    ) -> Executed<()> {
        self.annotated(state, what, place).or_else(|lack| {
            self.speaking = None;
            // Nothing rests on an assertion that has no rule; it is not decided.
            let asserted = match what {
                // What is only proposed is passed over.
                Annotation::Candidate(_) => return Ok(()),
                Annotation::Everywhere(inner) if matches!(**inner, Annotation::Candidate(_)) => {
                    return Ok(());
                }
                Annotation::Everywhere(inner) => inner,
                Annotation::EveryLoop(_) => return self.lacking(lack),
                Annotation::Assert(_)
                | Annotation::Assume(_)
                | Annotation::Invariant(_)
                | Annotation::Requires(_)
                | Annotation::Ensures(_)
                | Annotation::BarrierInvariant { .. }
                | Annotation::ReadPermission(_)
                | Annotation::Fresh(_)
                | Annotation::Footprint { .. } => what,
            };
            let skipped = matches!(
                asserted,
                Annotation::Assert(_) | Annotation::Invariant(_) | Annotation::Ensures(_)
            ) || matches!(asserted, Annotation::Requires(_))
                && place.inlined.is_some();
            // What atomic operations give is known in other places, too.
            let mut knows = false;
            for e in asserted.exprs() {
                e.visit(&mut |part: &Expr| knows |= matches!(part.kind, ExprKind::Taken(..)));
            }
            match skipped && !knows && lack.place == place {
                true => self.lacking(lack),
                false => Err(lack),
            }
        })
    }

    /// Notes something that has no rule and on which nothing rests.
    pub(crate) fn lacking(&mut self, lack: Unsupported) -> Executed<()> {
        if self.trials == 0 && !self.summary.lacks.contains(&lack) {
            self.summary.lacks.push(lack);
        }
        Ok(())
    }

    fn annotated(&mut self, state: &mut State, what: &Annotation, place: Place) -> Executed<()> {
        let refused = Err(Unsupported::new(Lack::TwoThreadAnnotation, place));
        if self.left_out(what, place) {
            return Ok(());
        }
        match what {
            // Arrays of different parameters are taken to be apart in any case.
            Annotation::Fresh(_) => Ok(()),
            // Nothing rests on what is tried alone.
            Annotation::EveryLoop(_) if self.choices.try_invariants => Ok(()),
            Annotation::EveryLoop(inner) if matches!(**inner, Annotation::Candidate(_)) => Ok(()),
            Annotation::EveryLoop(_) => refused,
            Annotation::Candidate(e) if self.is_at_head() && self.choices.tries_candidates => {
                self.assertion(state, e, (Reason::Candidate, place))
            }
            // Nothing rests on a candidate elsewhere.
            Annotation::Candidate(_) => Ok(()),
            Annotation::Footprint { write, array, only } => {
                self.footprint(state, (*write, array, only), place)
            }
            Annotation::BarrierInvariant {
                what,
                pairs,
                threads,
            } => self.promise(state, (what, *pairs, threads), place),
            Annotation::ReadPermission(address) => self.permission(state, address, place),
            Annotation::Everywhere(inner) => self.everywhere(state, inner, place),
            Annotation::Assert(e) => self.assertion(state, e, (self.asserts(place), place)),
            Annotation::Invariant(e) => self.assertion(state, e, (Reason::Invariant, place)),
            Annotation::Assume(e) => match speaks(e) {
                true => refused,
                false => self.assumption(state, e, place),
            },
            // At the start of a kernel it is an assumption; of an inlined call it is to be shown.
            Annotation::Requires(e) => match place.inlined {
                None => self.assumption(state, e, place),
                Some(_) => self.assertion(state, e, (Reason::Precondition, place)),
            },
            Annotation::Ensures(e) => {
                let certain = !speaks(e) && self.truth(state, e, place)?.is_true();
                match certain {
                    true => Ok(()),
                    false => Err(Unsupported::new(Lack::Postcondition, place)),
                }
            }
        }
    }

    /// Whether an annotation is an invariant that was tried and did not hold.
    fn left_out(&self, what: &Annotation, place: Place) -> bool {
        let mut what = what;
        if let Annotation::Everywhere(inner) = what {
            what = inner;
        }
        matches!(what, Annotation::Invariant(_) | Annotation::Candidate(_))
            && self.choices.left_out.contains(&place)
    }

    /// What the assertion at work is: a postcondition at a return, an invariant at the head of a loop.
    fn asserts(&self, place: Place) -> Reason {
        if self.choices.postconditions.contains(&place.expansion) {
            return Reason::Postcondition;
        }
        match self.is_at_head() {
            true => Reason::Invariant,
            false => Reason::Assertion,
        }
    }

    /// Whether the statement at work stands at the head of a loop, with nothing before it but other annotations and what
    /// they are made of.
    pub(crate) fn is_at_head(&self) -> bool {
        let (block, at) = self.at;
        let before = self.function.block(block).and_then(|b| b.stmts.get(..at));
        let silent = |stmt: &Stmt| {
            let ghost = matches!(&stmt.kind, StmtKind::Load { access, .. } if access.ghost);
            ghost
                || matches!(
                    stmt.kind,
                    StmtKind::Assign { .. }
                        | StmtKind::Annotation(_)
                        | StmtKind::Havoc(_)
                        | StmtKind::Declare(_)
                        | StmtKind::Point
                )
        };
        self.graph.loops.contains_key(&block) && before.is_some_and(|all| all.iter().all(silent))
    }

    /// An annotation that means threads that are not here, too.
    fn everywhere(&mut self, state: &mut State, inner: &Annotation, place: Place) -> Executed<()> {
        let all_are_here = self.frames.is_empty() && state.path.decisions().is_empty();
        if all_are_here {
            return self.annotation(state, inner, place);
        }
        let (e, reason, others) = match inner {
            Annotation::Candidate(_) if !(self.is_at_head() && self.choices.tries_candidates) => {
                return Ok(());
            }
            Annotation::Candidate(e) => (e, Reason::Candidate, Where::Elsewhere),
            Annotation::Assert(e) => (e, self.asserts(place), Where::Elsewhere),
            Annotation::Invariant(e) => (e, Reason::Invariant, Where::Elsewhere),
            Annotation::Requires(e) if place.inlined.is_some() => {
                (e, Reason::Precondition, Where::NotCalled)
            }
            Annotation::Requires(_)
            | Annotation::Assume(_)
            | Annotation::Ensures(_)
            | Annotation::Everywhere(_)
            | Annotation::EveryLoop(_)
            | Annotation::BarrierInvariant { .. }
            | Annotation::ReadPermission(_)
            | Annotation::Fresh(_)
            | Annotation::Footprint { .. } => {
                return Err(Unsupported::new(Lack::TwoThreadAnnotation, place));
            }
        };
        self.spoken(state, e, others, (reason, place))?;
        self.assertion(state, e, (reason, place))
    }

    fn assertion(
        &mut self,
        state: &mut State,
        e: &Expr,
        (reason, place): (Reason, Place),
    ) -> Executed<()> {
        let plain = match speaks(e) {
            true => None,
            false => Some(self.truth(state, e, place)?),
        };
        let goal = match plain.filter(|goal| !self.names_partner(goal)) {
            Some(goal) => Some(goal),
            None => self.spoken(state, e, Where::Here, (reason, place))?,
        };
        if let Some(goal) = goal {
            self.claim(state, goal, reason, place);
        }
        Ok(())
    }

    fn assumption(&mut self, state: &mut State, e: &Expr, place: Place) -> Executed<()> {
        let term = match speaks(e) {
            true => self.at_start(state, e, place)?,
            false => self.truth(state, e, place)?,
        };
        if self.trials == 0 {
            self.summary.assumed.push(place);
        }
        if self.frames.is_empty() && state.path.decisions().is_empty() {
            self.of_all.push(term.clone());
            // A number that is known makes what it is multiplied with linear.
            if let Some(known) = given(&term) {
                let mut change = |part: &Term| part.subst(&known);
                let values = state
                    .locals
                    .iter()
                    .map(|(id, value)| (*id, value.map(&mut change)));
                state.locals = values.collect();
            }
        }
        state.path.learn(term);
        Ok(())
    }

    /// Something that must hold here, and is known from here on. In a loop it may be shown from
    /// itself one iteration before: for the first iteration there is none.
    fn claim(&mut self, state: &mut State, goal: Term, reason: Reason, place: Place) {
        if self.trials == 0 && !goal.is_true() {
            let condition = state.path.condition();
            let around = self.frames.last().map(|frame| frame.iteration.clone());
            let asked = match (around, reason) {
                (Some(k), Reason::Invariant) => {
                    let first = vec![condition.clone(), eq(k.clone(), int(0))];
                    let later = vec![
                        condition.clone(),
                        earlier(&condition, &goal, &k),
                        le(int(1), k),
                    ];
                    vec![(first, Reason::Entry), (later, Reason::Invariant)]
                }
                (Some(k), reason) => {
                    let hypothesis = implies(le(int(1), k.clone()), earlier(&condition, &goal, &k));
                    vec![(vec![condition, hypothesis], reason)]
                }
                (None, reason) => vec![(vec![condition], reason)],
            };
            let asked = asked.into_iter().map(|(known, reason)| Obligation {
                known: and(known),
                goal: goal.clone(),
                reason,
                place,
            });
            self.summary.obligations.extend(asked);
        }
        state.path.learn(goal);
    }
}

/// What was claimed one iteration before.
fn earlier(condition: &Term, goal: &Term, k: &Term) -> Term {
    let before = solver::term::sub(k.clone(), int(1));
    implies(condition.clone(), goal.clone()).subst(&[(k.clone(), before)])
}

/// The constants that a condition says are literals.
fn given(term: &Term) -> Option<Vec<(Term, Term)>> {
    let mut known = Vec::new();
    let mut open = vec![term.clone()];
    while let Some(part) = open.pop() {
        if let Some(parts) = part.as_op(Op::And) {
            open.extend(parts.iter().cloned());
        } else if let Some([a, b]) = part.as_op(Op::Eq) {
            for (one, other) in [(a, b), (b, a)] {
                if matches!(one.node(), Node::Const(_)) && other.as_bits().is_some() {
                    known.push((one.clone(), other.clone()));
                }
            }
        }
    }
    (!known.is_empty()).then_some(known)
}
