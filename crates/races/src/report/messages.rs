//! Codes and sentences for what is found and what is not decided.

use crate::accesses::{Kind, Meets, Reason};
use crate::report::{Fault, Lack, NoAnswer};
use text::code::Code;

impl Kind {
    /// The kind of access as a noun.
    pub fn noun(self) -> &'static str {
        match self {
            Kind::Read => "read",
            Kind::Write => "write",
            Kind::Atomic(_) => "atomic",
        }
    }

    /// What a thread does.
    pub fn verb(self) -> &'static str {
        match self {
            Kind::Read => "reads",
            Kind::Write => "writes",
            Kind::Atomic(_) => "accesses atomically",
        }
    }
}

impl Fault {
    /// Its code.
    pub fn code(&self) -> Code {
        match self {
            Fault::Race { .. } => Code::K301,
            Fault::Divergence { .. } => Code::K302,
            Fault::Broken(Reason::Assertion | Reason::Precondition | Reason::Postcondition) => {
                Code::K303
            }
            Fault::Broken(Reason::Invariant | Reason::Entry | Reason::Candidate) => Code::K304,
            Fault::Broken(Reason::Bounds(_)) => Code::K305,
            Fault::Broken(Reason::ConstantWrite(_)) => Code::K306,
            Fault::Broken(Reason::NullAccess) => Code::K307,
            Fault::Broken(Reason::BarrierInvariant) => Code::K308,
            Fault::Broken(Reason::Permission) => Code::K309,
            Fault::Broken(Reason::UnknownAddress) => Code::K401,
            Fault::Broken(Reason::UnknownCallee) => Code::K402,
            Fault::Broken(Reason::Recursion) => Code::K404,
        }
    }
}

impl Meets {
    /// What threads may not reach together.
    pub fn words(self) -> &'static str {
        match self {
            Meets::Barrier => "this barrier",
            Meets::LoopEntry => "this loop, which contains a barrier,",
            Meets::NextIteration => "the next iteration of this loop, which contains a barrier,",
            Meets::Arguments => "this call with the same arguments",
            Meets::Exchange => "this operation, which needs all threads of its mask",
        }
    }
}

impl Reason {
    /// What is not known where it does not hold, if it says no more than that.
    pub fn lack(self) -> Option<Lack> {
        match self {
            Reason::UnknownAddress => Some(Lack::Address),
            Reason::UnknownCallee => Some(Lack::Call),
            Reason::Recursion => Some(Lack::Recursion),
            Reason::Assertion
            | Reason::Invariant
            | Reason::Entry
            | Reason::Precondition
            | Reason::Postcondition
            | Reason::Candidate
            | Reason::Bounds(_)
            | Reason::ConstantWrite(_)
            | Reason::BarrierInvariant
            | Reason::Permission
            | Reason::NullAccess => None,
        }
    }
}

impl Lack {
    /// Its code.
    pub fn code(&self) -> Code {
        match self {
            Lack::Address => Code::K401,
            Lack::Call => Code::K402,
            Lack::External(_) => Code::K403,
            Lack::Recursion => Code::K404,
            Lack::Irreducible => Code::K405,
            Lack::AsyncCopy | Lack::Lanes | Lack::PartialWarps => Code::K406,
            Lack::TwoThreadAnnotation => Code::K407,
            Lack::Postcondition => Code::K408,
            Lack::TooLarge => Code::K409,
            Lack::Solver(NoAnswer::Limit(_)) => Code::K410,
            Lack::Solver(NoAnswer::Absent(_)) => Code::K418,
            Lack::Unconfirmed => Code::K413,
            Lack::Absent => Code::K414,
            Lack::Overflow => Code::K415,
            Lack::NoLaunch => Code::K416,
            Lack::ManyFindings => Code::K417,
            Lack::Given(_) => Code::K411,
            Lack::Iterations(_) => Code::K412,
        }
    }

    /// One sentence on what keeps the kernel from being decided.
    pub fn words(&self) -> String {
        match self {
            Lack::Address => "the target of this address is unknown".to_owned(),
            Lack::Call => "the function that is called here is unknown".to_owned(),
            Lack::External(name) => format!("`{name}` has no body here"),
            Lack::Recursion => "a function calls itself".to_owned(),
            Lack::Irreducible => "this loop has several entries".to_owned(),
            Lack::AsyncCopy => "the completion of this asynchronous copy is unknown".to_owned(),
            Lack::PartialWarps => {
                "this needs all lanes of a warp, and the size of blocks is no known multiple of 32".to_owned()
            }
            Lack::Lanes => {
                "lanes of the warp access memory here that the thread itself accesses without a barrier in between".to_owned()
            }
            Lack::TwoThreadAnnotation => {
                "this annotation about accesses or a second thread is not supported here".to_owned()
            }
            Lack::Postcondition => "postconditions are not supported".to_owned(),
            Lack::TooLarge => {
                "the kernel is too large after inlining".to_owned()
            }
            Lack::Given(why) => format!("options, axioms or launches do not fit the kernel: {why}"),
            Lack::ManyFindings => {
                "this array has too many findings; the search for others was stopped".to_owned()
            }
            Lack::Iterations(1) => "only the first iteration of each loop was checked".to_owned(),
            Lack::Iterations(n) => {
                format!("only the first {n} iterations of each loop were checked")
            }
            Lack::Overflow => {
                "there is an error where arithmetic is undefined (signed overflow, division by zero, oversized \
                 shift); whether there is one without was not determined"
                    .to_owned()
            }
            Lack::Absent => {
                "threads of the mask may be missing, and no launch was found in which all of them arrive"
                    .to_owned()
            }
            Lack::Unconfirmed => {
                "the counterexample of the solver is not confirmed"
                    .to_owned()
            }
            Lack::Solver(NoAnswer::Limit(why)) => format!("the solver reached a limit ({why})"),
            Lack::Solver(NoAnswer::Absent(why)) => {
                format!("the solver gave no answer ({why})")
            }
            Lack::NoLaunch => {
                "a proof would assume that this operation is defined, and no launch was found in which it is executed and defined"
                    .to_owned()
            }
        }
    }
}
