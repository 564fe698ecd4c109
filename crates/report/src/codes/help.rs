//! What usually helps, where the checker has nothing more exact to say.

use text::code::Code;

/// A word of help on an obligation of this kind.
pub fn usual(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::V010 | Code::V022 => {
            "of loops, blocks and calls only what their invariants and contracts say is known here"
        }
        Code::V020 | Code::V024 => {
            "make it hold before this, or ask for it in the precondition, the loop invariant or \
             the block's contract around it"
        }
        Code::V030 => "make it hold before the loop",
        Code::V031 => {
            "one iteration, from any state in which the invariant and the guard hold, must give \
             it back; what that takes belongs in the invariant"
        }
        Code::V040 => "it must hold for every thread of the block's range",
        Code::V042 => "what a thread does not say in its postcondition is lost when the block ends",
        Code::V044 => "each thread must show this when it reaches the barrier",
        Code::V046 => {
            "it must follow from the preconditions that the threads of this barrier show, and \
             from nothing else that the current thread knows"
        }
        Code::V051 | Code::V058 => "make it hold before it is given away",
        Code::V054 => "make it hold again at the end of the block",
        Code::V061 => "say before that the key is in the map, as in `k in m.keys`",
        Code::V072 => "make the predicate's body hold before it is folded",
        _ => return None,
    })
}
