//! Producing (inhaling) an assertion: shares are received, facts learnt.

use super::askers::word;
use super::state::{Chunk, Resource, hole, no_share, whole};
use super::{Asker, Context, Engine, State, count, index, null};
use ir::{Amount, Assertion, AssertionKind, Location};
use solver::term::{self, Op, Sort, Symbol, Term};
use text::span::Span;

/// A share as it is received or asked for.
pub(super) struct Demand {
    /// Of what, with which arguments and amount.
    pub chunk: Chunk,
    /// The amount over the bound variables; none for `read`.
    pub amount: Option<Term>,
    /// The words.
    pub span: Span,
}

impl Engine<'_> {
    /// Receives an assertion. With a checking context its own well-definedness is shown.
    pub(super) fn produce(&mut self, state: &mut State, context: &Context, assertion: &Assertion) {
        self.produce_part(state, context, assertion);
        self.separate_arrays(state);
    }

    fn produce_part(&mut self, state: &mut State, context: &Context, assertion: &Assertion) {
        match &assertion.kind {
            AssertionKind::Pure(formula) => {
                let fact = self.eval(state, context, formula);
                self.learn(state, context, fact);
            }
            AssertionKind::Star(parts) => {
                for part in parts {
                    self.produce_part(state, context, part);
                }
            }
            AssertionKind::Implies(condition, body) => {
                let condition = self.eval(state, context, condition);
                if !condition.is_false() {
                    self.produce_part(state, &context.under(condition), body);
                }
            }
            AssertionKind::Ite(condition, a, b) => {
                let condition = self.eval(state, context, condition);
                if !condition.is_false() {
                    self.produce_part(state, &context.under(condition.clone()), a);
                }
                if !condition.is_true() {
                    self.produce_part(state, &context.under(term::not(condition)), b);
                }
            }
            AssertionKind::Let(local, value, body) => {
                let value = self.eval(state, context, value);
                let mut inner = context.clone();
                inner.locals.insert(*local, value);
                self.produce_part(state, &inner, body);
            }
            AssertionKind::Forall {
                variables,
                guard,
                body,
                ..
            } => {
                let inner = self.bind(state, context, variables, guard);
                self.produce_part(state, &inner, body);
            }
            AssertionKind::Share(location, amount) => {
                self.produce_share(state, context, location, amount, assertion.span);
            }
        }
    }

    /// A context in which the variables are bound and the guard holds.
    pub(super) fn bind(
        &mut self,
        state: &mut State,
        context: &Context,
        variables: &[ir::LocalId],
        guard: &ir::Expr,
    ) -> Context {
        let mut inner = context.clone();
        for variable in variables {
            let declared = self.program().local(*variable);
            let fresh = self
                .supply
                .fresh_bound(&declared.name, declared.sort.clone());
            inner.locals.insert(*variable, fresh.clone());
            inner.bound.push(fresh);
        }
        let guard = self.eval(state, &inner, guard);
        inner.under(guard)
    }

    /// A fact under the guards and for all bound variables.
    pub(super) fn learn(&mut self, state: &mut State, context: &Context, fact: Term) {
        if context.bound.is_empty() {
            state.assume(term::implies(context.guard(), fact));
            return;
        }
        for part in conjuncts(&fact) {
            let (bound, guard) = without_unused(context, &part);
            let fact = term::implies(guard, part);
            let fact = if bound.is_empty() {
                fact
            } else {
                let name = format!("known.{}", self.obligations.len());
                term::forall(bound, Vec::new(), fact, name)
            };
            state.assume(fact);
        }
    }

    fn produce_share(
        &mut self,
        state: &mut State,
        context: &Context,
        location: &Location,
        amount: &Amount,
        span: Span,
    ) {
        let (resource, args) = self.place(state, context, location);
        let amount = match amount {
            Amount::Exact(amount) => {
                let amount = self.eval(state, context, amount);
                self.require(
                    state,
                    context,
                    term::le(no_share(), amount.clone()),
                    "V005",
                    span,
                    "the permission amount may be negative".to_owned(),
                );
                match &context.scale {
                    None => amount,
                    Some(super::Scale::Exact(scale)) => term::mul(scale.clone(), amount),
                    // Some of nothing is nothing.
                    Some(super::Scale::Wildcard) => {
                        let some = self.wildcard(context, &args);
                        term::ite(term::lt(no_share(), amount), some, no_share())
                    }
                }
            }
            Amount::Wildcard => {
                let some = self.wildcard(context, &args);
                match &context.scale {
                    Some(super::Scale::Exact(scale)) => {
                        let held = term::lt(no_share(), scale.clone());
                        term::ite(held, some, no_share())
                    }
                    _ => some,
                }
            }
        };
        // Under vercors-1.4 what is received is taken to be injective.
        if context.injective && !context.bound.is_empty() && !self.semantics().injectivity_assumed {
            self.require_injective(state, context, &args, &amount, span);
        }
        let Some(chunk) = self.chunk(state, context, &resource, &args, &amount, span, false) else {
            return;
        };
        let point = chunk.fixed.iter().all(Option::is_some) && context.bound.is_empty();
        state.heap_mut().add(chunk);
        if !point {
            if let (Resource::Field(_), [receiver]) = (&resource, args.as_slice()) {
                let fact = term::implies(
                    term::lt(no_share(), amount),
                    term::ne(receiver.clone(), null()),
                );
                self.learn(state, context, fact);
            }
            return;
        }
        if let (Resource::Field(_), [receiver]) = (&resource, args.as_slice()) {
            let fact = term::implies(
                term::lt(no_share(), amount),
                term::ne(receiver.clone(), null()),
            );
            self.learn(state, context, fact);
        }
        // No cell has more than the whole share: so references and indices differ where
        // shares would exceed it.
        if !matches!(resource, Resource::Predicate(_)) {
            let held = state.held(&state.heap, &resource, &args);
            state.assume(term::le(held, whole()));
        }
    }

    /// Some positive share, of its own at each occurrence and index.
    fn wildcard(&mut self, context: &Context, args: &[Term]) -> Term {
        let bound: Vec<Term> = context
            .bound
            .iter()
            .filter(|var| args.iter().any(|arg| arg.free_bound_vars().contains(var)))
            .cloned()
            .collect();
        if bound.is_empty() {
            let share = self.fresh("read", &Sort::Real);
            // A constant without other constraints: true for some value.
            self.definitions.push(term::and(vec![
                term::lt(no_share(), share.clone()),
                term::le(share.clone(), whole()),
            ]));
            return share;
        }
        let symbol = self.fresh_function("read", &bound, Sort::Real);
        let share = term::app(&symbol, bound.clone());
        self.definitions.push(term::forall(
            bound,
            vec![vec![share.clone()]],
            term::and(vec![
                term::lt(no_share(), share.clone()),
                term::le(share.clone(), whole()),
            ]),
            "read.positive",
        ));
        share
    }

    /// A new function of some variables.
    pub(super) fn fresh_function(&mut self, hint: &str, of: &[Term], sort: Sort) -> Symbol {
        let args = of.iter().map(|var| var.sort().clone()).collect();
        self.supply.fresh_symbol(hint, args, sort)
    }

    /// The index map of a quantified share is injective where something is held: shown
    /// where the contract is written (checker.md, "State and frame").
    pub(super) fn require_injective(
        &mut self,
        state: &mut State,
        context: &Context,
        args: &[Term],
        amount: &Term,
        span: Span,
    ) {
        let used = used_variables(&context.bound, args);
        if used.is_empty() {
            return;
        }
        // All variables differ between the two, also those that only the range mentions.
        let again: Vec<(Term, Term)> = context
            .bound
            .iter()
            .map(|var| {
                let other = self.supply.fresh_bound("other", var.sort().clone());
                (var.clone(), other)
            })
            .collect();
        let mut premises = vec![
            context.guard().subst(&again),
            term::lt(no_share(), amount.clone()),
            term::lt(no_share(), amount.subst(&again)),
        ];
        for arg in args {
            premises.push(term::eq(arg.clone(), arg.subst(&again)));
        }
        let equal = used
            .iter()
            .map(|var| term::eq(var.clone(), var.subst(&again)))
            .collect();
        let goal = term::implies(term::and(premises), term::and(equal));
        let mut inner = context.clone();
        inner
            .bound
            .extend(again.iter().map(|(_, other)| other.clone()));
        let facts = state.facts.clone();
        let values = |vars: &dyn Fn(&Term) -> Term| Asker {
            span,
            variables: context
                .bound
                .iter()
                .map(|var| (word(var), Some(vars(var))))
                .collect(),
            share: None,
        };
        self.named_askers = vec![values(&|var| var.clone()), values(&|var| var.subst(&again))];
        self.show(
            state,
            &inner,
            goal,
            "V006",
            context.at.unwrap_or(span),
            context.at.map(|_| span),
            "two values of the quantifier's variables may denote the same location".to_owned(),
            Some("each value must give a location of its own; bound the variables, or divide the share".to_owned()),
        );
        // What was shown is only about this quantifier and would burden the solver.
        state.facts = facts;
    }

    /// A share over bound variables as a share over places (R5, R7, R8).
    #[allow(clippy::too_many_arguments)]
    pub(super) fn chunk(
        &mut self,
        state: &mut State,
        context: &Context,
        resource: &Resource,
        args: &[Term],
        amount: &Term,
        span: Span,
        given: bool,
    ) -> Option<Chunk> {
        let guard = context.guard();
        let used = used_variables(&context.bound, args);
        let (guard, amount) = self.multiplied(context, &used, guard, amount.clone(), span)?;
        if used.is_empty() {
            return Some(Chunk {
                resource: resource.clone(),
                fixed: args.iter().cloned().map(Some).collect(),
                amount: term::ite(guard, amount, no_share()),
                witness: args.get(1).cloned(),
                row: None,
            });
        }
        let open: Vec<usize> = (0..args.len())
            .filter(|number| !used_variables(&used, &args[*number..=*number]).is_empty())
            .collect();
        let fixed: Vec<Option<Term>> = args
            .iter()
            .enumerate()
            .map(|(number, arg)| (!open.contains(&number)).then(|| arg.clone()))
            .collect();
        let witness = args.get(1).map(|index| self.lowest(index, &used, &guard));
        let row = match args.first() {
            Some(row) if open.first() == Some(&0) && args.len() > 1 => {
                Some(self.lowest(row, &used, &guard))
            }
            _ => None,
        };
        let holes: Vec<Term> = open
            .iter()
            .map(|number| hole(*number, args[*number].sort()))
            .collect();
        let closed = self.closed_inverse(state, args, &open, &used, &holes, &conjuncts(&guard));
        if let Some((values, condition, guessed)) = closed {
            // What is given must be covered in full: the inverse must be one. What is
            // received may be taken for less, unless somebody looks how much it is.
            let exact = given || guessed || self.program().looks_at_shares;
            if !exact || self.is_inverse(state, context, args, &open, &holes, &values) {
                let inside = term::and(vec![condition, guard.subst(&values)]);
                self.inverse.clone_from(&values);
                return Some(Chunk {
                    resource: resource.clone(),
                    fixed,
                    amount: term::ite(inside, amount.subst(&values), no_share()),
                    witness,
                    row,
                });
            }
        }
        let values: Vec<(Term, Term)> = used
            .iter()
            .map(|var| {
                let symbol = self.fresh_function("inverse", &holes, var.sort().clone());
                (var.clone(), term::app(&symbol, holes.clone()))
            })
            .collect();
        let forward: Vec<(Term, Term)> = open
            .iter()
            .zip(&holes)
            .map(|(number, hole)| (hole.clone(), args[*number].clone()))
            .collect();
        let back = values
            .iter()
            .map(|(var, value)| term::eq(value.subst(&forward), var.clone()))
            .collect();
        let patterns = super::patterns::of_terms(&used, args);
        let fact = term::forall(
            used.clone(),
            patterns,
            term::implies(
                term::and(vec![guard.clone(), term::lt(no_share(), amount.clone())]),
                term::and(back),
            ),
            "inverse",
        );
        self.inverse.clone_from(&values);
        // True for some function, since the map is injective where it is used.
        state.assume(fact);
        let mut inside = vec![guard.subst(&values)];
        for (number, hole) in open.iter().zip(&holes) {
            inside.push(term::eq(args[*number].subst(&values), hole.clone()));
        }
        Some(Chunk {
            resource: resource.clone(),
            fixed,
            amount: term::ite(term::and(inside), amount.subst(&values), no_share()),
            witness,
            row,
        })
    }

    /// Variables that the place does not mention multiply the amount.
    fn multiplied(
        &mut self,
        context: &Context,
        used: &[Term],
        guard: Term,
        amount: Term,
        span: Span,
    ) -> Option<(Term, Term)> {
        let mut guard = guard;
        let mut amount = amount;
        let unused: Vec<Term> = context
            .bound
            .iter()
            .filter(|var| !used.contains(var))
            .cloned()
            .collect();
        let varies = unused
            .iter()
            .any(|var| amount.free_bound_vars().contains(var));
        let mut unused = unused;
        if !varies {
            let parts;
            (parts, unused) = count::digits_joined(&mut self.supply, conjuncts(&guard), unused);
            guard = term::and(parts);
        }
        for var in &unused {
            if guard.is_false() {
                return Some((guard, amount));
            }
            if amount.free_bound_vars().contains(var) {
                self.gap(
                    "U082",
                    span,
                    "a share whose amount varies over values that denote one location",
                );
                return None;
            }
            let parts = conjuncts(&guard);
            let (about, rest): (Vec<Term>, Vec<Term>) = parts
                .into_iter()
                .partition(|part| part.free_bound_vars().contains(var));
            // A guard that pins the variable leaves one value (R8).
            if let Some(value) = about.iter().find_map(|part| pinned(part, var)) {
                let fill = [(var.clone(), value)];
                guard = guard.subst(&fill);
                continue;
            }
            let Some((count, some)) = count::values(&about, var) else {
                self.gap(
                    "U082",
                    span,
                    "a share that is the same for all values of a variable without plain bounds",
                );
                return None;
            };
            amount = term::mul(term::to_real(count), amount);
            let mut parts = rest;
            parts.push(some);
            guard = term::and(parts);
        }
        Some((guard, amount))
    }

    /// Values of the variables at a place, where it can be computed, when that is right, and whether
    /// it is a guess.
    #[allow(clippy::type_complexity)]
    fn closed_inverse(
        &mut self,
        state: &mut State,
        args: &[Term],
        open: &[usize],
        used: &[Term],
        holes: &[Term],
        guard: &[Term],
    ) -> Option<(Vec<(Term, Term)>, Term, bool)> {
        let mut values: Vec<(Term, Term)> = Vec::new();
        let mut conditions = Vec::new();
        let mut guessed = false;
        for (number, hole) in open.iter().zip(holes) {
            let arg = args[*number].subst(&values);
            let left: Vec<Term> = used
                .iter()
                .filter(|var| arg.free_bound_vars().contains(var))
                .cloned()
                .collect();
            if left.is_empty() {
                conditions.push(term::eq(arg, hole.clone()));
                continue;
            }
            if let Some(inverse) = index::invert(&arg, &left, hole, guard) {
                values.extend(inverse.values);
                conditions.push(inverse.condition);
                guessed |= inverse.guessed;
                continue;
            }
            // A row `m[i]` of a matrix: its number is found by the function that knows rows.
            let rows = match row_inverse(&arg, &left, hole) {
                Some(rows) => rows,
                None => self.row_inverse(state, &arg, &left, hole, guard)?,
            };
            values.extend(rows.0);
            conditions.push(rows.1);
        }
        (values.len() == used.len()).then(|| (values, term::and(conditions), guessed))
    }

    /// Whether the closed form gives each tuple of variables back.
    fn is_inverse(
        &mut self,
        state: &State,
        context: &Context,
        args: &[Term],
        open: &[usize],
        holes: &[Term],
        values: &[(Term, Term)],
    ) -> bool {
        let forward: Vec<(Term, Term)> = open
            .iter()
            .zip(holes)
            .map(|(number, hole)| (hole.clone(), args[*number].clone()))
            .collect();
        let back = values
            .iter()
            .map(|(var, value)| term::eq(value.subst(&forward), var.clone()))
            .collect();
        let goal = term::implies(context.guard(), term::and(back));
        let goal = self.ground(&goal, &context.bound);
        self.decide(state, &[], &goal)
    }

    /// The index at the lowest values of the variables.
    fn lowest(&self, index: &Term, vars: &[Term], guard: &Term) -> Term {
        let fill: Vec<(Term, Term)> = vars
            .iter()
            .filter(|var| *var.sort() == Sort::Int)
            .map(|var| {
                let low = conjuncts(guard)
                    .iter()
                    .find_map(|part| match bound_on(part, var) {
                        Some((true, low)) => Some(low),
                        _ => None,
                    })
                    .unwrap_or_else(|| term::int(0));
                (var.clone(), low)
            })
            .collect();
        let mut lowest = index.subst(&fill);
        for _ in 0..vars.len() {
            lowest = lowest.subst(&fill);
        }
        lowest
    }
}

