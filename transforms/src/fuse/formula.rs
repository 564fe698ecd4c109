//! Formulas as trees: building, replacing variables, comparing, linear indices.
//!
//! By the time anything is compared, the iterators of all kernels bear the names of the
//! fused one, and these names mean nothing else. So trees are compared by their text.

use spec_lang::ast::build::{self, binary};
use spec_lang::ast::{BinaryOp, Expr, ExprKind, NodeId, UnaryOp, Visitor, VisitorMut};
use spec_lang::print;
use spec_lang::resolve::{Reference, Resolution};
use std::collections::{BTreeMap, BTreeSet};

/// `!inner`, with a comparison turned round instead.
pub(super) fn not(inner: &Expr) -> Expr {
    let turned = |op| match op {
        BinaryOp::Lt => Some(BinaryOp::Ge),
        BinaryOp::Le => Some(BinaryOp::Gt),
        BinaryOp::Gt => Some(BinaryOp::Le),
        BinaryOp::Ge => Some(BinaryOp::Lt),
        BinaryOp::Eq => Some(BinaryOp::Ne),
        BinaryOp::Ne => Some(BinaryOp::Eq),
        _ => None,
    };
    match &inner.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => (**inner).clone(),
        ExprKind::Binary(op, left, right) if turned(*op).is_some() => binary(
            turned(*op).unwrap_or(*op),
            (**left).clone(),
            (**right).clone(),
        ),
        _ => build::unary(UnaryOp::Not, inner.clone()),
    }
}

/// All of them; none if there are none.
pub(super) fn all(parts: impl IntoIterator<Item = Expr>) -> Option<Expr> {
    parts
        .into_iter()
        .reduce(|left, right| binary(BinaryOp::And, left, right))
}

/// `conditions ==> body`.
pub(super) fn under(conditions: &[Expr], body: Expr) -> Expr {
    match all(conditions.iter().cloned()) {
        Some(condition) => binary(BinaryOp::Implies, condition, body),
        None => body,
    }
}

/// The text of a tree, the same for trees that differ in blanks and parentheses only.
pub(super) fn canonical(expr: &Expr) -> String {
    print::expr(expr)
}

/// The text of a tree, the same for trees that differ in the names of quantified variables only.
pub(super) fn alike(expr: &Expr) -> String {
    struct Number(usize);
    impl VisitorMut for Number {
        fn visit_expr(&mut self, expr: &mut Expr) {
            // Inner variables first, so that none of them is taken for an outer one.
            self.walk_expr(expr);
            let ExprKind::Quantifier {
                binders,
                range,
                body,
                ..
            } = &mut expr.kind
            else {
                return;
            };
            let mut names = BTreeMap::new();
            for binder in binders.iter_mut() {
                let ends = binder.range.iter_mut().flat_map(|(low, high)| [low, high]);
                for end in ends {
                    *end = replaced(end, &names);
                }
                // No name of a program begins so.
                let number = format!("${}", self.0);
                self.0 += 1;
                names.insert(binder.name.name.clone(), build::name(&number));
                binder.name.name = number;
            }
            for part in range.iter_mut().chain([body]) {
                **part = replaced(part, &names);
            }
        }
    }
    let mut expr = expr.clone();
    Number(0).visit_expr(&mut expr);
    canonical(&expr)
}

/// The conditions, each once; comparisons of the same sums are the same.
pub(super) fn distinct(conditions: &[Expr]) -> Vec<Expr> {
    let mut known = BTreeSet::new();
    let mut distinct = Vec::new();
    for condition in conditions {
        let text = match &condition.kind {
            ExprKind::Binary(op, left, right) => {
                let (sign, low, high) = match op {
                    BinaryOp::Lt => ("0 <", left, right),
                    BinaryOp::Le => ("0 <=", left, right),
                    BinaryOp::Gt => ("0 <", right, left),
                    BinaryOp::Ge => ("0 <=", right, left),
                    _ => ("", left, right),
                };
                let difference = Linear::of(high)
                    .zip(Linear::of(low))
                    .and_then(|(high, low)| high.plus(&low, -1))
                    .filter(|_| !sign.is_empty());
                difference.map_or_else(
                    || canonical(condition),
                    |difference| format!("{sign} {}", canonical(&difference.expr())),
                )
            }
            _ => canonical(condition),
        };
        if known.insert(text) {
            distinct.push(condition.clone());
        }
    }
    distinct
}

