//! Hash-consed terms and the table that makes them unique.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};
use rustc_hash::{FxBuildHasher, FxHashSet, FxHasher};

use super::bv::{Bits, BvOp};
use super::label::Label;
use logic::{Sort, Symbol, digest};

/// An operator with a fixed meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Op {
    /// Negation.
    Not,
    /// Conjunction, n-ary.
    And,
    /// Disjunction, n-ary.
    Or,
    /// Implication.
    Implies,
    /// Equality of two terms of one sort.
    Eq,
    /// Choice: condition, then, else.
    Ite,
    /// Strict order of numbers.
    Lt,
    /// Order of numbers.
    Le,
    /// Sum, n-ary, in normal form.
    Add,
    /// Product, n-ary; a literal factor comes first.
    Mul,
    /// Euclidean division of integers.
    Div,
    /// Remainder of Euclidean division, never negative.
    Mod,
    /// Division of reals.
    RealDiv,
    /// An integer as a real.
    ToReal,
    /// The greatest integer that is not above a real.
    ToInt,
    /// Value of a map at an index.
    Select,
    /// A map changed at one index.
    Store,
    /// All arguments differ pairwise.
    Distinct,
    /// An operator on bit-vectors.
    Bv(BvOp),
}

impl Op {
    /// Whether the order of the arguments means nothing.
    pub fn is_commutative(self) -> bool {
        match self {
            Op::And | Op::Or | Op::Eq | Op::Add | Op::Mul | Op::Distinct => true,
            Op::Bv(op) => matches!(
                op,
                BvOp::And
                    | BvOp::Or
                    | BvOp::Xor
                    | BvOp::Nand
                    | BvOp::Nor
                    | BvOp::Xnor
                    | BvOp::Add
                    | BvOp::Mul
                    | BvOp::Comp
            ),
            Op::Not
            | Op::Implies
            | Op::Ite
            | Op::Lt
            | Op::Le
            | Op::Div
            | Op::Mod
            | Op::RealDiv
            | Op::ToReal
            | Op::ToInt
            | Op::Select
            | Op::Store => false,
        }
    }
}

/// What a term is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// An integer literal.
    Int(BigInt),
    /// A real literal.
    Real(BigRational),
    /// A truth value.
    Bool(bool),
    /// A literal bit-vector.
    Bits(Bits),
    /// A constant with unknown value.
    Const(Symbol),
    /// A variable to be bound by a quantifier, a symbol without arguments; it is unique in
    /// all terms.
    Bound(Symbol),
    /// An application of an uninterpreted function.
    App(Symbol, Vec<Term>),
    /// An application of an operator.
    Op(Op, Vec<Term>),
    /// A quantified formula.
    Quant {
        /// Universal, otherwise existential.
        forall: bool,
        /// The bound variables, each a [`Node::Bound`].
        vars: Vec<Term>,
        /// Alternative triggers; all terms of one must match.
        triggers: Vec<Vec<Term>>,
        /// What is said of the variables.
        body: Term,
        /// What it is there for.
        label: Label,
    },
}

struct Data {
    hash: u64,
    depth: u32,
    shape: u64,
    sort: Sort,
    /// Free bound variables in order of name; none for a leaf variable itself.
    free: Option<Arc<[Term]>>,
    /// Found when first asked for, which is of formulas and not of what they are made of.
    symbols: OnceLock<FxHashSet<Symbol>>,
    /// The negation of a comparison, once it was asked for.
    negation: Mutex<Option<Negation>>,
    node: Node,
}

/// The negation of a comparison: one of the two keeps the other alive, or neither would ever be dropped.
enum Negation {
    Kept(Term),
    Known(Weak<Data>),
}

impl Negation {
    fn term(&self) -> Option<Term> {
        match self {
            Negation::Kept(term) => Some(term.clone()),
            Negation::Known(weak) => weak.upgrade().map(Term),
        }
    }
}

/// Held while two terms are made each other's negation.
static NEGATIONS: Mutex<()> = Mutex::new(());

/// A term. Cloning is cheap; equal terms are the same object.
#[derive(Clone)]
pub struct Term(Arc<Data>);

type Shard = Mutex<HashMap<u64, Vec<Weak<Data>>, FxBuildHasher>>;
const SHARDS: usize = 64;
static TABLE: LazyLock<Vec<Shard>> =
    LazyLock::new(|| (0..SHARDS).map(|_| Shard::default()).collect());

