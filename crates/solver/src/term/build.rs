//! Constructors outside arithmetic. They simplify what is cheap to simplify.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::arith::{equal, surely_differ};
use super::bv::BvOp;
use super::label::Label;
use super::node::{Node, Op, Term, intern};
use super::visit::TermSet;
use logic::{Sort, Symbol, SymbolKind};

/// An integer literal.
pub fn int(value: i64) -> Term {
    big(BigInt::from(value))
}

/// An integer literal of any size.
pub fn big(value: BigInt) -> Term {
    intern(Node::Int(value))
}

/// A real literal.
pub fn real(value: BigRational) -> Term {
    intern(Node::Real(value))
}

/// A truth value.
pub fn bool_(value: bool) -> Term {
    intern(Node::Bool(value))
}

/// True.
pub fn tt() -> Term {
    bool_(true)
}

/// False.
pub fn ff() -> Term {
    bool_(false)
}

/// A constant with unknown value.
pub fn constant(name: impl Into<String>, sort: Sort) -> Term {
    intern(Node::Const(Symbol::new(name, Vec::new(), sort)))
}

/// A variable to be bound. Its name must be unique among all terms; a [`Supply`] sees
/// to that.
pub fn bound(name: impl Into<String>, sort: Sort) -> Term {
    variable(SymbolKind::Named(name.into()), sort)
}

/// The variable to be bound at a depth of a canonical text.
pub(crate) fn numbered_variable(depth: usize, sort: Sort) -> Term {
    variable(SymbolKind::Numbered(depth), sort)
}

/// A variable of some kind, to be bound.
pub(super) fn variable(kind: SymbolKind, sort: Sort) -> Term {
    intern(Node::Bound(Symbol::of_kind(kind, Vec::new(), sort)))
}

/// An application; a symbol without arguments is a constant.
pub fn app(symbol: &Symbol, args: Vec<Term>) -> Term {
    if args.is_empty() {
        return intern(Node::Const(symbol.clone()));
    }
    intern(Node::App(symbol.clone(), args))
}

/// A source of names that are not used yet. Two supplies must not share a prefix.
#[derive(Clone, Debug, Default)]
pub struct Supply {
    prefix: String,
    next: u64,
}

impl Supply {
    /// A supply whose names all begin with `prefix`.
    pub fn new(prefix: impl Into<String>) -> Supply {
        Supply {
            prefix: prefix.into(),
            next: 0,
        }
    }

    fn kind(&mut self, hint: &str) -> SymbolKind {
        self.next += 1;
        SymbolKind::Fresh {
            source: self.prefix.clone(),
            hint: hint.to_owned(),
            number: self.next,
        }
    }

    /// A new variable to be bound.
    pub fn fresh_bound(&mut self, hint: &str, sort: Sort) -> Term {
        variable(self.kind(hint), sort)
    }

    /// A new constant.
    pub fn fresh_const(&mut self, hint: &str, sort: Sort) -> Term {
        let symbol = self.fresh_symbol(hint, Vec::new(), sort);
        app(&symbol, Vec::new())
    }

    /// A new function.
    pub fn fresh_symbol(&mut self, hint: &str, args: Vec<Sort>, result: Sort) -> Symbol {
        Symbol::of_kind(self.kind(hint), args, result)
    }
}

/// Negation.
pub fn not(a: Term) -> Term {
    match (a.node(), a.args()) {
        (Node::Bool(value), _) => bool_(!value),
        (Node::Op(Op::Not, _), [inner]) => inner.clone(),
        (_, [_, _]) if is_comparison(&a) => a.negated(opposite),
        _ => intern(Node::Op(Op::Not, vec![a])),
    }
}

/// Whether the negation is a comparison as well.
fn is_comparison(term: &Term) -> bool {
    matches!(
        term.node(),
        Node::Op(
            Op::Lt | Op::Le | Op::Bv(BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle),
            _
        )
    )
}

/// The negation of a comparison is one.
fn opposite(a: &Term) -> Term {
    match (a.node(), a.args()) {
        (Node::Op(Op::Lt, _), [x, y]) => super::arith::le(y.clone(), x.clone()),
        (Node::Op(Op::Le, _), [x, y]) => super::arith::lt(y.clone(), x.clone()),
        (Node::Op(Op::Bv(BvOp::Ult), _), [x, y]) => super::bv::ule(y.clone(), x.clone()),
        (Node::Op(Op::Bv(BvOp::Ule), _), [x, y]) => super::bv::ult(y.clone(), x.clone()),
        (Node::Op(Op::Bv(BvOp::Slt), _), [x, y]) => super::bv::sle(y.clone(), x.clone()),
        (Node::Op(Op::Bv(BvOp::Sle), _), [x, y]) => super::bv::slt(y.clone(), x.clone()),
        _ => intern(Node::Op(Op::Not, vec![a.clone()])),
    }
}

