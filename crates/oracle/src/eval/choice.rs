//! `\choose` and `\choose_fresh`: members of sets.

use super::{Cx, Evaluated};
use crate::machine::{Machine, cannot};
use crate::value::Value;
use random::Random;
use spec_lang::ast::Expr;

impl<'p> Machine<'p> {
    /// A member of a set that is not empty. The seed decides which: of equal sets the same one,
    /// or, if it is `fresh`, any one each time.
    pub(super) fn chosen(&self, cx: &mut Cx<'_>, e: &Expr, from: &Expr, fresh: bool) -> Evaluated {
        let value = self.eval(cx, from)?;
        let Value::Set(members) = &value else {
            return cannot("a choice from this", e.span);
        };
        if members.is_empty() {
            return Err(self.undefined(cx, e.span, "the set to choose from is empty"));
        }
        let mut decides = Random::about(self.seed, &value.to_string());
        if fresh {
            // Not from the sequence that also decides about threads: a transformed program is
            // to choose alike.
            let mut world = self.world.borrow_mut();
            world.choices = world.choices.wrapping_add(1);
            let so_far = world.choices;
            drop(world);
            decides = Random::new(decides.bits() ^ so_far);
        }
        let at = decides.below(members.len());
        match members.iter().nth(at) {
            Some(member) => Ok(member.clone()),
            None => cannot("this choice", e.span),
        }
    }
}
