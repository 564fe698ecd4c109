//! Codes of what has no rule.

use text::code::Code;
use text::diagnostics::CodeInfo;

const fn code(code: Code, title: &'static str, text: &'static str) -> CodeInfo {
    CodeInfo {
        code,
        title,
        text,
        example: "",
    }
}

/// What the codes mean.
pub const CODES: &[CodeInfo] = &[
    code(
        Code::K201,
        "an expression without a rule",
        "The compiler understands the expression, but this program has no rule for its meaning. \
         The kernel is unknown; the other kernels of the file are not affected.",
    ),
    code(
        Code::K202,
        "a statement without a rule",
        "The compiler understands the statement, but this program has no rule for its meaning. The \
         kernel is unknown; the other kernels of the file are not affected.",
    ),
    code(
        Code::K203,
        "a type without a rule",
        "This program has no rule for values of this type: complex numbers, pointers to members \
         and the like.",
    ),
    code(
        Code::K204,
        "a function without a rule",
        "The function belongs to CUDA or OpenCL, and this program has no rule for what it does.",
    ),
    code(
        Code::K205,
        "inline assembly",
        "This program does not know what the assembly reads and writes.",
    ),
    code(
        Code::K206,
        "the lowering failed",
        "A fault of this program's, or a tree of clang's that contradicts itself: the graph of the kernel is \
         not well-formed, or there is none for the whole file.",
    ),
    code(
        Code::K207,
        "the address of a function without a body",
        "The program takes the address of a function that has no body here, as one of CUDA's. A call by \
         an address is a choice between functions of the program.",
    ),
    code(
        Code::K208,
        "an annotation for a function of another type",
        "A postcondition speaks of the function's result as of a value of another type: `__return_val_int` \
         is for functions that give 32 bits, `__return_val_int4` for those that give an `int4`.",
    ),
];
