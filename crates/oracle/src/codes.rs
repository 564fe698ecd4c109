//! What the codes of this part mean.

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

/// The `R` codes: what `alpinist run` finds while it executes a program.
pub const CODES: &[CodeInfo] = &[
    code(
        Code::R001,
        "false in this run",
        "A contract, invariant or assertion was evaluated and is false. The run shows the values; \
         the program does not keep its specification.",
    ),
    code(
        Code::R002,
        "no permission in this run",
        "A location was read without any permission, written without `write`, or a permission was \
         exhaled (at a call, a block, a barrier, a loop, the end of a method) that is not held.",
    ),
    code(
        Code::R003,
        "data race in this run",
        "Two threads use the same location, at least one writes, and nothing orders the two: no \
         barrier, lock, atomic block, fork or join lies between them.",
    ),
    code(
        Code::R004,
        "threads at different barriers",
        "Some threads of a block wait at a barrier that others will never reach. On a GPU that \
         hangs or does anything at all.",
    ),
    code(
        Code::R005,
        "no value in this run",
        "An expression has no value: an index out of bounds, `null` used as an object, a division by \
         zero, the value of `None`, a key that is not in the map.",
    ),
    code(
        Code::R006,
        "lock or thread in the wrong state",
        "A lock is taken that this thread holds already or that is not committed, or it is \
         released without being held; or a thread is forked or joined in a state that does not \
         allow it.",
    ),
    code(
        Code::R007,
        "measure does not decrease",
        "The measure of a loop or function did not become smaller, or fell below zero.",
    ),
    code(
        Code::R010,
        "cannot be run",
        "`alpinist run` has no rule to execute this: a quantifier whose variable has no bounds, a \
         method or function without a body, a construct that is read but not understood. Nothing \
         is said about the program.",
    ),
    code(
        Code::R011,
        "limit of a run",
        "The run took more steps, memory or nested calls than allowed, or all threads wait for each \
         other. Nothing is said about the program.",
    ),
    code(
        Code::R012,
        "input does not satisfy the precondition",
        "The arguments do not satisfy the method's precondition, or something that the program \
         assumes is false. The contract promises nothing for such an input.",
    ),
    code(
        Code::R013,
        "no input found",
        "No input that satisfies the precondition was found at random. Give the arguments.",
    ),
    code(
        Code::R014,
        "argument cannot be read",
        "An argument on the command line is not a value of the parameter's type: integers, `true` \
         and `false`, `null`, arrays as `[1, 2, 3]`, matrices as `[[1, 2], [3, 4]]`.",
    ),
    code(
        Code::R015,
        "no such method",
        "The program has no method of that name that can be run; within a class it is called \
         `Class.method`.",
    ),
];
