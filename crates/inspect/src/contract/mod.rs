//! Contracts: what launches have to satisfy so that a kernel is free of findings.
//!
//! A kernel that is wrong for some launch may be right for all that anybody makes: a tile of 16 x 16 wants blocks of
//! 16 x 16, and rows of a matrix are apart if there are no more columns than its width. Such clauses are proposed where
//! the kernel's text has evidence for them, and where something was found in a launch that breaks one. What is printed is what was
//! assumed: the last check is a full one, with the clauses alone and nothing of any launch in the file.
//!
//! | file | holds |
//! |---|---|
//! | `claims.rs` | programs that ask whether threads come to a statement |
//! | `evidence.rs` | the clauses that the text of a kernel suggests |
//! | `extents.rs` | those of them that the extents of arrays suggest |
//! | `guards.rs` | what the text keeps numbers of threads below: a clause must not make it superfluous |
//! | `linear.rs` | expressions as sums of what threads differ by |
//! | `literals.rs` | the numbers in it that say how many threads a block has |
//! | `meaning.rs` | clauses with the reason behind each, and their words |
//! | `renamed.rs` | the kernel with two names for a variable that is used for two things |
//! | `search.rs` | the clauses with which a kernel is verified, and whether they leave it anything to do |
//! | `rows.rs` | which accesses a clause about lengths of rows is about |
//! | `runs.rs` | executions in small launches that satisfy a contract |
//! | `signs.rs` | that parameters of which indices are made are not negative |
//! | `uncovered.rs` | executions in which an element is not written that has to be |
//! | `worked.rs` | whether what has to be written rests on what a launch is given |
//! | `within.rs` | how far indices reach along rows |
//! | `witness.rs` | launches in which arithmetic is as it is meant |
//! | `lengths.rs` | how long the arrays have to be that a launch passes |
//! | `launches.rs` | whether launches of the file satisfy a contract |

mod claims;
mod evidence;
mod extents;
mod guards;
mod launches;
mod lengths;
mod linear;
mod literals;
mod meaning;
mod renamed;
mod rows;
mod runs;
mod search;
mod signs;
mod uncovered;
mod within;
mod witness;
mod worked;

pub(crate) use self::launches::{Whose, clauses, of_clauses, worst};
pub(crate) use self::lengths::{Long, elements};
pub(crate) use self::meaning::Contract;
pub(crate) use self::runs::filled;
pub(crate) use self::search::{Excluded, Search};
pub(crate) use self::uncovered::Uncovered;
pub(crate) use self::worked::Work;
