//! A loop as its text has it: header, body, and what is known of both.
//!
//! | file | decides |
//! |---|---|
//! | `parts.rs` | where the parts of a loop are in the text |
//! | `fit.rs` | whether its body can be copied, and its guard left out |
//! | `counted.rs` | how often a loop over numbers runs |
//! | `layout.rs` | how copies of its body are laid out |

pub(crate) mod counted;
pub(crate) mod fit;
pub(crate) mod layout;
pub(crate) mod parts;