/// Conjunction: flat, sorted, without repetition.
pub fn and(args: Vec<Term>) -> Term {
    junction(args, true)
}

/// Disjunction: flat, sorted, without repetition.
pub fn or(args: Vec<Term>) -> Term {
    junction(args, false)
}

fn junction(args: Vec<Term>, conjunction: bool) -> Term {
    let (op, dual) = if conjunction {
        (Op::And, Op::Or)
    } else {
        (Op::Or, Op::And)
    };
    let mut seen = TermSet::default();
    // What is negated in those seen, where the negation is none of a comparison.
    let mut denied = TermSet::default();
    let mut kept = Vec::new();
    let mut work = args;
    work.reverse();
    while let Some(term) = work.pop() {
        if let Node::Bool(value) = term.node() {
            if *value == conjunction {
                continue;
            }
            return term;
        }
        let negated = term.as_op(Op::Not).and_then(<[Term]>::first);
        if let Some(inner) = term.as_op(op) {
            work.extend(inner.iter().rev().cloned());
            continue;
        } else if let (false, Some([a, b])) = (conjunction, term.as_op(Op::Implies)) {
            work.push(b.clone());
            work.push(not(a.clone()));
            continue;
        } else if let Some(parts) = negated.and_then(|inner| inner.as_op(dual)) {
            work.extend(parts.iter().rev().cloned().map(not));
            continue;
        } else if let (true, Some([a, b])) = (
            conjunction,
            negated.and_then(|inner| inner.as_op(Op::Implies)),
        ) {
            work.push(not(b.clone()));
            work.push(a.clone());
            continue;
        }
        let contradicted = match (negated, is_comparison(&term)) {
            (Some(inner), _) => seen.contains(inner),
            (None, true) => seen.contains(&not(term.clone())),
            (None, false) => denied.contains(&term),
        };
        if contradicted {
            return bool_(!conjunction);
        }
        if let Some(inner) = negated {
            denied.insert(inner.clone());
        }
        if seen.insert(term.clone()) {
            kept.push(term);
        }
    }
    kept.sort();
    match kept.as_slice() {
        [] => bool_(conjunction),
        [single] => single.clone(),
        _ => intern(Node::Op(op, kept)),
    }
}

/// Implication; nested premises are joined.
pub fn implies(a: Term, b: Term) -> Term {
    if a.is_true() || b.is_true() {
        return b;
    }
    if a.is_false() || a == b {
        return tt();
    }
    if b.is_false() {
        return not(a);
    }
    if let Some([c, d]) = b.as_op(Op::Implies) {
        return implies(and(vec![a, c.clone()]), d.clone());
    }
    let premises = a.as_op(Op::And).unwrap_or_else(|| std::slice::from_ref(&a));
    if premises.contains(&b) {
        return tt();
    }
    if let Some(parts) = b.as_op(Op::And)
        && parts.iter().any(|p| premises.contains(p))
    {
        let rest = parts.iter().filter(|p| !premises.contains(p)).cloned();
        let rest = and(rest.collect());
        return implies(a, rest);
    }
    if not(a.clone()) == b {
        return b;
    }
    intern(Node::Op(Op::Implies, vec![a, b]))
}

/// Equivalence of truth values.
pub fn iff(a: Term, b: Term) -> Term {
    eq(a, b)
}

/// Choice.
pub fn ite(condition: Term, yes: Term, no: Term) -> Term {
    if condition.is_true() || yes == no {
        return yes;
    }
    if condition.is_false() {
        return no;
    }
    if let Some([inner]) = condition.as_op(Op::Not) {
        return ite(inner.clone(), no, yes);
    }
    // Of an order and its negation one is the canonical condition.
    if matches!(
        condition.node(),
        Node::Op(
            Op::Lt | Op::Le | Op::Bv(BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle),
            _
        )
    ) {
        let other = not(condition.clone());
        // By names only where nothing else tells them apart.
        if (other.shape(), &other) < (condition.shape(), &condition) {
            return ite(other, no, yes);
        }
    }
    let (mut yes, mut no) = (yes, no);
    if yes.sort() != no.sort() && yes.sort().is_numeric() && no.sort().is_numeric() {
        yes = super::arith::to_real(yes);
        no = super::arith::to_real(no);
    }
    // The same condition again below is already decided.
    while let Some([c, inner, _]) = yes.as_op(Op::Ite) {
        if *c != condition {
            break;
        }
        yes = inner.clone();
    }
    while let Some([c, _, inner]) = no.as_op(Op::Ite) {
        if *c != condition {
            break;
        }
        no = inner.clone();
    }
    if yes == no {
        return yes;
    }
    if let Some([c, inner, other]) = yes.as_op(Op::Ite)
        && *other == no
    {
        return ite(and(vec![condition, c.clone()]), inner.clone(), no);
    }
    if *yes.sort() == Sort::Bool {
        match (yes.node(), no.node()) {
            (Node::Bool(true), Node::Bool(_)) => return condition,
            (Node::Bool(false), Node::Bool(_)) => return not(condition),
            (Node::Bool(true), _) => return or(vec![condition, no]),
            (Node::Bool(false), _) => return and(vec![not(condition), no]),
            (_, Node::Bool(true)) => return implies(condition, yes),
            (_, Node::Bool(false)) => return and(vec![condition, yes]),
            _ => {}
        }
    }
    intern(Node::Op(Op::Ite, vec![condition, yes, no]))
}

