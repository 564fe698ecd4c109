//! What assertions say, whatever their words and the names in them: two that have one shape say the
//! same of the same values.

use crate::{Amount, Assertion, AssertionKind, Expr, ExprKind, LocalId, Location, Source};
use text::span::Span;

/// Assertions with numbers for locals, in the order in which these occur.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape(Vec<Assertion>);

/// Numbers of bound variables begin here, those of others at zero.
const BOUND: u32 = 1 << 31;

impl Shape {
    /// The shape of some assertions, and the locals of outside that they mention, one for each
    /// occurrence. None if they speak of another state, or of which permissions are held.
    pub fn of(assertions: &[&Assertion]) -> Option<(Shape, Vec<LocalId>)> {
        let mut parts: Vec<Assertion> = assertions.iter().map(|&part| part.clone()).collect();
        let mut naming = Naming {
            bound: Vec::new(),
            binders: 0,
            free: Vec::new(),
            fits: true,
        };
        for part in &mut parts {
            naming.assertion(part);
        }
        naming.fits.then_some((Shape(parts), naming.free))
    }
}

struct Naming {
    bound: Vec<(LocalId, LocalId)>,
    binders: u32,
    free: Vec<LocalId>,
    fits: bool,
}

impl Naming {
    fn bind(&mut self, local: &mut LocalId) {
        let named = LocalId(BOUND + self.binders);
        self.binders += 1;
        self.bound.push((*local, named));
        *local = named;
    }

    fn local(&mut self, local: &mut LocalId) {
        let bound = self.bound.iter().rev().find(|(from, _)| from == local);
        *local = match bound {
            Some((_, named)) => *named,
            None => {
                let named = LocalId(u32::try_from(self.free.len()).unwrap_or(BOUND));
                self.free.push(*local);
                named
            }
        };
    }

    fn assertion(&mut self, part: &mut Assertion) {
        part.span = Span::default();
        let scope = self.bound.len();
        match &mut part.kind {
            AssertionKind::Pure(e) => self.expr(e),
            AssertionKind::Star(parts) => parts.iter_mut().for_each(|part| self.assertion(part)),
            AssertionKind::Implies(condition, body) => {
                self.expr(condition);
                self.assertion(body);
            }
            AssertionKind::Ite(condition, a, b) => {
                self.expr(condition);
                self.assertion(a);
                self.assertion(b);
            }
            AssertionKind::Permission(location, amount) => {
                self.location(location);
                self.amount(amount);
            }
            AssertionKind::Forall {
                variables,
                guard,
                body,
                triggers,
            } => {
                // They guide a proof and say nothing.
                triggers.clear();
                variables
                    .iter_mut()
                    .for_each(|variable| self.bind(variable));
                self.expr(guard);
                self.assertion(body);
            }
            AssertionKind::Let(local, value, body) => {
                self.expr(value);
                self.bind(local);
                self.assertion(body);
            }
        }
        self.bound.truncate(scope);
    }

    fn location(&mut self, location: &mut Location) {
        match location {
            Location::Field(receiver, _) => self.expr(receiver),
            Location::Element(array, index, _) => {
                self.expr(array);
                self.expr(index);
            }
            Location::Predicate(_, args) => args.iter_mut().for_each(|arg| self.expr(arg)),
        }
    }

    fn amount(&mut self, amount: &mut Amount) {
        match amount {
            Amount::Exact(amount) => self.expr(amount),
            Amount::Wildcard => {}
        }
    }

