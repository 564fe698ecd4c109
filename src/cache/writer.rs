//! Writes that nobody waits for: a verdict must not come later because a server is far away.
//!
//! What waits to be written can be read already. The end of the program waits for the rest.

use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// So many entries are under way at a time.
const AT_A_TIME: usize = 8;

type Bytes = Arc<[u8]>;

/// What carries an entry away, and comes back when that is done.
pub type Carry = Arc<dyn Fn(&str, &[u8]) + Send + Sync>;

/// Carries entries away behind the back of whoever puts them.
pub struct Writer {
    carry: Carry,
    waiting: Arc<Mutex<HashMap<String, Bytes>>>,
    carriers: Mutex<Vec<Carrier>>,
}

/// One thread, and the way to it. Entries of one name go to the same, so that the last one stays.
struct Carrier {
    to: Sender<(String, Bytes)>,
    thread: JoinHandle<()>,
}

impl Writer {
    /// Nothing is started before the first entry is put.
    pub fn new(carry: Carry) -> Writer {
        Writer {
            carry,
            waiting: Arc::default(),
            carriers: Mutex::default(),
        }
    }

    /// The bytes of an entry that was put and is still here.
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        locked(&self.waiting).get(name).map(|bytes| bytes.to_vec())
    }

    /// Puts an entry. Where no thread can be had it is carried away at once.
    pub fn put(&self, name: &str, bytes: &[u8]) {
        let mut carriers = locked(&self.carriers);
        if carriers.is_empty() {
            carriers.extend((0..AT_A_TIME).map_while(|_| self.carrier()));
        }
        let of = carriers.len();
        let Some(carrier) = number(name, of).and_then(|number| carriers.get(number)) else {
            drop(carriers);
            return (self.carry)(name, bytes);
        };
        let bytes: Bytes = bytes.into();
        locked(&self.waiting).insert(name.to_owned(), Arc::clone(&bytes));
        if carrier.to.send((name.to_owned(), bytes)).is_err() {
            // Its thread is gone, which only a fault in it can bring about.
            locked(&self.waiting).remove(name);
        }
    }

    /// Waits until all that was put is carried away.
    pub fn finish(&self) {
        let carriers = std::mem::take(&mut *locked(&self.carriers));
        // All are told that nothing more comes, before any is waited for.
        let threads: Vec<JoinHandle<()>> = carriers.into_iter().map(|one| one.thread).collect();
        for thread in threads {
            let _ = thread.join();
        }
    }

    fn carrier(&self) -> Option<Carrier> {
        let (to, from) = channel();
        let (carry, waiting) = (Arc::clone(&self.carry), Arc::clone(&self.waiting));
        let work = move || carry_all(&from, &carry, &waiting);
        let thread = Builder::new().spawn(work).ok()?;
        Some(Carrier { to, thread })
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waiting = locked(&self.waiting).len();
        f.debug_struct("Writer").field("waiting", &waiting).finish()
    }
}

fn carry_all(
    from: &Receiver<(String, Bytes)>,
    carry: &Carry,
    waiting: &Mutex<HashMap<String, Bytes>>,
) {
    for (name, bytes) in from {
        carry(&name, &bytes);
        let mut waiting = locked(waiting);
        // A later entry of the same name still waits.
        if waiting
            .get(&name)
            .is_some_and(|last| Arc::ptr_eq(last, &bytes))
        {
            waiting.remove(&name);
        }
    }
}

/// Which of so many an entry goes to.
fn number(name: &str, of: usize) -> Option<usize> {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    usize::try_from(hasher.finish().checked_rem(u64::try_from(of).ok()?)?).ok()
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_before_the_end_and_nothing_is_lost() {
        let (gate, open) = channel::<()>();
        let (open, kept) = (Mutex::new(open), Arc::new(Mutex::new(HashMap::new())));
        let to = Arc::clone(&kept);
        let writer = Writer::new(Arc::new(move |name: &str, bytes: &[u8]| {
            // Not before the gate is open: whoever waited for that would wait for ever.
            let _ = locked(&open).recv();
            locked(&to).insert(name.to_owned(), bytes.to_vec());
        }));
        for number in 0..100u8 {
            writer.put(&format!("n{number}"), &[number]);
        }
        writer.put("n7", b"again");
        assert_eq!(writer.get("n8").unwrap(), [8]);
        assert_eq!(writer.get("n7").unwrap(), b"again");
        assert!(locked(&kept).is_empty());
        drop(gate);
        writer.finish();
        assert_eq!(writer.get("n8"), None);
        let kept = locked(&kept);
        assert_eq!(kept.len(), 100);
        assert_eq!(
            (&kept["n8"][..], &kept["n7"][..]),
            (&[8][..], &b"again"[..])
        );
    }

    #[test]
    fn what_comes_after_the_end_has_an_end_too() {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let to = Arc::clone(&kept);
        let writer = Writer::new(Arc::new(move |name: &str, _: &[u8]| {
            locked(&to).push(name.to_owned());
        }));
        for name in ["a", "b"] {
            writer.put(name, b"");
            writer.finish();
        }
        assert_eq!(*locked(&kept), ["a", "b"]);
    }
}
