//! `assert`, `assume`, `inhale`, `exhale` and the other statements of one word.

use super::Flow;
use crate::frame::{Frame, Thread};
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::resource::{Blame, Outside, Source, Way};
use crate::value::Value;
use spec_lang::ast::{Expr, SpecKind, Stmt};

impl<'p> Machine<'p> {
    pub(super) async fn specification(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        kind: SpecKind,
        e: &Expr,
    ) -> Result<Flow, Stop> {
        match kind {
            SpecKind::Assert => {
                let mut copy = thread.held.clone();
                self.stated(thread, e, Source::Take(&mut copy), "the assertion", stmt)?;
            }
            SpecKind::Exhale => {
                let mut held = std::mem::take(&mut thread.held);
                // It is read by what was there before.
                thread.held = held.clone();
                let what = "the exhaled formula";
                let gone = self.stated(thread, e, Source::Take(&mut held), what, stmt)?;
                let mut world = self.world.borrow_mut();
                for (cell, fraction) in gone.iter() {
                    world.created.take(cell, fraction);
                }
                drop(world);
                thread.held = held;
                self.forget(&gone);
            }
            SpecKind::Inhale => {
                let inhaled =
                    self.stated(thread, e, Source::Create, "the inhaled formula", stmt)?;
                thread.held.absorb(inhaled);
            }
            SpecKind::Assume => {
                if !self.truth(&mut self.formula_cx(thread), e)? {
                    return Err(Stop::Vacuous("the assumption is false".to_owned(), e.span));
                }
            }
            // Says what cannot be proved, which one run does not tell.
            SpecKind::Refute => {}
            SpecKind::Fold => self.fold(thread, e)?,
            SpecKind::Unfold => self.unfold(thread, e)?,
            SpecKind::Apply => return cannot("magic wands", stmt.span),
            _ => return self.on_object(thread, stmt, kind, e).await,
        }
        Ok(Flow::Next)
    }

    async fn on_object(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        kind: SpecKind,
        e: &Expr,
    ) -> Result<Flow, Stop> {
        let object = match self.value(thread, e).await? {
            Value::Object(object) => object,
            Value::Null => {
                let message = "this is null";
                return Err(self.violation(Kind::Undefined, e.span, message, thread.id, None));
            }
            _ => return cannot("this object", e.span),
        };
        let span = stmt.span;
        match kind {
            SpecKind::Lock => self.lock(thread, object, span).await?,
            SpecKind::Unlock => self.unlock(thread, object, span)?,
            SpecKind::Wait => self.wait(thread, object, span).await?,
            SpecKind::Notify => self.notify(thread, object, span)?,
            SpecKind::Commit => self.commit(thread, object, span)?,
            SpecKind::Fork => return self.fork(thread, stmt, object),
            SpecKind::Join => return self.join(thread, stmt, object).await,
            _ => return cannot("this statement", span),
        }
        Ok(Flow::Next)
    }

    /// A formula in the thread's state, read by all it holds.
    fn stated(
        &self,
        thread: &mut Thread,
        e: &Expr,
        mut source: Source<'_>,
        what: &str,
        stmt: &Stmt,
    ) -> Result<Held, Stop> {
        let blame = Blame::new(thread.id, stmt.span, what).open();
        let mut frame: Frame = thread.frame.clone();
        let outside = Outside::of(&thread.held);
        let mut to = Held::default();
        self.transfer(
            &mut frame,
            e,
            Way {
                source: source.part(),
                to: &mut to,
                blame: &blame,
                outside: &outside,
            },
        )?;
        self.settle(source, &mut to, &blame)?;
        Ok(to)
    }

    /// Takes what formulas ask for; they are read by that and by what was taken before.
    pub(super) fn give_with(
        &self,
        thread: &mut Thread,
        frame: &mut Frame,
        formulas: &[&Expr],
        before: &Held,
        blame: &Blame,
    ) -> Result<Held, Stop> {
        let outside = Outside::of(before);
        let blame = blame.clone().open();
        let formulas = formulas.iter().copied();
        self.transfer_all(
            frame,
            formulas,
            Source::Take(&mut thread.held),
            &blame,
            &outside,
        )
    }
}