/// The bound variables that some terms mention.
fn used_variables(bound: &[Term], terms: &[Term]) -> Vec<Term> {
    bound
        .iter()
        .filter(|var| terms.iter().any(|t| t.free_bound_vars().contains(var)))
        .cloned()
        .collect()
}

fn conjuncts(formula: &Term) -> Vec<Term> {
    match formula.as_op(Op::And) {
        Some(parts) => parts.to_vec(),
        None if formula.is_true() => Vec::new(),
        None => vec![formula.clone()],
    }
}

/// The bound variables and the guard without variables that a fact does not mention: it holds if
/// there is any value of them at all, which bounds say without a quantifier. (A variable that no
/// term of the fact mentions could be no trigger's.)
fn without_unused(context: &Context, fact: &Term) -> (Vec<Term>, Term) {
    let used = fact.free_bound_vars();
    let mut guards = conjuncts(&context.guard());
    let mut bound = context.bound.clone();
    for var in context.bound.iter().rev() {
        if used.contains(var) {
            continue;
        }
        let (about, rest): (Vec<Term>, Vec<Term>) = guards
            .iter()
            .cloned()
            .partition(|part| part.free_bound_vars().contains(var));
        let some = match about.as_slice() {
            [] => Some(term::tt()),
            _ => count::values(&about, var).map(|(_, some)| some),
        };
        if let Some(some) = some {
            guards = rest;
            guards.extend(conjuncts(&some));
            bound.retain(|other| other != var);
        }
    }
    (bound, term::and(guards))
}

