//! Fields as extents: that the name of one means the same in all classes, and that nothing out
//! of sight sets it.

use super::world::{CallableBody, World};
use crate::framework::input::Refusal;
use spec_lang::ast::{
    BinaryOp, Class, Declaration, DeclarationKind, Expr, ExprKind, ModifierKind, NodeId, Visitor,
};
use spec_lang::facts::{self, Answer};
use spec_lang::resolve::{Reference, Type};
use std::collections::HashSet;
use text::code::Code;
use text::span::Span;

/// The classes of a program, those within classes included.
pub(super) fn classes<'a>(world: &World<'a>) -> Vec<(NodeId, &'a Class)> {
    fn collect<'a>(declarations: &'a [Declaration], found: &mut Vec<(NodeId, &'a Class)>) {
        for declaration in declarations {
            if let DeclarationKind::Class(class) = &declaration.kind {
                found.push((declaration.id, class));
                collect(&class.members, found);
            }
        }
    }
    let mut found = Vec::new();
    collect(&world.input.program.declarations, &mut found);
    found
}

/// Whether a class extends another, itself or by what it extends.
fn extends(world: &World<'_>, all: &[(NodeId, &Class)], class: NodeId, base: NodeId) -> bool {
    let mut seen = HashSet::new();
    let mut todo = vec![class];
    while let Some(next) = todo.pop() {
        let Some((_, class)) = all.iter().find(|(id, _)| *id == next) else {
            continue;
        };
        for written in &class.bases {
            // Of what is no class nothing is known.
            let Type::Class(id, _) = world.input.resolution.type_of(written.id) else {
                return true;
            };
            if *id == base {
                return true;
            }
            if seen.insert(*id) {
                todo.push(*id);
            }
        }
    }
    false
}

/// Refuses an extent whose name means another field in a class below.
///
/// # Errors
/// `A408` at the field that hides it.
pub(super) fn not_hidden(
    world: &World<'_>,
    field: NodeId,
    name: &str,
    what: &str,
) -> Result<(), Refusal> {
    let Some(owner) = world.input.resolution.owner.get(&field) else {
        return Ok(());
    };
    let all = classes(world);
    for (other, own, class) in &world.fields {
        let Some(class) = class.filter(|class| class != owner && own == name) else {
            continue;
        };
        if *other != field && extends(world, &all, class, *owner) {
            let at = all.iter().find(|(id, _)| *id == class);
            let at = at.map_or(Span::default(), |(_, class)| class.name.span);
            return Err(Refusal::inapplicable(
                Code::A408,
                at,
                format!("`{name}` means another field in this class"),
            )
            .with_note(format!("it is an extent of {what}"))
            .with_help("give one of the two fields another name"));
        }
    }
    Ok(())
}

/// A method without a body that may give a field another value: it gets a permission by which it
/// could, or what may have one, a predicate or a lock.
pub(super) fn set_out_of_sight(world: &World<'_>, field: NodeId) -> Option<Span> {
    if is_final(world, field) {
        return None;
    }
    let locks = classes(world)
        .iter()
        .any(|(_, class)| may_set(world, field, class.lock_invariants.iter()));
    let found = world.callables.iter().find(|own| {
        !own.is_pure
            && matches!(own.body, CallableBody::Abstract)
            && (locks || may_set(world, field, own.preconditions()))
    });
    found.map(|callable| callable.name_span)
}

fn is_final(world: &World<'_>, field: NodeId) -> bool {
    let declares = |declaration: &Declaration| match &declaration.kind {
        DeclarationKind::Field(own) => {
            own.names.iter().any(|name| name.id == field)
                && own.modifiers.iter().any(|m| m.kind == ModifierKind::Final)
        }
        _ => false,
    };
    let classes = classes(world);
    classes
        .iter()
        .any(|(_, class)| class.members.iter().any(declares))
}

/// Whether formulas have permissions to the field that are not plainly less than the whole, or a
/// predicate that may have one.
fn may_set<'e>(
    world: &World<'_>,
    field: NodeId,
    exprs: impl std::iter::Iterator<Item = &'e Expr>,
) -> bool {
    let mut look = Look {
        world,
        field,
        seen: HashSet::new(),
        many: false,
        parts: 0,
        may: false,
    };
    for expr in exprs {
        look.visit_expr(expr);
    }
    look.may
}

struct Look<'w, 'a> {
    world: &'w World<'a>,
    field: NodeId,
    seen: HashSet<NodeId>,
    /// Within a quantifier or a predicate, which may give its parts together.
    many: bool,
    parts: usize,
    may: bool,
}

impl Look<'_, '_> {
    fn is_field(&self, location: &Expr) -> bool {
        let reference = self.world.input.resolution.references.get(&location.id);
        matches!(reference, Some(Reference::Field(id, _)) if *id == self.field)
    }

    fn within(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.many, true);
        walk(self);
        self.many = outer;
    }
}

impl Visitor for Look<'_, '_> {
    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Perm(location, amount) | ExprKind::PointsTo(location, amount, _)
                if self.is_field(location) =>
            {
                self.parts += 1;
                self.may |= self.many || self.parts > 1 || !is_part(amount);
            }
            ExprKind::Call(_) => {
                if let Some(Reference::Predicate(id, _)) =
                    self.world.input.resolution.references.get(&expr.id)
                    && self.seen.insert(*id)
                {
                    let callable = self.world.callable(*id);
                    let callable = callable.and_then(|own| self.world.callables.get(own));
                    match callable.map(|own| own.body.clone()) {
                        Some(CallableBody::Predicate(body)) => {
                            self.within(|this| this.visit_expr(&body));
                        }
                        _ => self.may = true,
                    }
                }
            }
            ExprKind::Quantifier { .. } => return self.within(|this| this.walk_expr(expr)),
            // Other locations, and what only reads; what a lock protects is looked at apart.
            ExprKind::Perm(..)
            | ExprKind::PointsTo(..)
            | ExprKind::Value(_)
            | ExprKind::Matrix(..)
            | ExprKind::Scale(..)
            | ExprKind::Held(_)
            | ExprKind::Committed(_) => {}
            // Such as what a thread gives back when it is joined.
            kind => self.may |= facts::expr(kind).permissions == Answer::Yes,
        }
        self.walk_expr(expr);
    }
}

/// Whether an amount is written as a part of the whole: `1\2`, `read`.
fn is_part(amount: &Expr) -> bool {
    match &amount.kind {
        ExprKind::Read => true,
        ExprKind::Binary(BinaryOp::Frac | BinaryOp::Div, part, whole) => {
            matches!((&part.kind, &whole.kind), (ExprKind::Int(part), ExprKind::Int(whole))
                if part < whole && part.sign() == num_bigint::Sign::Plus)
        }
        _ => false,
    }
}
