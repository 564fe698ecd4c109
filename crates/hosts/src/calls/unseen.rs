//! Calls of functions that are not executed.

use crate::known;
use crate::machine::Machine;
use crate::state::State;
use crate::symbols::Origin;
use crate::value::Value;
use clang::tree::{Category, Expr};
use clang::types::Type;

impl Machine<'_> {
    /// A call of a function that is not seen whole: it may change all whose address it may know.
    pub(super) fn unseen(
        &mut self,
        state: &mut State,
        expr: &Expr,
        name: &str,
        arguments: &[Expr],
    ) -> Value {
        self.not_seen(state, expr, (name, false), arguments)
    }

    /// The same; one that runs `alone` changes only what its arguments lead to, now or later.
    pub(super) fn not_seen(
        &mut self,
        state: &mut State,
        expr: &Expr,
        (name, alone): (&str, bool),
        arguments: &[Expr],
    ) -> Value {
        for argument in arguments {
            let held = match argument.category {
                Category::Value => self.value(state, argument),
                Category::Place | Category::Expiring => {
                    let at = self.location(state, argument);
                    self.address(&at, argument)
                }
            };
            let number = argument.category == Category::Value
                && matches!(self.ty(argument.ty), Type::Float(_));
            if !number {
                self.leak(&held);
            }
        }
        if self.has_destructor(expr.ty) {
            self.meet_object();
        }
        let why = self.why(
            format!("it depends on `{name}`, which is not followed"),
            expr,
        );
        match alone {
            true => self.forget_leaked(state, &why),
            false => self.disturb(state, &why),
        }
        if known::resets(name) {
            self.free_all(state);
        }
        self.any(expr.ty, &Origin::Lost(why), 0)
    }
}
