//! Events of asynchronous copies.

use crate::accesses::StmtId;
use solver::term::{Term, and, eq, ff, ite, not, or};

/// A copy that an event stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// When the event stands for it.
    pub guard: Term,
    /// The statement that started it.
    pub copy: StmtId,
    /// In which iterations of the loops around that statement.
    pub iterations: Vec<Term>,
}

/// An event: the copies that it stands for, none if it is null.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Event {
    /// In the order of their statements.
    pub parts: Vec<Part>,
}

impl Event {
    /// The event of one copy.
    pub(crate) fn of(copy: StmtId, iterations: Vec<Term>) -> Event {
        let guard = solver::term::tt();
        Event {
            parts: vec![Part {
                guard,
                copy,
                iterations,
            }],
        }
    }

    /// The event that stands for the copies of both; none if they are two of one statement.
    pub(crate) fn with(mut self, other: &Event) -> Option<Event> {
        for part in &other.parts {
            if self.part(part.copy).is_some() {
                return None;
            }
            self.parts.push(part.clone());
        }
        self.parts.sort_by_key(|part| part.copy);
        Some(self)
    }

    fn part(&self, copy: StmtId) -> Option<&Part> {
        self.parts.iter().find(|part| part.copy == copy)
    }

    /// One event or the other. None if they stand for different copies of one statement: which of
    /// them it is would depend on the way.
    pub(crate) fn choose(condition: &Term, yes: &Event, no: &Event) -> Option<Event> {
        let mut parts = Vec::new();
        for part in &yes.parts {
            let other = no.part(part.copy);
            if other.is_some_and(|other| other.iterations != part.iterations) {
                return None;
            }
            let otherwise = other.map_or_else(ff, |other| other.guard.clone());
            parts.push(Part {
                guard: ite(condition.clone(), part.guard.clone(), otherwise),
                ..part.clone()
            });
        }
        for part in &no.parts {
            if yes.part(part.copy).is_none() {
                parts.push(Part {
                    guard: and(vec![not(condition.clone()), part.guard.clone()]),
                    ..part.clone()
                });
            }
        }
        parts.sort_by_key(|part| part.copy);
        Some(Event { parts })
    }

    /// The terms in it.
    pub(crate) fn terms(&self) -> Vec<&Term> {
        let each = self.parts.iter();
        each.flat_map(|part| std::iter::once(&part.guard).chain(&part.iterations))
            .collect()
    }

    /// The event with each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Event {
        let parts = self.parts.iter().map(|part| Part {
            guard: change(&part.guard),
            copy: part.copy,
            iterations: part.iterations.iter().map(&mut *change).collect(),
        });
        Event {
            parts: parts.collect(),
        }
    }

    /// That it stands for other copies than the same event of another thread.
    pub(crate) fn differs(&self, other: &Event) -> Term {
        let each = self.parts.iter().zip(&other.parts);
        let each = each.map(|(a, b)| {
            let mut numbers: Vec<Term> = a
                .iterations
                .iter()
                .zip(&b.iterations)
                .map(|(x, y)| not(eq(x.clone(), y.clone())))
                .collect();
            numbers.push(not(b.guard.clone()));
            or(vec![
                and(vec![a.guard.clone(), or(numbers)]),
                and(vec![not(a.guard.clone()), b.guard.clone()]),
            ])
        });
        or(each.collect())
    }
}
