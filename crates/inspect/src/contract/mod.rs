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
//! | `columns.rs` | those that literal lengths of rows suggest |
//! | `contents.rs` | those about what lies in arrays |
//! | `diagonal.rs` | that a grid whose blocks go along a diagonal is wide enough |
//! | `evidence.rs` | the clauses that the text of a kernel suggests |
//! | `extents.rs` | those of them that the extents of arrays suggest |
//! | `flattened.rs` | lengths in sums of products |
//! | `grids.rs` | those that they suggest about a whole grid |
//! | `guards.rs` | what the text keeps numbers of threads below: a clause must not make it superfluous |
//! | `kept.rs` | the guards that keep accesses within arrays: no number of threads is to stand in for them |
//! | `lanes.rs` | that rows of a block are warps |
//! | `linear.rs` | expressions as sums of what threads differ by |
//! | `literals.rs` | the numbers in it that say how many threads a block has |
//! | `meaning.rs` | clauses with the reason behind each, and their words |
//! | `named.rs` | expressions as numbers that clauses can name |
//! | `renamed.rs` | the kernel with two names for a variable that is used for two things |
//! | `search.rs` | the clauses with which a kernel is verified |
//! | `search/leaves.rs` | whether they leave threads that meet |
//! | `places.rs` | elements of arrays that say in which row something is written |
//! | `rows.rs` | which accesses a clause about lengths of rows is about |
//! | `runs.rs` | executions in small launches that satisfy a contract |
//! | `runs/samples.rs` | these launches |
//! | `signs.rs` | that parameters of which indices are made are not negative |
//! | `strides.rs` | the shapes of blocks that distances between blocks name |
//! | `told_apart.rs` | how many threads comparisons with numbers speak of: no shape of blocks stands in for one |
//! | `ranks.rs` | the dimensions of which a kernel knows by the numbers of threads over all of them |
//! | `unasked.rs` | that there is one thread in a dimension about which the kernel does not ask |
//! | `uncovered.rs` | executions in which an element is not written that has to be |
//! | `worked.rs` | whether what has to be written rests on what a launch is given |
//! | `within.rs` | how far indices reach along rows |
//! | `witness.rs` | launches in which arithmetic is as it is meant |
//! | `lengths.rs` | how long the arrays have to be that a launch passes |
//! | `launches.rs` | whether launches of the file satisfy a contract |

mod claims;
mod columns;
mod contents;
mod diagonal;
mod evidence;
mod extents;
mod flattened;
mod grids;
mod guards;
mod kept;
mod lanes;
mod launches;
mod lengths;
mod linear;
mod literals;
mod meaning;
mod named;
mod places;
mod ranks;
mod renamed;
mod rows;
mod runs;
mod search;
mod signs;
mod strides;
mod told_apart;
mod unasked;
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
