//! What comes of a thread whose number is a term: the elements that all threads write.

use super::numbers::{LOCALS, Numbers};
use super::{Every, Read, Write};
use crate::launch::Launch;
use crate::machine::Machine;
use crate::outcome::{Refused, Why};
use crate::term::Arena;

/// The elements that the threads of a kernel write, in a launch of any size.
#[derive(Clone, Debug)]
pub struct Family {
    pub(crate) writes: Vec<Write>,
    pub(crate) reads: Vec<Read>,
    /// The dimensions in which a loop takes all numbers.
    pub(crate) strided: [bool; 3],
    /// Whether an address was taken not to be null.
    pub non_null: bool,
}

/// Executes a kernel for all sizes; the sizes of the launch are not asked.
///
/// # Errors
/// Why nothing is said of it.
pub fn family(launch: &Launch<'_>, arena: &mut Arena) -> Result<Family, Box<Refused>> {
    let one = Launch {
        block: [1; 3],
        grid: [1; 3],
        ..launch.clone()
    };
    crate::machine::on_a_stack(launch, || {
        let numbers = Numbers::new(arena);
        let mut machine = Machine::new(&one, arena, &[]);
        machine.every = Some(Box::new(Every {
            numbers,
            ..Every::default()
        }));
        machine.all()?;
        let non_null = machine.non_null;
        let done = machine.every.take().map(|every| *every).unwrap_or_default();
        let terms = done.writes.iter().flat_map(|w| [w.offset, w.when, w.value]);
        let is_local = |key: u32| (LOCALS..super::numbers::BOUND).contains(&key);
        for term in terms.chain(done.reads.iter().map(|read| read.what)) {
            // A local of a loop means nothing outside of it.
            if super::numbers::contains(machine.arena, term, &is_local) {
                let what = "a loop of this form, for all sizes".to_owned();
                return Err(machine.at(0, Why::NoRule(what)));
            }
        }
        Ok(Family {
            writes: done.writes,
            reads: done.reads,
            strided: done.strided,
            non_null,
        })
    })
}
