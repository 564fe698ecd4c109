//! A launch with numbers for what comes from outside.

use crate::fact::holds;
use crate::launch::{Argument, Launch, Passed, Target};
use crate::number::{Number, Symbol, range};
use crate::roots::Hosts;
use crate::symbols::{Origin, Symbols};
use std::collections::BTreeMap;

/// What a launch passes where all that comes from outside has one value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// Threads of a block.
    pub block: [i128; 3],
    /// Blocks of the grid.
    pub grid: [i128; 3],
    /// Dynamic shared memory, in bytes.
    pub shared: Option<i128>,
    /// The arguments that are integers, by the parameters' names.
    pub integers: Vec<(String, i128)>,
    /// Of pointers, and members of parameters that are pointers, into memory that is allocated: how many bytes there are
    /// from where they point to.
    pub bytes: Vec<(String, i128)>,
    /// What comes from outside, by its name, and the value that it has here.
    pub given: Vec<(String, i128)>,
}

impl Hosts {
    /// A launch where all that comes from outside is this number; none if it cannot be, or depends on what is not followed.
    pub fn instance(&self, launch: &Launch, value: i128) -> Option<Instance> {
        let passed = launch.passed.as_ref().ok()?;
        let known = Values {
            symbols: &self.symbols,
            value: &|_| value,
            lost: false,
        };
        let mut found = Instance {
            block: known.sizes(&passed.block)?,
            grid: known.sizes(&passed.grid)?,
            shared: known.of(&passed.shared),
            ..Instance::default()
        };
        let mut used: BTreeMap<Symbol, ()> = BTreeMap::new();
        for (name, argument) in &passed.arguments {
            self.argument(name, argument, &known, &mut found);
        }
        for fact in &passed.facts {
            // A fact of what is not followed may not hold of any value.
            let (left, right) = (known.of(&fact.left)?, known.of(&fact.right)?);
            if !holds(left, fact.relation, right) {
                return None;
            }
        }
        for number in numbers(passed) {
            used.extend(number.symbols().into_iter().map(|symbol| (symbol, ())));
        }
        let names = used
            .keys()
            .filter_map(|symbol| match &self.symbols.get(*symbol)?.origin {
                Origin::Given(name) => Some((name.clone(), known.of(&Number::Symbol(*symbol))?)),
                Origin::Lost(_) => None,
            });
        found.given = names.collect();
        Some(found)
    }

    fn argument(&self, name: &str, argument: &Argument, known: &Values<'_>, found: &mut Instance) {
        match argument {
            Argument::Integer(number) => {
                let value = known.of(number);
                found
                    .integers
                    .extend(value.map(|value| (name.to_owned(), value)));
            }
            Argument::Pointer {
                target: Target::Allocation(id),
                offset,
                ..
            } => {
                let allocation = self.allocations.get(id.0 as usize);
                let bytes = allocation.and_then(|one| known.of(&one.bytes));
                let offset = known.of(offset).filter(|offset| *offset >= 0);
                if let (Some(bytes), Some(offset)) = (bytes, offset) {
                    let left = bytes.saturating_sub(offset).max(0);
                    found.bytes.push((name.to_owned(), left));
                }
            }
            Argument::Record(parts) => {
                for (part, argument) in parts {
                    self.argument(&format!("{name}.{part}"), argument, known, found);
                }
            }
            Argument::Pointer { .. } | Argument::Unknown(_) => {}
        }
    }
}

/// The numbers that a launch passes.
fn numbers(passed: &Passed) -> Vec<&Number> {
    let sizes = passed.block.iter().chain(&passed.grid);
    let integers = passed.arguments.iter().filter_map(|(_, one)| match one {
        Argument::Integer(number) => Some(number),
        Argument::Pointer { .. } | Argument::Record(_) | Argument::Unknown(_) => None,
    });
    sizes.chain(integers).collect()
}

/// Values for what comes from outside.
pub(crate) struct Values<'h> {
    pub symbols: &'h Symbols,
    pub value: &'h dyn Fn(Symbol) -> i128,
    /// Whether what is not followed, such as the number of a turn, may have any value, too.
    pub lost: bool,
}

impl Values<'_> {
    fn sizes(&self, numbers: &[Number; 3]) -> Option<[i128; 3]> {
        let [x, y, z] = numbers;
        Some([self.of(x)?, self.of(y)?, self.of(z)?])
    }

    /// The value of a number; none if it depends on what is not followed, or is outside of a range.
    pub(crate) fn of(&self, number: &Number) -> Option<i128> {
        let both = |a: &Number, b: &Number, make: fn(Number, Number) -> Number| {
            let (a, b) = (Number::Literal(self.of(a)?), Number::Literal(self.of(b)?));
            make(a, b).literal()
        };
        match number {
            Number::Literal(value) => Some(*value),
            Number::Symbol(symbol) => {
                let unknown = self.symbols.get(*symbol)?;
                let (low, high) = unknown.range.unwrap_or(range(64, true));
                let is_given = matches!(unknown.origin, Origin::Given(_));
                let value = (self.value)(*symbol);
                ((is_given || self.lost) && low <= value && value <= high).then_some(value)
            }
            Number::Sum(a, b) => both(a, b, Number::plus),
            Number::Product(a, b) => both(a, b, Number::times),
            Number::Quotient(a, b) => both(a, b, Number::quotient),
            Number::Floor(a, b) => both(a, b, Number::floor),
            Number::Remainder(a, b) => both(a, b, Number::remainder),
            Number::Modulo(a, b) => both(a, b, Number::modulo),
            Number::Min(a, b) => both(a, b, Number::min),
            Number::Max(a, b) => both(a, b, Number::max),
            Number::Choice {
                condition,
                then,
                otherwise,
            } => {
                let (left, right) = (self.of(&condition.left)?, self.of(&condition.right)?);
                match holds(left, condition.relation, right) {
                    true => self.of(then),
                    false => self.of(otherwise),
                }
            }
            Number::Wrap { bits, signed, of } => Number::Literal(self.of(of)?)
                .wrapped(*bits, *signed)
                .literal(),
        }
    }
}
