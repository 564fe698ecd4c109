//! Which row of a matrix an array is.
//!
//! `forall r, c: Perm(m[r][c], p)` is a permission over places `(array, index)`; its inverse has to tell
//! the row's number from the array. Where the rows of a range are shown to be different arrays,
//! a function from arrays to numbers does: one for each map of rows and range, so that equal
//! permissions to one matrix are equal terms and cancel before the solver sees them.

use crate::engine::Engine;
use crate::quantified::inverse::{self, Form, Inverse};
use crate::state::disjoint_arrays::{may_exceed_the_whole, own_arrays};
use crate::state::reference::length_of;
use crate::state::{Resource, State, whole};
use solver::term::{self, Node, Op, Sort, Symbol, Term};

impl Engine<'_> {
    /// The number of a row, by a function of the array, where `arg` is `rows[number]` for a map
    /// of rows that mentions no bound variable: values of the variables in `number` at the array
    /// `hole`, and when that is right.
    ///
    /// None if the rows are not shown to differ within the guard.
    pub(crate) fn row_inverse(
        &mut self,
        state: &mut State,
        arg: &Term,
        vars: &[Term],
        hole: &Term,
        guard: &[Term],
    ) -> Option<Inverse> {
        let [rows, number] = arg.as_op(Op::Select)? else {
            return None;
        };
        if *arg.sort() != Sort::Ref || *number.sort() != Sort::Int || rows.contains_bound() {
            return None;
        }
        let number_of = self.row_number(state, rows, number, vars, guard)?;
        let there = term::app(&number_of, vec![hole.clone()]);
        let inverse = inverse::invert(number, vars, &there, guard, Form::Plain)?;
        Some(inverse.where_it_gives(arg, hole))
    }

    /// A function that gives each row within the guard its number, with that fact known.
    fn row_number(
        &mut self,
        state: &mut State,
        rows: &Term,
        number: &Term,
        vars: &[Term],
        guard: &[Term],
    ) -> Option<Symbol> {
        // The range of numbers, said of one variable with a fixed name: all that the guard says
        // of the variables in the number alone, and of none.
        let k = row_variable();
        let inverse = inverse::invert(number, vars, &k, guard, Form::Plain)?;
        let mut range = vec![inverse.condition];
        for part in guard {
            if part.free_bound_vars().iter().all(|var| vars.contains(var)) {
                range.push(part.subst(&inverse.values));
            }
        }
        let range = term::and(range);
        let key = (rows.clone(), range.clone());
        let known = self.symbols.row_numbers.get(&key).cloned();
        let symbol = match known {
            Some(symbol) => symbol,
            None => self.fresh_function("row", &[term::bound("x", Sort::Ref)], Sort::Int),
        };
        let row = term::select(rows.clone(), k.clone());
        let fact = term::forall(
            vec![k.clone()],
            vec![vec![row.clone()]],
            term::implies(
                range.clone(),
                term::eq(term::app(&symbol, vec![row.clone()]), k.clone()),
            ),
            "row.number",
        );
        if state.facts.since(0).contains(&fact) {
            return Some(symbol);
        }
        let (one, other) = (self.fresh("row", &Sort::Int), self.fresh("row", &Sort::Int));
        let at = |formula: &Term, value: &Term| formula.subst(&[(k.clone(), value.clone())]);
        let same = vec![
            at(&range, &one),
            at(&range, &other),
            term::eq(at(&row, &one), at(&row, &other)),
        ];
        let differ = term::implies(term::and(same), term::eq(one, other));
        if !self.decide(state, &[], &differ) {
            return None;
        }
        // True for some function, since the rows within the range were shown to differ; the same
        // function serves wherever that is shown of the same map and range.
        state.assume(fact);
        self.symbols.row_numbers.insert(key, symbol.clone());
        Some(symbol)
    }

    /// Tells arrays apart from all rows of a matrix, where the permissions held say that none of them
    /// is one: a write there then leaves what is read of the rows.
    pub(crate) fn tell_apart_from_rows(&mut self, state: &mut State) {
        for (sort, rows, range) in self.held_rows(state) {
            let resource = Resource::Element(sort.clone());
            for array in own_arrays(state, &sort) {
                let is_row = |of: &[Term]| of.first() == Some(&rows);
                if array.as_op(Op::Select).is_some_and(is_row)
                    || !may_exceed_the_whole(state, &resource, [&array, &array])
                {
                    continue;
                }
                let k = row_variable();
                let row = term::select(rows.clone(), k.clone());
                let mut other = vec![term::ne(array.clone(), row.clone())];
                if !self.semantics().total_arrays {
                    // Two empty arrays may be the same.
                    other.push(term::eq(length_of(array.clone()), term::int(0)));
                }
                let body = term::implies(range.clone(), term::or(other));
                let fact =
                    term::forall(vec![k.clone()], vec![vec![row]], body.clone(), "row.other");
                if state.facts.since(0).contains(&fact) {
                    continue;
                }
                let most = self.whole_at_most(state, &resource, &array);
                let one = self.fresh("row", &Sort::Int);
                let goal = body.subst(&[(k, one)]);
                if !most.is_empty() && self.decide_briefly(state, &most, &goal) {
                    state.assume(fact);
                }
            }
        }
    }

    /// The matrices to whose rows permissions are held: the sort of their elements, the map of the
    /// rows, and the range of the numbers of rows.
    fn held_rows(&self, state: &State) -> Vec<(Sort, Term, Term)> {
        let mut found: Vec<(Sort, Term, Term)> = Vec::new();
        for chunk in &state.heap.chunks {
            let (Resource::Element(sort), Some(None)) = (&chunk.resource, chunk.fixed.first())
            else {
                continue;
            };
            let mut matrices: Vec<(&Term, &Term)> = self
                .symbols
                .row_numbers
                .iter()
                .filter(|(_, symbol)| {
                    let numbers =
                        |part: &Term| matches!(part.node(), Node::App(of, _) if of == *symbol);
                    chunk.amount.any_subterm(numbers)
                })
                .map(|((rows, range), _)| (rows, range))
                .collect();
            matrices.sort();
            let matrices = matrices
                .into_iter()
                .map(|(rows, range)| (sort.clone(), rows.clone(), range.clone()));
            for matrix in matrices {
                if !found.contains(&matrix) {
                    found.push(matrix);
                }
            }
        }
        found
    }

    /// That no more than the whole is held at places of an array that are known.
    fn whole_at_most(&self, state: &State, resource: &Resource, array: &Term) -> Vec<Term> {
        let mut most: Vec<Term> = Vec::new();
        for chunk in &state.heap.chunks {
            if chunk.resource == *resource
                && chunk.fixed.first().and_then(Option::as_ref) == Some(array)
                && let Some(witness) = &chunk.witness
                && !witness.contains_bound()
            {
                let place = [array.clone(), witness.clone()];
                let held = state.held(&state.heap, resource, &place);
                most.push(term::le(held, whole()));
            }
        }
        most
    }
}

/// The variable for the number of a row.
fn row_variable() -> Term {
    term::bound("row!number", Sort::Int)
}
