//! Arithmetic that the program's language leaves undefined, and that has a value on the machine.

/// What was met of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undefined {
    /// Signed arithmetic had a result that did not fit.
    pub overflow: bool,
    /// A number was shifted by as many bits as it has, or more.
    pub shift: bool,
    /// A result wrapped where the language says so, and not as the program seems to mean it. That is no fault.
    pub wraps: bool,
    /// The same of an operation that is marked as one that is meant to fit.
    pub unmeant: bool,
}

impl Undefined {
    /// Whether anything was met that the language leaves undefined.
    pub fn any(self) -> bool {
        self.overflow || self.shift
    }

    /// What either of two met.
    #[must_use]
    pub fn or(self, other: Undefined) -> Undefined {
        Undefined {
            overflow: self.overflow || other.overflow,
            shift: self.shift || other.shift,
            wraps: self.wraps || other.wraps,
            unmeant: self.unmeant || other.unmeant,
        }
    }

    /// What happens, as the end of a sentence.
    pub fn words(self) -> &'static str {
        match (self.overflow, self.shift) {
            (false, false) if self.unmeant => {
                "an integer wraps where the program does not seem to intend it"
            }
            (_, false) => "signed arithmetic overflows",
            (false, true) => "a shift is by the operand's width or more",
            (true, true) => {
                "signed arithmetic overflows and a shift is by the operand's width or more"
            }
        }
    }
}
