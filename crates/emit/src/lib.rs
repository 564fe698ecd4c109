//! PVL programs as CUDA, HIP and OpenCL that run: kernels, the host function that launches them, and a
//! function that tests the contract before.
//!
//! A method of PVL is the host; its `par` blocks are the kernels. Nothing is decided here: that the
//! program is verified, and that its integers fit, the caller has shown, or the text says that it is assumed.
//!
//! | file | decides |
//! |---|---|
//! | `lower/` | what code of PVL becomes, and what is refused by name |
//! | `launch/` | which kernels there are, with which threads |
//! | `contract.rs` | the clauses of each kernel |
//! | `width/` | what must hold for integers of a fixed width to compute as PVL's do |
//! | `print/` | the text |
//! | `code/` | the code between the two |
//! | `names.rs` | names |
//! | `codes.rs` | the `E` codes |

mod code;
pub mod codes;
mod contract;
mod launch;
mod lower;
mod names;
mod print;
mod refusal;
mod width;

use lower::{Shared, World};
use num_bigint::BigInt;
use text::code::Code;
use text::diagnostics::Diagnostic;
use transforms::{Input, Prover};

/// The language that is emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// CUDA C++.
    Cuda,
    /// OpenCL C, with a host function in C.
    Opencl,
    /// HIP C++.
    Hip,
}

/// The width of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 32 bits.
    Bits32,
    /// 64 bits.
    Bits64,
}

impl Width {
    /// How many bits.
    pub fn bits(self) -> u32 {
        match self {
            Width::Bits32 => 32,
            Width::Bits64 => 64,
        }
    }

    /// The least and the greatest integer.
    pub(crate) fn range(self) -> (BigInt, BigInt) {
        let most: BigInt = BigInt::from(1) << (self.bits() - 1);
        (-most.clone(), most - 1)
    }

    /// Whether an integer fits.
    pub(crate) fn holds(self, value: &BigInt) -> bool {
        let (least, most) = self.range();
        least <= *value && *value <= most
    }
}

/// What is emitted, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The language.
    pub target: Target,
    /// The width of integers.
    pub width: Width,
    /// The methods, `method` or `Class.method`; all with a `par` if none is named.
    pub only: Vec<String>,
    /// The program's name, for the heading.
    pub name: String,
}

/// Something about integers that is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// What must fit.
    pub text: String,
    /// The line of the program, from 1.
    pub line: usize,
    /// Where.
    pub span: text::span::Span,
}

/// Text that was emitted.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// The text.
    pub text: String,
    /// What is assumed of integers, in the order of the program.
    pub assumed: Vec<Assumed>,
}

/// Emits a program that has parsed and resolved, and that the caller has verified. The prover is asked
/// whether integers fit.
///
/// # Errors
/// What has no counterpart: the first of each method, with `E` codes.
pub fn emit(
    input: &Input<'_>,
    options: &Options,
    prover: &mut dyn Prover,
) -> Result<Emitted, Vec<Diagnostic>> {
    let none = std::collections::BTreeSet::new();
    let world = World::new(input, options.width, &none);
    let chosen = lower::chosen(&world, &options.only);
    if chosen.is_empty() {
        let message = format!("{} has no method with a `par`", options.name);
        let help = "emitted are methods with `par`: their threads become kernels";
        return Err(vec![
            Diagnostic::global(Code::E011, message).with_help(help),
        ]);
    }
    // Before anything is proved, which takes longer.
    let mut shared = Shared::default();
    let mut refused = Vec::new();
    for one in &chosen {
        refused.extend(lower::method(&world, one, &mut shared).err());
    }
    if !refused.is_empty() {
        return Err(refused.into_iter().map(|one| *one).collect());
    }
    let widths = width::shown(input, options.width, &chosen, &shared, prover);
    let world = World::new(input, options.width, &widths.plain);
    let mut shared = Shared::default();
    let mut methods = Vec::new();
    for one in &chosen {
        match lower::method(&world, one, &mut shared) {
            Ok(method) => methods.push(method),
            Err(refusal) => return Err(vec![*refusal]),
        }
    }
    let functions: Vec<_> = shared.functions.iter().map(|(_, one)| one).collect();
    Ok(Emitted {
        text: print::file(options, &methods, &functions, &widths.assumed),
        assumed: widths.assumed,
    })
}
