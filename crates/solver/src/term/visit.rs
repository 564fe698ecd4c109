//! Walks over terms. None recurses on the depth of a term, only on that of quantifiers.

use logic::SymbolKind;
use rustc_hash::{FxHashMap, FxHashSet};

use super::arith;
use super::build;
use super::bv::BvOp;
use super::node::{Node, Op, Term, intern};

/// A map keyed by terms. Its iteration order means nothing.
pub type TermMap<V> = FxHashMap<Term, V>;

/// A set of terms. Its iteration order means nothing.
pub type TermSet = FxHashSet<Term>;

/// All distinct subterms of the roots, children before parents, in the order of a
/// left-to-right walk. Bodies and triggers of quantifiers are included.
pub fn postorder<'a>(roots: impl IntoIterator<Item = &'a Term>) -> Vec<Term> {
    // Compiled once, not for each kind of iterator.
    all_below(&mut roots.into_iter(), &|_| false)
}

/// The same without what is known, and what is below that alone.
pub fn postorder_of_new<'a>(
    roots: impl IntoIterator<Item = &'a Term>,
    known: &dyn Fn(&Term) -> bool,
) -> Vec<Term> {
    all_below(&mut roots.into_iter(), known)
}

fn all_below(roots: &mut dyn Iterator<Item = &Term>, known: &dyn Fn(&Term) -> bool) -> Vec<Term> {
    let mut seen: FxHashSet<&Term> = FxHashSet::default();
    let mut order = Vec::new();
    let mut work: Vec<(&Term, bool)> = Vec::new();
    for root in roots {
        work.push((root, false));
        while let Some((term, done)) = work.pop() {
            if done {
                order.push(term.clone());
            } else if !known(term) && seen.insert(term) {
                work.push((term, true));
                if let Node::App(_, args) | Node::Op(_, args) = term.node() {
                    work.extend(args.iter().rev().map(|child| (child, false)));
                } else {
                    work.extend(term.children().into_iter().rev().map(|c| (c, false)));
                }
            }
        }
    }
    order
}

/// The application or operator of `term` on other arguments, simplified.
/// A term of another kind is returned as it is.
pub fn rebuild(term: &Term, args: Vec<Term>) -> Term {
    if term.args() == args.as_slice() {
        return term.clone();
    }
    if let Node::App(symbol, _) = term.node() {
        return build::app(symbol, args);
    }
    let Node::Op(op, _) = *term.node() else {
        return term.clone();
    };
    let unary = |f: fn(Term) -> Term, args| match <[Term; 1]>::try_from(args) {
        Ok([a]) => f(a),
        Err(args) => intern(Node::Op(op, args)),
    };
    let binary = |f: fn(Term, Term) -> Term, args| match <[Term; 2]>::try_from(args) {
        Ok([a, b]) => f(a, b),
        Err(args) => intern(Node::Op(op, args)),
    };
    let ternary = |f: fn(Term, Term, Term) -> Term, args| match <[Term; 3]>::try_from(args) {
        Ok([a, b, c]) => f(a, b, c),
        Err(args) => intern(Node::Op(op, args)),
    };
    match op {
        Op::And => build::and(args),
        Op::Or => build::or(args),
        Op::Add => arith::add(args),
        Op::Distinct => build::distinct(args),
        Op::Bv(op) => super::bv::apply(op, args),
        Op::Mul => {
            let mut factors = args.into_iter();
            let first = factors.next().unwrap_or_else(|| build::int(1));
            factors.fold(first, arith::mul)
        }
        Op::Not => unary(build::not, args),
        Op::ToReal => unary(arith::to_real, args),
        Op::ToInt => unary(arith::to_int, args),
        Op::Implies => binary(build::implies, args),
        Op::Eq => binary(build::eq, args),
        Op::Lt => binary(arith::lt, args),
        Op::Le => binary(arith::le, args),
        Op::Div => binary(arith::div, args),
        Op::Mod => binary(arith::modulo, args),
        Op::RealDiv => binary(arith::real_div, args),
        Op::Select => binary(build::select, args),
        Op::Ite => ternary(build::ite, args),
        Op::Store => ternary(build::store, args),
    }
}

/// As [`rebuild`] in a pattern, where what is read of a map must stay a read of it.
pub(crate) fn rebuild_pattern(term: &Term, args: Vec<Term>) -> Term {
    if let Node::Op(op @ (Op::Select | Op::Store), _) = term.node() {
        intern(Node::Op(*op, args))
    } else {
        rebuild(term, args)
    }
}