fn shard(hash: u64) -> &'static Shard {
    &TABLE[(hash >> 58) as usize % SHARDS]
}

impl Drop for Data {
    fn drop(&mut self) {
        {
            let mut map = shard(self.hash)
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if let Some(bucket) = map.get_mut(&self.hash) {
                bucket.retain(|weak| weak.strong_count() > 0);
                if bucket.is_empty() {
                    map.remove(&self.hash);
                }
            }
        }
        // Deep terms would overflow the stack if each dropped its children.
        let mut work = Vec::new();
        take_children(&mut self.node, &mut work);
        take_negation(self, &mut work);
        while let Some(term) = work.pop() {
            if let Some(mut data) = Arc::into_inner(term.0) {
                take_children(&mut data.node, &mut work);
                take_negation(&mut data, &mut work);
            }
        }
    }
}

fn take_negation(data: &mut Data, into: &mut Vec<Term>) {
    let negation = data
        .negation
        .get_mut()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(Negation::Kept(term)) = negation.take() {
        into.push(term);
    }
}

fn take_children(node: &mut Node, into: &mut Vec<Term>) {
    match std::mem::replace(node, Node::Bool(false)) {
        Node::App(_, args) | Node::Op(_, args) => into.extend(args),
        Node::Quant {
            vars,
            triggers,
            body,
            ..
        } => {
            into.extend(vars);
            into.extend(triggers.into_iter().flatten());
            into.push(body);
        }
        Node::Int(_)
        | Node::Real(_)
        | Node::Bool(_)
        | Node::Bits(_)
        | Node::Const(_)
        | Node::Bound(_) => {}
    }
}

/// The unique term of a node. No simplification.
pub(super) fn intern(node: Node) -> Term {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    let hash = hasher.finish();
    // Declared before the lock: dropping a last reference takes the lock again.
    let mut others = Vec::new();
    let mut map = shard(hash).lock().unwrap_or_else(PoisonError::into_inner);
    let bucket = map.entry(hash).or_default();
    for weak in bucket.iter() {
        if let Some(data) = weak.upgrade() {
            if data.node == node {
                return Term(data);
            }
            others.push(data);
        }
    }
    let data = Arc::new(Data {
        hash,
        depth: depth_of(&node),
        shape: shape_of(&node),
        sort: sort_of(&node),
        free: free_of(&node),
        symbols: OnceLock::new(),
        negation: Mutex::new(None),
        node,
    });
    bucket.push(Arc::downgrade(&data));
    drop(map);
    drop(others);
    Term(data)
}

/// A hash of all but the names.
fn shape_of(node: &Node) -> u64 {
    let below = |args: &[Term]| args.iter().map(Term::shape).collect::<Vec<u64>>();
    match node {
        Node::Int(value) => digest((1, value)),
        Node::Real(value) => digest((2, value)),
        Node::Bool(value) => digest((3, value)),
        Node::Bits(bits) => digest((4, bits)),
        Node::Const(symbol) => digest((5, symbol.shape())),
        Node::Bound(symbol) => digest((6, symbol.shape())),
        Node::App(symbol, args) => digest((7, symbol.shape(), below(args))),
        Node::Op(op, args) => {
            let mut below = below(args);
            if op.is_commutative() {
                below.sort_unstable();
            }
            digest((8, op, below))
        }
        Node::Quant {
            forall,
            vars,
            triggers,
            body,
            label,
        } => {
            let vars = below(vars);
            let triggers: Vec<_> = triggers.iter().map(|set| below(set)).collect();
            digest((
                9,
                forall,
                vars,
                triggers,
                body.shape(),
                label.need(),
                label.weight(),
            ))
        }
    }
}

fn depth_of(node: &Node) -> u32 {
    match node {
        Node::App(_, args) | Node::Op(_, args) => {
            args.iter().map(|a| a.0.depth).max().unwrap_or(0) + 1
        }
        Node::Quant { body, .. } => body.0.depth + 1,
        Node::Int(_)
        | Node::Real(_)
        | Node::Bool(_)
        | Node::Bits(_)
        | Node::Const(_)
        | Node::Bound(_) => 0,
    }
}

