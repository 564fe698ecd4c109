//! What bound variables range over besides the values of their type: the solver's sorts are wider
//! than types, and what is there in a sort alone must decide nothing.

use super::rule::{Lowered, unsupported};
use super::work::Lowerer;
use spec_lang::ast::{self, BinaryOp, NodeId, UnaryOp, Visitor};
use spec_lang::resolve::{Builtin as Word, Reference, Resolution, Type};
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// A bound variable may range wider than its type: over all objects and arrays, whatever their
    /// class; what is none of it would be a witness.
    pub(super) fn no_existence(&self, binders: &'a [ast::Binder]) -> Lowered<()> {
        let wider = binders.iter().find(|binder| {
            let declared = self.tables.resolution.declared.get(&binder.id);
            declared.is_none_or(|ty| ranges_wider(&self.instantiated(ty), false))
        });
        match wider {
            Some(binder) => {
                let place = binder.name.span;
                unsupported(Code::U073, place, "the existence of a value of such a type")
            }
            None => Ok(()),
        }
    }

    /// A final field never changes, but that is known of the objects there are: what is said of
    /// the field of all objects would be known of those that are made later.
    pub(super) fn no_final_field_of_all(
        &self,
        binders: &'a [ast::Binder],
        within: &[&'a ast::Expr],
    ) -> Lowered<()> {
        struct Look<'l, 'a> {
            lowerer: &'l Lowerer<'l, 'a>,
            objects: Vec<NodeId>,
            finals: bool,
            arrays: bool,
            found: Option<Span>,
        }
        impl Visitor for Look<'_, '_> {
            fn visit_expr(&mut self, e: &ast::Expr) {
                let reads = match self.lowerer.tables.resolution.references.get(&e.id) {
                    Some(Reference::Field(id, _)) => {
                        let field = self.lowerer.tables.fields.ids.get(id);
                        field.is_some_and(|field| self.lowerer.tables.fields.field(*field).is_final)
                    }
                    // Which fields a function or a predicate reads is not looked at.
                    Some(Reference::Method(..) | Reference::Predicate(..)) => {
                        self.finals || self.arrays
                    }
                    // A length is as final as that.
                    Some(Reference::Builtin(Word::ArrayLength)) => self.arrays,
                    // So are the lengths that a formula about a whole array has in it. A location is
                    // read by whoever has permission, which nobody has of all arrays.
                    None => {
                        use ast::ExprKind::{ArrayOf, Matrix};
                        self.arrays && matches!(e.kind, ArrayOf(..) | Matrix(..))
                    }
                    Some(
                        Reference::Local(_)
                        | Reference::Implicit(_)
                        | Reference::EnumConstant(_)
                        | Reference::TypeName(_)
                        | Reference::DefaultConstructor(_)
                        | Reference::Statement(_)
                        | Reference::Builtin(_),
                    ) => false,
                };
                if reads && mentions(self.lowerer.tables.resolution, &self.objects, e) {
                    self.found.get_or_insert(e.span);
                }
                // Another name for one.
                if let ast::ExprKind::Let { variable, .. } = &e.kind
                    && let Some(init) = &variable.init
                    && mentions(self.lowerer.tables.resolution, &self.objects, init)
                {
                    self.objects.push(variable.id);
                }
                self.walk_expr(e);
            }
        }
        let of_object = |binder: &&ast::Binder| {
            let declared = self.tables.resolution.declared.get(&binder.id);
            declared.is_none_or(|ty| holds_objects(&self.instantiated(ty)))
        };
        let mut look = Look {
            lowerer: self,
            objects: binders.iter().filter(of_object).map(|b| b.id).collect(),
            finals: self.output.core.fields.iter().any(|field| field.is_final),
            arrays: binders.iter().any(|binder| {
                let declared = self.tables.resolution.declared.get(&binder.id);
                declared.is_none_or(|ty| holds_arrays(&self.instantiated(ty)))
            }),
            found: None,
        };
        if self.tables.reading.semantics.finals_need_permission || look.objects.is_empty() {
            return Ok(());
        }
        within.iter().for_each(|e| look.visit_expr(e));
        match look.found {
            Some(span) => unsupported(Code::U073, span, "a final field of all objects"),
            None => Ok(()),
        }
    }

    /// Within collections there are no values but those of the parts' types, and rationals are not
    /// all reals: where it would matter, nothing is said of all of them, nor of one.
    pub(super) fn only_of_the_type(
        &self,
        binders: &'a [ast::Binder],
        within: &[&'a ast::Expr],
    ) -> Lowered<()> {
        let mut rationals = Vec::new();
        for binder in binders {
            let declared = self.tables.resolution.declared.get(&binder.id);
            let ty = declared.map_or(Type::Error, |ty| self.instantiated(ty));
            if holds_numbers_of_a_type(&ty) {
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

/// Whether a bound variable takes more values than there are of its type: objects of other types;
/// within collections, numbers that are no constants of an enum and no permissions.
fn ranges_wider(ty: &Type, within: bool) -> bool {
    match ty {
        Type::Int
        | Type::Boolean
        | Type::Void
        | Type::Resource
        | Type::Rational
        | Type::Float32
        | Type::Float64
        | Type::String
        | Type::Parameter(_) => false,
        Type::Frac | Type::ZFrac | Type::Enum(_) => within,
        Type::Class(..)
        | Type::Array(_)
        | Type::Null
        | Type::Char
        | Type::Any
        | Type::Other(_)
        | Type::Error => true,
        Type::Seq(part) | Type::Set(part) | Type::Bag(part) | Type::Option(part) => {
            ranges_wider(part, true)
        }
        Type::Map(key, value) => ranges_wider(key, true) || ranges_wider(value, true),
        Type::Tuple(parts) | Type::Adt(_, parts) => {
            parts.iter().any(|part| ranges_wider(part, true))
        }
    }
}

/// Whether values of a type are objects or arrays or hold some.
fn holds_objects(ty: &Type) -> bool {
    matches!(ty, Type::Class(..) | Type::Null)
        || holds_arrays(ty)
        || ty.contents().iter().any(|part| holds_objects(part))
}

/// Whether values of a type are arrays or hold some, or may do so. Of values of a type parameter
/// nothing can be read.
fn holds_arrays(ty: &Type) -> bool {
    let some = matches!(
        ty,
        Type::Array(_) | Type::Any | Type::Other(_) | Type::Error
    );
    some || ty.contents().iter().any(|part| holds_arrays(part))
}
