//! What of a counterexample no execution need have: values that the checker does not know, though the
//! program does. Whether one took part is seen from the symbols of the question.

use crate::check::{Two, Work};
use crate::questions::Answer;
use crate::questions::smaller::TRIED;
use kernel_graph::ArrayId;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use solver::term::{Sort, Symbol, Term, postorder};
use std::collections::{BTreeSet, HashMap};

/// Kinds of values that are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Abstraction {
    /// Contents of memory.
    Memory,
    /// Iterations of loops, and values that change from one to the next.
    Loops,
    /// What functions without a rule give, arithmetic on floats among them.
    Functions,
    /// What atomic operations give.
    Atomics,
    /// What threads of a warp exchange.
    Exchanges,
    /// Other values of which nothing is known.
    Values,
}

impl Abstraction {
    /// All of them.
    pub const ALL: [Abstraction; 6] = [
        Abstraction::Memory,
        Abstraction::Loops,
        Abstraction::Functions,
        Abstraction::Atomics,
        Abstraction::Exchanges,
        Abstraction::Values,
    ];

    /// In one word, for tables and other programs.
    pub fn word(self) -> &'static str {
        match self {
            Abstraction::Memory => "memory",
            Abstraction::Loops => "loops",
            Abstraction::Functions => "functions",
            Abstraction::Atomics => "atomics",
            Abstraction::Exchanges => "exchanges",
            Abstraction::Values => "values",
        }
    }

    /// For people, behind "not known here are".
    pub fn words(self) -> &'static str {
        match self {
            Abstraction::Memory => "contents of memory",
            Abstraction::Loops => "iterations of a loop",
            Abstraction::Functions => "results of functions or of floating point",
            Abstraction::Atomics => "results of atomic operations",
            Abstraction::Exchanges => "values exchanged in a warp",
            Abstraction::Values => "other values",
        }
    }

    /// What a symbol stands for of which nothing is known, by the word that it was made with.
    pub(crate) fn of_hint(hint: &str) -> Abstraction {
        match hint {
            "loaded" | "observed" | "written" | "partly written" => Abstraction::Memory,
            "atomic" => Abstraction::Atomics,
            "exchanged" => Abstraction::Exchanges,
            "result" => Abstraction::Functions,
            _ => Abstraction::Values,
        }
    }
}

/// What lay in memory in a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The array.
    pub array: ArrayId,
    /// The first byte.
    pub offset: BigInt,
    /// How many bytes.
    pub bytes: u32,
    /// What they contain, the lowest first, as a number without a sign.
    pub value: BigInt,
}

/// More cells are not asked for.
const MOST_CELLS: usize = 48;

/// Values with which a question's formulas are true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counterexample {
    /// Those of the wanted terms, as far as they are known.
    pub values: HashMap<String, BigInt>,
    /// What took part that is not known.
    pub abstractions: Vec<Abstraction>,
    /// What lay in memory, where the kernel had not changed it or it lay there at a barrier.
    pub cells: Vec<Cell>,
    /// Whether our own evaluation confirms that the formulas are true with them; else they may be not.
    pub sure: bool,
}

impl Work<'_, '_> {
    /// Whether all formulas may be true at once, and what took part then. Besides what is always wanted,
    /// and the contents of memory that the formulas speak of, the values of `more` are.
    pub(crate) fn possible(
        &mut self,
        formulas: &[Term],
        mut two: Option<&mut Two<'_>>,
        more: Vec<(String, Term)>,
    ) -> Answer {
        let run = self.run;
        let mut wanted = self.wanted(two.as_deref_mut());
        wanted.extend(more);
        let origins = two.map(|two| two.other.origins()).unwrap_or_default();
        let known = |symbol: &Symbol| {
            let symbol = origins.get(symbol).unwrap_or(symbol);
            run.symbols.about(symbol)
        };
        let mut abstractions = BTreeSet::new();
        let mut cells: Vec<(ArrayId, u32)> = Vec::new();
        for part in postorder(formulas) {
            let Some(about) = part.symbol().and_then(known) else {
                continue;
            };
            abstractions.extend(about.abstraction);
            // The place is the last argument.
            if let (Some(array), Sort::BitVec(width)) = (about.contents, part.sort())
                && let Some(offset) = part.args().last()
                && cells.len() < MOST_CELLS
                && width % 8 == 0
            {
                let number = cells.len();
                wanted.push((format!("cell {number} at"), offset.clone()));
                wanted.push((format!("cell {number}"), part.clone()));
                cells.push((array, width / 8));
            }
        }
        let answer = self
            .queries
            .possible(&run.symbols, &origins, formulas, &wanted);
        let mut found = match answer {
            Answer::Impossible => return answer,
            Answer::Possible(found) if !found.sure || self.is_large(&found) => {
                let smaller = self.smaller(formulas, &origins, &wanted, &TRIED);
                smaller.unwrap_or(found)
            }
            Answer::Possible(found) => found,
            // Small numbers are fewer.
            Answer::Unknown(_) if self.options.is_glance() => return answer,
            Answer::Unknown(_) => match self.smaller(formulas, &origins, &wanted, &TRIED[..1]) {
                Some(found) => found,
                None => return answer,
            },
        };
        found.abstractions = abstractions.into_iter().collect();
        let values = &found.values;
        let cells = cells.into_iter().enumerate();
        let cells = cells.filter_map(|(number, (array, bytes))| {
            Some(Cell {
                array,
                offset: values.get(&format!("cell {number} at"))?.clone(),
                bytes,
                value: values.get(&format!("cell {number}"))?.clone(),
            })
        });
        found.cells = cells.collect();
        Answer::Possible(found)
    }
}

impl Cell {
    /// Its bytes with their places, where these are in reach.
    pub fn bytes(&self) -> impl Iterator<Item = (i64, u8)> + use<> {
        let (start, digits) = (self.offset.to_i64(), self.value.to_bytes_le().1);
        (0..self.bytes).filter_map(move |at| {
            let byte = digits.get(at as usize).copied().unwrap_or(0);
            Some((start?.checked_add(i64::from(at))?, byte))
        })
    }
}
