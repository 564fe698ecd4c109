//! Set comprehensions over finitely many values.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::question::trigger_sets;
use crate::state::State;
use core_lang::{DataOp, Expr, LocalId, Source};
use solver::term::{self, Sort, Symbol, Term};

impl Engine<'_> {
    /// The set of the values of an element. That there is one is sure: its variables have
    /// finitely many values.
    pub(crate) fn comprehension(
        &mut self,
        state: &mut State,
        context: &Context,
        variables: &[(LocalId, Source)],
        (condition, element): (&Expr, &Expr),
        sort: &Sort,
    ) -> Term {
        let mut inner = context.clone();
        let mut bound = Vec::new();
        let mut inside = Vec::new();
        for (variable, source) in variables {
            let (first, last) = match source {
                Source::Range(low, high) => (low, Some(high)),
                Source::Members(all) => (all, None),
            };
            let first = self.eval(state, &inner, first);
            let last = last.map(|high| self.eval(state, &inner, high));
            let fresh = self.fresh_variable(&mut inner, *variable);
            let among = match last {
                Some(high) => term::and(vec![
                    term::le(first, fresh.clone()),
                    term::lt(fresh.clone(), high),
                ]),
                None => member(&first, &fresh),
            };
            inner = inner.under(among.clone());
            bound.push(fresh);
            inside.push(among);
        }
        let holds = self.eval(state, &inner, condition);
        let element = self.eval(state, &inner.under(holds.clone()), element);
        inside.push(holds);
        self.set_of(&bound, &term::and(inside), &element, sort)
    }

    /// The set of the values of a term where a condition holds: one symbol for all that say the
    /// same but for the names of variables.
    fn set_of(&mut self, bound: &[Term], inside: &Term, element: &Term, sort: &Sort) -> Term {
        let mut params: Vec<Term> = Vec::new();
        for var in [inside, element]
            .iter()
            .flat_map(|part| part.free_bound_vars())
        {
            if !bound.contains(&var) && !params.contains(&var) {
                params.push(var);
            }
        }
        let rename = |vars: &[Term], hint: &str| -> Vec<(Term, Term)> {
            vars.iter()
                .enumerate()
                .map(|(number, var)| {
                    let name = format!("{hint}!{number}");
                    (var.clone(), term::bound(name, var.sort().clone()))
                })
                .collect()
        };
        let outer = rename(&params, "set");
        let own = rename(bound, "each");
        let renamed: Vec<(Term, Term)> = outer.iter().chain(&own).cloned().collect();
        let (inside, element) = (inside.subst(&renamed), element.subst(&renamed));
        let outer: Vec<Term> = outer.into_iter().map(|(_, var)| var).collect();
        let own: Vec<Term> = own.into_iter().map(|(_, var)| var).collect();
        let mut key = vec![inside.clone(), element.clone()];
        key.extend(own.iter().cloned());
        let symbol = match self.symbols.comprehensions.get(&key) {
            Some(symbol) => symbol.clone(),
            None => {
                let symbol = self.fresh_function("set", &outer, sort.clone());
                self.symbols.comprehensions.insert(key, symbol.clone());
                self.define_set(&symbol, &outer, &own, &inside, &element);
                symbol
            }
        };
        term::app(&symbol, params)
    }

    /// What is in a set, and that nothing else is.
    fn define_set(
        &mut self,
        symbol: &Symbol,
        outer: &[Term],
        own: &[Term],
        inside: &Term,
        element: &Term,
    ) {
        let set = term::app(symbol, outer.to_vec());
        let x = term::bound("set!member", element.sort().clone());
        let is_in = member(&set, &x);
        let vars: Vec<Term> = outer.iter().cloned().chain([x.clone()]).collect();
        if own == [element.clone()] {
            // The members are the values themselves.
            let fact = term::iff(is_in.clone(), inside.subst(&[(element.clone(), x)]));
            let fact = term::forall(vars, vec![vec![is_in]], fact, "comprehension");
            self.symbols.define(fact);
            return;
        }
        // Every member comes from some values of the variables.
        let from: Vec<(Term, Term)> = own
            .iter()
            .map(|var| {
                let witness = self.fresh_function("from", &vars, var.sort().clone());
                (var.clone(), term::app(&witness, vars.clone()))
            })
            .collect();
        let comes = term::and(vec![inside.subst(&from), term::eq(element.subst(&from), x)]);
        self.symbols.define(term::forall(
            vars.clone(),
            vec![vec![is_in.clone()]],
            term::implies(is_in, comes),
            "comprehension.from",
        ));
        // All of them are members.
        let vars: Vec<Term> = outer.iter().chain(own).cloned().collect();
        let there = member(&set, element);
        let mut alternatives: Vec<Vec<Term>> = Vec::new();
        if trigger_sets::usable(&vars, std::slice::from_ref(&there)) {
            alternatives.push(vec![there.clone()]);
        }
        for parts in [element, inside] {
            for mut trigger in trigger_sets::of_terms(own, std::slice::from_ref(parts)) {
                if !trigger_sets::usable(&vars, &trigger) {
                    // The outer variables occur in the set alone.
                    trigger.push(set.clone());
                }
                if trigger_sets::usable(&vars, &trigger) {
                    alternatives.push(trigger);
                }
            }
        }
        if alternatives.is_empty() {
            // Nothing would ever bring it up.
            return;
        }
        self.symbols.define(term::forall(
            vars,
            alternatives,
            term::implies(inside.clone(), there),
            "comprehension.all",
        ));
    }
}

/// Whether a value is a member of a sequence, set or bag.
fn member(all: &Term, x: &Term) -> Term {
    let apply =
        |op: DataOp, sort: &Sort| solver::theory::apply(&op, vec![all.clone(), x.clone()], sort);
    if matches!(all.sort(), Sort::Bag(_)) {
        return term::lt(term::int(0), apply(DataOp::BagCount, &Sort::Int));
    }
    let sequence = matches!(all.sort(), Sort::Seq(_));
    apply(
        if sequence {
            DataOp::SeqContains
        } else {
            DataOp::SetContains
        },
        &Sort::Bool,
    )
}