fn sort_of(node: &Node) -> Sort {
    let arg = |args: &[Term], i: usize| args.get(i).map_or(Sort::Int, |a| a.sort().clone());
    match node {
        Node::Int(_) => Sort::Int,
        Node::Real(_) => Sort::Real,
        Node::Bits(bits) => Sort::BitVec(bits.width()),
        Node::Bool(_) | Node::Quant { .. } => Sort::Bool,
        Node::Const(symbol) | Node::App(symbol, _) | Node::Bound(symbol) => symbol.result().clone(),
        Node::Op(op, args) => match op {
            Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Lt | Op::Le | Op::Distinct => {
                Sort::Bool
            }
            Op::Ite => arg(args, 1),
            Op::Add | Op::Mul | Op::Store => arg(args, 0),
            Op::Div | Op::Mod | Op::ToInt => Sort::Int,
            Op::RealDiv | Op::ToReal => Sort::Real,
            Op::Bv(op) => {
                let sorts: Vec<&Sort> = args.iter().map(Term::sort).collect();
                // Such a term is not well sorted, whatever its sort.
                op.result(&sorts).unwrap_or(Sort::Bool)
            }
            Op::Select => match args.first().map(Term::sort) {
                Some(Sort::Array(_, value)) => (**value).clone(),
                _ => Sort::Int,
            },
        },
    }
}

fn free_of(node: &Node) -> Option<Arc<[Term]>> {
    let mut single: Option<&Arc<[Term]>> = None;
    let mut all: Vec<Term> = Vec::new();
    let mut visit = |child: &Term| {
        if matches!(child.node(), Node::Bound(_)) {
            all.push(child.clone());
        } else if let Some(free) = &child.0.free {
            all.extend(free.iter().cloned());
        }
    };
    match node {
        Node::App(_, args) | Node::Op(_, args) => args.iter().for_each(&mut visit),
        Node::Quant {
            vars,
            triggers,
            body,
            ..
        } => {
            visit(body);
            triggers.iter().flatten().for_each(&mut visit);
            all.retain(|v| !vars.contains(v));
        }
        // A variable is free in itself; `contains_bound` knows.
        Node::Int(_)
        | Node::Real(_)
        | Node::Bool(_)
        | Node::Bits(_)
        | Node::Const(_)
        | Node::Bound(_) => {}
    }
    if all.is_empty() {
        return None;
    }
    all.sort();
    all.dedup();
    if let Node::App(_, args) | Node::Op(_, args) = node {
        single = args
            .iter()
            .filter_map(|a| a.0.free.as_ref())
            .find(|free| free.len() == all.len());
    }
    Some(single.map_or_else(|| all.into(), Arc::clone))
}

impl Term {
    /// The sort.
    pub fn sort(&self) -> &Sort {
        &self.0.sort
    }

    /// What the term is.
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    /// Length of the longest path to a leaf.
    pub fn depth(&self) -> u32 {
        self.0.depth
    }

    /// A hash of what the term looks like, names left out. Terms that differ in more than names
    /// hardly ever have one.
    pub fn shape(&self) -> u64 {
        self.0.shape
    }

    /// Arguments of an application or operator; empty otherwise.
    pub fn args(&self) -> &[Term] {
        if let Node::App(_, args) | Node::Op(_, args) = self.node() {
            args
        } else {
            &[]
        }
    }

    /// The terms directly below: arguments, or a quantifier's trigger terms and body.
    pub fn children(&self) -> Vec<&Term> {
        match self.node() {
            Node::App(_, args) | Node::Op(_, args) => args.iter().collect(),
            Node::Quant { triggers, body, .. } => {
                let mut all: Vec<&Term> = triggers.iter().flatten().collect();
                all.push(body);
                all
            }
            Node::Int(_)
            | Node::Real(_)
            | Node::Bool(_)
            | Node::Bits(_)
            | Node::Const(_)
            | Node::Bound(_) => Vec::new(),
        }
    }

    /// The symbols that occur in it, without variables; kept, so that it is worth asking of what lives long.
    /// Their order means nothing.
    pub fn symbols(&self) -> &FxHashSet<Symbol> {
        self.0.symbols.get_or_init(|| {
            let all = super::postorder(std::iter::once(self));
            all.iter().filter_map(Term::symbol).cloned().collect()
        })
    }

    /// The symbol of a constant or of an application.
    pub fn symbol(&self) -> Option<&Symbol> {
        match self.node() {
            Node::Const(symbol) | Node::App(symbol, _) => Some(symbol),
            Node::Int(_)
            | Node::Real(_)
            | Node::Bool(_)
            | Node::Bits(_)
            | Node::Bound(_)
            | Node::Op(..)
            | Node::Quant { .. } => None,
        }
    }

