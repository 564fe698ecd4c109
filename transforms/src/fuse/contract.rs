//! A kernel's contract, conjunct by conjunct: what a thread takes and gives, and what is
//! said about it.

use super::amount::Amount;
use super::formula::{alike, all, canonical, conjuncts, distinct, not, renamed, replaced, under};
use super::names::Names;
use super::row::Kernel;
use crate::framework::input::{Input, Refusal};
use itertools::Itertools;
use spec_lang::ast::build::{self, binary, name, perm};
use spec_lang::ast::{BinaryOp, Binder, ClauseKind, Expr, ExprKind, NodeId, QuantifierKind};
use spec_lang::facts::has_permissions;
use spec_lang::print;
use spec_lang::resolve::Resolution;
use std::collections::{BTreeMap, BTreeSet};
use text::code::Code;
use text::edit::Snippet;
use text::span::Span;

/// A permission.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    /// It is held if all of these hold.
    pub conditions: Vec<Expr>,
    /// The variables of the quantifiers around it.
    pub binders: Vec<Binder>,
    /// The cell; none for a predicate and the like.
    pub location: Option<Expr>,
    /// The array or field.
    pub root: String,
    /// The indices.
    pub indices: Vec<Expr>,
    /// How much.
    pub amount: Amount,
}

impl Atom {
    /// The cell, as text to compare, with the quantified variables.
    pub(super) fn place(&self) -> String {
        let mut place = match &self.location {
            Some(location) => canonical(location),
            None => self.root.clone(),
        };
        for binder in &self.binders {
            place.push_str(" for ");
            place.push_str(&binder.name.name);
        }
        place
    }

    /// The permission that is held if the conditions hold.
    pub(super) fn held(&self) -> Expr {
        let amount = match &self.amount {
            Amount::Number(fraction) => fraction.expr(),
            Amount::Read => Expr {
                id: NodeId::default(),
                span: Span::default(),
                kind: ExprKind::Read,
            },
            Amount::Other(expr) => expr.clone(),
        };
        match &self.location {
            Some(location) => perm(location.clone(), amount),
            None => amount,
        }
    }

    /// The same permission with the quantified variables of another one, if the two are then of
    /// the same cells; none if that is so already, or if a name would come to mean something else.
    pub(super) fn with_variables_of(&self, other: &Self) -> Option<Self> {
        let ty = |binder: &Binder| print::type_expr(&binder.ty);
        let pairs = || self.binders.iter().zip(&other.binders);
        if self.binders.len() != other.binders.len()
            || pairs().any(|(own, other)| ty(own) != ty(other))
            || pairs().all(|(own, other)| own.name.name == other.name.name)
        {
            return None;
        }
        let own: BTreeSet<&str> = self
            .binders
            .iter()
            .map(|binder| binder.name.name.as_str())
            .collect();
        let parts = || {
            let amount = match &self.amount {
                Amount::Other(expr) => Some(expr),
                _ => None,
            };
            self.conditions
                .iter()
                .chain(&self.indices)
                .chain(&self.location)
                .chain(amount)
        };
        let captures = pairs().any(|(_, other)| {
            let name = other.name.name.as_str();
            !own.contains(name) && parts().any(|part| super::formula::mentions(part, name))
        });
        if captures {
            return None;
        }
        let names: BTreeMap<String, Expr> = pairs()
            .map(|(own, other)| (own.name.name.clone(), name(&other.name.name)))
            .collect();
        let with = |expr: &Expr| replaced(expr, &names);
        let renamed = Atom {
            conditions: self.conditions.iter().map(with).collect(),
            binders: pairs()
                .map(|(own, other)| Binder {
                    name: other.name.clone(),
                    ..own.clone()
                })
                .collect(),
            location: self.location.as_ref().map(with),
            root: self.root.clone(),
            indices: self.indices.iter().map(with).collect(),
            amount: match &self.amount {
                Amount::Other(expr) => Amount::Other(with(expr)),
                amount => amount.clone(),
            },
        };
        (renamed.place() == other.place()).then_some(renamed)
    }

    /// Its conditions, as texts to compare.
    pub(super) fn condition_texts(&self) -> BTreeSet<String> {
        self.conditions.iter().map(canonical).collect()
    }
}

/// A part of a contract that stands on its own.
#[derive(Clone, Debug)]
pub(super) struct Conjunct {
    /// The whole, with the fused kernel's names.
    pub expr: Expr,
    /// Its text, as the user has it where it is the user's.
    pub text: String,
    /// Where it comes from.
    pub origin: Span,
    /// The permission, if it is one.
    pub atom: Option<Atom>,
    /// The place of the clause it is a part of, if it is there unchanged.
    pub clause: Option<Span>,
    /// It may be left out if it does not hold.
    pub optional: bool,
}

impl Conjunct {
    /// A permission that no text of the user's states.
    pub(super) fn of_atom(mut atom: Atom, origin: Span) -> Self {
        atom.conditions = distinct(&atom.conditions);
        let expr = quantified(&atom.binders, &atom.conditions, atom.held());
        Conjunct {
            text: canonical(&expr),
            expr,
            origin,
            atom: Some(atom),
            clause: None,
            optional: false,
        }
    }

