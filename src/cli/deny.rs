//! The kinds of what is believed without a proof, as they are denied.

use clap::ValueEnum;
use inspect::assumed::Taken;

/// A kind of assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Every assumption the program makes.
    Trusted,
    /// `assume`.
    Assume,
    /// `inhale`.
    Inhale,
    /// Axioms.
    Axiom,
    /// Methods and functions without a body.
    Abstract,
    /// Permissions that `\forperm` does not count.
    Forperm,
    /// Exact floating-point arithmetic.
    Float,
    /// What a profile grants.
    Profile,
    /// Pointer arguments do not alias.
    Aliasing,
    /// Address arithmetic does not wrap.
    Addresses,
    /// Upper limits of block, grid and array sizes.
    Sizes,
    /// The global work offset is 0.
    Offset,
    /// No signed overflow, division by zero or oversized shift.
    Overflow,
    /// Threads of a warp run in lockstep.
    LockStep,
    /// Effects of functions without a body.
    External,
    /// Specifications by `__spec_…` functions.
    Specification,
    /// All threads of the mask reach a warp operation together.
    Lanes,
    /// Accesses stay in bounds of arrays of unknown length.
    Lengths,
    /// An evaluation order that the language does not specify.
    Order,
    /// Results of plain loads of words that other threads change atomically.
    Loads,
    /// Launches of unknown arguments satisfy the contract.
    Launches,
    /// The checked template instance is the one in use.
    Instance,
    /// Macros tested by the source are not defined.
    Macros,
    /// Memory read through a texture is not written.
    Textures,
    /// Accepted findings; they count again.
    Accepted,
}

impl Deny {
    /// Whether verdicts on PVL rest on assumptions of this kind.
    pub fn of_programs(self) -> bool {
        match self {
            Deny::Trusted
            | Deny::Assume
            | Deny::Inhale
            | Deny::Axiom
            | Deny::Abstract
            | Deny::Forperm
            | Deny::Float
            | Deny::Profile => true,
            Deny::Aliasing
            | Deny::Addresses
            | Deny::Lengths
            | Deny::Sizes
            | Deny::Offset
            | Deny::Overflow
            | Deny::LockStep
            | Deny::External
            | Deny::Specification
            | Deny::Lanes
            | Deny::Order
            | Deny::Loads
            | Deny::Launches
            | Deny::Instance
            | Deny::Macros
            | Deny::Textures
            | Deny::Accepted => false,
        }
    }

    /// Whether verdicts on kernels rest on assumptions of this kind.
    pub fn of_kernels(self) -> bool {
        matches!(self, Deny::Trusted | Deny::Assume) || !self.of_programs()
    }

    /// Whether something believed, by the kind under which it is listed, is of this kind.
    pub fn covers(self, kind: &str) -> bool {
        match self {
            Deny::Trusted => true,
            Deny::Assume => kind == "assume",
            Deny::Inhale => kind == "inhale",
            Deny::Axiom => kind == "axiom",
            Deny::Abstract => kind.starts_with("abstract"),
            Deny::Forperm => kind == "forperm",
            Deny::Float => kind == "float",
            Deny::Profile => kind.starts_with("profile"),
            Deny::Aliasing
            | Deny::Addresses
            | Deny::Lengths
            | Deny::Sizes
            | Deny::Offset
            | Deny::Overflow
            | Deny::LockStep
            | Deny::External
            | Deny::Specification
            | Deny::Lanes
            | Deny::Order
            | Deny::Loads
            | Deny::Launches
            | Deny::Instance
            | Deny::Macros
            | Deny::Textures
            | Deny::Accepted => false,
        }
    }

    /// Whether something that a verdict on a kernel takes for granted is of this kind. `trusted` is what
    /// the program itself wants to be believed: nothing can be shown of a kernel without the rest.
    pub fn covers_of_kernels(self, kind: Taken) -> bool {
        match self {
            Deny::Trusted => matches!(kind, Taken::User | Taken::Specification),
            Deny::Assume => kind == Taken::User,
            Deny::Inhale
            | Deny::Axiom
            | Deny::Abstract
            | Deny::Forperm
            | Deny::Float
            | Deny::Profile
            // What is accepted is assumed by nothing: the finding counts again.
            | Deny::Accepted => false,
            Deny::Aliasing => kind == Taken::Aliasing,
            Deny::Addresses => kind == Taken::Addresses,
            Deny::Lengths => kind == Taken::Lengths,
            Deny::Sizes => kind == Taken::Sizes,
            Deny::Offset => kind == Taken::Offset,
            Deny::Overflow => kind == Taken::Overflow,
            Deny::LockStep => kind == Taken::LockStep,
            Deny::External => kind == Taken::External,
            Deny::Specification => kind == Taken::Specification,
            Deny::Lanes => kind == Taken::Lanes,
            Deny::Order => kind == Taken::Order,
            Deny::Loads => kind == Taken::Loads,
            Deny::Launches => kind == Taken::Launches,
            Deny::Instance => kind == Taken::Instance,
            Deny::Macros => kind == Taken::Macros,
            Deny::Textures => kind == Taken::Textures,
        }
    }
}
