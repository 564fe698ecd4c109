//! What usually helps, where the checker has nothing more exact to say.

use text::code::Code;

/// A word of help on an obligation of this kind.
pub(super) fn usual(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::V020 | Code::V024 => {
            "make it hold before this, or ask for it in the precondition, the loop invariant or \
             the block's contract around it"
        }
        Code::V030 => "make it hold before the loop",
        Code::V031 => {
            "an iteration must preserve it from every state in which the invariant and the guard \
             hold; what that needs belongs in the invariant"
        }
        Code::V040 => "it must hold for every thread of the block's range",
        Code::V042 => {
            "the body must establish it for an arbitrary thread, from the range and the block's precondition"
        }
        Code::V044 => "each thread must establish it when it reaches the barrier",
        Code::V046 => {
            "it must follow from the barrier's preconditions of all threads; other facts that this \
             thread knows do not count"
        }
        Code::V051 | Code::V058 => "make it hold before it is exhaled",
        Code::V054 => "make it hold again at the end of the block",
        Code::V061 => "show before that the key is in the map, as in `k in m.keys`",
        Code::V072 => "make the predicate's body hold before it is folded",
        _ => return None,
    })
}
