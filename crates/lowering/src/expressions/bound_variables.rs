//! What bound variables range over. The solver's sorts are wider than types, and what is there in a
//! sort alone must decide nothing: such variables are drawn from a collection, or refused.

use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use spec_lang::ast::{self, BinaryOp, NodeId, QuantifierKind, UnaryOp, Visitor};
use spec_lang::resolve::{Reference, Resolution, Type};
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// A solver's reference may be of any class or an array, and may be made later, so a formula
    /// about all references says more than one about all objects there are. Variables for objects
    /// and arrays, and for what holds some, are therefore drawn from collections: what is in a
    /// collection exists, and has the type of its elements.
    pub(crate) fn only_what_exists(
        &self,
        kind: QuantifierKind,
        binders: &'a [ast::Binder],
        range: Option<&'a ast::Expr>,
        body: &'a ast::Expr,
    ) -> Lowered<()> {
        let mut sources = Vec::new();
        range
            .iter()
            .for_each(|range| memberships(range, &mut sources));
        match kind {
            QuantifierKind::Forall | QuantifierKind::ForallStar => premises(body, &mut sources),
            QuantifierKind::Exists => memberships(body, &mut sources),
            QuantifierKind::Sum | QuantifierKind::Product => {}
        }
        let mut open: Vec<&ast::Binder> = binders.iter().collect();
        open.retain(|binder| holds_objects(&self.type_of_binder(binder)));
        loop {
            let all: Vec<NodeId> = open.iter().map(|binder| binder.id).collect();
            let before = open.len();
            // A collection that depends on a variable that is not drawn yet bounds nothing.
            open.retain(|binder| {
                !sources.iter().any(|(member, collection)| {
                    self.is_local(member, binder.id)
                        && self.has_elements(collection, &self.type_of_binder(binder))
                        && !mentions(self.tables.resolution, &all, collection)
                })
            });
            match open.first() {
                None => return Ok(()),
                Some(binder) if open.len() == before => {
                    let what = "all objects or arrays of a type";
                    let help = "draw the variable from a collection, as in `c \\in s ==> …`";
                    return unsupported(Code::U073, binder.name.span, what)
                        .map_err(|diagnostic| Box::new(diagnostic.with_help(help)));
                }
                Some(_) => {}
            }
        }
    }

    /// The objects of `\forperm` are those of which a permission is held: receivers of the location.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest has no receiver")]
    pub(crate) fn only_receivers(
        &self,
        binders: &'a [ast::Binder],
        location: &'a ast::Expr,
    ) -> Lowered<()> {
        use ast::ExprKind::{Index, Member};
        let receiver = match &location.kind {
            Member(receiver, _) | Index(receiver, _) => Some(&**receiver),
            _ => None,
        };
        let other = binders.iter().find(|binder| {
            holds_objects(&self.type_of_binder(binder))
                && !receiver.is_some_and(|receiver| self.is_local(receiver, binder.id))
        });
        match other {
            Some(binder) => {
                let what = "`\\forperm` over objects or arrays other than the location's receiver";
                unsupported(Code::U073, binder.name.span, what)
            }
            None => Ok(()),
        }
    }

    fn type_of_binder(&self, binder: &ast::Binder) -> Type {
        let declared = self.tables.resolution.declared.get(&binder.id);
        declared.map_or(Type::Error, |ty| self.instantiated(ty))
    }

    fn is_local(&self, e: &ast::Expr, variable: NodeId) -> bool {
        let reference = self.tables.resolution.references.get(&e.id);
        matches!(reference, Some(Reference::Local(id)) if *id == variable)
    }

    /// Whether an expression is a collection of elements of exactly this type.
    fn has_elements(&self, collection: &ast::Expr, of: &Type) -> bool {
        let ty = self.instantiated(self.tables.resolution.type_of(collection.id));
        matches!(ty, Type::Seq(element) | Type::Set(element) | Type::Bag(element) if *element == *of)
    }

    /// Within collections there are no values but those of the parts' types, and rationals are not
    /// all reals: where it would matter, nothing is said of all of them, nor of one.
    pub(crate) fn only_of_the_type(
        &self,
        binders: &'a [ast::Binder],
        within: &[&'a ast::Expr],
    ) -> Lowered<()> {
        let mut rationals = Vec::new();
        for binder in binders {
            let ty = self.type_of_binder(binder);
            if ty == Type::Char || holds_numbers_of_a_type(&ty) {
                let place = binder.name.span;
                return unsupported(Code::U073, place, "all values of such a type");
            }
            if is_rational(&ty) {
                rationals.push(binder.id);
            }
        }
        let nonlinear = within
            .iter()
            .find_map(|e| nonlinear(self.tables.resolution, &rationals, e));
        match nonlinear {
            Some(span) => unsupported(Code::U073, span, "what is not linear in a bound rational"),
            None => Ok(()),
        }
    }
}