    /// The operator's arguments, if the term is one of this operator.
    pub fn as_op(&self, op: Op) -> Option<&[Term]> {
        let Node::Op(own, args) = self.node() else {
            return None;
        };
        (*own == op).then_some(args)
    }

    /// Whether this is the literal `true`.
    pub fn is_true(&self) -> bool {
        matches!(self.node(), Node::Bool(true))
    }

    /// Whether this is the literal `false`.
    pub fn is_false(&self) -> bool {
        matches!(self.node(), Node::Bool(false))
    }

    /// Whether this is a literal number, truth value or bit-vector.
    pub fn is_literal(&self) -> bool {
        matches!(
            self.node(),
            Node::Int(_) | Node::Real(_) | Node::Bool(_) | Node::Bits(_)
        )
    }

    /// The value of a literal bit-vector.
    pub fn as_bits(&self) -> Option<&Bits> {
        let Node::Bits(bits) = self.node() else {
            return None;
        };
        Some(bits)
    }

    /// The operator on bit-vectors with its arguments, if the term is one.
    pub fn as_bv(&self) -> Option<(BvOp, &[Term])> {
        let Node::Op(Op::Bv(op), args) = self.node() else {
            return None;
        };
        Some((*op, args))
    }

    /// The value of an integer literal.
    pub fn as_int(&self) -> Option<&BigInt> {
        let Node::Int(value) = self.node() else {
            return None;
        };
        Some(value)
    }

    /// The value of a literal number, of either sort.
    pub fn as_rational(&self) -> Option<BigRational> {
        if let Node::Real(value) = self.node() {
            return Some(value.clone());
        }
        self.as_int().cloned().map(BigRational::from_integer)
    }

    /// Whether some variable is not bound within the term.
    pub fn contains_bound(&self) -> bool {
        self.0.free.is_some() || matches!(self.node(), Node::Bound(_))
    }

    /// The variables not bound within the term, in order.
    pub fn free_bound_vars(&self) -> Vec<Term> {
        if matches!(self.node(), Node::Bound(_)) {
            return vec![self.clone()];
        }
        self.0
            .free
            .as_ref()
            .map_or_else(Vec::new, |free| free.to_vec())
    }

    /// The negation of a comparison, which `make` gives: it is found again while both live.
    pub(super) fn negated(&self, make: impl Fn(&Term) -> Term) -> Term {
        if let Some(known) = self.known_negation() {
            return known;
        }
        let negation = make(self);
        // Else what was asked before would decide which of several forms is given.
        if make(&negation) != *self {
            return negation;
        }
        // Dropping a term takes no lock of these, for both are held here.
        let _all = NEGATIONS.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = negation.known_negation();
        let keeps = matches!(*negation.negation(), Some(Negation::Kept(_)));
        let link = match keeps {
            false => Negation::Kept(negation.clone()),
            true if kept.as_ref() == Some(self) => Negation::Known(Arc::downgrade(&negation.0)),
            // It is the negation of two: one of them is enough, or they would keep each other in a circle.
            true => return negation,
        };
        if kept.is_none() {
            *negation.negation() = Some(Negation::Known(Arc::downgrade(&self.0)));
        }
        *self.negation() = Some(link);
        negation
    }

    fn negation(&self) -> MutexGuard<'_, Option<Negation>> {
        self.0
            .negation
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn known_negation(&self) -> Option<Term> {
        self.negation().as_ref().and_then(Negation::term)
    }

    pub(super) fn has_free(&self, var: &Term) -> bool {
        self == var || self.0.free.as_ref().is_some_and(|f| f.contains(var))
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (self, other);
        // Equal children are identical, so only the first that differs is entered.
        loop {
            if a == b {
                return Ordering::Equal;
            }
            let heads = compare_heads(a.node(), b.node());
            if heads.is_ne() {
                return heads;
            }
            let next = match (a.node(), b.node()) {
                (Node::App(_, x) | Node::Op(_, x), Node::App(_, y) | Node::Op(_, y)) => {
                    x.iter().zip(y).find(|(p, q)| p != q)
                }
                (
                    Node::Quant {
                        vars: v,
                        triggers: p,
                        body: x,
                        ..
                    },
                    Node::Quant {
                        vars: w,
                        triggers: q,
                        body: y,
                        ..
                    },
                ) => v
                    .iter()
                    .zip(w)
                    .chain(p.iter().flatten().zip(q.iter().flatten()))
                    .chain(std::iter::once((x, y)))
                    .find(|(p, q)| p != q),
                _ => None,
            };
            match next {
                Some((x, y)) => (a, b) = (x, y),
                None => return Ordering::Equal,
            }
        }
    }
}

