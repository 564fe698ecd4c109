//! Whether a launch passes pointers that point to different memory.

use crate::check::Check;
use crate::launch::{Argument, Launch, Target};
use crate::roots::Hosts;
use crate::value::Why;
use contracts::Relation;

/// Memory that a kernel uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Memory {
    /// What a parameter, or a member of one, points to.
    Argument(String),
    /// A variable of the file.
    Variable(String),
}

impl Memory {
    /// The name.
    pub fn name(&self) -> &str {
        match self {
            Memory::Argument(name) | Memory::Variable(name) => name,
        }
    }
}

/// Whether a launch passes different memory for two pointers.
#[derive(Clone, Debug, PartialEq)]
pub enum Apart {
    /// It does.
    Different,
    /// It passes the same pointer for both.
    Same,
    /// What decides comes from outside.
    Open,
    /// Not known.
    Unchecked(Why),
}

impl Hosts {
    /// Whether a launch passes different memory for two pointers; of a launch of which nothing is known this is not known.
    pub fn apart(&self, launch: &Launch, one: &Memory, other: &Memory) -> Apart {
        let passed = match &launch.passed {
            Ok(passed) => passed,
            Err(why) => return Apart::Unchecked(why.clone()),
        };
        let check = Check {
            symbols: &self.symbols,
            allocations: &self.allocations,
            passed,
            place: launch.place,
        };
        match (one, other) {
            (Memory::Argument(one), Memory::Argument(other)) => check.both(one, other),
            (Memory::Argument(path), Memory::Variable(_))
            | (Memory::Variable(_), Memory::Argument(path)) => check.variable(path),
            // Each variable is memory of its own.
            (Memory::Variable(_), Memory::Variable(_)) => Apart::Different,
        }
    }
}

impl Check<'_> {
    /// Two pointers that are passed.
    pub(crate) fn both(&self, one: &str, other: &str) -> Apart {
        let pointers = self
            .pointer(one)
            .and_then(|a| Ok((a, self.pointer(other)?)));
        let ((to_one, at_one), (to_other, at_other)) = match pointers {
            Ok(both) => both,
            Err(why) => return Apart::Unchecked(why),
        };
        let lost = || Apart::Unchecked(self.not_followed_of(one, other));
        match (to_one, to_other) {
            (Target::Allocation(a), Target::Allocation(b)) if a != b => Apart::Different,
            (Target::Allocation(_), Target::Allocation(_)) => {
                let mut question = self.question();
                let same = question.compare(at_one, Relation::Equal, at_other);
                match question.proves(&same) {
                    true => Apart::Same,
                    false => {
                        let reason = format!("`{one}` and `{other}` are parts of the same buffer");
                        Apart::Unchecked(self.why(reason))
                    }
                }
            }
            (Target::Null, Target::Allocation(_) | Target::Null)
            | (Target::Allocation(_), Target::Null) => Apart::Different,
            (Target::Unknown(a), Target::Unknown(b)) if a == b => {
                let mut question = self.question();
                let same = question.compare(at_one, Relation::Equal, at_other);
                match question.proves(&same) {
                    true => Apart::Same,
                    false => lost(),
                }
            }
            (Target::Unknown(a), Target::Unknown(b)) => {
                match [a, b].iter().any(|symbol| self.lost(**symbol).is_some()) {
                    true => lost(),
                    false => Apart::Open,
                }
            }
            _ => lost(),
        }
    }

    /// A pointer that is passed, and a variable of the file.
    fn variable(&self, path: &str) -> Apart {
        match self.argument(path) {
            Err(why) => Apart::Unchecked(why),
            Ok(Argument::Pointer { target, .. }) => match target {
                // No variable lies in memory that is allocated.
                Target::Null | Target::Allocation(_) | Target::Freed(_) => Apart::Different,
                Target::Unknown(symbol) => match self.lost(*symbol) {
                    Some(why) => Apart::Unchecked(why),
                    None => Apart::Open,
                },
                Target::Host => {
                    let reason = format!("`{path}` points to a variable or to memory of the host");
                    Apart::Unchecked(self.why(reason))
                }
            },
            Ok(other) => Apart::Unchecked(self.not_followed(path, other)),
        }
    }

    fn not_followed_of(&self, one: &str, other: &str) -> Why {
        for path in [one, other] {
            match self.argument(path) {
                Ok(Argument::Pointer {
                    target: Target::Allocation(_) | Target::Null,
                    ..
                }) => {}
                Ok(found) => return self.not_followed(path, found),
                Err(why) => return why,
            }
        }
        self.why(format!(
            "where `{one}` and `{other}` point to is not followed"
        ))
    }
}
