//! Products, quotients and remainders of unknowns, taken away from the solver.
//!
//! Z3's own nonlinear arithmetic is slow and unsteady on index terms. Here each product
//! of two unknowns becomes an uninterpreted function, each division by an unknown too,
//! and the facts that index arguments need are added as ground instances for the terms
//! that occur (rules R16 to R18 of the encoding notes). Every instance is a theorem
//! about the interpreted operators, so nothing becomes provable that does not hold.

use std::cell::RefCell;
use std::collections::BTreeSet;

use num_traits::Zero;

use super::occurrences::{Occurrences, cap};
use crate::term::{
    Node, Op, Rewriter, Sort, StandIn, Symbol, SymbolKind, Term, TermMap, TermSet, add, and, app,
    bound, eq, forall, implies, int, le, lt, mul, postorder,
};

/// The uninterpreted stand-ins.
struct Symbols {
    mul: Symbol,
    real_mul: Symbol,
    div: Symbol,
    modulo: Symbol,
    real_div: Symbol,
}

impl Symbols {
    fn new() -> Symbols {
        let binary = |stand_in: StandIn, sort: Sort| {
            let args = vec![sort.clone(), sort.clone()];
            Symbol::of_kind(SymbolKind::StandIn(stand_in), args, sort)
        };
        Symbols {
            mul: binary(StandIn::Mul, Sort::Int),
            real_mul: binary(StandIn::RealMul, Sort::Real),
            div: binary(StandIn::Div, Sort::Int),
            modulo: binary(StandIn::Mod, Sort::Int),
            real_div: binary(StandIn::RealDiv, Sort::Real),
        }
    }
}

/// Whether a term is a product of unknowns or a division by one.
pub fn is_nonlinear(term: &Term) -> bool {
    if let Node::Op(Op::Div | Op::Mod | Op::RealDiv, args) = term.node() {
        return args.last().is_some_and(|d| !is_nonzero_literal(d));
    }
    let factors = term.as_op(Op::Mul).unwrap_or(&[]);
    factors.iter().filter(|a| !a.is_literal()).count() > 1
}

pub(super) fn is_nonzero_literal(term: &Term) -> bool {
    term.as_rational().is_some_and(|v| !v.is_zero())
}

/// Whether any of the formulas has a nonlinear term.
pub fn any_nonlinear(formulas: &[Term]) -> bool {
    let mut seen = TermSet::default();
    let mut work: Vec<Term> = formulas.to_vec();
    while let Some(term) = work.pop() {
        if seen.insert(term.clone()) {
            if is_nonlinear(&term) {
                return true;
            }
            work.extend(term.children().into_iter().cloned());
        }
    }
    false
}

/// Formulas without nonlinear terms, and what is known about the stand-ins.
#[derive(Debug)]
pub struct Abstracted {
    /// The formulas, in the order given.
    pub formulas: Vec<Term>,
    /// Facts about the stand-ins. All are true of the operators they stand for.
    pub facts: Vec<Term>,
}

/// The lemmas about the nonlinear terms of the formulas, with interpreted operators.
/// Formulas that come first are served first when there are too many.
pub fn lemmas(formulas: &[Term]) -> Vec<Term> {
    let mut found = Occurrences::default();
    found.collect(formulas);
    found.instantiate(formulas);
    found.lemmas()
}

/// Of so many terms it is kept what becomes of them; then all are dropped.
const MOST: usize = 1 << 16;

thread_local! {
    /// What becomes of terms, by the rule below alone.
    static KNOWN: RefCell<TermMap<Term>> = RefCell::default();
}

