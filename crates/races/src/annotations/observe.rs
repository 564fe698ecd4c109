//! What annotations read of memory that others may write.
//!
//! Such a load is no access of the program. Its value is a symbol of its own, of which something is
//! known only where no other thread writes the bytes between the barriers around it: then it is what
//! the thread sees (`memory/view.rs`). An address made from the number of a second thread (`__other_int`) may
//! lie where that thread alone writes; then it is what that thread sees at this point.
//!
//! The second thread's number stands for any: it is a symbol that all threads share, and what is
//! concluded of it holds for every value.

use crate::accesses::{Access, Ghost, Kind, OfOther, StmtId};
use crate::execution::state::State;
use crate::execution::symbols::Varies;
use crate::execution::value::{Case, Target, Value};
use crate::execution::{Exec, Executed};
use crate::memory::view::View;
use crate::report::{Lack, Unsupported};
use kernel_graph::{ArrayId, Expr, Place};
use solver::term::{Sort, Term, and, eq, int, postorder, tt};

/// A value that an annotation read.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    /// The array.
    pub array: ArrayId,
    /// The first byte.
    pub offset: Term,
    /// What the thread saw of the array.
    pub view: View,
    /// The load.
    pub stmt: StmtId,
    /// The same value as the second thread sees it, in terms of the first thread's numbers, and what
    /// is known of it; where that thread alone may write there.
    pub partner: Option<(Term, Vec<Term>)>,
}

impl Exec<'_> {
    /// A load of an annotation from an array whose contents are followed.
    pub(crate) fn observe(
        &mut self,
        state: &mut State,
        (case, array): (&Case, ArrayId),
        sort: &Sort,
        place: Place,
    ) -> Value {
        let symbol = self.fresh(sort.clone(), "observed");
        let view = state.views.get(&array).cloned();
        let view = view.unwrap_or_else(View::unknown);
        let offset = case.offset.clone();
        if self.trials == 0 {
            self.ghost(state, (case, array), sort, place);
        }
        if self.memory.own.contains(&self.at) {
            let (value, facts) = self.seen(array, &view, &offset, sort);
            for fact in facts {
                state.path.learn(fact);
            }
            state.path.learn(eq(symbol.clone(), value));
        }
        let partner = self.memory.partner.contains(&self.at).then(|| {
            let swapped = self.swapped(&offset);
            self.seen(array, &view, &swapped, sort)
        });
        let observed = Observed {
            array,
            offset,
            view,
            stmt: self.at,
            partner,
        };
        self.observed.insert(symbol.clone(), observed);
        Value::of(symbol)
    }

    /// What an annotation says a barrier invariant reads: it counts as read here.
    pub(crate) fn permission(
        &mut self,
        state: &State,
        address: &Expr,
        place: Place,
    ) -> Executed<()> {
        let pointer = self.pointer(state, address, place)?;
        for case in &pointer.cases {
            let Target::Array(array) = case.target else {
                return Err(Unsupported::new(Lack::TwoThreadAnnotation, place));
            };
            if self.is_private(array) || self.trials > 0 {
                continue;
            }
            let condition = and(vec![state.path.condition(), case.guard.clone()]);
            self.summary.accesses.push(Access {
                condition,
                array,
                offset: case.offset.clone(),
                bytes: int(1),
                kind: Kind::Read,
                guess: false,
                guard: case.guard.clone(),
                exact: false,
                value: None,
                place,
                counts: state.counts.clone(),
                iterations: self.iteration_numbers(),
                stmt: self.at,
                way: state.path.clone(),
                within: tt(),
                copy: None,
                alone: false,
                lanes: false,
                order: self.summary.accesses.len(),
                margins: state.margins.clone(),
            });
        }
        Ok(())
    }

    fn ghost(&mut self, state: &State, (case, array): (&Case, ArrayId), sort: &Sort, place: Place) {
        let bytes = sort.width().map_or(1, |width| width / 8);
        let of_two = self.names_partner(&case.offset);
        let swapped = self.swapped(&case.offset);
        self.summary.ghosts.push(Ghost {
            of_two,
            swapped,
            access: Access {
                condition: and(vec![state.path.condition(), case.guard.clone()]),
                array,
                offset: case.offset.clone(),
                bytes: int(i64::from(bytes)),
                kind: Kind::Read,
                guess: false,
                guard: case.guard.clone(),
                exact: false,
                value: None,
                place,
                counts: state.counts.clone(),
                iterations: self.iteration_numbers(),
                stmt: self.at,
                way: state.path.clone(),
                within: tt(),
                copy: None,
                alone: false,
                lanes: false,
                order: self.summary.accesses.len(),
                margins: state.margins.clone(),
            },
        });
    }

    /// A term with the thread and the second one exchanged.
    fn swapped(&self, term: &Term) -> Term {
        let pairs = self.atoms.thread().iter().zip(self.atoms.partner());
        let both = pairs
            .flat_map(|(own, other)| [(own.clone(), other.clone()), (other.clone(), own.clone())]);
        term.subst(&both.collect::<Vec<_>>())
    }

    /// Whether a term depends on the second thread's numbers, also by what was read.
    pub(crate) fn names_partner(&self, term: &Term) -> bool {
        let own = self.atoms.thread();
        let named = |part: &Term| self.atoms.partner().contains(part) && !own.contains(part);
        term.any_subterm(named)
            || self
                .read_for(term)
                .iter()
                .any(|(_, observed)| observed.offset.any_subterm(named))
    }

    /// What annotations read for a term, directly and for the addresses of that.
    pub(crate) fn read_for(&self, term: &Term) -> Vec<(Term, Observed)> {
        let mut found: Vec<(Term, Observed)> = Vec::new();
        let mut next = vec![term.clone()];
        while let Some(term) = next.pop() {
            for part in postorder([&term]) {
                if let Some(observed) = self.observed.get(&part)
                    && !found.iter().any(|(known, _)| *known == part)
                {
                    found.push((part.clone(), observed.clone()));
                    next.push(observed.offset.clone());
                }
            }
        }
        found
    }

    /// What was read for a goal as the second thread sees it, for a question about two threads.
    pub(crate) fn read_by_partner(&self, goal: &Term) -> Vec<OfOther> {
        let found = self.read_for(goal);
        let each = found.into_iter().filter_map(|(symbol, observed)| {
            let (own, known) = observed.partner?;
            Some(OfOther {
                symbol,
                own,
                anywhere: false,
                read: Some(known),
            })
        });
        each.collect()
    }

    /// A value outside of an annotation, such as an address within one, for the second thread: known
    /// if it is made of the thread's numbers and of what threads of a block share.
    pub(crate) fn of_partner(&mut self, value: &Value, place: Place) -> Executed<Value> {
        let own = self.atoms.thread().clone();
        for term in value.terms() {
            for part in postorder([term]) {
                if let Some(symbol) = part.symbol()
                    && self.symbols.varies(symbol) == Varies::Thread
                    && !self.iterations.contains(symbol)
                    && !own.contains(&part)
                {
                    return Err(Unsupported::new(Lack::TwoThreadAnnotation, place));
                }
            }
        }
        let pairs = own.into_iter().zip(self.atoms.partner().clone());
        let pairs: Vec<(Term, Term)> = pairs.collect();
        Ok(value.map(&mut |term| term.subst(&pairs)))
    }
}
