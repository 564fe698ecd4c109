//! The emitted code as text.
//!
//! | file | prints |
//! |---|---|
//! | `lines.rs` | lines with their indentation, broken where they are long |
//! | `expr.rs` | expressions |
//! | `stmt.rs` | statements |
//! | `helpers.rs` | the functions that divide, and pure functions of the program |
//! | `kernel.rs` | kernels |
//! | `check.rs` | the test of the contract |
//! | `host.rs` | the host function of CUDA and HIP |
//! | `opencl.rs` | that of OpenCL |
//! | `file.rs` | the whole text |

mod check;
mod expr;
mod file;
mod helpers;
mod host;
mod kernel;
mod lines;
mod opencl;
mod stmt;

pub(crate) use file::file;

use crate::code::{Param, Type};
use crate::{Target, Width};

/// In which language and width is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) target: Target,
    pub(crate) width: Width,
    /// Whether this is code of the host.
    pub(crate) host: bool,
}

impl Style {
    /// The type of an integer.
    pub(crate) fn int(self) -> &'static str {
        match (self.width, self.target, self.host) {
            (Width::Bits32, Target::Opencl, true) => "cl_int",
            (Width::Bits32, _, _) => "int",
            (Width::Bits64, Target::Opencl, true) => "cl_long",
            (Width::Bits64, Target::Opencl, false) => "long",
            (Width::Bits64, Target::Cuda | Target::Hip, _) => "long long",
        }
    }

    /// The type of a scalar. OpenCL passes no Booleans to kernels: there a Boolean is a byte, 0 or 1.
    pub(crate) fn scalar(self, ty: Type) -> &'static str {
        match (ty, self.target, self.host) {
            (Type::Int, _, _) => self.int(),
            (Type::Bool, Target::Opencl, true) => "cl_uchar",
            (Type::Bool, Target::Opencl, false) => "uchar",
            (Type::Bool, Target::Cuda | Target::Hip, _) => "bool",
        }
    }

    /// A parameter of a kernel or of the host function.
    pub(crate) fn param(self, param: &Param) -> String {
        match (param, self.target, self.host) {
            (Param::Scalar(ty, name), _, _) => format!("{} {name}", self.scalar(*ty)),
            (Param::Array(_, name, _), Target::Opencl, true) => format!("cl_mem {name}"),
            (Param::Array(ty, name, written), target, _) => {
                let space = match target {
                    Target::Opencl => "__global ",
                    Target::Cuda | Target::Hip => "",
                };
                let fixed = if *written { "" } else { "const " };
                format!("{space}{fixed}{} *{name}", self.scalar(*ty))
            }
        }
    }
}