/// The operator of `term` on what became of its arguments by a renaming that keeps what is different different.
/// What the constructors simplified stays simplified, so nothing is but the order of arguments that have none:
/// it becomes that of the new names. A term that is no operator is returned as it is.
pub(crate) fn renamed(term: &Term, mut args: Vec<Term>) -> Term {
    let Node::Op(op, _) = term.node() else {
        return term.clone();
    };
    if matches!(op, Op::And | Op::Or) {
        // Quantifiers that differ in the names of their variables alone are one now.
        args.sort();
        args.dedup();
        if let [single] = args.as_slice() {
            return single.clone();
        }
    } else if matches!(op, Op::Add | Op::Bv(BvOp::Add)) {
        args.sort_by(|a, b| (summand(a), a).cmp(&(summand(b), b)));
    } else if *op == Op::Eq && args.iter().all(|side| side.sort().is_numeric()) {
        // The first side is the one that has the first summand of all.
        args.sort_by(|a, b| (first_summand(a), a).cmp(&(first_summand(b), b)));
    } else if op.is_commutative() {
        args.sort();
    }
    intern(Node::Op(*op, args))
}

/// The order of summands is that of their factors without the literal ones; a literal number comes last,
/// literal bits first.
fn summand(term: &Term) -> (bool, &[Term]) {
    let factors = if let Node::Op(Op::Mul | Op::Bv(BvOp::Mul), factors) = term.node() {
        match factors.as_slice() {
            [first, rest @ ..] if first.is_literal() => rest,
            all => all,
        }
    } else {
        term.as_op(Op::Bv(BvOp::Neg))
            .unwrap_or(std::slice::from_ref(term))
    };
    (term.as_rational().is_some(), factors)
}

fn first_summand(side: &Term) -> (bool, &[Term]) {
    let first = side.as_op(Op::Add).and_then(|summands| summands.first());
    summand(first.unwrap_or(side))
}

/// A bottom-up rewriting that remembers what it has done.
pub struct Rewriter<F> {
    rule: F,
    memo: TermMap<Term>,
}

impl<F: FnMut(&Term, &[Term]) -> Option<Term>> Rewriter<F> {
    /// The rule gets an application or operator and its rewritten arguments, and says
    /// what becomes of it; none: the same on the new arguments.
    pub fn new(rule: F) -> Rewriter<F> {
        Rewriter {
            rule,
            memo: TermMap::default(),
        }
    }

    /// The same with what the rule is known to make of terms.
    pub fn knowing(memo: TermMap<Term>, rule: F) -> Rewriter<F> {
        Rewriter { rule, memo }
    }

    /// What became of the terms.
    pub fn known(self) -> TermMap<Term> {
        self.memo
    }

    /// The image of a term. Quantified bodies and triggers are rewritten too.
    pub fn apply(&mut self, root: &Term) -> Term {
        rewrite(&mut self.rule, &mut self.memo, root)
    }
}

type Rule<'a> = &'a mut dyn FnMut(&Term, &[Term]) -> Option<Term>;

fn rewrite(rule: Rule<'_>, memo: &mut TermMap<Term>, root: &Term) -> Term {
    let mut work = vec![(root.clone(), false)];
    while let Some((term, done)) = work.pop() {
        if memo.contains_key(&term) {
            continue;
        }
        if done {
            let image = rewrite_once(rule, memo, &term);
            memo.insert(term, image);
        } else {
            let children: Vec<Term> = term.children().into_iter().cloned().collect();
            work.push((term, true));
            work.extend(children.into_iter().map(|c| (c, false)));
        }
    }
    memo.get(root).unwrap_or(root).clone()
}

/// The image of a term whose children have theirs.
fn rewrite_once(rule: Rule<'_>, memo: &TermMap<Term>, term: &Term) -> Term {
    let image = |term: &Term| memo.get(term).unwrap_or(term).clone();
    match term.node() {
        Node::App(_, args) | Node::Op(_, args) => {
            let args: Vec<Term> = args.iter().map(image).collect();
            rule(term, &args).unwrap_or_else(|| rebuild(term, args))
        }
        Node::Quant {
            forall,
            vars,
            triggers,
            body,
            label,
        } => {
            let triggers = triggers
                .iter()
                .map(|p| p.iter().map(image).collect())
                .collect();
            build::quantifier(*forall, vars.clone(), triggers, image(body), label.clone())
        }
        Node::Int(_)
        | Node::Real(_)
        | Node::Bool(_)
        | Node::Bits(_)
        | Node::Const(_)
        | Node::Bound(_) => term.clone(),
    }
}

/// A replacement of terms, applied at once.
struct Subst {
    map: TermMap<Term>,
    /// All replaced terms are variables, so terms without them need no visit.
    only_bound: bool,
}

impl Subst {
    fn new(map: TermMap<Term>) -> Subst {
        let only_bound = map.keys().all(|k| matches!(k.node(), Node::Bound(_)));
        Subst { map, only_bound }
    }

