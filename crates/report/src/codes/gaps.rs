//! Codes of constructs that the checker reads and has no rule for yet.

use text::code::Code;
use text::diagnostics::CodeInfo;

const fn gap(code: Code, title: &'static str) -> CodeInfo {
    CodeInfo {
        code,
        title,
        text: "The checker reads this construct but has no rule for it yet. It proves nothing about \
               a declaration that uses it, and does not call the program verified: the exit status \
               is 3. It checks the other declarations all the same.",
        example: "",
    }
}

/// What is read and has no rule yet.
pub const CODES: &[CodeInfo] = &[
    gap(Code::U010, "no rule for this abstract data type or axiom"),
    gap(Code::U011, "no rule for this type"),
    gap(Code::U020, "no rule for `read` as a value"),
    gap(Code::U021, "no rule for a trigger as a value"),
    gap(Code::U022, "no rule for `\\old` with this label"),
    gap(Code::U023, "no rule for this cast"),
    gap(Code::U024, "no rule for `*` (any value) here"),
    gap(Code::U025, "no rule for `\\current_thread`"),
    gap(Code::U026, "no rule for an effect in this place"),
    gap(
        Code::U027,
        "no rule for a permission or predicate as a value",
    ),
    CodeInfo {
        code: Code::U030,
        title: "no rule for process algebra",
        text: "Models (`model`, `process`, `action`, `HPerm`) are read and will not get a rule: what is \
               verified with them rests on lemmas about processes that are assumed. Instead, let each \
               thread record what it did in a field of its own, of which it keeps half, and let an \
               `invariant` or a lock hold the other halves and say how they make up the shared value. \
               Section 16 of the reference has an example. Nothing is proved about a declaration that \
               uses a model; the exit status is 3.",
        example: "",
    },
    gap(Code::U031, "no rule for this lock or thread token"),
    gap(Code::U032, "no rule for `instanceof`"),
    gap(Code::U033, "no rule for this construct"),
    gap(
        Code::U034,
        "no rule for `\\forperm` outside of `assert` and `refute`",
    ),
    gap(Code::U035, "no rule for this floating point literal"),
    gap(Code::U036, "no rule for this field"),
    gap(Code::U037, "no rule for operators declared in classes"),
    gap(Code::U038, "no rule for this in a magic wand"),
    gap(Code::U039, "no rule for this operator"),
    gap(Code::U040, "no rule for operands of these types"),
    gap(Code::U041, "no rule for this call"),
    gap(Code::U043, "no rule for a variable drawn from a collection"),
    gap(Code::U044, "no rule for a permission to this"),
    gap(Code::U045, "no rule for a permission amount of this type"),
    gap(Code::U046, "no rule for this predicate"),
    gap(Code::U047, "no rule for `?.`"),
    gap(Code::U048, "no rule for inline expansion as deep as this"),
    gap(Code::U049, "no rule for `\\matrix` here"),
    gap(Code::U050, "no rule for lock invariants here"),
    gap(Code::U051, "no rule for kernel invariants"),
    gap(Code::U052, "no rule for this clause"),
    gap(Code::U053, "no rule for type parameters"),
    gap(Code::U054, "no rule for functions that return a resource"),
    gap(
        Code::U055,
        "no rule for a pure function whose body is not one `return`",
    ),
    gap(Code::U056, "no rule for ghost arguments of a pure function"),
    gap(
        Code::U057,
        "no rule for a method whose body is an expression",
    ),
    gap(Code::U058, "no rule for the value of a method without one"),
    gap(Code::U059, "no rule for a call without a ghost argument"),
    gap(Code::U060, "no rule for new arrays of this many dimensions"),
    gap(Code::U061, "no rule for an assignment to this"),
    gap(Code::U062, "no rule for `return` here"),
    gap(Code::U063, "no rule for this jump"),
    gap(
        Code::U064,
        "no rule for a jump backwards or out of this block",
    ),
    gap(
        Code::U065,
        "no rule for a loop with a contract of iterations",
    ),
    gap(
        Code::U066,
        "no rule for a jump out of a parallel block or barrier",
    ),
    gap(
        Code::U067,
        "no rule for a jump out of `invariant` or `atomic`",
    ),
    gap(
        Code::U068,
        "no rule for a barrier of a block that is not the innermost",
    ),
    gap(
        Code::U069,
        "no rule for a barrier that opens an invariant which others may have open",
    ),
    gap(Code::U070, "no rule for this statement in a barrier's body"),
    gap(
        Code::U071,
        "no rule for `perm` outside of `assert` and `refute`",
    ),
    gap(Code::U072, "no rule for this `atomic` block"),
    gap(
        Code::U073,
        "no rule for all values of a type that cannot be enumerated",
    ),
    gap(Code::U074, "no rule for `unfolding` of this predicate"),
    gap(Code::U075, "no rule for a lock of this"),
    gap(Code::U076, "no rule for `fork` and `join` of this"),
    gap(Code::U077, "no rule for this within `parallel`"),
    gap(Code::U078, "no rule for ghost parameters of a block"),
    gap(Code::U079, "no rule for functions nested as deep as this"),
    gap(
        Code::U082,
        "no rule for this permission amount over a quantifier",
    ),
    gap(Code::U083, "no rule for this measure of a loop"),
    gap(Code::U084, "no rule for `refute` of a permission"),
    gap(
        Code::U092,
        "no rule for a final field that is given its value other than once, first",
    ),
    gap(Code::U095, "no rule for this operator"),
    gap(Code::U096, "no rule for this name here"),
    gap(Code::U097, "no rule for an expression without a type"),
    gap(Code::U098, "no rule for this as an assertion"),
    gap(Code::U099, "no rule for a value of type `void`"),
];
