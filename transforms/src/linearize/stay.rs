//! Whether extents keep their value while the matrix is used.

use super::extents::Meaning;
use super::fields;
use super::group::Group;
use super::world::{Declared, Kind, World};
use crate::framework::input::Refusal;
use crate::shared::names::{Write, writes};
use spec_lang::ast::{ClauseKind, Expr, ExprKind, NodeId, Stmt, StmtKind, Visitor};
use spec_lang::resolve::Reference;
use text::code::Code;
use text::span::Span;

/// Extents must not change while a matrix has them.
pub(super) fn stay(world: &World<'_>, group: &Group) -> Result<(), Refusal> {
    for (&member, extents) in &group.extents {
        let Some(declared) = world.matrices.get(member) else {
            continue;
        };
        for (name, meaning) in &extents.names {
            if let Meaning::Field(id) = meaning {
                fields::not_hidden(world, *id, name, &world.describe(member))?;
            }
            let written = match meaning {
                Meaning::Local(id) => local_write(world, declared, *id),
                Meaning::Field(id) => field_write(world, group, *id, declared.kind == Kind::Field),
            };
            if let Some(span) = written {
                return Err(Refusal::inapplicable(
                    Code::A407,
                    span,
                    format!(
                        "`{name}` is an extent of {} and gets a new value here",
                        world.describe(member)
                    ),
                )
                .with_note("an element would then be at another place of the array")
                .with_help("keep the extent in a variable that is not assigned"));
            }
            let of_group = |id: &NodeId| {
                group.members.iter().any(|&other| {
                    world
                        .matrices
                        .get(other)
                        .is_some_and(|other| other.id == *id)
                })
            };
            if let Meaning::Local(id) | Meaning::Field(id) = meaning
                && of_group(id)
            {
                return Err(Refusal::inapplicable(
                    Code::A408,
                    declared.name_span,
                    format!("the length of `{name}` is another one after the step"),
                )
                .with_note(format!("it is an extent of {}", world.describe(member)))
                .with_help("give the extents in other words"));
            }
        }
    }
    Ok(())
}

fn local_write(world: &World<'_>, declared: &Declared, id: NodeId) -> Option<Span> {
    let callable = declared
        .callable
        .and_then(|number| world.callables.get(number))?;
    let all: Vec<Write> = writes(world.input.resolution, &callable.statements);
    all.iter()
        .find(|write| write.variable == id)
        .map(|write| write.span)
        // A jump back over the declaration of a local gives it a value anew.
        .or_else(|| {
            let param = callable.params.iter().any(|param| param.id == id);
            jump(&callable.statements).filter(|_| !param)
        })
        // A ghost result has no value yet when the method begins.
        .or_else(|| {
            let yielded = callable
                .contract
                .clauses
                .iter()
                .any(|clause| match &clause.kind {
                    ClauseKind::Yields(params) => params.iter().any(|param| param.id == id),
                    _ => false,
                });
            yielded.then_some(callable.name_span)
        })
}

/// The first `goto` among some statements.
fn jump(stmts: &[Stmt]) -> Option<Span> {
    struct Jump(Option<Span>);
    impl Visitor for Jump {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Goto(_) = stmt.kind {
                self.0.get_or_insert(stmt.span);
            }
            self.walk_stmt(stmt);
        }
    }
    let mut jump = Jump(None);
    for stmt in stmts {
        jump.visit_stmt(stmt);
    }
    jump.0
}

/// A write to a field, but, for a matrix that is a field too, for one in a constructor ahead
/// of every mention of a matrix of the group, among the statements of the constructor itself.
fn field_write(world: &World<'_>, group: &Group, field: NodeId, of_object: bool) -> Option<Span> {
    let owner = world.input.resolution.owner.get(&field);
    for callable in &world.callables {
        let mut finder = FieldWrites {
            world,
            field,
            found: Vec::new(),
            own: Vec::new(),
        };
        for stmt in &callable.statements {
            finder.visit_stmt(stmt);
        }
        let first_use = group.first_use(world, callable);
        for (span, of_this) in finder.found {
            // A static field is of no object: the next constructor would set it for all.
            let early = of_object
                && !world.statics.contains(&field)
                && callable.is_constructor
                && callable.class.as_ref() == owner
                && of_this
                && callable.statements.iter().any(|stmt| stmt.span == span)
                && first_use.is_none_or(|at| span.end <= at);
            if !early {
                return Some(span);
            }
        }
    }
    fields::set_out_of_sight(world, field)
}

struct FieldWrites<'w> {
    world: &'w World<'w>,
    field: NodeId,
    found: Vec<(Span, bool)>,
    own: Vec<NodeId>,
}

impl FieldWrites<'_> {
    fn target(&mut self, target: &Expr, span: Span) {
        let reference = self.world.input.resolution.references.get(&target.id);
        if matches!(reference, Some(Reference::Field(id, _)) if *id == self.field) {
            let of_this = match &target.kind {
                ExprKind::Member(inner, _) => matches!(inner.kind, ExprKind::This),
                _ => true,
            };
            self.found.push((span, of_this));
        }
    }
}

impl Visitor for FieldWrites<'_> {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign { target, .. } = &stmt.kind {
            self.target(target, stmt.span);
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        if let ExprKind::Increment { target, .. } = &expr.kind {
            self.target(target, expr.span);
        }
        if let Some(targets) = self.world.input.resolution.yields.get(&expr.id) {
            self.own.extend(targets.iter().map(|(id, _)| *id));
        }
        if self.own.contains(&expr.id) {
            self.target(expr, expr.span);
        }
        self.walk_expr(expr);
    }
}
