//! Which cell a thread has: its own, the next, the one before, the mirrored one.

/// `t -> sign * t + shift`, modulo the number of threads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    sign: i64,
    shift: i64,
}

impl Turn {
    /// Each thread its own.
    pub const OWN: Turn = Turn { sign: 1, shift: 0 };

    /// What kernels usually do.
    pub const ALL: [Turn; 6] = [
        Turn::OWN,
        Turn { sign: 1, shift: 1 },
        Turn { sign: 1, shift: -1 },
        Turn {
            sign: -1,
            shift: -1,
        },
        Turn { sign: 1, shift: 2 },
        Turn { sign: -1, shift: 0 },
    ];

    /// First the other, then this.
    pub fn after(self, other: Turn) -> Turn {
        Turn {
            sign: self.sign * other.sign,
            shift: self.sign * other.shift + self.shift,
        }
    }

    /// What brings it back.
    pub fn back(self) -> Turn {
        Turn {
            sign: self.sign,
            shift: -self.sign * self.shift,
        }
    }

    /// The cell of a thread, of `n`. No part of it is negative.
    pub fn of(self, thread: &str, n: &str) -> String {
        let (start, shift) = if self.sign == 1 {
            (thread.to_owned(), self.shift)
        } else {
            (format!("{n} - 1 - {thread}"), self.shift + 1)
        };
        match shift {
            0 if self.sign == 1 => thread.to_owned(),
            0 => start,
            1.. => format!("({start} + {shift}) % {n}"),
            _ => format!("({start} + {} * ({n} - 1)) % {n}", -shift),
        }
    }
}
