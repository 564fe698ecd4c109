//! What options and axioms make of a program: annotations that do not count go, axioms are assumed where a kernel begins,
//! and OpenCL's global numbers are counted from an offset.

use super::settings::{Annotations, Checks};
use kernel_graph::{
    Annotation, Atom, Callee, Dimension, Expr, ExprKind, Local, LocalId, Module, Scalar, Stmt,
    StmtKind,
};
use kernels::Graphs;

/// Makes a program what is checked.
pub(crate) fn restate(graphs: &mut Graphs, checks: &Checks) {
    match checks.annotations {
        Annotations::All => believe(graphs),
        Annotations::Preconditions | Annotations::None => {
            leave_out(&mut graphs.module, checks.annotations);
        }
    }
    if checks.guesses {
        kernel_graph::guesses(&mut graphs.module);
    }
    if checks.offset != [0; 3] {
        count_from(&mut graphs.module, checks.offset);
    }
}

/// Assumes each axiom at the start of each kernel: it is listed as what the user assumes.
fn believe(graphs: &mut Graphs) {
    let functions = &graphs.module.functions;
    let axioms = graphs.axioms.iter().filter_map(|id| {
        let function = functions.get(id.0 as usize)?;
        Some((*id, function.result?, function.place))
    });
    let axioms: Vec<_> = axioms.collect();
    for kernel in graphs.module.functions.iter_mut().filter(|f| f.kernel) {
        for (callee, scalar, place) in axioms.iter().rev() {
            let to = LocalId(u32::try_from(kernel.locals.len()).unwrap_or(u32::MAX));
            kernel.locals.push(Local {
                name: String::new(),
                scalar: *scalar,
                signed: false,
            });
            let call = StmtKind::Call {
                to: Some(to),
                callee: Callee::Function(*callee),
                arguments: Vec::new(),
            };
            let value = Expr::local(to, *scalar);
            let holds = match scalar {
                Scalar::Bool => value,
                Scalar::Int(_)
                | Scalar::Float(_)
                | Scalar::Pointer
                | Scalar::Function
                | Scalar::Handle => continue,
            };
            let assumed = StmtKind::Annotation(Annotation::Assume(holds));
            let stmts = [call, assumed].map(|kind| Stmt {
                place: *place,
                patch: None,
                kind,
            });
            if let Some(first) = kernel.blocks.first_mut() {
                first.stmts.splice(0..0, stmts);
            }
        }
    }
}

/// Removes the annotations that do not count. What says which memory a function touches, and which memory is apart, stays:
/// without it something would be left out that a kernel does.
fn leave_out(module: &mut Module, counts: Annotations) {
    for block in module.functions.iter_mut().flat_map(|f| &mut f.blocks) {
        block.stmts.retain(|stmt| {
            let StmtKind::Annotation(said) = &stmt.kind else {
                return true;
            };
            stays(said, counts)
        });
    }
}

fn stays(said: &Annotation, counts: Annotations) -> bool {
    match said {
        Annotation::Everywhere(inner) | Annotation::EveryLoop(inner) => stays(inner, counts),
        Annotation::Requires(_) => counts != Annotations::None,
        Annotation::Fresh(_) | Annotation::Footprint { .. } => true,
        Annotation::Assert(_)
        | Annotation::Assume(_)
        | Annotation::Invariant(_)
        | Annotation::Candidate(_)
        | Annotation::Ensures(_)
        | Annotation::BarrierInvariant { .. }
        | Annotation::ReadPermission(_) => counts == Annotations::All,
    }
}

/// Puts numbers for the offset of global numbers.
fn count_from(module: &mut Module, offset: [u32; 3]) {
    for block in module.functions.iter_mut().flat_map(|f| &mut f.blocks) {
        let inner = block
            .stmts
            .iter_mut()
            .flat_map(|stmt| stmt.kind.exprs_mut());
        for e in inner.chain(block.end.exprs_mut()) {
            put(e, offset);
        }
    }
}

fn put(e: &mut Expr, offset: [u32; 3]) {
    if let ExprKind::Atom(Atom::GlobalOffset(dimension)) = e.kind {
        let [x, y, z] = offset;
        let number = match dimension {
            Dimension::X => x,
            Dimension::Y => y,
            Dimension::Z => z,
        };
        *e = Expr::int(32, i128::from(number));
        return;
    }
    for child in e.children_mut() {
        put(child, offset);
    }
}