    fn all<'e>(&mut self, parts: impl IntoIterator<Item = &'e mut Expr>) {
        parts.into_iter().for_each(|part| self.expr(part));
    }

    fn expr(&mut self, e: &mut Expr) {
        e.span = Span::default();
        let scope = self.bound.len();
        match &mut e.kind {
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Statics => {}
            ExprKind::Local(local) => self.local(local),
            ExprKind::Apply(_, parts)
            | ExprKind::And(parts)
            | ExprKind::Or(parts)
            | ExprKind::Call(_, parts)
            | ExprKind::Data(_, parts) => self.all(parts),
            ExprKind::Implies(a, b)
            | ExprKind::Element(a, b)
            | ExprKind::Row(a, b)
            | ExprKind::Requires(a, b, _) => self.all([&mut **a, &mut **b]),
            ExprKind::Ite(a, b, c) | ExprKind::Values(a, b, c) => {
                self.all([&mut **a, &mut **b, &mut **c]);
            }
            ExprKind::Field(inner, _) | ExprKind::Length(inner) => self.expr(inner),
            ExprKind::Let(local, value, body) => {
                self.expr(value);
                self.bind(local);
                self.expr(body);
            }
            ExprKind::Quant {
                variables,
                body,
                triggers,
                ..
            } => {
                triggers.clear();
                variables
                    .iter_mut()
                    .for_each(|variable| self.bind(variable));
                self.expr(body);
            }
            ExprKind::Fold {
                variable,
                low,
                high,
                body,
                ..
            } => {
                self.all([&mut **low, &mut **high]);
                self.bind(variable);
                self.expr(body);
            }
            ExprKind::Comprehension {
                variables,
                condition,
                element,
            } => {
                for (variable, source) in variables {
                    match source {
                        Source::Range(low, high) => self.all([low, high]),
                        Source::Members(all) => self.expr(all),
                    }
                    self.bind(variable);
                }
                self.all([&mut **condition, &mut **element]);
            }
            ExprKind::Unfolding(location, amount, body) => {
                self.location(location);
                self.amount(amount);
                self.expr(body);
            }
            ExprKind::Where(assertion, body) => {
                self.assertion(assertion);
                self.expr(body);
            }
            ExprKind::Old(..) | ExprKind::CurrentPerm(_) | ExprKind::ForPerm { .. } => {
                self.fits = false;
            }
        }
        self.bound.truncate(scope);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FieldId, PredicateId};
    use logic::Sort;

    fn local(number: u32) -> Expr {
        let kind = ExprKind::Local(LocalId(number));
        Expr::new(Sort::Ref, Span::default(), kind)
    }

    fn perm(number: u32, field: u32) -> Assertion {
        let location = Location::Field(local(number), FieldId(field));
        let kind = AssertionKind::Permission(location, Amount::Wildcard);
        Assertion::new(Span::default(), kind)
    }

    #[test]
    fn names_do_not_count_and_values_and_fields_do() {
        let shape = |a, b| Shape::of(&[&a, &b]);
        let first = shape(perm(3, 0), perm(5, 0));
        let again = shape(perm(7, 0), perm(7, 0));
        assert_eq!(
            first.as_ref().map(|one| &one.0),
            again.as_ref().map(|one| &one.0)
        );
        assert_eq!(first.map(|one| one.1), Some(vec![LocalId(3), LocalId(5)]));
        assert_eq!(again.map(|one| one.1), Some(vec![LocalId(7), LocalId(7)]));
        let other = shape(perm(3, 0), perm(5, 1));
        assert_ne!(
            other.map(|one| one.0),
            shape(perm(3, 0), perm(5, 0)).map(|one| one.0)
        );
    }

    #[test]
    fn a_bound_variable_is_no_value_of_outside() {
        let of = |bound: u32, mentioned: u32| {
            let instance = Location::Predicate(PredicateId(0), vec![local(mentioned)]);
            let body = AssertionKind::Permission(instance, Amount::Wildcard);
            let body = Box::new(Assertion::new(Span::default(), body));
            let kind = AssertionKind::Let(LocalId(bound), local(9), body);
            Shape::of(&[&Assertion::new(Span::default(), kind)])
        };
        let (inner, outer) = (of(1, 1), of(1, 2));
        assert_ne!(
            inner.as_ref().map(|one| &one.0),
            outer.map(|one| one.0).as_ref()
        );
        assert_eq!(inner.map(|one| one.0), of(4, 4).map(|one| one.0));
    }
}