/// The value of a variable, if an equation says it outright.
fn pinned(part: &Term, var: &Term) -> Option<Term> {
    let [left, right] = part.as_op(Op::Eq)? else {
        return None;
    };
    for (this, other) in [(left, right), (right, left)] {
        let fits = other.sort() == var.sort();
        if this == var && fits && !other.free_bound_vars().contains(var) {
            return Some(other.clone());
        }
    }
    if ![left, right, var]
        .iter()
        .all(|term| *term.sort() == Sort::Int)
    {
        return None;
    }
    let difference = term::sub(left.clone(), right.clone());
    let without = term::sub(difference.clone(), var.clone());
    if !without.free_bound_vars().contains(var) {
        return Some(term::neg(without));
    }
    let without = term::add(vec![difference, var.clone()]);
    (!without.free_bound_vars().contains(var)).then_some(without)
}

/// `low <= var` (true) or `var < high` (false), in whatever form.
pub(super) fn bound_on(part: &Term, var: &Term) -> Option<(bool, Term)> {
    let (left, right, strict) = match part.node() {
        term::Node::Op(Op::Le, args) => (args.first()?, args.get(1)?, false),
        term::Node::Op(Op::Lt, args) => (args.first()?, args.get(1)?, true),
        _ => return None,
    };
    // A rational bounds integers, too, but is no end of a range of them.
    if ![left, right, var]
        .iter()
        .all(|term| *term.sort() == Sort::Int)
    {
        return None;
    }
    // left - right <= 0 (or < 0): solve for the variable if it has coefficient 1 or -1.
    let difference = term::sub(left.clone(), right.clone());
    let plus = term::sub(difference.clone(), var.clone());
    if !plus.free_bound_vars().contains(var) {
        // var + plus <= 0: var < 1 - plus, or var < -plus if strict.
        let high = term::neg(plus);
        return Some((
            false,
            if strict {
                high
            } else {
                term::add(vec![high, term::int(1)])
            },
        ));
    }
    let minus = term::add(vec![difference, var.clone()]);
    if !minus.free_bound_vars().contains(var) {
        // minus - var <= 0: minus <= var, or minus + 1 <= var if strict.
        return Some((
            true,
            if strict {
                term::add(vec![minus, term::int(1)])
            } else {
                minus
            },
        ));
    }
    None
}

/// Under vercors-1.4 rows are fixed, and know their matrix and number.
fn row_inverse(arg: &Term, left: &[Term], hole: &Term) -> Option<(Vec<(Term, Term)>, Term)> {
    let term::Node::App(symbol, args) = arg.node() else {
        return None;
    };
    let [matrix, number] = args.as_slice() else {
        return None;
    };
    if *symbol != super::row_symbol() || matrix.contains_bound() {
        return None;
    }
    let index_of = super::row_index_symbol();
    let inverse = index::invert(number, left, &term::app(&index_of, vec![hole.clone()]), &[])?;
    let condition = term::eq(arg.subst(&inverse.values), hole.clone());
    Some((
        inverse.values,
        term::and(vec![inverse.condition, condition]),
    ))
}
