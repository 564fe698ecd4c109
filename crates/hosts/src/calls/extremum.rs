//! The minimum and maximum of two numbers.

use crate::known::Known;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Place, Pointer, Value};
use clang::tree::{Category, Expr};

impl Machine<'_> {
    pub(super) fn extremum(
        &mut self,
        state: &mut State,
        expr: &Expr,
        known: Known,
        arguments: &[Expr],
    ) -> Value {
        let mut numbers = Vec::new();
        let mut ty = expr.ty;
        for argument in arguments {
            ty = argument.ty;
            let at = match argument.category {
                Category::Value => {
                    let value = self.value(state, argument);
                    numbers.push(value);
                    continue;
                }
                Category::Place | Category::Expiring => self.location(state, argument),
            };
            let value = self.read(state, &at, argument.ty, argument.place);
            numbers.push(value);
        }
        let by_reference = expr.category != Category::Value;
        let result = if by_reference { ty } else { expr.ty };
        let value = match (
            numbers.pop(),
            numbers.pop(),
            numbers.pop(),
            self.integer(result),
        ) {
            (Some(Value::Integer(b)), Some(Value::Integer(a)), None, Some((bits, signed))) => {
                let a = self.symbols.wrapped(a, bits, signed);
                let b = self.symbols.wrapped(b, bits, signed);
                Value::Integer(if known == Known::Min {
                    a.min(b)
                } else {
                    a.max(b)
                })
            }
            _ => self.lost(
                result,
                "a minimum or maximum that is not followed",
                expr.place,
            ),
        };
        if !by_reference {
            return value;
        }
        let variable = self.temporary();
        state.variables.insert(variable, value);
        Value::Pointer(Pointer::to(Place::whole(variable)))
    }
}
