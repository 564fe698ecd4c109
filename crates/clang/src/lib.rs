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

pub use read::{HostReading, Recording, Stray, read, read_host, record};
pub use request::{Kernel, Reading, Request};
pub use tokens::{Include, includes};