/// Equality. Numbers are compared by normal form; other sides are put in order.
pub fn eq(a: Term, b: Term) -> Term {
    if a == b {
        return tt();
    }
    if a.sort().is_numeric() && b.sort().is_numeric() {
        return equal(a, b);
    }
    if let (Sort::BitVec(m), Sort::BitVec(n)) = (a.sort(), b.sort())
        && m == n
    {
        let width = *m;
        return super::bv::equal(a, b, width);
    }
    if *a.sort() == Sort::Bool && *b.sort() == Sort::Bool {
        match (a.node(), b.node()) {
            (Node::Bool(true), _) => return b,
            (Node::Bool(false), _) => return not(b),
            (_, Node::Bool(true)) => return a,
            (_, Node::Bool(false)) => return not(a),
            _ => {}
        }
        if not(a.clone()) == b {
            return ff();
        }
    }
    let mut sides = vec![a, b];
    sides.sort();
    intern(Node::Op(Op::Eq, sides))
}

/// Inequality.
pub fn ne(a: Term, b: Term) -> Term {
    not(eq(a, b))
}

/// All arguments differ pairwise.
pub fn distinct(mut args: Vec<Term>) -> Term {
    args.sort();
    let repeated = args.windows(2).any(|w| matches!(w, [a, b] if a == b));
    match args.as_slice() {
        [] | [_] => tt(),
        _ if repeated => ff(),
        [a, b] => ne(a.clone(), b.clone()),
        _ if args.iter().all(Term::is_literal) => tt(),
        _ => intern(Node::Op(Op::Distinct, args)),
    }
}

fn apart(a: &Term, b: &Term) -> bool {
    match (a.sort(), b.sort()) {
        (Sort::BitVec(m), Sort::BitVec(n)) => m == n && eq(a.clone(), b.clone()).is_false(),
        (m, n) => m.is_numeric() && n.is_numeric() && surely_differ(a, b),
    }
}

/// The value of a map at an index.
pub fn select(map: Term, index: Term) -> Term {
    let mut map = map;
    while let Some([inner, at, value]) = map.as_op(Op::Store) {
        if *at == index {
            return value.clone();
        }
        if !apart(at, &index) {
            break;
        }
        map = inner.clone();
    }
    intern(Node::Op(Op::Select, vec![map, index]))
}

/// A map with one value replaced.
pub fn store(map: Term, index: Term, value: Term) -> Term {
    if let Some([from, at]) = value.as_op(Op::Select)
        && *from == map
        && *at == index
    {
        return map;
    }
    let base = match map.as_op(Op::Store) {
        Some([inner, at, _]) if *at == index => inner.clone(),
        _ => map,
    };
    intern(Node::Op(Op::Store, vec![base, index, value]))
}

/// Universal quantification. Each of `triggers` is an alternative.
pub fn forall(
    vars: Vec<Term>,
    triggers: Vec<Vec<Term>>,
    body: Term,
    label: impl Into<Label>,
) -> Term {
    quantifier(true, vars, triggers, body, label.into())
}

/// Existential quantification.
pub fn exists(
    vars: Vec<Term>,
    triggers: Vec<Vec<Term>>,
    body: Term,
    label: impl Into<Label>,
) -> Term {
    quantifier(false, vars, triggers, body, label.into())
}

pub(crate) fn quantifier(
    forall: bool,
    mut vars: Vec<Term>,
    triggers: Vec<Vec<Term>>,
    body: Term,
    label: Label,
) -> Term {
    // Sorts are not empty, so a body without the variables stands for itself.
    let unused: Vec<Term> = vars.iter().filter(|v| !body.has_free(v)).cloned().collect();
    if unused.len() == vars.len() {
        return body;
    }
    // A trigger must cover all variables; then they stay.
    if triggers.is_empty() {
        vars.retain(|v| !unused.contains(v));
    }
    intern(Node::Quant {
        forall,
        vars,
        triggers,
        body,
        label,
    })
}
