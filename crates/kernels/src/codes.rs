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
        "The expression is understood by the compiler, and this program has no rule for what it means. \
         The kernel is unknown; other kernels of the file are not concerned.",
    ),
    code(
        Code::K202,
        "a statement without a rule",
        "The statement is understood by the compiler, and this program has no rule for what it means. \
         The kernel is unknown; other kernels of the file are not concerned.",
    ),
    code(
        Code::K203,
        "a type without a rule",
        "Values of this type have no rule: complex numbers, pointers to members and the like.",
    ),
    code(
        Code::K204,
        "a function without a rule",
        "The function belongs to CUDA or OpenCL, and this program has no rule for what it does.",
    ),
    code(
        Code::K205,
        "inline assembly",
        "What the assembly reads and writes is not known.",
    ),
    code(
        Code::K206,
        "the lowering failed",
        "A fault of this program's, or a tree of clang's that contradicts itself: the graph of the kernel is \
         not well-formed, or there is none for the whole file.",
    ),
];
