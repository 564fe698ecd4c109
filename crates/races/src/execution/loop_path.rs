//! The way of a thread to a point through the loops around it, and what that is in certain iterations of them.

use crate::execution::Exec;
use crate::execution::path::Path;
use solver::term::{Symbol, Term, int};
use std::collections::HashMap;

/// A loop, for what depends on its iteration.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The number of the iteration.
    pub iteration: Term,
    /// How long the path is at the start of an iteration.
    pub path: usize,
    /// The number of the last iteration, where it is known.
    pub last: Option<i64>,
}

/// The way of a thread to a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    /// What it decided, and what is known.
    pub path: Path,
    /// The loops around the point, outermost first.
    pub loops: Vec<Frame>,
}

/// How a thread leaves a loop.
#[derive(Clone, Debug)]
pub(crate) struct Left {
    /// The number of an iteration.
    pub iteration: Term,
    /// The number of the one in which the loop is left.
    pub exit: Term,
    /// How long the path is before the loop.
    pub before: usize,
    /// What holds of each thread that leaves the loop, beyond that path.
    pub known: Term,
}

/// The ways from the start of an iteration of a loop to the next one, by the symbol of the iteration's number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Backs(HashMap<Symbol, Path>);

impl Backs {
    /// Notes the way of a loop.
    pub(crate) fn note(&mut self, iteration: &Term, way: Path) {
        if let Some(symbol) = iteration.symbol() {
            self.0.insert(symbol.clone(), way);
        }
    }

    fn of(&self, iteration: &Term) -> Option<&Path> {
        self.0.get(iteration.symbol()?)
    }
}

impl Exec<'_> {
    /// The way that a thread goes if it comes to the point in iterations with these numbers, one for each loop: through all
    /// iterations before them. With it, something that is said of the point, for these iterations. None if a loop
    /// has no second iteration.
    pub(crate) fn in_iterations(
        &self,
        way: &Way,
        numbers: &[i64],
        said: &Term,
    ) -> Option<(Path, Term)> {
        let mut path = Path::default();
        let mut from = 0;
        let mut known: Vec<(Term, Term)> = Vec::new();
        for (around, number) in way.loops.iter().zip(numbers) {
            let before = way.path.until(around.path).since(from);
            path = path.then(before.map(&mut |term| fixed(term, &known)));
            for earlier in 0..*number {
                let back = self.backs.of(&around.iteration)?;
                known.push((around.iteration.clone(), int(earlier)));
                path = path.then(back.map(&mut |term| fixed(term, &known)));
                known.pop();
            }
            known.push((around.iteration.clone(), int(*number)));
            from = around.path;
        }
        let rest = way.path.since(from);
        let rest = rest.map(&mut |term| fixed(term, &known));
        Some((path.then(rest), fixed(said, &known)))
    }
}

/// A term with these numbers of iterations, of outer loops first: those of inner ones speak of them.
fn fixed(term: &Term, known: &[(Term, Term)]) -> Term {
    let inner_first = known.iter().rev();
    inner_first.fold(term.clone(), |term, one| {
        term.subst(std::slice::from_ref(one))
    })
}