    /// A statement that no text of the user's states.
    pub(super) fn of_fact(expr: Expr, origin: Span) -> Self {
        Conjunct {
            text: canonical(&expr),
            expr,
            origin,
            atom: None,
            clause: None,
            optional: true,
        }
    }

    /// Whether two say the same, whatever their quantified variables are called.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        alike(&self.expr) == alike(&other.expr)
    }
}

fn quantified(binders: &[Binder], conditions: &[Expr], body: Expr) -> Expr {
    if binders.is_empty() {
        return under(conditions, body);
    }
    Expr {
        id: NodeId::default(),
        span: Span::default(),
        kind: ExprKind::Quantifier {
            kind: QuantifierKind::ForallStar,
            binders: binders.to_vec(),
            range: all(conditions.iter().cloned()).map(Box::new),
            body: Box::new(body),
        },
    }
}

/// What a kernel's thread takes and gives.
#[derive(Clone, Debug, Default)]
pub(super) struct Contract {
    /// Before.
    pub pre: Vec<Conjunct>,
    /// After.
    pub post: Vec<Conjunct>,
}

impl Contract {
    /// The permissions with which a thread comes to the end: those it has all the time, or
    /// behind its last barrier.
    pub(super) fn cells(&self, divided: bool) -> Vec<Conjunct> {
        let start = match divided {
            true => &[][..],
            false => &self.pre,
        };
        let all = start.iter().chain(&self.post);
        all.filter(|conjunct| conjunct.atom.is_some())
            .cloned()
            .collect()
    }
}

/// Gives the quantified variables of later kernels' permissions the names that earlier ones have
/// for the same cells, since trees are compared by their text.
pub(super) fn align(contracts: &mut [Contract]) {
    for index in 1..contracts.len() {
        let (before, rest) = contracts.split_at_mut(index);
        let Some(own) = rest.first_mut() else {
            continue;
        };
        let earlier: Vec<&Atom> = before
            .iter()
            .flat_map(|contract| contract.pre.iter().chain(&contract.post))
            .filter_map(|conjunct| conjunct.atom.as_ref())
            .filter(|atom| !atom.binders.is_empty())
            .collect();
        for conjunct in own.pre.iter_mut().chain(&mut own.post) {
            let Some(atom) = &conjunct.atom else {
                continue;
            };
            let renamed = earlier
                .iter()
                .find_map(|earlier| atom.with_variables_of(earlier));
            if let Some(atom) = renamed {
                *conjunct = Conjunct {
                    clause: conjunct.clause,
                    ..Conjunct::of_atom(atom, conjunct.origin)
                };
            }
        }
    }
}

/// A kernel's contract with the fused kernel's names; under `guard`, if it has fewer threads.
pub(super) fn contract(
    input: &Input<'_>,
    names: &Names,
    kernel: &Kernel,
    guard: &[Expr],
) -> Result<Contract, Refusal> {
    let mut contract = Contract::default();
    for clause in &kernel.block.contract.clauses {
        let (expr, pre, post) = match &clause.kind {
            ClauseKind::Requires(expr) => (expr, true, false),
            ClauseKind::Ensures(expr) => (expr, false, true),
            ClauseKind::Context(expr) | ClauseKind::ContextEverywhere(expr) => (expr, true, true),
            // Directives are looked at with the kernels.
            ClauseKind::Directive(_) => continue,
            _ => {
                return Err(Refusal::inapplicable(
                    Code::A609,
                    clause.span,
                    "this clause has no place in a fused kernel",
                )
                .with_help("say it with `requires`, `ensures` or `context`"));
            }
        };
        let parts = parts(input, names, expr, clause.span, guard);
        if pre {
            contract.pre.extend(parts.iter().cloned());
        }
        if post {
            contract.post.extend(parts);
        }
    }
    Ok(contract)
}

/// The conjuncts of a clause.
fn parts(
    input: &Input<'_>,
    names: &Names,
    expr: &Expr,
    clause: Span,
    guard: &[Expr],
) -> Vec<Conjunct> {
    let mut found = Vec::new();
    for part in conjuncts(expr) {
        let new = renamed(input.resolution, part, &names.by_iterator);
        let mut leaves = Vec::new();
        flatten(input.resolution, &new, guard, &[], &mut leaves);
        let whole = under(guard, new.clone());
        let text = source_text(input, names, part).map_or_else(
            || canonical(&whole),
            |text| match all(guard.iter().cloned()) {
                None => text,
                Some(guard) if is_plain(part) => format!("{} ==> {text}", canonical(&guard)),
                Some(guard) => format!("{} ==> ({text})", canonical(&guard)),
            },
        );
        let unchanged = guard.is_empty().then_some(clause);
        match leaves.as_slice() {
            [leaf] => found.push(Conjunct {
                expr: whole,
                text,
                origin: part.span,
                atom: leaf.atom(),
                clause: unchanged,
                optional: false,
            }),
            _ => found.extend(leaves.iter().map(|leaf| {
                let expr = quantified(&leaf.binders, &leaf.conditions, leaf.expr.clone());
                Conjunct {
                    text: canonical(&expr),
                    expr,
                    origin: part.span,
                    atom: leaf.atom(),
                    clause: unchanged,
                    optional: false,
                }
            })),
        }
    }
    found
}

