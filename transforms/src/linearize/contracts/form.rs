//! One form for formulas that say the same, so that contracts can be compared.

use num_bigint::BigInt;
use num_traits::{One, Zero};
use spec_lang::ast::build::name;
use spec_lang::ast::{
    BinaryOp, Binder, Declaration, DeclarationKind, Expr, ExprKind, Ident, Iterator, NodeId, Param,
    Program, QuantifierKind, Stmt, StmtKind, TypeExpr, UnaryOp, Visitor, VisitorMut,
};
use std::collections::{BTreeMap, BTreeSet};
use text::span::Span;

/// What says nothing.
pub(super) const TRUE: &str = "true";

/// The built-in member of arrays.
const LENGTH: &str = "length";

/// The names declared as integers and as nothing else.
#[derive(Default)]
pub(super) struct Integers(BTreeSet<String>);

impl Integers {
    /// Those of some programs.
    pub(super) fn of(programs: &[&Program]) -> Integers {
        #[derive(Default)]
        struct Declared {
            integers: BTreeSet<String>,
            others: BTreeSet<String>,
        }
        impl Declared {
            fn add(&mut self, own: &Ident, ty: &TypeExpr) {
                let names = match spec_lang::print::type_expr(ty).as_str() {
                    "int" => &mut self.integers,
                    _ => &mut self.others,
                };
                names.insert(own.name.clone());
            }
        }
        impl Visitor for Declared {
            fn visit_declaration(&mut self, declaration: &Declaration) {
                if let DeclarationKind::Field(field) = &declaration.kind {
                    field
                        .names
                        .iter()
                        .for_each(|own| self.add(&own.name, &field.ty));
                }
                self.walk_declaration(declaration);
            }
            fn visit_stmt(&mut self, stmt: &Stmt) {
                if let StmtKind::Local { ty, names, .. } = &stmt.kind {
                    names.iter().for_each(|own| self.add(&own.name, ty));
                }
                self.walk_stmt(stmt);
            }
            fn visit_expr(&mut self, expr: &Expr) {
                if let ExprKind::Let { ty, variable, .. } = &expr.kind {
                    self.add(&variable.name, ty);
                }
                self.walk_expr(expr);
            }
            fn visit_param(&mut self, param: &Param) {
                self.add(&param.name, &param.ty);
            }
            fn visit_iterator(&mut self, iterator: &Iterator) {
                self.add(&iterator.name, &iterator.ty);
                self.visit_expr(&iterator.low);
                self.visit_expr(&iterator.high);
            }
            fn visit_binder(&mut self, binder: &Binder) {
                self.add(&binder.name, &binder.ty);
                binder.exprs().for_each(|expr| self.visit_expr(expr));
            }
        }
        let mut declared = Declared::default();
        for program in programs {
            declared.visit_program(program);
        }
        let others = declared.others;
        // The length of an array, unless something else is called so, too.
        declared.integers.insert(LENGTH.to_owned());
        Integers(
            declared
                .integers
                .into_iter()
                .filter(|own| !others.contains(own))
                .collect(),
        )
    }

    /// Whether a sum or product is certainly one of numbers: those of sequences, bags and sets
    /// are written with the same signs, and obey other laws.
    fn is_number(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Size(_) | ExprKind::Unary(UnaryOp::Neg, _) => true,
            ExprKind::Name(own) => self.0.contains(&own.name),
            ExprKind::Member(_, own) => self.0.contains(&own.name),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, left, right) => {
                self.is_number(left) || self.is_number(right)
            }
            _ => false,
        }
    }
}

/// What is known of names within a formula.
struct Words<'a> {
    integers: &'a Integers,
    /// Those bound around, from outside.
    bound: Vec<String>,
}

/// The form of a formula, without the facts to leave out.
pub(super) fn form_without(
    expr: &Expr,
    integers: &Integers,
    anyway: &mut dyn FnMut(&Expr) -> bool,
) -> String {
    let bound = Vec::new();
    form(expr, &mut Words { integers, bound }, anyway)
}

/// The form of an expression by itself.
pub(super) fn text(expr: &Expr) -> String {
    form_without(expr, &Integers::default(), &mut |_| false)
}

/// A sum of products: each product of forms, by its factor.
type Polynomial = BTreeMap<Vec<String>, BigInt>;

fn polynomial(expr: &Expr, env: &mut Words<'_>) -> Polynomial {
    let combined = |left: Polynomial, right: Polynomial, sign: i32| {
        let mut sum = left;
        for (product, factor) in right {
            *sum.entry(product).or_default() += factor * sign;
        }
        sum.retain(|_, factor| !factor.is_zero());
        sum
    };
    match &expr.kind {
        ExprKind::Int(value) if value.is_zero() => Polynomial::new(),
        ExprKind::Int(value) => Polynomial::from([(Vec::new(), value.clone())]),
        ExprKind::Unary(UnaryOp::Neg, inner) => {
            combined(Polynomial::new(), polynomial(inner, env), -1)
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
            let sign = if *op == BinaryOp::Add { 1 } else { -1 };
            combined(polynomial(left, env), polynomial(right, env), sign)
        }
        ExprKind::Binary(BinaryOp::Mul, left, right) => {
            let (left, right) = (polynomial(left, env), polynomial(right, env));
            // So many terms are not multiplied out; then the text decides.
            if left.len().saturating_mul(right.len()) > 256 {
                let atom = form_plain(expr, env);
                return Polynomial::from([(vec![atom], BigInt::one())]);
            }
            let mut product = Polynomial::new();
            for (one, factor) in &left {
                for (other, by) in &right {
                    let mut atoms = [one.as_slice(), other.as_slice()].concat();
                    atoms.sort();
                    product = combined(product, Polynomial::from([(atoms, factor * by)]), 1);
                }
            }
            product
        }
        _ => Polynomial::from([(vec![form_plain(expr, env)], BigInt::one())]),
    }
}

