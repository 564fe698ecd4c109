//! What alpinist needs for programs of growing size.
//!
//! [`families`] makes the programs, [`measure`] runs them, [`table`] and [`plot`] say what came out.
//! It knows the program from outside only: its command line and its JSON. Seconds depend on the
//! machine and on what else it does; resource units of the solver do not, so tests compare these.

pub mod families;
pub mod folders;
pub mod measure;
pub mod plot;
pub mod table;
