//! What must be so before anything is asked: declarations that can change, and all together.

use super::group::Group;
use super::world::{CallableBody, Kind, World, element_type};
use crate::framework::input::Refusal;
use spec_lang::ast::ExprKind;
use spec_lang::resolve::Type;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Whether each matrix of a group can be declared as an array, with every call it takes part in.
///
/// # Errors
/// `A403`, `A405`, `A409` or `A414`, with the declaration or call that stands in the way.
pub(super) fn declarations(world: &World<'_>, group: &Group) -> Result<(), Refusal> {
    for &member in &group.members {
        declared(world, group, member)?;
    }
    for &member in &group.members {
        calls(world, group, member)?;
    }
    Ok(())
}

fn declared(world: &World<'_>, group: &Group, member: usize) -> Result<(), Refusal> {
    let Some(declared) = world.matrices.get(member) else {
        return Ok(());
    };
    let what = world.describe(member);
    let refuse = |diagnostic: Diagnostic| Err(Refusal::not_applicable(diagnostic));
    if element_type(&declared.ty).is_none() {
        return refuse(
            Diagnostic::error(
                Code::A403,
                declared.ty.span,
                format!("{what} is not declared as `T[][]`"),
            )
            .with_note("only rows of elements can be laid out in one array")
            .with_help("declare it with two pairs of empty brackets"),
        );
    }
    if let Some(other) = &declared.beside {
        return refuse(
            Diagnostic::error(
                Code::A414,
                declared.name_span,
                format!("{what} is declared together with `{other}`"),
            )
            .with_help("give it a declaration of its own"),
        );
    }
    if declared.kind == Kind::Ghost {
        return refuse(Diagnostic::error(
            Code::A405,
            declared.name_span,
            format!("{what} is a ghost variable, which cannot be followed"),
        ));
    }
    let again = |id: &spec_lang::ast::NodeId| *id == declared.id;
    if world.input.resolution.redeclared.values().any(again) {
        return refuse(
            Diagnostic::error(
                Code::A414,
                declared.name_span,
                format!("{what} is declared again"),
            )
            .with_note("under `--profile vercors-1.4` that is an assignment")
            .with_help("declare it once"),
        );
    }
    let Some(callable) = declared
        .callable
        .and_then(|number| world.callables.get(number))
    else {
        return Ok(());
    };
    let Kind::Param(index) = declared.kind else {
        return Ok(());
    };
    // Of one that carries the directive itself its author says so.
    let root = world.matrices.get(group.root);
    let is_meant = root.is_some_and(|root| root.callable == declared.callable);
    if matches!(callable.body, CallableBody::Abstract) && !is_meant {
        return refuse(
            Diagnostic::error(
                Code::A409,
                callable.name_span,
                format!(
                    "`{}` has no body here, so it would be left out",
                    callable.name
                ),
            )
            .with_label(declared.name_span, "it gets the matrix as this parameter")
            .with_note("what it stands for still works on rows"),
        );
    }
    // Another one that could be meant after the step.
    let arrays = |ty: &spec_lang::ast::TypeExpr| {
        matches!(
            world.input.resolution.type_of(ty.id),
            Type::Array(_) | Type::Any | Type::Error
        )
    };
    let overload = world.callables.iter().find(|other| {
        other.id != callable.id
            && other.short == callable.short
            && other.class == callable.class
            && other.params.len() == callable.params.len()
            && other
                .params
                .get(index)
                .is_some_and(|param| arrays(&param.ty))
    });
    if let Some(other) = overload {
        return refuse(
            Diagnostic::error(
                Code::A409,
                callable.name_span,
                format!(
                    "there are several `{}` that take an array here",
                    callable.short
                ),
            )
            .with_label(other.name_span, "this one could be meant after the step")
            .with_help("give them different names"),
        );
    }
    let _ = group;
    Ok(())
}

/// Whoever calls a method with the matrix must pass one that changes too.
fn calls(world: &World<'_>, group: &Group, member: usize) -> Result<(), Refusal> {
    let Some(declared) = world.matrices.get(member) else {
        return Ok(());
    };
    let Kind::Param(index) = declared.kind else {
        return Ok(());
    };
    for call in &world.calls {
        if world.callable(call.callee) != declared.callable {
            continue;
        }
        let Some(arg) = call.args.get(index) else {
            continue;
        };
        let follows = matches!(arg.kind, ExprKind::Null) || group.member(world, arg).is_some();
        if !follows {
            return Err(Refusal::inapplicable(
                Code::A409,
                arg.span,
                format!(
                    "this call passes something to {} that would not become an array",
                    world.describe(member)
                ),
            )
            .with_label(declared.name_span, "this becomes an array")
            .with_help("keep the matrix in a variable and pass that"));
        }
    }
    Ok(())
}
