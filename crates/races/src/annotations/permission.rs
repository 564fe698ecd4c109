//! Whether annotations may read memory: no other thread writes the bytes between the barriers around.

use crate::accesses::{Access, Ghost, Kind, Reason};
use crate::check::{Two, Work};
use crate::execution::Known;
use crate::execution::symbols::Other;
use crate::questions::Answer;
use crate::report::Fault;
use kernel_graph::Space;
use solver::term::{Term, or};
use std::collections::BTreeSet;

impl Work<'_, '_> {
    /// Adds the loads of annotations that were not known to be permitted; says whether there are any.
    pub(crate) fn permissions(&mut self, known: &mut Known) -> bool {
        let run = self.run;
        let mut more = false;
        for ghost in &run.summary.ghosts {
            let stmt = ghost.access.stmt;
            if known.own.contains(&stmt) || known.partner.contains(&stmt) {
                continue;
            }
            // Some loads of a statement do not make up for others.
            let all = run.summary.ghosts.iter();
            let all: Vec<&Ghost> = all.filter(|other| other.access.stmt == stmt).collect();
            if all.iter().all(|one| self.alone(&one.access)) {
                more |= known.own.insert(stmt);
            } else if all
                .iter()
                .all(|one| one.of_two && self.alone(&swapped(one)))
            {
                more |= known.partner.insert(stmt);
            }
        }
        more
    }

    /// Tells which barrier invariants read what others may write.
    pub(crate) fn without_permission(&mut self) {
        let run = self.run;
        let mut told = BTreeSet::new();
        for (stmt, place) in &run.summary.barrier_reads {
            let permitted = run.memory.own.contains(stmt) || run.memory.partner.contains(stmt);
            if permitted || !told.insert(*place) {
                continue;
            }
            let ghosts = run.summary.ghosts.iter();
            for ghost in ghosts.filter(|ghost| ghost.access.stmt == *stmt) {
                let access = match ghost.of_two {
                    true => swapped(ghost),
                    false => ghost.access.clone(),
                };
                match self.written_by_another(&access) {
                    Some(Answer::Possible(values)) => {
                        self.found(Fault::Broken(Reason::Permission), *place, &values, 2);
                    }
                    Some(Answer::Unknown(why)) => self.undecided(why, *place),
                    Some(Answer::Impossible) | None => continue,
                }
                break;
            }
        }
    }

    /// Whether no other thread writes what a thread reads.
    fn alone(&mut self, read: &Access) -> bool {
        self.written_by_another(read)
            .is_none_or(|answer| answer == Answer::Impossible)
    }

    /// Whether another thread may write what a thread reads; none if there is no such thread.
    fn written_by_another(&mut self, read: &Access) -> Option<Answer> {
        let run = self.run;
        let space = self.module.array(read.array).map(|array| array.space)?;
        let mut answer = None;
        for same_block in [true, false] {
            if !same_block && (space == Space::Shared || !self.options.between_blocks) {
                continue;
            }
            let mut two = Two {
                other: Other::new(&run.symbols, same_block),
                same_block,
            };
            let mut formulas = self.together(&mut two);
            formulas.push(run.atoms.is_thread(run.atoms.partner()));
            if formulas.iter().any(Term::is_false) {
                continue;
            }
            let writes = run.summary.accesses.iter();
            let writes = writes.filter(|on| on.array == read.array && on.kind != Kind::Read);
            let conflicts = writes.map(|write| self.conflict(read, write, space, &mut two));
            formulas.push(or(conflicts.collect()));
            let found = self.possible(&formulas, Some(&mut two), Vec::new());
            if found != Answer::Impossible {
                return Some(found);
            }
            answer = Some(found);
        }
        answer
    }
}

/// The load as the second thread makes it.
fn swapped(ghost: &Ghost) -> Access {
    Access {
        offset: ghost.swapped.clone(),
        ..ghost.access.clone()
    }
}
