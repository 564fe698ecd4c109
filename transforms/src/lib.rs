//! Rewrites of code and specification together, one file a transformation.
//!
//! A transformation finds its site, states what must hold there as assertions, asks a
//! [`Prover`], and answers with edits to the source. It decides nothing about truth and
//! asserts nothing about its result: the pipeline applies the edits and verifies the result.

pub mod framework;
pub mod fuse;
pub mod linearize;
pub mod merge;
pub mod prefetch;
pub mod shared;
pub mod tile;
pub mod unroll;

pub use framework::directive::{
    Carrier, Placed, directives, next_directive, of_directive, transformation_of,
};
pub use framework::find::find_site;
pub use framework::input::{Input, Refusal, RefusalClass, Rewritten};
pub use framework::plan::{FlagForm, PlanEntry, Possibility, Possible, plan};
pub use framework::probe::Probe;
pub use framework::prover::{
    CONTRADICTORY, NOTHING_ASKED, Outcome, Prover, Question, ask, proved_prefix,
};
pub use framework::site::{Site, SiteKind, SiteName, sites};
pub use framework::step::{Asked, Step, StepOrigin, apply, named, parse_flag};
pub use framework::table::{Entry, Work};
pub use framework::transformation::{About, FlagFault, Switch, Transformation};
pub use framework::{codes, contracts};
pub use shared::{loops, names};

use text::diagnostics::CodeInfo;

/// Every transformation. Whatever names them all is derived from here: flags and their help,
/// directives, the plan, codes, the documentation.
pub const TRANSFORMATIONS: &[&dyn Entry] = &[
    &unroll::Unroll,
    &merge::Merge,
    &prefetch::Prefetch,
    &linearize::Linearize,
    &tile::Tile,
    &fuse::Fuse,
];

/// The tables of codes that this crate gives: its own, then one a transformation.
pub fn code_tables() -> impl Iterator<Item = &'static [CodeInfo]> {
    std::iter::once(codes::CODES).chain(TRANSFORMATIONS.iter().map(|entry| entry.about().codes))
}

/// Every code this crate gives.
pub fn all_codes() -> impl Iterator<Item = &'static CodeInfo> {
    code_tables().flatten()
}
