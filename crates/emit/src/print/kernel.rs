//! Kernels.

use super::Style;
use super::lines::Lines;
use super::stmt::Own;
use crate::Target;
use crate::code::{Axis, Expr, Kernel, Op, Shape};
use crate::contract::{DIMENSIONS, extent};

/// A thread neither launches nor returns.
struct Thread;

impl Own for Thread {
    fn launch(&self, _: usize, _: &mut Lines) {}
    fn end(&self, _: Option<&Expr>, _: &mut Lines) {}
}

/// A kernel, with its contract before it.
pub(crate) fn kernel(style: Style, kernel: &Kernel, out: &mut Lines) {
    out.line(&format!("// {}.", kernel.about));
    for clause in &kernel.clauses {
        out.line(&format!("//@ requires {clause};"));
    }
    let params: Vec<String> = kernel
        .params
        .iter()
        .map(|param| style.param(param))
        .collect();
    let head = match style.target {
        Target::Opencl => format!("__kernel void {}", kernel.name),
        Target::Cuda | Target::Hip => format!("__global__ void {}", kernel.name),
    };
    out.list(&head, &params, " {");
    out.deeper();
    let closed = match &kernel.shape {
        Shape::Single => 0,
        Shape::Grid(axes) => guarded(style, axes, out),
        Shape::OneBlock(axes) => {
            let each = axes.iter().rev().zip(0..);
            each.for_each(|(axis, dimension)| exact(style, axis, &thread(style, dimension), out));
            0
        }
        Shape::Blocks(outer, inner) => {
            exact(style, outer, &block(style), out);
            exact(style, inner, &thread(style, 0), out);
            0
        }
    };
    style.stmts(&kernel.body, &Thread, out);
    for _ in 0..closed {
        out.close("}");
    }
    out.close("}");
    out.line("");
}

/// Identifiers of as many threads as needed; gives how many scopes are open.
fn guarded(style: Style, axes: &[Axis], out: &mut Lines) -> usize {
    let mut condition: Option<Expr> = None;
    let wide = wide(style);
    for (axis, dimension) in axes.iter().rev().zip(0..) {
        let name = index_name(axes, dimension);
        let value = match style.target {
            Target::Opencl => format!("get_global_id({dimension})"),
            Target::Cuda | Target::Hip => {
                let d = letter(dimension);
                format!("({wide})blockIdx.{d} * blockDim.{d} + threadIdx.{d}")
            }
        };
        out.line(&format!("const {wide} {name} = {value};"));
        let count = extent(axis);
        let own = Expr::Binary(Op::Lt, Box::new(Expr::Name(name)), Box::new(count));
        condition = Some(match condition {
            None => own,
            Some(before) => Expr::Binary(Op::And, Box::new(before), Box::new(own)),
        });
    }
    if let Some(condition) = condition {
        let head = pretty::RcDoc::text("if (").append(style.expr(&condition));
        out.doc(head.append(") {"));
        out.deeper();
    }
    for (axis, dimension) in axes.iter().rev().zip(0..) {
        exact(style, axis, &index_name(axes, dimension), out);
    }
    1
}

/// The name of an index that no name of the program can have.
fn index_name(axes: &[Axis], dimension: usize) -> String {
    match axes.len() {
        1 => "index".to_owned(),
        _ => format!("index_{}", letter(dimension)),
    }
}

/// The signed type of an index before it is compared with the range.
fn wide(style: Style) -> &'static str {
    match style.target {
        Target::Opencl => "long",
        Target::Cuda | Target::Hip => "long long",
    }
}

fn letter(dimension: usize) -> char {
    DIMENSIONS.get(dimension).copied().unwrap_or('x')
}

fn thread(style: Style, dimension: usize) -> String {
    match style.target {
        Target::Opencl => format!("get_local_id({dimension})"),
        Target::Cuda | Target::Hip => format!("threadIdx.{}", letter(dimension)),
    }
}

fn block(style: Style) -> String {
    match style.target {
        Target::Opencl => "get_group_id(0)".to_owned(),
        Target::Cuda | Target::Hip => "blockIdx.x".to_owned(),
    }
}

/// An identifier from an index that lies within the range.
fn exact(style: Style, axis: &Axis, index: &str, out: &mut Lines) {
    let int = style.int();
    let plain = extent(axis) == axis.high;
    let value = match plain {
        true => format!("({int}){index}"),
        false => format!("{} + ({int}){index}", style.operand(&axis.low)),
    };
    out.line(&format!("const {int} {} = {value};", axis.name));
}