fn form_plain(expr: &Expr, env: &mut Words<'_>) -> String {
    form(expr, env, &mut |_| false)
}

/// Whether two integers are equal as sums of products.
pub(super) fn same(left: &Expr, right: &Expr) -> bool {
    let integers = &Integers::default();
    let of = |expr: &Expr| {
        let bound = Vec::new();
        polynomial(expr, &mut Words { integers, bound })
    };
    of(left) == of(right)
}

/// The forms of what is said by a conjunction, without what is true anyway.
fn conjuncts(
    expr: &Expr,
    env: &mut Words<'_>,
    anyway: &mut dyn FnMut(&Expr) -> bool,
) -> Vec<String> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) if !anyway(expr) => {
            let mut all = conjuncts(left, env, anyway);
            all.extend(conjuncts(right, env, anyway));
            all
        }
        _ => {
            let said = form(expr, env, anyway);
            if said == TRUE { Vec::new() } else { vec![said] }
        }
    }
}

/// One form for formulas that say the same: bound names by number, indices as sums of
/// products, nothing that is true anyway.
fn form(expr: &Expr, env: &mut Words<'_>, anyway: &mut dyn FnMut(&Expr) -> bool) -> String {
    if anyway(expr) {
        return TRUE.to_owned();
    }
    match &expr.kind {
        ExprKind::Bool(true) => TRUE.to_owned(),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Star, ..) => {
            match conjuncts(expr, env, anyway).as_slice() {
                [] => TRUE.to_owned(),
                said => said.join(" && "),
            }
        }
        ExprKind::Binary(BinaryOp::Implies, left, right) => {
            let given = conjuncts(left, env, &mut |_| false);
            let right = form(right, env, anyway);
            match right == TRUE || given.contains(&right) {
                true => TRUE.to_owned(),
                false => format!("({} ==> {right})", given.join(" && ")),
            }
        }
        ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
            let sides = [form_plain(left, env), form_plain(right, env)];
            let numbers = || env.integers.is_number(left) || env.integers.is_number(right);
            let equal = sides[0] == sides[1]
                || (numbers() && polynomial(left, env) == polynomial(right, env));
            if *op == BinaryOp::Eq && equal {
                return TRUE.to_owned();
            }
            format!("({} {op:?} {})", sides[0], sides[1])
        }
        ExprKind::Index(array, index) => {
            let index = match env.integers.is_number(index) {
                true => format!("{:?}", polynomial(index, env)),
                false => form_plain(index, env),
            };
            format!("{}[{index}]", form_plain(array, env))
        }
        ExprKind::Quantifier {
            kind,
            binders,
            range,
            body,
        } => {
            let outer = env.bound.len();
            let mut head = format!("{kind:?}");
            for binder in binders {
                head.push_str(&format!(" {}", spec_lang::print::type_expr(&binder.ty)));
                if let Some((low, high)) = &binder.range {
                    let ends = (polynomial(low, env), polynomial(high, env));
                    head.push_str(&format!(" {ends:?}"));
                }
                env.bound.push(binder.name.name.clone());
            }
            let range = range
                .as_ref()
                .map_or_else(Vec::new, |range| conjuncts(range, env, &mut |_| false));
            let body = form(body, env, anyway);
            env.bound.truncate(outer);
            let forall = matches!(kind, QuantifierKind::Forall | QuantifierKind::ForallStar);
            let implied = body == TRUE || range.contains(&body);
            match forall && implied {
                true => TRUE.to_owned(),
                false => format!("({head}; {}; {body})", range.join(" && ")),
            }
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            let condition = form_plain(condition, env);
            let (then, otherwise) = (form(then, env, anyway), form(otherwise, env, anyway));
            match then == TRUE && otherwise == TRUE {
                true => TRUE.to_owned(),
                false => format!("({condition} ? {then} : {otherwise})"),
            }
        }
        ExprKind::Name(own) => match env.bound.iter().rposition(|bound| *bound == own.name) {
            Some(number) => format!("#{number}"),
            None => own.name.clone(),
        },
        _ => {
            // All other forms: the same with the forms of its parts.
            struct Parts<'e, 'w>(&'e mut Words<'w>);
            impl VisitorMut for Parts<'_, '_> {
                fn visit_place(&mut self, id: &mut NodeId, span: &mut Span) {
                    *id = NodeId(0);
                    *span = Span::default();
                }
                fn visit_expr(&mut self, expr: &mut Expr) {
                    *expr = name(&form_plain(expr, self.0));
                }
            }
            let mut copy = expr.clone();
            Parts(env).walk_expr(&mut copy);
            format!("{:?}", copy.kind)
        }
    }
}