fn rank(node: &Node) -> u8 {
    match node {
        Node::Bool(_) => 0,
        Node::Int(_) => 1,
        Node::Real(_) => 2,
        Node::Bits(_) => 3,
        Node::Const(_) => 4,
        Node::Bound(_) => 5,
        Node::App(..) => 6,
        Node::Op(..) => 7,
        Node::Quant { .. } => 8,
    }
}

fn compare_heads(a: &Node, b: &Node) -> Ordering {
    match (a, b) {
        (Node::Bool(x), Node::Bool(y)) => x.cmp(y),
        (Node::Int(x), Node::Int(y)) => x.cmp(y),
        (Node::Real(x), Node::Real(y)) => x.cmp(y),
        (Node::Bits(x), Node::Bits(y)) => x.cmp(y),
        (Node::Const(x), Node::Const(y)) => x.cmp(y),
        (Node::Bound(x), Node::Bound(y)) => x.cmp(y),
        (Node::App(f, x), Node::App(g, y)) => f.cmp(g).then_with(|| x.len().cmp(&y.len())),
        (Node::Op(f, x), Node::Op(g, y)) => f.cmp(g).then_with(|| x.len().cmp(&y.len())),
        (
            Node::Quant {
                forall: f,
                vars: v,
                triggers: p,
                label: n,
                ..
            },
            Node::Quant {
                forall: g,
                vars: w,
                triggers: q,
                label: m,
                ..
            },
        ) => f
            .cmp(g)
            .then_with(|| n.cmp(m))
            .then_with(|| v.len().cmp(&w.len()))
            .then_with(|| p.iter().map(Vec::len).cmp(q.iter().map(Vec::len))),
        _ => rank(a).cmp(&rank(b)),
    }
}

/// How many nodes a term shows when it is displayed; the rest is `…`.
const SHOWN: usize = 400;

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut budget = SHOWN;
        show(self, 40, &mut budget, f)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn show(term: &Term, depth: usize, budget: &mut usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if depth == 0 || *budget == 0 {
        return f.write_str("…");
    }
    *budget -= 1;
    let list = |head: &str, args: &[Term], budget: &mut usize, f: &mut fmt::Formatter<'_>| {
        write!(f, "({head}")?;
        for arg in args {
            f.write_str(" ")?;
            show(arg, depth - 1, budget, f)?;
        }
        f.write_str(")")
    };
    match term.node() {
        Node::Int(value) => write!(f, "{value}"),
        Node::Real(value) if value.denom().is_one() => write!(f, "{}.0", value.numer()),
        Node::Real(value) if value.is_negative() => {
            write!(f, "-{}/{}", value.numer().abs(), value.denom())
        }
        Node::Real(value) => write!(f, "{}/{}", value.numer(), value.denom()),
        Node::Bool(value) => write!(f, "{value}"),
        Node::Bits(bits) => write!(f, "{bits}"),
        Node::Const(symbol) | Node::Bound(symbol) => f.write_str(symbol.name()),
        Node::App(symbol, args) => list(symbol.name(), args, budget, f),
        Node::Op(op, args) => list(&op.to_string(), args, budget, f),
        Node::Quant {
            forall, vars, body, ..
        } => {
            f.write_str(if *forall { "(forall" } else { "(exists" })?;
            for var in vars {
                write!(f, " {var}")?;
            }
            f.write_str(" :: ")?;
            show(body, depth - 1, budget, f)?;
            f.write_str(")")
        }
    }
}

/// As SMT-LIB writes it where it is applied.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Op::Bv(op) => return write!(f, "{op}"),
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Implies => "=>",
            Op::Eq => "=",
            Op::Ite => "ite",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Add => "+",
            Op::Mul => "*",
            Op::Div => "div",
            Op::Mod => "mod",
            Op::RealDiv => "/",
            Op::ToReal => "to_real",
            Op::ToInt => "to_int",
            Op::Select => "select",
            Op::Store => "store",
            Op::Distinct => "distinct",
        })
    }
}