/// The parts of a conjunction, left to right.
pub(super) fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let mut parts = Vec::new();
    let mut open = vec![expr];
    while let Some(next) = open.pop() {
        match &next.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                open.push(right);
                open.push(left);
            }
            _ => parts.push(next),
        }
    }
    parts
}

/// A tree in which references to some variables have other names.
pub(super) fn renamed(
    resolution: &Resolution,
    expr: &Expr,
    names: &BTreeMap<NodeId, String>,
) -> Expr {
    struct Rename<'a>(&'a Resolution, &'a BTreeMap<NodeId, String>);
    impl VisitorMut for Rename<'_> {
        fn visit_expr(&mut self, expr: &mut Expr) {
            if let ExprKind::Name(ident) = &mut expr.kind
                && let Some(Reference::Local(id)) = self.0.references.get(&expr.id)
                && let Some(name) = self.1.get(id)
            {
                ident.name.clone_from(name);
            }
            self.walk_expr(expr);
        }
    }
    let mut expr = expr.clone();
    Rename(resolution, names).visit_expr(&mut expr);
    expr
}

/// A tree in which variables stand for other trees.
pub(super) fn replaced(expr: &Expr, values: &BTreeMap<String, Expr>) -> Expr {
    struct Replace<'a>(&'a BTreeMap<String, Expr>);
    impl VisitorMut for Replace<'_> {
        fn visit_expr(&mut self, expr: &mut Expr) {
            if let ExprKind::Name(ident) = &expr.kind
                && let Some(value) = self.0.get(&ident.name)
            {
                *expr = value.clone();
                return;
            }
            self.walk_expr(expr);
        }
    }
    let mut expr = expr.clone();
    Replace(values).visit_expr(&mut expr);
    expr
}

/// Whether a name occurs as a variable.
pub(super) fn mentions(expr: &Expr, wanted: &str) -> bool {
    struct Find<'a>(&'a str, bool);
    impl Visitor for Find<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Name(ident) = &expr.kind {
                self.1 |= ident.name == self.0;
            }
            self.walk_expr(expr);
        }
    }
    let mut find = Find(wanted, false);
    find.visit_expr(expr);
    find.1
}

/// The array or field that a location is of, as it is looked up: `a[]` for cells of `a`,
/// `m[][]` for those of a matrix, `x` for a field. The cells of an array in a field are not the field.
pub(super) fn root(location: &Expr) -> String {
    let mut inner = location;
    let mut depth = 0;
    while let ExprKind::Index(next, _) | ExprKind::AllElements(next) = &inner.kind {
        inner = next;
        depth += 1;
    }
    format!("{}{}", canonical(inner), "[]".repeat(depth))
}

/// An array or field as it is called in messages.
pub(super) fn shown(root: &str) -> &str {
    root.trim_end_matches("[]")
}

/// Which of these arrays and fields an expression reads: a field if it occurs, an array if
/// it occurs not only for its length or in a comparison of references. What stands under `\old`
/// is of a state that stays what it was.
pub(super) fn reads(expr: &Expr, roots: &BTreeSet<String>) -> BTreeSet<String> {
    struct Find<'a> {
        roots: &'a BTreeSet<String>,
        /// Only the reference matters here.
        reference: bool,
        found: BTreeSet<String>,
    }
    impl Find<'_> {
        fn reference(&mut self, expr: &Expr) {
            let outer = std::mem::replace(&mut self.reference, true);
            self.visit_expr(expr);
            self.reference = outer;
        }
    }
    impl Visitor for Find<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            let text = canonical(expr);
            for cells in [format!("{text}[]"), format!("{text}[][]")] {
                if !self.reference && self.roots.contains(&cells) {
                    self.found.insert(cells);
                }
            }
            if self.roots.contains(&text) {
                self.found.insert(text);
            }
            match &expr.kind {
                ExprKind::Old(..) => {}
                ExprKind::Member(inner, name) if name.name == "length" => self.reference(inner),
                ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) => {
                    let plain = |side: &Expr| {
                        matches!(side.kind, ExprKind::Null)
                            || self.roots.contains(&format!("{}[]", canonical(side)))
                    };
                    if plain(left) && plain(right) {
                        self.reference(left);
                        self.reference(right);
                    } else {
                        self.visit_expr(left);
                        self.visit_expr(right);
                    }
                }
                _ => {
                    let outer = std::mem::replace(&mut self.reference, false);
                    self.walk_expr(expr);
                    self.reference = outer;
                }
            }
        }
    }
    let mut find = Find {
        roots,
        reference: false,
        found: BTreeSet::new(),
    };
    find.visit_expr(expr);
    find.found
}

