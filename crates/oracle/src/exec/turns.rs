//! Turns: giving way, and choosing who goes on.

use super::Running;
use crate::frame::Thread;
use crate::machine::Machine;
use crate::outcome::Stop;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use text::span::Span;

/// Gives way once.
struct GiveWay(bool);

impl Future for GiveWay {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }
}

/// Lets the scheduler choose again.
pub(crate) async fn turn() {
    GiveWay(false).await;
}

/// Polls something once.
pub(crate) fn once<T>(running: &mut Running<'_, T>) -> Poll<Result<T, Stop>> {
    running
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
}

/// How the next thread is chosen, which is fixed for a run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    /// Anyone.
    Any,
    /// The same again, mostly: once in so many turns another.
    Rarely(usize),
    /// The first that can.
    First,
    /// The last that can.
    Last,
}

impl<'p> Machine<'p> {
    /// The choice of a run.
    pub(crate) fn choice(&self) -> Choice {
        let mut random = self.random.borrow_mut();
        match random.below(6) {
            0 | 1 => Choice::Any,
            2 => Choice::Rarely(4),
            3 => Choice::Rarely(30),
            4 => Choice::First,
            _ => Choice::Last,
        }
    }

    /// One of `able`, in increasing order; the one before was `last`.
    pub(crate) fn choose(&self, choice: Choice, able: &[usize], last: usize) -> usize {
        let mut random = self.random.borrow_mut();
        let any = able.get(random.below(able.len())).copied().unwrap_or(0);
        match choice {
            Choice::Any => any,
            Choice::Rarely(often) if able.contains(&last) && !random.one_in(often) => last,
            Choice::Rarely(_) => any,
            Choice::First if !random.one_in(20) => able.first().copied().unwrap_or(0),
            Choice::Last if !random.one_in(20) => able.last().copied().unwrap_or(0),
            Choice::First | Choice::Last => any,
        }
    }

    /// Before each statement: others may go first. Alone, nobody can.
    pub(crate) async fn give_way(&self, thread: &Thread, span: Span) {
        let alone = thread.blocks.is_empty() && self.world.borrow().forked.is_empty();
        if !alone {
            turn().await;
        }
        self.note(thread.id, span);
    }

    /// Waits until something is so.
    pub(crate) async fn wait_until(&self, mut so: impl FnMut() -> bool) -> Result<(), Stop> {
        while !so() {
            {
                let mut world = self.world.borrow_mut();
                world.idle += 1;
                if world.idle > 20_000 {
                    return Err(Stop::Stuck);
                }
            }
            turn().await;
        }
        Ok(())
    }
}