/// Whether some of these variables occur in an expression.
fn mentions(resolution: &Resolution, variables: &[NodeId], e: &ast::Expr) -> bool {
    struct Mentions<'m>(&'m Resolution, &'m [NodeId], bool);
    impl Visitor for Mentions<'_> {
        fn visit_expr(&mut self, e: &ast::Expr) {
            self.2 |= matches!(
                self.0.references.get(&e.id),
                Some(Reference::Local(id)) if self.1.contains(id)
            );
            self.walk_expr(e);
        }
    }
    let mut mentions = Mentions(resolution, variables, false);
    mentions.visit_expr(e);
    mentions.2
}

/// Where a formula is not linear in some variables. Of linear ones what holds of the reals holds of
/// the rationals.
#[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
fn nonlinear(resolution: &Resolution, variables: &[NodeId], e: &ast::Expr) -> Option<Span> {
    use ast::ExprKind as E;
    let within = |e: &ast::Expr| nonlinear(resolution, variables, e);
    let number = |e: &ast::Expr| matches!(e.kind, E::Int(_) | E::Float(_));
    if variables.is_empty() || !mentions(resolution, variables, e) {
        return None;
    }
    match &e.kind {
        E::Name(_) => None,
        E::Unary(UnaryOp::Not | UnaryOp::Neg | UnaryOp::Plus, inner) | E::Old(_, inner) => {
            within(inner)
        }
        E::Binary(BinaryOp::Mul, a, b) if number(a) || number(b) => within(a).or(within(b)),
        E::Binary(BinaryOp::Div | BinaryOp::Frac, a, b) if number(b) => within(a),
        E::Binary(
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Implies
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge,
            a,
            b,
        ) => within(a).or(within(b)),
        E::Conditional(a, b, c) => within(a).or(within(b)).or(within(c)),
        _ => Some(e.span),
    }
}

fn is_rational(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Rational | Type::Frac | Type::ZFrac | Type::Float32 | Type::Float64
    )
}

/// Whether a collection or the like has parts of a type that has fewer values than its sort.
fn holds_numbers_of_a_type(ty: &Type) -> bool {
    ty.contents().iter().any(|part| {
        is_rational(part)
            || matches!(part, Type::Enum(_) | Type::Char)
            || holds_numbers_of_a_type(part)
    })
}

/// Whether values of a type are objects or arrays, or hold some, or may do so.
fn holds_objects(ty: &Type) -> bool {
    let some = matches!(
        ty,
        Type::Class(..) | Type::Array(_) | Type::Null | Type::Any | Type::Other(_) | Type::Error
    );
    some || ty.contents().iter().any(|part| holds_objects(part))
}

/// The memberships `x \in s` among the conjuncts of a formula, each with both sides.
#[allow(clippy::wildcard_enum_match_arm, reason = "the rest is no membership")]
fn memberships<'a>(e: &'a ast::Expr, found: &mut Vec<(&'a ast::Expr, &'a ast::Expr)>) {
    match &e.kind {
        ast::ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
            memberships(left, found);
            memberships(right, found);
        }
        ast::ExprKind::Binary(BinaryOp::In, member, collection) => {
            let member = match &member.kind {
                ast::ExprKind::Trigger(parts, _) => parts.first().filter(|_| parts.len() == 1),
                _ => Some(&**member),
            };
            found.extend(member.map(|member| (member, &**collection)));
        }
        ast::ExprKind::Trigger(parts, _) if parts.len() == 1 => {
            parts.iter().for_each(|part| memberships(part, found));
        }
        _ => {}
    }
}

/// The memberships under which a formula says something at all.
fn premises<'a>(e: &'a ast::Expr, found: &mut Vec<(&'a ast::Expr, &'a ast::Expr)>) {
    if let ast::ExprKind::Binary(BinaryOp::Implies, left, right) = &e.kind {
        memberships(left, found);
        premises(right, found);
    }
}
