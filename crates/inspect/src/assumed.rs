//! What is taken for granted, by kinds that a project can deny.

use races::Assumption;
use text::code::Code;

/// A kind of what is taken for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The pointers that a launch passes do not overlap.
    Aliasing,
    /// Addresses do not wrap.
    Addresses,
    /// Accesses stay within arrays whose length is not known.
    Lengths,
    /// How many threads, blocks and dimensions there are at most.
    Sizes,
    /// OpenCL's global numbers count from 0.
    Offset,
    /// Signed arithmetic does not overflow.
    Overflow,
    /// Threads of a warp run in lockstep.
    LockStep,
    /// What functions without a body do.
    External,
    /// What specifications promise.
    Specification,
    /// All lanes come to an operation of their warp.
    Lanes,
    /// The order in which operands are evaluated.
    Order,
    /// What plain loads of words return that other threads change by atomic operations.
    Loads,
    /// What the program itself assumes.
    User,
    /// Launches of the file satisfy the contract of which that is not known.
    Launches,
    /// The instance of a template that is meant.
    Instance,
    /// Names that decide what is compiled are not defined.
    Macros,
    /// What is read as a texture is not written.
    Textures,
    /// Whatever else was assumed while the file was read.
    Reading,
}

impl Taken {
    /// The kind in one word, as the command line and `alpinist.toml` have it.
    pub fn word(self) -> &'static str {
        match self {
            Taken::Aliasing => "aliasing",
            Taken::Addresses => "addresses",
            Taken::Lengths => "lengths",
            Taken::Sizes => "sizes",
            Taken::Offset => "offset",
            Taken::Overflow => "overflow",
            Taken::LockStep => "lock-step",
            Taken::External => "external",
            Taken::Specification => "specification",
            Taken::Lanes => "lanes",
            Taken::Order => "order",
            Taken::Loads => "loads",
            Taken::User => "assume",
            Taken::Launches => "launches",
            Taken::Instance => "instance",
            Taken::Macros => "macros",
            Taken::Textures => "textures",
            Taken::Reading => "reading",
        }
    }

    /// The kind of an assumption of the checker's.
    pub fn of(assumption: &Assumption) -> Taken {
        match assumption {
            Assumption::NoAliasing => Taken::Aliasing,
            Assumption::Addresses => Taken::Addresses,
            Assumption::Lengths(_) | Assumption::Bounds => Taken::Lengths,
            Assumption::GlobalSize | Assumption::BlockSize(_) => Taken::Sizes,
            Assumption::GlobalOffset => Taken::Offset,
            Assumption::NoSignedOverflow | Assumption::Fits(..) => Taken::Overflow,
            Assumption::LockStep(_) => Taken::LockStep,
            Assumption::External(_) => Taken::External,
            Assumption::Specification(_) => Taken::Specification,
            Assumption::Gathering(_) => Taken::Lanes,
            Assumption::Order(_) => Taken::Order,
            Assumption::Guess(_) => Taken::Loads,
            Assumption::User(_) => Taken::User,
        }
    }

    /// The kind of what the reader assumed, by the code under which it says so.
    pub fn of_reading(code: Code) -> Taken {
        match code {
            Code::K009 => Taken::Instance,
            Code::K011 => Taken::Macros,
            Code::K403 => Taken::Textures,
            _ => Taken::Reading,
        }
    }
}

/// Something that is taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// Its kind.
    pub kind: Taken,
    /// What, in one sentence.
    pub text: String,
}

impl Assumed {
    /// That the pointers of a launch do not overlap.
    pub fn aliasing() -> Assumed {
        Assumed {
            kind: Taken::Aliasing,
            text: "pointer arguments do not alias".to_owned(),
        }
    }
}
