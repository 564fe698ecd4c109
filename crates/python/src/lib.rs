//! Python files as Python's grammar has them: the kernels in their strings, and where these are launched.
//!
//! [`texts`] gives each string expression that declares a kernel as a text to read, with the places of the
//! Python file. A text is known only if everything on the way from the string to the function that compiles it is
//! on a list: the forms that make a text in `forms.rs`, the functions that compile one in `compilers.rs`, the
//! ways of a value in `uses.rs`. Whatever else there is makes the text *undecided*, with the reason. What is read is
//! compared with the text that Python makes, token by token (`layout.rs`).
//!
//! A value is known if the file binds its name once, at its level, to an integer: it is a [`Constant`], which the
//! report lists as an assumption, for another file may change it.
//!
//! | file | holds |
//! |---|---|
//! | `tree.rs` | the tree, and why something is not known |
//! | `bindings.rs` | which occurrences of a name bind it, and in which scope |
//! | `imports.rs` | full names of what is imported |
//! | `integers.rs` | integers that names stand for |
//! | `literals.rs` | the characters of string literals |
//! | `fillings.rs` | places that `format`, `%` and templates fill |
//! | `forms.rs` | the forms that make a text |
//! | `compilers.rs` | the functions that compile one, and harmless options |
//! | `uses.rs` | where a value goes |
//! | `ctokens.rs` | tokens of C, to compare texts |
//! | `layout.rs` | a text at its places in the file |
//! | `texts.rs` | the texts of kernels |
//! | `arrays.rs` | arrays that launches pass |
//! | `launches.rs` | launches as data |
//! | `codes.rs` | the codes of messages |

mod arrays;
mod bindings;
pub mod codes;
mod compilers;
mod ctokens;
mod fillings;
mod forms;
mod imports;
mod integers;
mod launches;
mod layout;
mod literals;
mod texts;
mod tree;
mod uses;

pub use integers::Constant;
pub use launches::{Argument, Launch, Library, launches};
pub use texts::{Text, texts};
