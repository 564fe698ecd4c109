//! What a kernel gets: the names in it that it does not declare.

use crate::code::{Axis, Expr, Kernel, Param, Place, Shape, Stmt, length_of};
use crate::lower::Lowering;
use crate::names::Named;
use std::collections::BTreeSet;

/// What statements and expressions use.
#[derive(Default)]
struct Used {
    names: BTreeSet<String>,
    arrays: BTreeSet<String>,
    written: BTreeSet<String>,
    declared: BTreeSet<String>,
}

impl Used {
    fn expr(&mut self, expr: &Expr) {
        expr.walk(&mut |expr| match expr {
            Expr::Name(name) => {
                self.names.insert(name.clone());
            }
            Expr::Element(array, _) | Expr::IsNull(array) => {
                self.arrays.insert(array.clone());
            }
            Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Neg(_)
            | Expr::Not(_)
            | Expr::Binary(..)
            | Expr::Conditional(..)
            | Expr::Call(..)
            | Expr::Quotient(..)
            | Expr::Remainder(..) => {}
        });
    }

    fn stmt(&mut self, stmt: &Stmt) {
        stmt.walk(&mut |stmt| {
            stmt.exprs().into_iter().for_each(|expr| self.expr(expr));
            match stmt {
                Stmt::Declare(_, name, _) => {
                    self.declared.insert(name.clone());
                }
                Stmt::Assign(Place::Name(name), _) => {
                    self.names.insert(name.clone());
                }
                Stmt::Assign(Place::Element(array, _), _) | Stmt::AtomicAdd(array, ..) => {
                    self.arrays.insert(array.clone());
                    self.written.insert(array.clone());
                }
                Stmt::If(..)
                | Stmt::While(..)
                | Stmt::For(..)
                | Stmt::Block(_)
                | Stmt::Break
                | Stmt::Continue
                | Stmt::Return(_)
                | Stmt::Sync
                | Stmt::Launch(_) => {}
            }
        });
    }
}

/// The identifiers of threads of a shape.
fn axes(shape: &Shape) -> Vec<&Axis> {
    match shape {
        Shape::Grid(axes) | Shape::OneBlock(axes) => axes.iter().collect(),
        Shape::Blocks(outer, inner) => vec![outer, inner],
        Shape::Single => Vec::new(),
    }
}

impl Lowering<'_, '_> {
    /// Takes a kernel in, and gives its number.
    pub(super) fn kernel(
        &mut self,
        (name, about): (&str, String),
        shape: Shape,
        body: Vec<Stmt>,
    ) -> usize {
        let mut used = Used::default();
        body.iter().for_each(|stmt| used.stmt(stmt));
        for axis in axes(&shape) {
            used.expr(&axis.low);
            used.expr(&axis.high);
            used.declared.insert(axis.name.clone());
        }
        let mut params: Vec<Param> = Vec::new();
        for name in used.names.difference(&used.declared) {
            // The lengths of arrays are scalars as well.
            if let Some(Named::Scalar(ty)) = self.names.kind(name) {
                params.push(Param::Scalar(ty, name.clone()));
            }
        }
        for array in &used.arrays {
            if let Some(Named::Array(ty)) = self.names.kind(array) {
                let written = used.written.contains(array);
                params.push(Param::Array(ty, array.clone(), written));
            }
        }
        let order = self.order();
        let place = |param: &Param| {
            let at = order.iter().position(|name| name == param.name());
            at.unwrap_or(order.len())
        };
        params.sort_by(|a, b| place(a).cmp(&place(b)).then(a.name().cmp(b.name())));
        let base = format!("{}_{name}", self.title);
        let mut unique = base.clone();
        let mut number = 2;
        while !self.kernel_names.insert(unique.clone()) {
            unique = format!("{base}_{number}");
            number += 1;
        }
        self.kernels.push(Kernel {
            name: unique,
            about,
            params,
            shape,
            body,
            clauses: Vec::new(),
        });
        self.kernels.len() - 1
    }

    /// The method's parameters in their order, each array followed by its length.
    fn order(&self) -> Vec<String> {
        let mut order = Vec::new();
        for name in self
            .param_names
            .iter()
            .chain(self.fields.iter().map(|(_, name)| name))
        {
            order.push(name.clone());
            order.push(length_of(name));
        }
        order
    }
}