/// Replaces the nonlinear terms of the formulas.
pub fn abstracted(formulas: &[Term]) -> Abstracted {
    let symbols = Symbols::new();
    let mut found = Occurrences::default();
    found.collect(formulas);
    found.instantiate(formulas);
    // The same formulas are rewritten for each question of a kernel, and always to the same.
    let known = KNOWN.take();
    let known = if known.len() < MOST {
        known
    } else {
        TermMap::default()
    };
    let rule = |term: &Term, args: &[Term]| rule(&symbols, term, args);
    let mut rewriter = Rewriter::knowing(known, rule);
    let images: Vec<Term> = formulas.iter().map(|f| rewriter.apply(f)).collect();
    let mut facts: Vec<Term> = found.lemmas().iter().map(|l| rewriter.apply(l)).collect();
    // What an instance looks like to the solver equals its normal form.
    for (var_map, body_term) in &found.instances {
        let image = rewriter.apply(body_term);
        let map: Vec<(Term, Term)> = var_map
            .iter()
            .map(|(var, to)| (var.clone(), rewriter.apply(to)))
            .collect();
        let raw = image.subst(&map);
        let normal = rewriter.apply(&body_term.subst(var_map));
        facts.push(eq(raw, normal));
    }
    KNOWN.set(rewriter.known());
    facts.extend(real_bridges(&symbols, formulas));
    let quantified = formulas.iter().any(has_bound_nonlinear);
    facts.extend(general(&symbols, &images, quantified));
    let mut seen: TermSet = images.iter().cloned().collect();
    facts.retain(|f| !f.is_true() && seen.insert(f.clone()));
    Abstracted {
        formulas: images,
        facts,
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "Z3 has all other operators as they are"
)]
fn rule(symbols: &Symbols, term: &Term, args: &[Term]) -> Option<Term> {
    let Node::Op(op, _) = term.node() else {
        return None;
    };
    let real = *term.sort() == Sort::Real;
    let symbol = match op {
        Op::Mul => {
            let (literals, mut factors): (Vec<Term>, Vec<Term>) =
                args.iter().cloned().partition(Term::is_literal);
            if factors.len() < 2 {
                return None;
            }
            factors.sort();
            let symbol = if real {
                &symbols.real_mul
            } else {
                &symbols.mul
            };
            let product = nested(symbol, factors)?;
            return Some(literals.into_iter().fold(product, mul));
        }
        Op::Div => &symbols.div,
        Op::Mod => &symbols.modulo,
        Op::RealDiv => &symbols.real_div,
        _ => return None,
    };
    let [_, divisor] = args else { return None };
    (!is_nonzero_literal(divisor)).then(|| app(symbol, args.to_vec()))
}

/// The product of sorted factors, the first ones innermost.
fn nested(symbol: &Symbol, factors: Vec<Term>) -> Option<Term> {
    factors
        .into_iter()
        .reduce(|product, factor| app(symbol, vec![product, factor]))
}

fn has_bound_nonlinear(formula: &Term) -> bool {
    formula.any_subterm(|t| t.contains_bound() && is_nonlinear(t))
}

/// `to_real x * to_real y = to_real (x * y)`.
fn real_bridges(symbols: &Symbols, formulas: &[Term]) -> Vec<Term> {
    let mut facts = Vec::new();
    let mut rewriter = Rewriter::new(|term: &Term, args: &[Term]| rule(symbols, term, args));
    for term in postorder(formulas) {
        if term.contains_bound() || *term.sort() != Sort::Real {
            continue;
        }
        let Some(args) = term.as_op(Op::Mul) else {
            continue;
        };
        let factors = args.iter().filter(|a| !a.is_literal());
        let inner: Option<Vec<Term>> = factors
            .map(|f| f.as_op(Op::ToReal)?.first().cloned())
            .collect();
        let Some(inner) = inner.filter(|i| i.len() > 1) else {
            continue;
        };
        let whole = inner.into_iter().fold(int(1), mul);
        let whole = crate::term::to_real(rewriter.apply(&whole));
        let literal = args.iter().filter(|a| a.is_literal()).cloned();
        facts.push(eq(rewriter.apply(&term), literal.fold(whole, mul)));
        if facts.len() >= cap::PRODUCTS {
            break;
        }
    }
    facts
}

/// Quantified facts about the stand-ins, for terms that only instances bring up.
fn general(symbols: &Symbols, images: &[Term], quantified: bool) -> Vec<Term> {
    let mut used: BTreeSet<&Symbol> = BTreeSet::new();
    let all = postorder(images);
    for term in &all {
        if let Node::App(symbol, _) = term.node() {
            used.insert(symbol);
        }
    }
    let mut facts = Vec::new();
    for (symbol, sort) in [(&symbols.mul, Sort::Int), (&symbols.real_mul, Sort::Real)] {
        if !used.contains(symbol) {
            continue;
        }
        let (p, q) = (bound("p@", sort.clone()), bound("q@", sort));
        let product = app(symbol, vec![p.clone(), q.clone()]);
        let turned = app(symbol, vec![q.clone(), p.clone()]);
        facts.push(forall(
            vec![p, q],
            vec![vec![product.clone()]],
            eq(product, turned),
            format!("{}commutes", symbol.name()),
        ));
    }
    if !quantified || !(used.contains(&symbols.div) || used.contains(&symbols.modulo)) {
        return facts;
    }
    let (t, d) = (bound("t@", Sort::Int), bound("d@", Sort::Int));
    let quotient = app(&symbols.div, vec![t.clone(), d.clone()]);
    let rest = app(&symbols.modulo, vec![t.clone(), d.clone()]);
    let product = app(&symbols.mul, vec![d.clone(), quotient.clone()]);
    let body = implies(
        lt(int(0), d.clone()),
        and(vec![
            eq(t.clone(), add(vec![product, rest.clone()])),
            le(int(0), rest.clone()),
            lt(rest.clone(), d.clone()),
        ]),
    );
    facts.push(forall(
        vec![t, d],
        vec![vec![quotient], vec![rest]],
        body,
        "div@decodes",
    ));
    facts
}
