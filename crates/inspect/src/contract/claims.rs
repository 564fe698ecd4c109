//! Programs with a claim before a statement: whether a thread comes there is whether it breaks the claim.

use kernel_graph::{
    Annotation, Atom, BinaryOp, CompareOp, Dimension, Expr, ExprKind, FunctionId, Module, Place,
    Scalar, Stmt, StmtKind,
};

/// What holds of no thread.
pub(super) fn never() -> Expr {
    Expr {
        scalar: Scalar::Bool,
        kind: ExprKind::Const(0),
    }
}

/// That a thread is the first of its block, or one of the first block.
pub(super) fn is_first(of_block: bool) -> Expr {
    let number = |kind| Expr {
        scalar: Scalar::Int(32),
        kind,
    };
    let truth = |kind| Expr {
        scalar: Scalar::Bool,
        kind,
    };
    let dimensions = [Dimension::X, Dimension::Y, Dimension::Z];
    let each = dimensions.map(match of_block {
        true => Atom::Thread,
        false => Atom::Block,
    });
    let each = each.into_iter().map(|atom| {
        let zero = Box::new(number(ExprKind::Const(0)));
        let atom = Box::new(number(ExprKind::Atom(atom)));
        truth(ExprKind::Compare(CompareOp::Eq, atom, zero))
    });
    let all = each.reduce(|a, b| {
        let (a, b) = (Box::new(a), Box::new(b));
        truth(ExprKind::Binary(BinaryOp::And, a, b))
    });
    all.unwrap_or_else(|| truth(ExprKind::Const(1)))
}

/// The program, in which calls are inlined, with a claim before the statements of a place, or at the start of the kernel;
/// none if there is none.
pub(super) fn with_claim(
    module: &Module,
    kernel: FunctionId,
    place: Option<&Place>,
    claim: &Expr,
) -> Option<Module> {
    let mut module = module.clone();
    let function = module.functions.get_mut(kernel.0 as usize)?;
    let mut found = false;
    let start = function.place;
    for block in &mut function.blocks {
        let at = match place {
            Some(place) => block.stmts.iter().position(|stmt| stmt.place == *place),
            None => (!found).then_some(0),
        };
        if let Some(at) = at {
            let claim = Stmt {
                place: place.copied().unwrap_or(start),
                patch: None,
                kind: StmtKind::Annotation(Annotation::Assert(claim.clone())),
            };
            block.stmts.insert(at, claim);
            found = true;
        }
    }
    found.then_some(module)
}
