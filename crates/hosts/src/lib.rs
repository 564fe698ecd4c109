//! Launches of CUDA kernels in host code, read from clang's tree: what they pass as data, and whether that meets a contract.
//!
//! [`read`] executes the functions of a file symbolically: `main` with any command line, and every other function that may
//! be called from elsewhere with any arguments. Calls of functions whose body is in the file are followed. At a launch,
//! sizes and arguments are [`Number`]s, unbounded integers over [`Symbol`]s that never change; a pointer is an offset into
//! an allocation whose size is such a number. [`Hosts::check`] says whether a launch meets a contract, whatever the symbols
//! are.
//!
//! What is understood is the list in `forms.rs`. All else may change whatever it can reach: the variables that it mentions,
//! those whose addresses it may know, and those of the file. A value is known only if all that it depends on is, so a
//! launch is *unchecked* wherever something is not understood. Tokens of the text decide no value; they show launches and
//! other uses of a kernel's name that the tree does not have ([`Hosts::unread`]).
//!
//! Assumed of the host: it has no undefined behaviour (signed arithmetic fits, pointers stay in their arrays), its threads
//! do not race, allocations succeed, code of other files does not reset the device, and a missing header changes nothing
//! without an error of clang's.
//!
//! | file | holds |
//! |---|---|
//! | `forms.rs` | the forms that are understood |
//! | `known.rs` | functions of libraries, by name |
//! | `number.rs` | integers over symbols |
//! | `symbols.rs` | the symbols, with their ranges |
//! | `fact.rs` | what holds of them at a launch |
//! | `value.rs` | values, pointers, places in memory |
//! | `state.rs` | what is known at a point |
//! | `machine.rs` | what is forgotten when |
//! | `memory.rs` | values that are put into variables, and read from them |
//! | `table.rs` | elements of small arrays, at a position that is not constant |
//! | `objects.rs` | objects that do something when they end |
//! | `endings.rs` | destructors that only give memory back |
//! | `either.rs` | pointers that are one of two |
//! | `join.rs` | what holds where two ways meet |
//! | `statements/mod.rs` | statements; a table of the files beside it |
//! | `statements/declare.rs` | declarations |
//! | `statements/branch.rs` | the sides of an `if` |
//! | `statements/switch.rs` | the cases of a `switch` |
//! | `statements/repeated.rs` | loops of each kind |
//! | `statements/counter.rs` | the least number that a loop counts |
//! | `statements/looped.rs` | what a loop changes |
//! | `statements/turns.rs` | pointers that a loop exchanges |
//! | `statements/unrolled.rs` | loops that are executed turn by turn |
//! | `statements/jumps.rs` | labels and jumps |
//! | `expressions.rs` | values of expressions |
//! | `places.rs` | expressions that name memory |
//! | `arithmetic.rs` | C's operations on integers |
//! | `calls/mod.rs` | calls; a table of the files beside it |
//! | `calls/follow.rs` | functions whose body is executed |
//! | `calls/unseen.rs` | functions that are not executed |
//! | `calls/order.rs` | arguments, which may be computed in any order |
//! | `calls/construct.rs` | objects that constructors make |
//! | `calls/initial.rs` | values of initializers |
//! | `calls/library.rs` | functions of libraries |
//! | `calls/input.rs` | what they read from outside |
//! | `calls/extremum.rs` | minimum and maximum |
//! | `start.rs` | launches as they are executed |
//! | `started.rs` | whether a device starts a launch, whatever the values that are not known |
//! | `launch.rs` | launches as data |
//! | `roots.rs` | with which functions execution begins, and what the tree does not show |
//! | `check.rs` | contracts |
//! | `fits.rs` | which numbers have to fit so that a clause holds |
//! | `clauses.rs` | what a launch passes, as clauses |
//! | `instance.rs` | a launch with numbers for what comes from outside |
//! | `apart.rs` | whether pointers point to different memory |
//! | `decide.rs` | questions to the algebra |
//! | `print.rs` | numbers as text |

mod apart;
mod arithmetic;
mod calls;
mod check;
mod clauses;
mod decide;
mod either;
mod endings;
mod expressions;
mod fact;
mod fits;
mod forms;
mod instance;
mod join;
mod known;
mod launch;
mod machine;
mod memory;
mod number;
mod objects;
mod places;
mod print;
mod roots;
mod start;
mod started;
mod state;
mod statements;
mod symbols;
mod table;
mod value;

pub use apart::{Apart, Memory};
pub use check::Status;
pub use fact::Fact;
pub use forms::Form;
pub use instance::Instance;
pub use launch::{Argument, Entry, Launch, Passed, Target};
pub use machine::Allocation;
pub use number::{Number, Symbol};
pub use roots::{Hosts, Unread, read};
pub use symbols::{Origin, Symbols, Unknown};
pub use value::{AllocationId, Why};