/// Whether an expression needs no parentheses on the right of `==>`.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, ..) => matches!(
            op,
            BinaryOp::Implies
                | BinaryOp::Eq
                | BinaryOp::Ne
                | BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge
        ),
        ExprKind::Conditional(..) | ExprKind::Unfolding(..) => false,
        _ => true,
    }
}

/// The text of a part as the user has it, names replaced; none if it is no text by itself.
fn source_text(input: &Input<'_>, names: &Names, expr: &Expr) -> Option<String> {
    let file = input.file(expr.span)?;
    let text = Snippet::copy_with(file, expr.span, &names.replacements, "")
        .ok()?
        .text();
    let mut depth = 0_i64;
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    let one_line = text.split_whitespace().join(" ");
    // The parentheses of a quantifier are part of it, but not of its place.
    let one_line = match expr.kind {
        ExprKind::Quantifier { .. } | ExprKind::Let { .. } | ExprKind::ForPerm(..) => {
            format!("({one_line})")
        }
        _ => one_line,
    };
    let comment = text.contains("//") || text.contains("/*") || text.contains("@*/");
    (depth == 0 && !comment).then_some(one_line)
}

/// A permission or a statement under conditions.
struct Leaf {
    conditions: Vec<Expr>,
    binders: Vec<Binder>,
    expr: Expr,
    resource: bool,
}

impl Leaf {
    fn atom(&self) -> Option<Atom> {
        if !self.resource {
            return None;
        }
        let atom =
            |location: Option<Expr>, root: String, indices: Vec<Expr>, amount: Amount| Atom {
                conditions: self.conditions.clone(),
                binders: self.binders.clone(),
                location,
                root,
                indices,
                amount,
            };
        Some(match &self.expr.kind {
            ExprKind::Perm(location, amount) if !matches!(location.kind, ExprKind::Call(_)) => {
                let mut indices = Vec::new();
                let mut inner = &**location;
                while let ExprKind::Index(next, index) = &inner.kind {
                    indices.insert(0, (**index).clone());
                    inner = next;
                }
                let root = super::formula::root(location);
                atom(
                    Some((**location).clone()),
                    root,
                    indices,
                    Amount::of(amount),
                )
            }
            _ => atom(
                None,
                canonical(&self.expr),
                Vec::new(),
                Amount::Other(self.expr.clone()),
            ),
        })
    }
}

/// Takes a resource apart to single permissions.
fn flatten(
    resolution: &Resolution,
    expr: &Expr,
    conditions: &[Expr],
    binders: &[Binder],
    leaves: &mut Vec<Leaf>,
) {
    let with = |condition: Expr| {
        let mut longer = conditions.to_vec();
        longer.extend(conjuncts(&condition).into_iter().cloned());
        longer
    };
    let leaf = |expr: Expr, resource: bool| Leaf {
        conditions: conditions.to_vec(),
        binders: binders.to_vec(),
        expr,
        resource,
    };
    let parts = matches!(&expr.kind, ExprKind::Binary(BinaryOp::Star, ..));
    if !parts && !has_permissions(resolution, expr) {
        leaves.push(leaf(expr.clone(), false));
        return;
    }
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
            flatten(resolution, left, conditions, binders, leaves);
            flatten(resolution, right, conditions, binders, leaves);
        }
        ExprKind::Binary(BinaryOp::Implies, condition, body) => {
            flatten(
                resolution,
                body,
                &with((**condition).clone()),
                binders,
                leaves,
            );
        }
        ExprKind::Conditional(condition, yes, no) => {
            flatten(
                resolution,
                yes,
                &with((**condition).clone()),
                binders,
                leaves,
            );
            flatten(resolution, no, &with(not(condition)), binders, leaves);
        }
        ExprKind::Quantifier {
            kind: QuantifierKind::ForallStar | QuantifierKind::Forall,
            binders: own,
            range,
            body,
        } if own.iter().all(|binder| binder.from.is_none()) => {
            let mut longer = conditions.to_vec();
            let mut plain = binders.to_vec();
            for binder in own {
                if let Some((low, high)) = &binder.range {
                    let name = build::name(&binder.name.name);
                    longer.push(binary(BinaryOp::Le, low.clone(), name.clone()));
                    longer.push(binary(BinaryOp::Lt, name, high.clone()));
                }
                plain.push(Binder {
                    range: None,
                    ..binder.clone()
                });
            }
            if let Some(range) = range {
                longer.extend(conjuncts(range).into_iter().cloned());
            }
            flatten(resolution, body, &longer, &plain, leaves);
        }
        ExprKind::PointsTo(location, amount, value) => {
            leaves.push(leaf(perm((**location).clone(), (**amount).clone()), true));
            leaves.push(leaf(
                binary(BinaryOp::Eq, (**location).clone(), (**value).clone()),
                false,
            ));
        }
        _ => leaves.push(leaf(expr.clone(), true)),
    }
}
