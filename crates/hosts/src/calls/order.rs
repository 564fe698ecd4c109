//! Arguments, which may be computed in any order.

use crate::machine::{Changes, Machine};
use crate::state::State;
use crate::symbols::Origin;
use crate::value::{Base, Pointer, Value, Variable, Why};
use clang::place::Place as Source;
use clang::tree::Expr;
use clang::types::{Qual, Type};
use std::collections::BTreeSet;

impl Machine<'_> {
    /// The value that a parameter gets: of a reference, the address.
    pub(crate) fn passed(&mut self, state: &mut State, ty: Qual, argument: &Expr) -> Value {
        match matches!(self.ty(ty), Type::Reference { .. }) {
            true => {
                let at = self.location(state, argument);
                self.address(&at, argument)
            }
            false => self.initial(state, ty, argument),
        }
    }

    /// The values of arguments, which may be executed in any order: if one changes something, only what is the same before
    /// and behind it is known; if several do, nothing is.
    pub(crate) fn in_any_order(
        &mut self,
        state: &mut State,
        arguments: &[(Qual, &Expr)],
        place: Source,
    ) -> Vec<Value> {
        let before: BTreeSet<Variable> = state.variables.keys().copied().collect();
        let begin = state.clone();
        let mut values = Vec::new();
        let mut changed: BTreeSet<Variable> = BTreeSet::new();
        let mut changing = Vec::new();
        for (at, (ty, argument)) in arguments.iter().enumerate() {
            self.changes.push(Changes::default());
            values.push(self.passed(state, *ty, argument));
            let changes = self.changes.pop().unwrap_or_default();
            let outer: Vec<Variable> = changes.variables.intersection(&before).copied().collect();
            if !outer.is_empty() || !changes.freed.is_empty() {
                changing.push(at);
            }
            changed.extend(outer);
        }
        let same: Vec<bool> = match changing[..] {
            [] => return values,
            _ if arguments.len() < 2 => return values,
            [at] => self.same_elsewhere(begin, state, (arguments, &values), at),
            // A constant is the same wherever it stands.
            _ => {
                let constant = |argument: &Expr| crate::statements::constant(argument).is_some();
                arguments.iter().map(|(_, one)| constant(one)).collect()
            }
        };
        if same.iter().all(|same| *same) {
            return values;
        }
        let reason = "its arguments may be computed in any order, and one changes something";
        let why = Why {
            reason: reason.to_owned(),
            place,
        };
        for value in &values {
            self.leak(value);
        }
        // What one alone changes is the same behind all of them.
        if changing.len() > 1 {
            for variable in changed {
                self.forget(state, variable, &why);
            }
        }
        let all = arguments.iter().zip(values).zip(same);
        all.map(|(((ty, _), value), same)| match self.ty(*ty) {
            // The variable that a reference refers to is the same in any order.
            Type::Reference { .. } => value,
            _ if same => value,
            _ => self.any(*ty, &Origin::Lost(why.clone()), 0),
        })
        .collect()
    }

    /// Which arguments have the same values before and behind the one that changes something.
    fn same_elsewhere(
        &mut self,
        begin: State,
        end: &State,
        (arguments, values): (&[(Qual, &Expr)], &[Value]),
        changing: usize,
    ) -> Vec<bool> {
        self.muted += 1;
        let all = arguments.iter().zip(values).enumerate();
        let same = all.map(|(at, ((ty, argument), value))| {
            // Those in front of it are executed behind it, and those behind it in front.
            let mut state = match at < changing {
                true => end.clone(),
                false => begin.clone(),
            };
            at == changing || is_same(&self.passed(&mut state, *ty, argument), value)
        });
        let same = same.collect();
        self.muted -= 1;
        same
    }
}

/// Whether two values are certainly the same, or are texts.
fn is_same(a: &Value, b: &Value) -> bool {
    let text = |value: &Value| match value {
        Value::Pointer(Pointer {
            base: Base::Apart(_),
            offset,
        }) => offset.literal() == Some(0),
        _ => false,
    };
    a == b || (text(a) && text(b))
}
