//! What was answered before, for as long as the program runs.
//!
//! The program that a step asks about and the one that it prints differ from the one before them in a
//! few places, so that most of what is asked of them was asked already, word for word.

use super::{SolveReply, SolveRequest, UnknownCause};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// With so many replies kept, all are forgotten: a server runs for days.
const MOST: usize = 100_000;

/// A request by its fingerprint.
pub(super) type Key = [u8; 32];

/// Replies that depend on their requests alone.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<HashMap<Key, SolveReply>>);

/// The fingerprint of all that a request says; none if it cannot be written down.
pub(super) fn key(request: &SolveRequest) -> Option<Key> {
    let text = serde_json::to_vec(request).ok()?;
    Some(Sha256::digest(text).into())
}

impl Memory {
    /// The reply to the same request.
    pub(super) fn reply(&self, key: &Key) -> Option<SolveReply> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(key).cloned()
    }

    /// Keeps a reply, unless it would not be given again on a slower machine or after a fault.
    pub(super) fn keep(&self, key: Key, reply: &SolveReply) {
        if !lasts(reply) {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(key, reply.clone());
    }
}

/// Whether the reply depends on its request alone.
pub(super) fn lasts(reply: &SolveReply) -> bool {
    reply.fault.is_none()
        && match reply.cause {
            None | Some(UnknownCause::Incomplete | UnknownCause::ResourceLimit) => true,
            Some(
                UnknownCause::Timeout
                | UnknownCause::Uncounted
                | UnknownCause::Memory
                | UnknownCause::Fault,
            ) => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::SolverAnswer;

    fn replied(memory: &Memory, request: &SolveRequest) -> Option<SolveReply> {
        memory.reply(&key(request)?)
    }

    #[test]
    fn the_same_request_alone_is_known() {
        let memory = Memory::default();
        let request = SolveRequest::new("(assert false)", 1);
        let reply = SolveReply {
            answer: SolverAnswer::Unsat,
            cause: None,
            ..SolveReply::unknown(UnknownCause::Incomplete, "")
        };
        assert_eq!(replied(&memory, &request), None);
        if let Some(key) = key(&request) {
            memory.keep(key, &reply);
        }
        assert_eq!(replied(&memory, &request), Some(reply));
        let others = [
            SolveRequest::new("(assert true)", 1),
            SolveRequest::new("(assert false)", 2),
            SolveRequest {
                rlimit: 7,
                ..request.clone()
            },
            SolveRequest {
                want_core: !request.want_core,
                ..request
            },
        ];
        for other in others {
            assert_eq!(replied(&memory, &other), None, "{other:?}");
        }
    }

    #[test]
    fn what_a_clock_or_a_fault_ended_is_asked_again() {
        let memory = Memory::default();
        let request = SolveRequest::new("(assert false)", 1);
        let replies = [
            SolveReply::unknown(UnknownCause::Timeout, ""),
            SolveReply::unknown(UnknownCause::Uncounted, ""),
            SolveReply::unknown(UnknownCause::Memory, ""),
            SolveReply::fault("it fell over"),
        ];
        for reply in replies {
            if let Some(key) = key(&request) {
                memory.keep(key, &reply);
            }
            assert_eq!(replied(&memory, &request), None, "{reply:?}");
        }
        let reply = SolveReply::unknown(UnknownCause::ResourceLimit, "");
        if let Some(key) = key(&request) {
            memory.keep(key, &reply);
        }
        assert_eq!(replied(&memory, &request), Some(reply));
    }
}