/// A sum of products by numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Linear {
    /// What is multiplied, by its text, and by what; never by 0.
    pub terms: BTreeMap<String, (Expr, i64)>,
    /// The number added.
    pub constant: i64,
}

impl Linear {
    /// A number.
    pub(super) fn of_number(constant: i64) -> Self {
        Linear {
            terms: BTreeMap::new(),
            constant,
        }
    }

    /// A tree as a sum; what is not linear counts as a variable. None if numbers get
    /// too large.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        match &expr.kind {
            ExprKind::Int(value) => i64::try_from(value).ok().map(Linear::of_number),
            ExprKind::Unary(UnaryOp::Neg, inner) => Linear::of(inner)?.times(-1),
            ExprKind::Unary(UnaryOp::Plus, inner) => Linear::of(inner),
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                Linear::of(left)?.plus(&Linear::of(right)?, 1)
            }
            ExprKind::Binary(BinaryOp::Sub, left, right) => {
                Linear::of(left)?.plus(&Linear::of(right)?, -1)
            }
            ExprKind::Binary(BinaryOp::Mul, left, right) => {
                let (left, right) = (Linear::of(left)?, Linear::of(right)?);
                if left.terms.is_empty() {
                    right.times(left.constant)
                } else if right.terms.is_empty() {
                    left.times(right.constant)
                } else {
                    Some(Linear::variable(expr))
                }
            }
            _ => Some(Linear::variable(expr)),
        }
    }

    /// A tree as a variable.
    pub(super) fn variable(expr: &Expr) -> Self {
        Linear {
            terms: BTreeMap::from([(canonical(expr), (expr.clone(), 1))]),
            constant: 0,
        }
    }

    /// `self * factor`.
    pub(super) fn times(&self, factor: i64) -> Option<Self> {
        let mut product = Linear::of_number(self.constant.checked_mul(factor)?);
        for (text, (term, by)) in &self.terms {
            let by = by.checked_mul(factor)?;
            if by != 0 {
                product.terms.insert(text.clone(), (term.clone(), by));
            }
        }
        Some(product)
    }

    /// `self + factor * other`.
    pub(super) fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let other = other.times(factor)?;
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (text, (term, by)) in other.terms {
            let old = sum.terms.get(&text).map_or(0, |(_, by)| *by);
            match old.checked_add(by)? {
                0 => {
                    sum.terms.remove(&text);
                }
                by => {
                    sum.terms.insert(text, (term, by));
                }
            }
        }
        Some(sum)
    }

    /// By what a variable is multiplied.
    pub(super) fn factor(&self, variable: &str) -> i64 {
        self.terms.get(variable).map_or(0, |(_, by)| *by)
    }

    /// The sum without a variable.
    pub(super) fn without(&self, variable: &str) -> Self {
        let mut rest = self.clone();
        rest.terms.remove(variable);
        rest
    }

    /// The number it is, if it is one.
    pub(super) fn as_number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The sum as a tree.
    pub(super) fn expr(&self) -> Expr {
        let mut sum: Option<Expr> = None;
        // What is added comes before what is subtracted.
        let (plus, minus): (Vec<_>, Vec<_>) = self.terms.values().partition(|(_, by)| *by > 0);
        for (term, by) in plus.into_iter().chain(minus) {
            let size = i64::try_from(by.unsigned_abs()).unwrap_or(i64::MAX);
            let product = match size {
                1 => term.clone(),
                _ => binary(BinaryOp::Mul, build::int(size), term.clone()),
            };
            sum = Some(match (sum, *by > 0) {
                (Some(sum), true) => binary(BinaryOp::Add, sum, product),
                (Some(sum), false) => binary(BinaryOp::Sub, sum, product),
                (None, true) => product,
                (None, false) => build::unary(UnaryOp::Neg, product),
            });
        }
        match (sum, self.constant) {
            (None, constant) => build::int(constant),
            (Some(sum), 0) => sum,
            (Some(sum), constant) if constant < 0 => {
                binary(BinaryOp::Sub, sum, build::int(constant.unsigned_abs()))
            }
            (Some(sum), constant) => binary(BinaryOp::Add, sum, build::int(constant)),
        }
    }
}

/// A tree with its sums put in order where that makes it shorter to read.
pub(super) fn tidy(expr: &Expr) -> Expr {
    Linear::of(expr).map_or_else(|| expr.clone(), |sum| sum.expr())
}
