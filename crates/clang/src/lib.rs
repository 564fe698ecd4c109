//! The reader of CUDA and OpenCL: runs clang, and gives typed trees with places.
//!
//! [`read`] takes a text and gives every kernel of it with everything that the kernel reaches. Code
//! around the kernels need not be understood: headers that are missing are taken to be empty, errors in
//! host functions do not count. Nothing of a kernel is skipped: a node, attribute, conversion or type
//! that is not known is an error with its place.
//!
//! The way: `request` → `read` (which runs clang, `process`, with the declarations of `headers` before
//! the file, as often as `messages` makes necessary, unless `kept` knows the answer) → `json` → `node` (places) → `index` (declarations
//! by number) → `convert` → `tree`, `types`.
//!
//! # Ideas
//!
//! Errors count where they are in a kernel, in what it reaches, or in a declaration whose name these mention,
//! because behind an error clang continues with a guess (`read/doubt.rs`). What the preprocessor was free to choose
//! is followed in the same way, from a condition to the declarations in its group, and from a kernel through all
//! that it mentions (`read/conditions.rs`). Instances of templates that launches name are found by tokens where
//! clang does not understand the launch (`read/named.rs`); tokens decide nothing else. The limit of clang is
//! processor time; the clock's is several times that (`process.rs`).

pub mod annotations;
pub mod codes;
mod convert;
pub mod find;
mod headers;
mod index;
mod json;
pub mod keep;
pub mod kinds;
mod layout;
pub mod looks;
mod messages;
mod node;
pub mod place;
pub mod process;
mod read;
pub mod remarks;
pub mod request;
mod tokens;
pub mod tree;
pub mod types;
pub mod walk;

pub use read::{HostReading, Recording, Stray, read, read_host, record};
pub use request::{Kernel, Reading, Request, Sequential};
pub use tokens::{Include, Token, TokenKind, Tokens, includes, tokens, with_comments};
