//! Exit statuses and which of several causes decides.

use serde::{Deserialize, Serialize};

/// What the run as a whole amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// 0: everything asked for holds.
    #[default]
    Holds,
    /// 1: an obligation is refuted or failed.
    Failed,
    /// 2: the input or the command line is wrong.
    Wrong,
    /// 3: a limit, a fault, something unsupported, or nothing to verify.
    Unknown,
    /// 4: a transformation is not applicable.
    NotApplicable,
    /// 5: `--check`, `--diff`: something would change.
    WouldChange,
}

impl Status {
    /// The number given to the caller.
    pub fn code(self) -> u8 {
        match self {
            Status::Holds => 0,
            Status::Failed => 1,
            Status::Wrong => 2,
            Status::Unknown => 3,
            Status::NotApplicable => 4,
            Status::WouldChange => 5,
        }
    }

    /// Of two causes the one that decides: 2, 1, 4, 3, 5, then 0.
    #[must_use]
    pub fn and(self, other: Status) -> Status {
        let rank = |status: Status| match status {
            Status::Wrong => 5,
            Status::Failed => 4,
            Status::NotApplicable => 3,
            Status::Unknown => 2,
            Status::WouldChange => 1,
            Status::Holds => 0,
        };
        if rank(other) > rank(self) {
            other
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Status::{self, *};

    #[test]
    fn causes_are_ordered_as_documented() {
        let order = [Wrong, Failed, NotApplicable, Unknown, WouldChange, Holds];
        for (at, &first) in order.iter().enumerate() {
            for &second in &order[at..] {
                assert_eq!(first.and(second), first);
                assert_eq!(second.and(first), first);
            }
        }
        assert_eq!(Status::default(), Holds);
    }
}
