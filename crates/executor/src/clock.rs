//! Vector clocks (Mattern, Virtual time and global states, 1989). Shared and global memory have a
//! clock each, for a barrier may order one and not the other.

/// Numbers of asynchronous copies begin here, those of threads end before.
pub(crate) const COPIES: u32 = 1 << 31;

/// How far each thread had come when this one last heard of it. The threads that one hears of stand
/// together, mostly those of its block, so only they have a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// The first thread with a place.
    first: u32,
    threads: Vec<u32>,
    copies: Vec<u32>,
}

impl Clock {
    /// How far somebody had come.
    pub(crate) fn of(&self, who: u32) -> u32 {
        let found = match who.checked_sub(COPIES) {
            Some(copy) => self.copies.get(copy as usize),
            None => {
                let at = who.checked_sub(self.first);
                at.and_then(|at| self.threads.get(at as usize))
            }
        };
        found.copied().unwrap_or(0)
    }

    /// The place of somebody, made if there is none.
    fn place(&mut self, who: u32) -> &mut u32 {
        let (list, at) = match who.checked_sub(COPIES) {
            Some(copy) => (&mut self.copies, copy as usize),
            None => {
                if self.threads.is_empty() {
                    self.first = who;
                }
                if let Some(missing) = self.first.checked_sub(who) {
                    let front = (0..missing).map(|_| 0);
                    self.threads.splice(0..0, front);
                    self.first = who;
                }
                (&mut self.threads, (who - self.first) as usize)
            }
        };
        if list.len() <= at {
            list.resize(at + 1, 0);
        }
        &mut list[at]
    }

    /// Hears all that another has heard.
    pub(crate) fn join(&mut self, other: &Clock) {
        if let Some(last) = other.threads.len().checked_sub(1) {
            let last = other.first + u32::try_from(last).unwrap_or(0);
            self.place(other.first);
            self.place(last);
            let from = (other.first - self.first) as usize;
            for (mine, theirs) in self.threads[from..].iter_mut().zip(&other.threads) {
                *mine = (*mine).max(*theirs);
            }
        }
        if self.copies.len() < other.copies.len() {
            self.copies.resize(other.copies.len(), 0);
        }
        for (mine, theirs) in self.copies.iter_mut().zip(&other.copies) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// Somebody goes on: what he does from here on is later than what others have heard.
    fn advance(&mut self, who: u32) {
        *self.place(who) += 1;
    }

    fn without_last(&mut self, who: u32) {
        let place = self.place(who);
        *place = place.saturating_sub(1);
    }
}

/// The clocks of a thread: of shared and of global memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clocks {
    pub shared: Clock,
    pub global: Clock,
}

impl Clocks {
    /// The clocks of a thread at its start.
    pub(crate) fn start(thread: u32) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.shared.advance(thread);
        clocks.global.advance(thread);
        clocks
    }

    /// Hears what others have heard, of the memory that is meant.
    pub(crate) fn join(&mut self, other: &Clocks, shared: bool, global: bool) {
        if shared {
            self.shared.join(&other.shared);
        }
        if global {
            self.global.join(&other.global);
        }
    }

    /// Forgets what a thread did since others last heard of it.
    pub(crate) fn without_last(&mut self, thread: u32) {
        self.shared.without_last(thread);
        self.global.without_last(thread);
    }

    /// What the thread does from here on is later than what others have heard.
    pub(crate) fn advance(&mut self, thread: u32) {
        self.shared.advance(thread);
        self.global.advance(thread);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_far_apart_have_places() {
        let (mut a, b) = (Clocks::start(40), Clocks::start(7));
        a.join(&b, true, true);
        let copy = Clocks::start(COPIES + 2);
        a.join(&copy, false, true);
        assert_eq!(
            (a.global.of(40), a.global.of(7), a.global.of(20)),
            (1, 1, 0)
        );
        assert_eq!((a.global.of(COPIES + 2), a.shared.of(COPIES + 2)), (1, 0));
    }

    #[test]
    fn what_was_heard_is_ordered() {
        let (mut a, mut b) = (Clocks::start(0), Clocks::start(1));
        let at = a.shared.of(0);
        assert!(b.shared.of(0) < at);
        b.join(&a, true, false);
        a.advance(0);
        assert!(b.shared.of(0) >= at && b.shared.of(0) < a.shared.of(0));
        assert_eq!(b.global.of(0), 0);
    }
}
