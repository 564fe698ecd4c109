//! A plain function that is read as a kernel of one thread: which one it is, and what it may not have.

use super::session::Mode;
use crate::index::{Entry, Index};
use crate::kinds::DeclKind;
use crate::node::Files;
use crate::place::Role;
use crate::request::{Kernel, Request, Sequential};
use crate::tree::{ExprKind, FunctionId, UnaryOp, Unit};
use crate::types::{FloatKind, Type};
use crate::walk::{self, Part};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// How a file is read for such a function.
pub(super) fn mode(sequential: &Sequential) -> Mode {
    match sequential.c {
        true => Mode::C,
        // What CUDA asks of functions of a device nobody asks of this one.
        false => Mode::Cpp,
    }
}

/// The functions of the name that have a body in the text or in what it includes.
pub(super) fn named<'t, 'a>(
    index: &Index<'t, 'a>,
    files: &Files,
    sequential: &Sequential,
) -> Vec<Entry<'t, 'a>> {
    let all = index.functions.iter();
    let all = all.filter_map(|id| index.entries.get(id).copied());
    all.filter(|entry| {
        let node = entry.node;
        let file = files.files.get(node.name_place.text_span().file as usize);
        entry.kind == DeclKind::FunctionDecl
            && !entry.pattern
            && node.name() == sequential.function
            && node.parts().any(|part| part.kind == "CompoundStmt")
            && file.is_some_and(|file| file.role != Role::Own)
    })
    .collect()
}

/// Why the file as a whole has no such function; none if it has one.
pub(super) fn lost(request: &Request, count: usize) -> Option<Diagnostic> {
    let name = &request.sequential.as_ref()?.function;
    let message = match count {
        1 => return None,
        0 => format!(
            "there is no function `{name}` with a body in {}",
            request.name
        ),
        _ => format!("`{name}` is {count} functions of {}", request.name),
    };
    Some(Diagnostic::global(Code::K008, message))
}

/// Takes the function for a kernel, and says what keeps it from being one.
pub(super) fn take(sequential: &Sequential, unit: &mut Unit, kernels: &mut [Kernel]) {
    let long = unit
        .types
        .iter()
        .any(|ty| matches!(ty, Type::Float(FloatKind::LongDouble) | Type::Complex(_)));
    for function in &mut unit.functions {
        function.host_only = false;
    }
    for kernel in kernels {
        let Some(id) = kernel.function else {
            continue;
        };
        let unordered = sequential.c && kernel.functions.iter().any(|id| is_unordered(unit, *id));
        let Some(function) = unit.functions.get_mut(id.0 as usize) else {
            continue;
        };
        function.kernel = true;
        let (place, name) = (function.name_place.span, function.name.clone());
        let (result, variadic) = (function.result, function.variadic);
        let mut refuse = |message: String| {
            let refused = Diagnostic::error(Code::K004, place, message);
            kernel.errors.push(refused);
        };
        if !matches!(unit.types.get(result.id), Type::Void) {
            refuse(format!(
                "`{name}` returns a value, and only what a function writes to memory is compared"
            ));
        }
        if variadic {
            refuse(format!("`{name}` has any number of arguments"));
        }
        if unordered {
            refuse(format!(
                "`{name}` has an initializer whose parts have effects, and C leaves their order open"
            ));
        }
        if long {
            refuse(format!(
                "`{name}` stands in a text with `long double` or complex numbers, which a device does not have"
            ));
        }
    }
}

/// Whether a list of initial values in a function has effects: C++ says in which order they are, C does not.
fn is_unordered(unit: &Unit, id: FunctionId) -> bool {
    let body = unit
        .function(id)
        .and_then(|function| function.body.as_ref());
    // Each part, and whether it stands in a list.
    let mut open: Vec<(Part<'_>, bool)> = body
        .map(|body| (Part::Stmt(body), false))
        .into_iter()
        .collect();
    while let Some((part, inside)) = open.pop() {
        match part {
            Part::Stmt(stmt) => {
                open.extend(walk::of_stmt(stmt).into_iter().map(|part| (part, inside)));
            }
            Part::Declared(id) => {
                let init = unit
                    .variable(id)
                    .and_then(|variable| variable.init.as_ref());
                open.extend(init.map(|init| (Part::Expr(init), inside)));
            }
            Part::Expr(expr) => {
                let effect = matches!(
                    expr.kind,
                    ExprKind::Assign { .. }
                        | ExprKind::Call { .. }
                        | ExprKind::Unary {
                            op: UnaryOp::PreIncrement
                                | UnaryOp::PreDecrement
                                | UnaryOp::PostIncrement
                                | UnaryOp::PostDecrement,
                            ..
                        }
                );
                if inside && effect {
                    return true;
                }
                let inside = inside || matches!(expr.kind, ExprKind::InitList { .. });
                open.extend(walk::of_expr(expr).into_iter().map(|part| (part, inside)));
            }
        }
    }
    false
}
