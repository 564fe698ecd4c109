//! How a program is read: the profile, as named decisions.
//!
//! Nobody else in the crate asks for the name of a profile.

use core_lang::Semantics;
use spec_lang::resolve::Profile;

/// What a program means where profiles differ. All are false in the strict reading.
pub(crate) struct Reading {
    /// What the engine is told.
    pub semantics: Semantics,
    /// `\old` in a parallel block or in a barrier's contract is the state at its start.
    pub old_is_block_start: bool,
    /// The formulas that hold throughout a method hold at both ends of its parallel blocks.
    pub everywhere_reaches_blocks: bool,
    /// That all threads reach a barrier is assumed.
    pub barriers_are_reached: bool,
    /// The contract of a barrier in braces is assumed.
    pub brace_barriers_assumed: bool,
    /// Every local has one value for all threads of a block when a barrier is shown.
    pub locals_are_uniform: bool,
    /// A body may end without a `return`, with any result.
    pub results_are_optional: bool,
    /// `notify` needs no lock.
    pub notify_needs_nothing: bool,
    /// Only `a[*]` is a place of many, not what is reached from it.
    pub elements_only_last: bool,
    /// A sequence beside other blocks has no rule.
    pub no_sequences_beside_blocks: bool,
}

impl Reading {
    /// The reading of a profile.
    pub(crate) fn of(profile: Profile) -> Reading {
        let granted = match profile {
            Profile::Sound => false,
            Profile::VerCors14 => true,
        };
        Reading {
            semantics: Semantics {
                fixed_rows: granted,
                total_arrays: granted,
                total_maps: granted,
                injectivity_assumed: granted,
                termination_assumed: granted,
                finals_need_permission: granted,
            },
            old_is_block_start: granted,
            everywhere_reaches_blocks: granted,
            barriers_are_reached: granted,
            brace_barriers_assumed: granted,
            locals_are_uniform: granted,
            results_are_optional: granted,
            notify_needs_nothing: granted,
            elements_only_last: granted,
            no_sequences_beside_blocks: granted,
        }
    }
}
