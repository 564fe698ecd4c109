//! The kinds of what is believed without a proof, as they are denied.

use clap::ValueEnum;
use inspect::assumed::Taken;

/// A kind of what is believed without a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Everything that is believed.
    Trusted,
    /// `assume`.
    Assume,
    /// `inhale`.
    Inhale,
    /// Axioms.
    Axiom,
    /// Methods and functions without a body.
    Abstract,
    /// What `\forperm` says of others.
    Forperm,
    /// That floating point is exact.
    Float,
    /// What a profile grants.
    Profile,
    /// Of kernels: that the pointers which a launch passes do not overlap.
    Aliasing,
    /// Of kernels: that addresses do not wrap round.
    Addresses,
    /// Of kernels: how many threads, blocks and dimensions there are at most.
    Sizes,
    /// Of kernels: that global numbers count from 0.
    Offset,
    /// Of kernels: that arithmetic does not overflow, and nothing is divided by zero or shifted by more bits than it has.
    Overflow,
    /// Of kernels: that threads of a warp go in lock-step.
    LockStep,
    /// Of kernels: what functions without a body do.
    External,
    /// Of kernels: what `__spec_…` functions promise.
    Specification,
    /// Of kernels: that all threads come together to an operation of their warp.
    Lanes,
    /// Of kernels: that accesses stay within arrays whose length is not known.
    Lengths,
    /// Of kernels: in which order operands are evaluated where the language leaves it open.
    Order,
    /// Of kernels: what plain loads return of words that other threads change by atomic operations.
    Loads,
    /// Of kernels: that launches of the file satisfy the contract, where that is not known.
    Launches,
    /// Of kernels: that the instance of a template is the one meant.
    Instance,
    /// Of kernels: that names which decide what is compiled are not defined.
    Macros,
    /// Of kernels: that what is read as a texture is not written.
    Textures,
    /// Of kernels: that findings are accepted; they count all the same.
    Accepted,
}

impl Deny {
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
