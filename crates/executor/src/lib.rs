//! Executes kernel graphs ([`kernel_graph`]) on concrete values: blocks of threads, in any order of their
//! steps, over memory of bytes. It judges the race checker, with which it shares the graph and nothing
//! else.
//!
//! A run finds a race between **any** two accesses that no barrier orders, not only between those that
//! its schedule puts next to each other; further divergence, accesses out of bounds or to null, writes
//! to constant memory, assertions that fail. What it has no rule for ends it without an answer.
//!
//! | file | holds |
//! |---|---|
//! | `launch.rs` | what is executed: sizes, arguments, contents, schedule, options |
//! | `outcome.rs` | how a run ends |
//! | `machine.rs`, `thread.rs` | threads and their order |
//! | `lockstep.rs`, `lockstep_order.rs` | the other semantics: all threads in lock-step, with predicates |
//! | `step.rs` | one statement of one thread |
//! | `value.rs`, `eval.rs`, `arith.rs`, `undefined.rs`, `float.rs`, `functions/` | values, and those of expressions |
//! | `evaluated.rs` | which operations were evaluated |
//! | `access.rs` | accesses: bounds, null, races |
//! | `memory.rs`, `content.rs` | objects of bytes, and what they contain at first |
//! | `shadow.rs`, `clock.rs` | which accesses are ordered |
//! | `sync.rs`, `rounds.rs` | barriers, and in which iteration a thread comes to one |
//! | `exchange.rs` | shuffles, votes and their like |
//! | `atomic.rs`, `copies.rs` | atomic operations, asynchronous copies |
//! | `written.rs` | memory at the end |
//! | `mutate/` | graphs with one fault put in |
//!
//! # Ideas
//!
//! A pointer is an object and an offset; in memory it is a number, from which the object is found again. Each
//! thread is a stack of calls with a next statement, so any thread can continue after any statement. Of each byte
//! all accesses are kept that no later one of the same thread covers, with vector clocks. So a run finds a race
//! between any two accesses that nothing orders, whatever its schedule. A barrier of the block joins the clocks of
//! its threads, for shared and global memory apart; a copy beside the threads is an actor with a clock of its own.
//!
//! Lock-step is a second semantics over the same statements: all threads go through the blocks in one order, each
//! under a predicate. That both agree is a property over generated programs.

// Threads are named by their positions, which the machine made.
#![allow(clippy::indexing_slicing)]
#![warn(clippy::wildcard_enum_match_arm)]

mod access;
mod arith;
mod atomic;
mod clock;
mod content;
mod copies;
mod eval;
mod evaluated;
mod exchange;
mod float;
mod functions;
mod launch;
mod lockstep;
mod lockstep_order;
mod machine;
mod memory;
pub mod mutate;
mod outcome;
mod rounds;
mod shadow;
mod step;
mod sync;
mod thread;
mod undefined;
mod value;
mod written;

/// The bits of the number of a format that is next to a number.
pub fn float_value(number: f64, format: kernel_graph::FloatFormat) -> Value {
    Value::Bits(float::bits(number, format))
}

/// The number that the bits of a format stand for.
pub fn float_number(value: Value, format: kernel_graph::FloatFormat) -> f64 {
    float::number(value.bits(), format)
}

pub use content::Contents;
pub use evaluated::Evaluated;
pub use launch::{Functions, Launch, Options, Schedule};
pub use machine::{MOST_THREADS, run, run_evaluating, run_for, run_lock_step, run_noting};
pub use outcome::{
    Among, Clash, Deed, Element, Fault, Group, Kind, Noted, Outcome, Racing, Site, Sought, Stop,
    Stopped, ThreadName, Warning, Written,
};
pub use random::Random;
pub use undefined::Undefined;
pub use value::{ObjectId, Pointer, Value};
