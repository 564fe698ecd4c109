//! Bounds on variables, as guards say them.

use solver::term::{self, Op, Sort, Term};

/// The parts of a conjunction.
pub fn conjuncts(formula: &Term) -> Vec<Term> {
    match formula.as_op(Op::And) {
        Some(parts) => parts.to_vec(),
        None if formula.is_true() => Vec::new(),
        None => vec![formula.clone()],
    }
}

/// The value of a variable, if an equation says it outright.
pub fn pinned(part: &Term, var: &Term) -> Option<Term> {
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
pub fn bound_on(part: &Term, var: &Term) -> Option<(bool, Term)> {
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
