//! What a proof says to a reader: by which widths it takes indices apart, and polynomials as text.

use crate::poly::{Atom, Number, Poly};
use crate::problem::{Formula, Problem};
use crate::proof::{End, Fact, Proof, Reason, Split, flattened};
use crate::terms::Translation;
use solver::term::{Node, Op, Symbol, Term};
use std::collections::BTreeSet;

/// The widths by which a proof takes sums apart, each once: of those steps alone on which its end rests.
pub fn widths(problem: &Problem, proof: &Proof) -> Vec<Poly> {
    let mut facts = Vec::new();
    for formula in &problem.known {
        flattened(formula, &mut facts);
    }
    let mut found = Vec::new();
    used(&mut facts, proof, &mut found);
    found
}

/// The facts before a proof on which it rests.
fn used(facts: &mut Vec<Formula>, proof: &Proof, widths: &mut Vec<Poly>) -> BTreeSet<Fact> {
    let first = facts.len();
    let claims = proof.steps.iter().map(|step| step.claim.clone());
    facts.extend(claims.map(Formula::Claim));
    let mut rests_on = match &proof.end {
        End::Absurd(fact) => BTreeSet::from([*fact]),
        End::Cases(split, branches) => {
            let shared = facts.len();
            let mut all = BTreeSet::new();
            let cases = match split {
                Split::Alternatives(fact) => {
                    all.insert(*fact);
                    match facts.get(*fact) {
                        Some(Formula::Any(parts)) => parts.clone(),
                        Some(Formula::Claim(_) | Formula::All(_)) | None => Vec::new(),
                    }
                }
                Split::Sign(poly) => {
                    let claim = Formula::non_negative(poly.clone());
                    vec![claim.clone(), claim.negated()]
                }
            };
            for (case, branch) in cases.iter().zip(branches) {
                facts.truncate(shared);
                flattened(case, facts);
                let outside = used(facts, branch, widths).into_iter();
                all.extend(outside.filter(|fact| *fact < shared));
            }
            all
        }
    };
    for (at, step) in proof.steps.iter().enumerate().rev() {
        if !rests_on.remove(&(first + at)) {
            continue;
        }
        if let Reason::Rows { width, .. } = &step.reason
            && !widths.contains(width)
        {
            widths.push(width.clone());
        }
        rests_on.extend(step.reason.facts());
    }
    rests_on
}

impl Reason {
    /// The facts that it names.
    fn facts(&self) -> Vec<Fact> {
        match self {
            Reason::Sum { products, zeros } => {
                let factors = products.iter().flat_map(|(_, factors)| factors);
                let zeros = zeros.iter().map(|(_, fact)| fact);
                factors.chain(zeros).copied().collect()
            }
            Reason::Rounded { of, .. } => vec![*of],
            Reason::Rows {
                of,
                positive,
                below,
                ..
            } => vec![*of, *positive, *below],
            Reason::Name { .. } => Vec::new(),
            Reason::Both(a, b) => vec![*a, *b],
            Reason::Congruent { equal, .. } => equal.clone(),
        }
    }
}

impl Translation {
    /// A polynomial as text, with `name` for the symbols; none where an atom stands for what has no short text.
    pub fn shown(&self, poly: &Poly, name: &dyn Fn(&Symbol) -> Option<String>) -> Option<String> {
        if poly.is_lost() {
            return None;
        }
        let mut text = String::new();
        // Products before the constant, the longest first.
        let mut terms: Vec<_> = poly.terms().collect();
        terms.sort_by_key(|(product, _)| std::cmp::Reverse(product.len()));
        for (product, by) in terms {
            let atoms = product.atoms().map(|atom| self.atom_shown(atom, name));
            let mut factors = atoms.collect::<Option<Vec<String>>>()?;
            factors.sort();
            let size = by.abs();
            if size != 1 || factors.is_empty() {
                factors.insert(0, size.to_string());
            }
            text.push_str(match (text.is_empty(), by < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            text.push_str(&factors.join("*"));
        }
        Some(if text.is_empty() { "0".into() } else { text })
    }

    fn atom_shown(&self, atom: Atom, name: &dyn Fn(&Symbol) -> Option<String>) -> Option<String> {
        if let Some((a, number, op)) = self.divided(atom) {
            let a = self.polys.get(a)?;
            let whole = self.shown(a, name)?;
            let whole = if a.len() > 1 {
                format!("({whole})")
            } else {
                whole
            };
            let sign = if op == Op::Div { "/" } else { "%" };
            return Some(format!("({whole} {sign} {number})"));
        }
        if let Some(one) = self.renamed.iter().find(|one| one.new == atom) {
            return Some(format!("({})", self.shown(&one.is, name)?));
        }
        match self.terms.get(atom.0 as usize)?.node() {
            Node::Const(symbol) => name(symbol),
            Node::Int(_)
            | Node::Real(_)
            | Node::Bool(_)
            | Node::Bits(_)
            | Node::App(..)
            | Node::Op(..)
            | Node::Bound(_)
            | Node::Quant { .. } => None,
        }
    }

    /// What an atom is the quotient or the remainder of.
    fn divided(&self, atom: Atom) -> Option<(&Term, Number, Op)> {
        self.divisions.iter().find_map(|((a, number), (q, r))| {
            let op = match (atom == *q, atom == *r) {
                (true, _) => Op::Div,
                (_, true) => Op::Mod,
                _ => return None,
            };
            Some((a, *number, op))
        })
    }
}
