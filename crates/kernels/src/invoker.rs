//! What a lambda without captures becomes where it is converted to the address of a function.

use crate::Lowered;
use crate::builder::{Builder, ResultTo};
use crate::convert::zero;
use crate::types::Shape;
use clang::tree::{Function, Membership, RecordId};
use kernel_graph::{Callee, Expr, Scalar, Terminator};
use text::code::Code;

/// What clang calls the function that the address is of. Its body in the tree is empty.
const INVOKER: &str = "__invoke";

impl Builder<'_> {
    /// The lambda whose body a function stands for, if it does.
    pub(crate) fn invokes(&self, declared: &Function) -> Option<RecordId> {
        let Membership::StaticMethod(id) = declared.membership else {
            return None;
        };
        let record = self.types.unit.record(id)?;
        (record.lambda && declared.name == INVOKER).then_some(id)
    }

    /// The body of such a function: it calls that of the lambda, whose object has nothing in it.
    ///
    /// # Errors
    /// K204, if the lambda has not exactly one body with these parameters (a generic one may have
    /// several).
    pub(crate) fn invoker(&mut self, declared: &Function, lambda: RecordId) -> Lowered<()> {
        let unit = self.types.unit;
        let kinds = |of: &Function| -> Vec<Option<Shape>> {
            let types = of.parameters.iter().map(|id| unit.variable(*id));
            types
                .map(|variable| self.types.shape(variable?.ty.id))
                .collect()
        };
        let wanted = kinds(declared);
        let mut bodies = self.tables.functions.iter().filter(|(id, _)| {
            unit.function(**id).is_some_and(|of| {
                of.membership == Membership::Method(lambda)
                    && of.name == "operator()"
                    && kinds(of) == wanted
            })
        });
        let (Some((_, body)), None) = (bodies.next(), bodies.next()) else {
            return self.refuse(Code::K204, "the address of this lambda");
        };
        let body = *body;
        let mut values = Vec::new();
        if let ResultTo::Memory(to) = &self.result {
            values.push(to.clone());
        }
        values.push(zero(Scalar::Pointer));
        for (kind, id) in wanted.iter().zip(&declared.parameters) {
            let name = unit.variable(*id).map_or("", |variable| &variable.name);
            match kind {
                Some(Shape::Scalar(scalar, _)) => values.push(self.parameter(name, *scalar)),
                Some(Shape::Object) => values.push(self.parameter(name, Scalar::Pointer)),
                Some(Shape::Void) | None => {
                    return self.refuse(Code::K203, "a parameter of this type");
                }
            }
        }
        let scalar = match self.result {
            ResultTo::Value(scalar) => Some(scalar),
            ResultTo::Nothing | ResultTo::Memory(_) => None,
        };
        let value: Option<Expr> = self.emit(Callee::Function(body), values, scalar);
        self.end(Terminator::Return(value));
        Ok(())
    }
}
