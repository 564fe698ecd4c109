//! Sums and products over ranges: what is added up becomes a map of its own.

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::state::State;
use core_lang::{DataOp, Expr, LocalId};
use num_traits::ToPrimitive;
use solver::term::{self, Sort, Symbol, Term};

/// Longer ranges are not written out.
const LISTED: i64 = 16;

/// The sum or product over a range whose bounds are written out.
fn listed(product: bool, summand: &Term, index: &Term, low: &Term, high: &Term) -> Option<Term> {
    let (low, high) = (low.as_int()?.to_i64()?, high.as_int()?.to_i64()?);
    let count = high.checked_sub(low)?;
    if !(1..=LISTED).contains(&count) {
        return None;
    }
    let mut each = (low..high).map(|at| summand.subst(&[(index.clone(), term::int(at))]));
    Some(if product {
        let first = each.next()?;
        each.fold(first, term::mul)
    } else {
        term::add(each.collect())
    })
}

/// What is added up or multiplied.
#[derive(Clone, Copy)]
pub(crate) struct Summand<'a> {
    /// Whether it is multiplied.
    pub product: bool,
    /// What runs over the range.
    pub variable: LocalId,
    /// The summand or factor.
    pub body: &'a Expr,
}

impl Engine<'_> {
    /// The sum or product of a body over `[low, high]`.
    pub(crate) fn fold(
        &mut self,
        state: &mut State,
        context: &Context,
        [low, high]: [Term; 2],
        of: &Summand<'_>,
    ) -> Term {
        let Summand {
            product,
            variable,
            body,
        } = *of;
        let name = self.program().local(variable).name.clone();
        let index = self.symbols.fresh_bound(&name, Sort::Int);
        let mut inner = context
            .under(term::le(low.clone(), index.clone()))
            .under(term::lt(index.clone(), high.clone()));
        inner.locals.insert(variable, index.clone());
        inner.bound.push(index.clone());
        let summand = self.eval(state, &inner, body);
        let map = self.summands(&summand, &index);
        let op = if product {
            DataOp::ProductOf
        } else {
            DataOp::SumOf
        };
        let value = solver::theory::apply(&op, vec![map, low.clone(), high.clone()], &body.sort);
        if let Some(listed) = listed(product, &summand, &index, &low, &high) {
            let same = term::eq(value.clone(), listed);
            let vars = same.free_bound_vars();
            let fact = if vars.is_empty() {
                same
            } else {
                let trigger = vec![vec![value.clone()]];
                term::forall(vars.into_iter().collect(), trigger, same, "fold.listed")
            };
            if !self.symbols.definitions.contains(&fact) {
                self.symbols.define(fact);
            }
        }
        value
    }

    /// The map whose value at an index is the summand there. Summands that are the same but for
    /// the names of bound variables have one map.
    fn summands(&mut self, summand: &Term, index: &Term) -> Term {
        let others: Vec<Term> = summand
            .free_bound_vars()
            .into_iter()
            .filter(|var| var != index)
            .collect();
        let mut renamed: Vec<(Term, Term)> = others
            .iter()
            .enumerate()
            .map(|(number, var)| {
                let name = format!("sum!{number}");
                (var.clone(), term::bound(name, var.sort().clone()))
            })
            .collect();
        let params: Vec<Term> = renamed.iter().map(|(_, var)| var.clone()).collect();
        let at = term::bound("sum!at", Sort::Int);
        renamed.push((index.clone(), at.clone()));
        let general = summand.subst(&renamed);
        let symbol = match self.symbols.summands.get(&general) {
            Some(symbol) => symbol.clone(),
            None => {
                let sort = Sort::array(Sort::Int, summand.sort().clone());
                let symbol: Symbol = self.fresh_function("summands", &params, sort);
                self.symbols
                    .summands
                    .insert(general.clone(), symbol.clone());
                let value = term::select(term::app(&symbol, params.clone()), at.clone());
                let mut vars = params;
                vars.push(at);
                // A definition: true for just one map, whatever the summand is.
                self.symbols.define(term::forall(
                    vars,
                    vec![vec![value.clone()]],
                    term::eq(value, general),
                    "summands",
                ));
                symbol
            }
        };
        term::app(&symbol, others)
    }
}
