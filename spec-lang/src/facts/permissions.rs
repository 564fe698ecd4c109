//! Whether an assertion has permissions: the one answer to that question.

use super::{assertion_parts, expr};
use crate::ast::Expr;
use crate::resolve::{Reference, Resolution, Type};

/// Whether an expression has permissions, itself or in a part that stands where an assertion may
/// stand. Of a name or call without meaning it is taken to.
///
/// `resolution` says what the names in it mean.
pub fn has_permissions(resolution: &Resolution, e: &Expr) -> bool {
    let of_type = |e: &Expr| *resolution.type_of(e.id) == Type::Resource;
    has_permissions_where(e, &|e| {
        of_type(e)
            || match resolution.references.get(&e.id) {
                Some(Reference::Predicate(..) | Reference::Implicit(_)) | None => true,
                Some(
                    Reference::Local(_)
                    | Reference::Field(..)
                    | Reference::Method(..)
                    | Reference::EnumConstant(_)
                    | Reference::TypeName(_)
                    | Reference::DefaultConstructor(_)
                    | Reference::Statement(_)
                    | Reference::Builtin(_),
                ) => false,
            }
    })
}

/// Whether an expression has permissions, where `meant` decides of names and calls. For those who
/// have a tree only.
pub fn has_permissions_where(e: &Expr, meant: &impl Fn(&Expr) -> bool) -> bool {
    let own = expr(&e.kind).permissions.settled(|| meant(e));
    own || {
        let mut parts = assertion_parts(e).into_iter();
        parts.any(|part| has_permissions_where(part, meant))
    }
}