    fn untouched(&self, term: &Term) -> bool {
        self.only_bound
            && !term
                .free_bound_vars()
                .iter()
                .any(|v| self.map.contains_key(v))
    }

    /// The map for the inside of a quantifier: its variables hide those outside, and
    /// take new names where a replacement would be captured. None: no change.
    fn inside(&self, vars: &[Term], body: &Term) -> Option<(Subst, Vec<Term>)> {
        let hidden = vars
            .iter()
            .any(|v| self.map.keys().any(|from| from.has_free(v)));
        let captured: Vec<&Term> = vars
            .iter()
            .filter(|v| {
                self.map
                    .iter()
                    .any(|(from, to)| from != *v && to.has_free(v))
            })
            .collect();
        if !hidden && captured.is_empty() {
            return None;
        }
        let mut map = self.map.clone();
        map.retain(|from, _| !vars.iter().any(|v| from.has_free(v)));
        let mut renamed = vars.to_vec();
        for var in &mut renamed {
            if !captured.contains(&&*var) {
                continue;
            }
            let Node::Bound(symbol) = var.node() else {
                continue;
            };
            let mut kind = symbol.kind().clone();
            let fresh = loop {
                kind = SymbolKind::Renamed(Box::new(kind));
                let fresh = build::variable(kind.clone(), symbol.result().clone());
                let used = body.has_free(&fresh)
                    || vars.contains(&fresh)
                    || self.map.values().any(|to| to.has_free(&fresh));
                if !used {
                    break fresh;
                }
            };
            map.insert(var.clone(), fresh.clone());
            *var = fresh;
        }
        Some((Subst::new(map), renamed))
    }

    /// `raw`: keep the shape, as triggers need it.
    fn apply(&self, root: &Term, raw: bool, memo: &mut [TermMap<Term>; 2]) -> Term {
        let slot = usize::from(raw);
        let mut work = vec![(root.clone(), false)];
        while let Some((term, done)) = work.pop() {
            if memo[slot].contains_key(&term) {
                continue;
            }
            if let Some(to) = self.map.get(&term) {
                memo[slot].insert(term, to.clone());
                continue;
            }
            if self.untouched(&term) {
                memo[slot].insert(term.clone(), term);
                continue;
            }
            if let Node::Quant { .. } = term.node() {
                let image = self.quantifier(&term, memo);
                memo[slot].insert(term, image);
            } else if done {
                let args: Vec<Term> = term
                    .args()
                    .iter()
                    .map(|a| memo[slot].get(a).unwrap_or(a).clone())
                    .collect();
                let image = match raw {
                    true => rebuild_pattern(&term, args),
                    false => rebuild(&term, args),
                };
                memo[slot].insert(term, image);
            } else {
                let args = term.args().to_vec();
                work.push((term, true));
                work.extend(args.into_iter().map(|a| (a, false)));
            }
        }
        memo[slot].get(root).unwrap_or(root).clone()
    }

    fn quantifier(&self, term: &Term, memo: &mut [TermMap<Term>; 2]) -> Term {
        let Node::Quant {
            forall,
            vars,
            triggers,
            body,
            label,
        } = term.node()
        else {
            return term.clone();
        };
        let mut fresh = <[TermMap<Term>; 2]>::default();
        let inside = self.inside(vars, body);
        let (subst, vars, memo) = match &inside {
            Some((subst, renamed)) => (subst, renamed, &mut fresh),
            None => (self, vars, memo),
        };
        let body = subst.apply(body, false, memo);
        let triggers = triggers
            .iter()
            .map(|p| p.iter().map(|t| subst.apply(t, true, memo)).collect())
            .collect();
        build::quantifier(*forall, vars.clone(), triggers, body, label.clone())
    }
}

impl Term {
    /// Replaces every occurrence of the first terms by the second ones, at once and
    /// without capture. What changes is simplified again.
    pub fn subst(&self, from: &[(Term, Term)]) -> Term {
        let map: TermMap<Term> = from.iter().rev().filter(|(a, b)| a != b).cloned().collect();
        if map.is_empty() {
            return self.clone();
        }
        Subst::new(map).apply(self, false, &mut Default::default())
    }

    /// Whether some subterm, triggers and quantified bodies included, is as asked.
    pub fn any_subterm(&self, mut test: impl FnMut(&Term) -> bool) -> bool {
        self.any_below(&mut test)
    }

    fn any_below(&self, test: &mut dyn FnMut(&Term) -> bool) -> bool {
        let mut seen: FxHashSet<&Term> = FxHashSet::default();
        let mut work = vec![self];
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            if test(term) {
                return true;
            }
            work.extend(term.children());
        }
        false
    }
}
