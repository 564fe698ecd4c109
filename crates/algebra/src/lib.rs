//! Integer polynomials, and what follows from bounds on them: indices by algebra.
//!
//! An index into an array is a polynomial over numbers of threads, sizes and counters, mostly a number in mixed radix:
//! `((b*N + n)*NH + h)*d + e`. That two threads have different indices, and that an index stays below a product of sizes,
//! follows by a few rules that no solver of linear arithmetic has and that nonlinear solvers seldom find:
//!
//! * **Rows**: from `M*x + r >= 0`, `M >= 1` and `r <= M - 1` follows `x >= 0`. Applied in both directions to
//!   `M*x + r = 0` it takes an index apart into its digits, with symbolic radices: symbolic delinearization.
//! * **Sums of products**: a polynomial is not negative if it is a sum of products of polynomials that are not
//!   negative (certificates of Handelman and Schmüdgen). They are found by replacing atoms by their bounds.
//! * **Substitution**, **congruence** of functions, and cases.
//!
//! [`refute`] searches for a contradiction in a [`Problem`] and gives a [`Proof`], which [`check`] checks with
//! nothing but arithmetic on polynomials. It has a budget of steps and no clock.
//!
//! | file | holds |
//! |---|---|
//! | `poly.rs` | polynomials over numbered atoms |
//! | `problem.rs` | what is known: claims, alternatives, applications of functions |
//! | `proof.rs`, `check.rs` | certificates, and what checks them |
//! | `cover.rs` | which numbers an index takes |
//! | `search/` | the search: state, substitution, bounds, digits, cases |
//! | `terms.rs` | problems from terms of the solver |
//! | `rename.rs` | other names for numbers that make a problem shorter |
//! | `words.rs` | what a proof says to a reader |

#![warn(clippy::wildcard_enum_match_arm)]

mod check;
mod cover;
mod poly;
mod problem;
mod proof;
mod rename;
mod search;
mod terms;
mod words;

pub use check::{Wrong, check};
pub use cover::{Coordinate, Digit, Reading, readings, several};
pub use poly::{Atom, Number, Poly};
pub use problem::{Application, Claim, Formula, Problem};
pub use proof::{End, Fact, Proof, Reason, Split, Step};
pub use search::{refute, refute_within};
pub use terms::{Translation, contradictory, contradictory_within};
pub use words::widths;
