//! `fold` and `unfold`.

use crate::eval::scaled;
use crate::frame::{Frame, Thread};
use crate::heap::Cell;
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::resource::{Blame, Outside, Source};
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use spec_lang::ast::{Expr, ExprKind};

impl<'p> Machine<'p> {
    /// The instance, its scale, which is none for `read`, and its body.
    fn folded(
        &self,
        thread: &mut Thread,
        e: &Expr,
    ) -> Result<(Cell, Option<BigRational>, &'p Expr, Frame), Stop> {
        let (inner, scale) = scaled(e);
        let ExprKind::Call(call) = &inner.kind else {
            return cannot("this to fold", e.span);
        };
        let mut cx = self.formula_cx(thread);
        let scale = match scale {
            Some(scale) if matches!(scale.kind, ExprKind::Read) => None,
            Some(scale) => Some(self.number(&mut cx, scale)?),
            None => Some(BigRational::one()),
        };
        let cell = self.instance(&mut cx, inner, call)?;
        let Cell::Instance(id, args) = &cell else {
            return cannot("this to fold", e.span);
        };
        let params = self
            .tables
            .predicates
            .get(id)
            .map_or(0, |p| p.predicate.params.len());
        if args.len() > params && args.first() == Some(&Value::Null) {
            let message = "this is null";
            return Err(self.violation(Kind::Undefined, inner.span, message, thread.id, None));
        }
        let body = self
            .tables
            .predicates
            .get(id)
            .and_then(|p| p.predicate.body.as_ref());
        let Some(body) = body else {
            return cannot("a predicate without a body", e.span);
        };
        let frame = self.predicate_frame(*id, args);
        Ok((cell, scale, body, frame))
    }

    pub(super) fn fold(&self, thread: &mut Thread, e: &Expr) -> Result<(), Stop> {
        let (cell, scale, body, mut frame) = self.folded(thread, e)?;
        // Some of it is so little that whoever holds some can give it.
        let scale = scale.unwrap_or_else(|| {
            let some = self.random.borrow_mut().between(1, 1000);
            BigRational::new(some.into(), BigInt::from(10).pow(12))
        });
        let blame = Blame::new(thread.id, e.span, self.show(&cell)).scaled(scale.clone());
        let pool = self.give(thread, &mut frame, [body], &blame)?;
        if self.is_inline(&cell) {
            // There is no instance: what is shown stays where it is.
            thread.held.absorb(pool);
            return Ok(());
        }
        let mut world = self.world.borrow_mut();
        world.inside.entry(cell.clone()).or_default().absorb(pool);
        drop(world);
        thread.held.add(cell, scale);
        Ok(())
    }

    fn is_inline(&self, cell: &Cell) -> bool {
        let Cell::Instance(id, _) = cell else {
            return false;
        };
        let declared = self.tables.predicates.get(id);
        declared.is_some_and(|declared| declared.is_inline())
    }

    pub(super) fn unfold(&self, thread: &mut Thread, e: &Expr) -> Result<(), Stop> {
        let (cell, scale, body, mut frame) = self.folded(thread, e)?;
        if self.is_inline(&cell) {
            return self.fold(thread, e);
        }
        let scale = scale.unwrap_or_else(|| {
            let divisor = self.random.borrow_mut().between(2, 9);
            thread.held.fraction(&cell) / BigRational::from_integer(divisor.into())
        });
        let nothing = scale.is_zero() && !thread.held.some_of(&cell);
        if nothing || !thread.held.take(&cell, &scale) {
            let message = format!("{} is not held", self.show(&cell));
            return Err(self.violation(Kind::Permission, e.span, message, thread.id, None));
        }
        let mut pool = self
            .world
            .borrow_mut()
            .inside
            .remove(&cell)
            .unwrap_or_default();
        let blame = Blame::new(thread.id, e.span, self.show(&cell)).scaled(scale);
        let outside = Outside::default();
        let source = Source::Take(&mut pool);
        let inhaled = self.transfer_all(&mut frame, [body], source, &blame, &outside)?;
        thread.held.absorb(inhaled);
        self.world.borrow_mut().inside.insert(cell, pool);
        Ok(())
    }
}
