//! The codes of what is said of Python files.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// What `explain` says of them.
pub const CODES: &[CodeInfo] = &[CodeInfo {
    code: Code::K012,
    title: "a text that Python makes is not known",
    text: "The kernel stands in a string of a Python file, and the program changes the string before it \
           is compiled, or may: it fills in a value that is not known, replaces parts, passes it to a \
           function that is not known, or compiles it with macros. The kernel's text may be another one, \
           so the answer is unknown. A place of the string that is filled with a number is understood if \
           the file assigns the name once, at its level, to an integer, or if `-D NAME=VALUE` gives it.",
    example: "",
}];
