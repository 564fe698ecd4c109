//! A plain function that is read as a kernel of one thread: which one it is, and what it may not have.

use super::session::Mode;
use crate::index::{Entry, Index};
use crate::kinds::DeclKind;
use crate::node::Files;
use crate::place::Role;
use crate::request::{Kernel, Request, Sequential};
use crate::tree::{Expr, ExprKind, FunctionId, Storage, UnaryOp, Unit};
use crate::types::{FloatKind, IntKind, Qual, Type};
use crate::walk::{self, Part};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// A header of names that stand for several functions each.
const GENERIC: &str = "tgmath.h";

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
pub(super) fn take(request: &Request, unit: &mut Unit, kernels: &mut [Kernel]) {
    let Some(sequential) = &request.sequential else {
        return;
    };
    // Its names are macros, which no tree has.
    let mut texts = unit.files.iter().map(|file| file.source.text.as_str());
    let generic = request.text.contains(GENERIC) || texts.any(|text| text.contains(GENERIC));
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
        let among = |test: &dyn Fn(&Expr, bool) -> bool| {
            let mut all = kernel.functions.iter();
            all.any(|id| any(unit, *id, test))
        };
        let unordered = sequential.c && among(&|expr, in_list| in_list && has_effect(expr));
        let truths = sequential.c && among(&|expr, _| steps_a_truth(unit, expr));
        let outlives = among(&|expr, _| outlives(unit, expr));
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
        if truths {
            refuse(format!("`{name}` increments or decrements a Boolean"));
        }
        if outlives {
            refuse(format!(
                "`{name}` uses a variable that outlives the call: what it contains before is not known"
            ));
        }
        if generic {
            refuse(format!(
                "`{name}` stands in a text with <tgmath.h>, whose functions are not read as those of their arguments"
            ));
        }
        if long {
            refuse(format!(
                "`{name}` stands in a text with `long double` or complex numbers, which a device does not have"
            ));
        }
    }
}

/// Whether an expression changes something.
fn has_effect(expr: &Expr) -> bool {
    let steps = matches!(&expr.kind, ExprKind::Unary { op, .. } if is_step(*op));
    steps || matches!(expr.kind, ExprKind::Assign { .. } | ExprKind::Call { .. })
}

fn is_step(op: UnaryOp) -> bool {
    matches!(
        op,
        UnaryOp::PreIncrement
            | UnaryOp::PreDecrement
            | UnaryOp::PostIncrement
            | UnaryOp::PostDecrement
    )
}

/// Whether it adds one to a `_Bool`, or takes one away: C converts what comes out, and C++ has no such thing.
fn steps_a_truth(unit: &Unit, expr: &Expr) -> bool {
    let is_truth = || matches!(unit.types.get(expr.ty.id), Type::Int(IntKind::Bool));
    matches!(&expr.kind, ExprKind::Unary { op, .. } if is_step(*op)) && is_truth()
}

/// Whether it is a variable that is there before the call and may be changed.
fn outlives(unit: &Unit, expr: &Expr) -> bool {
    let ExprKind::Variable(id) = expr.kind else {
        return false;
    };
    unit.variable(id).is_some_and(|variable| {
        let stays = match variable.storage {
            Storage::Static | Storage::Global | Storage::Extern => true,
            Storage::Parameter | Storage::Local => false,
        };
        stays && !variable.constexpr && !is_constant(unit, variable.ty)
    })
}

/// Whether nobody may write to what has a type.
fn is_constant(unit: &Unit, ty: Qual) -> bool {
    let elements = match unit.types.get(ty.id) {
        Type::Array { element, .. } => is_constant(unit, *element),
        _ => false,
    };
    ty.constant || elements
}

/// Whether something is said of an expression in a function, of which it is also known whether it stands in a list of initial
/// values: C++ says in which order they are, C does not.
fn any(unit: &Unit, id: FunctionId, test: &dyn Fn(&Expr, bool) -> bool) -> bool {
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
                if test(expr, inside) {
                    return true;
                }
                let inside = inside || matches!(expr.kind, ExprKind::InitList { .. });
                open.extend(walk::of_expr(expr).into_iter().map(|part| (part, inside)));
            }
        }
    }
    false
}
