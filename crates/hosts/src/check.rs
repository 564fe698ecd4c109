//! Whether a launch meets a contract.

use crate::apart::Apart;
use crate::decide::Question;
use crate::fact::Fact;
use crate::launch::{Argument, Launch, Passed, Target};
use crate::machine::Allocation;
use crate::number::{Number, Symbol};
use crate::roots::Hosts;
use crate::symbols::Symbols;
use crate::value::Why;
use algebra::Formula;
use clang::place::Place as Source;
use contracts::{Axis, Clause, Contract, Name, Relation, Size, Value};
use num_traits::ToPrimitive;

/// What `cudaMalloc` aligns to, in bytes.
const ALIGNMENT: u64 = 256;

/// No machine has more memory.
const MEMORY: i128 = 1 << 57;

/// Whether a launch meets a clause, or all of a contract.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// It does, whatever the unknown numbers are.
    Meets,
    /// It does not, whatever they are.
    Violates {
        /// The clause.
        clause: Clause,
        /// The clause with what is passed put in.
        text: String,
    },
    /// It may; what decides comes from outside.
    Conditional {
        /// The clause.
        clause: Clause,
        /// The clause with what is passed put in.
        text: String,
    },
    /// Not known.
    Unchecked {
        /// Why.
        why: Why,
    },
}

impl Status {
    fn rank(&self) -> u8 {
        match self {
            Status::Meets => 0,
            Status::Conditional { .. } => 1,
            Status::Unchecked { .. } => 2,
            Status::Violates { .. } => 3,
        }
    }
}

/// A part of a clause that holds or does not.
enum Part {
    Known(Formula),
    /// What it says is decided by what is not known.
    Lost(Why),
    /// It is not asked of the algebra; what decides comes from outside.
    Open,
}

impl Hosts {
    /// Whether a launch meets a contract: of all clauses the worst.
    pub fn check(&self, contract: &Contract, launch: &Launch) -> Status {
        let all = self.check_each(contract, launch);
        let worst = all.into_iter().reduce(|worst, status| {
            if status.rank() > worst.rank() {
                status
            } else {
                worst
            }
        });
        match worst {
            Some(status) => status,
            // Nothing is asked of a launch that is known to be one of the kernel.
            None => match &launch.passed {
                Ok(_) => Status::Meets,
                Err(why) => Status::Unchecked { why: why.clone() },
            },
        }
    }

    /// Whether a launch meets each clause of a contract.
    pub fn check_each(&self, contract: &Contract, launch: &Launch) -> Vec<Status> {
        let passed = match &launch.passed {
            Ok(passed) => passed,
            Err(why) => {
                let unchecked = Status::Unchecked { why: why.clone() };
                return vec![unchecked; contract.clauses.len()];
            }
        };
        let check = Check {
            symbols: &self.symbols,
            allocations: &self.allocations,
            passed,
            place: launch.place,
        };
        // What a clause adds to what is known of a launch are names for numbers: the rest is asked once.
        if check.question().is_impossible() {
            let reason = "it is not reached, or no device starts it".to_owned();
            let why = check.why(reason);
            return vec![Status::Unchecked { why }; contract.clauses.len()];
        }
        contract
            .clauses
            .iter()
            .map(|clause| check.clause(clause))
            .collect()
    }
}

/// The most threads of a block in each dimension.
pub(crate) const BLOCKS: [i128; 3] = [1024, 1024, 64];

/// The most blocks of a grid in each dimension.
pub(crate) const GRIDS: [i128; 3] = [(1 << 31) - 1, 65_535, 65_535];

/// The most threads of a block.
pub(crate) const MOST_THREADS: i128 = 1024;

pub(crate) struct Check<'h> {
    pub symbols: &'h Symbols,
    pub allocations: &'h [Allocation],
    pub passed: &'h Passed,
    pub place: Source,
}

impl Check<'_> {
    fn clause(&self, clause: &Clause) -> Status {
        let mut question = self.question();
        let mut text = String::new();
        let mut numbers = Vec::new();
        let part = self.part(clause, &mut question, &mut text, &mut numbers);
        let conditional = || Status::Conditional {
            clause: clause.clone(),
            text: text.clone(),
        };
        match part {
            Part::Lost(why) => Status::Unchecked { why },
            Part::Open => conditional(),
            Part::Known(formula) => {
                if question.proves(&formula) {
                    Status::Meets
                } else if question.disproves(&formula) {
                    Status::Violates {
                        clause: clause.clone(),
                        text,
                    }
                } else {
                    match numbers.iter().find_map(|number| self.symbols.lost(number)) {
                        Some(why) => Status::Unchecked { why: why.clone() },
                        None => match self.fits(&question, &formula, &numbers) {
                            Some(text) => Status::Conditional {
                                clause: clause.clone(),
                                text,
                            },
                            None => conditional(),
                        },
                    }
                }
            }
        }
    }

    pub(crate) fn why(&self, reason: String) -> Why {
        Why {
            reason,
            place: self.place,
        }
    }

    pub(crate) fn lost(&self, symbol: Symbol) -> Option<Why> {
        self.symbols.lost(&Number::Symbol(symbol)).cloned()
    }

    /// What is known of every launch that a device starts.
    pub(crate) fn question(&self) -> Question {
        let mut question = Question::with(self.symbols, &self.passed.facts);
        let mut know = |left: &Number, relation, right: i128| {
            question.know(&Fact::new(left.clone(), relation, Number::Literal(right)));
        };
        let passed = self.passed;
        for (sizes, most) in [(&passed.block, BLOCKS), (&passed.grid, GRIDS)] {
            for (size, most) in sizes.iter().zip(most) {
                know(size, Relation::AtLeast, 1);
                know(size, Relation::AtMost, most);
            }
        }
        let [x, y, z] = passed.block.clone();
        know(&x.times(y).times(z), Relation::AtMost, MOST_THREADS);
        for (_, argument) in &passed.arguments {
            self.know_sizes(argument, &mut know);
        }
        question
    }

    /// An allocation that was not possible is followed by no launch.
    fn know_sizes(&self, argument: &Argument, know: &mut impl FnMut(&Number, Relation, i128)) {
        match argument {
            Argument::Pointer {
                target: Target::Allocation(id),
                ..
            } => {
                if let Some(allocation) = self.allocations.get(id.0 as usize) {
                    know(&allocation.bytes, Relation::AtMost, MEMORY);
                }
            }
            Argument::Record(parts) => {
                parts
                    .iter()
                    .for_each(|(_, part)| self.know_sizes(part, know));
            }
            Argument::Integer(_) | Argument::Pointer { .. } | Argument::Unknown(_) => {}
        }
    }

    fn part(
        &self,
        clause: &Clause,
        question: &mut Question,
        text: &mut String,
        numbers: &mut Vec<Number>,
    ) -> Part {
        match clause {
            Clause::Compare(..) if self.is_open(clause) => {
                text.push_str(&clause.to_string());
                Part::Open
            }
            Clause::Compare(a, relation, b) => {
                let mut divisors = Vec::new();
                let both = self
                    .number(a, &mut divisors)
                    .and_then(|a| Ok((a, self.number(b, &mut divisors)?)));
                let (a, b) = match both {
                    Ok(both) => both,
                    Err(why) => return Part::Lost(why),
                };
                text.push_str(&self.symbols.comparison(&a, *relation, &b));
                numbers.extend([a.clone(), b.clone()]);
                let mut all = vec![question.compare(&a, *relation, &b)];
                for divisor in divisors {
                    all.push(question.compare(&divisor, Relation::Different, &Number::Literal(0)));
                }
                Part::Known(Formula::all(all))
            }
            Clause::PowerOfTwo(number) => {
                let mut divisors = Vec::new();
                let number = match self.number(number, &mut divisors) {
                    Ok(number) => number,
                    Err(why) => return Part::Lost(why),
                };
                text.push_str(&format!("isPowerOfTwo({})", self.symbols.text(&number)));
                match number.literal() {
                    Some(value) => truth(value > 0 && value & (value - 1) == 0),
                    None => match self.symbols.lost(&number) {
                        Some(why) => Part::Lost(why.clone()),
                        None => Part::Open,
                    },
                }
            }
            Clause::Disjoint(a, b) => {
                text.push_str(&format!("disjoint({}, {})", a.as_str(), b.as_str()));
                self.apart(a.as_str(), b.as_str(), question, false)
            }
            Clause::IdenticalOrDisjoint(a, b) => {
                text.push_str(&format!(
                    "identical_or_disjoint({}, {})",
                    a.as_str(),
                    b.as_str()
                ));
                self.apart(a.as_str(), b.as_str(), question, true)
            }
            Clause::Aligned(a, bytes) => {
                text.push_str(&format!("aligned({}, {bytes})", a.as_str()));
                self.aligned(a.as_str(), bytes.get(), question)
            }
            Clause::NonNull(a) => {
                text.push_str(&format!("nonnull({})", a.as_str()));
                self.not_null(a.as_str(), question)
            }
            // What lies in memory is not followed.
            Clause::Sorted(_) | Clause::Injective(_) | Clause::Within(..) => {
                text.push_str(&clause.to_string());
                Part::Open
            }
            Clause::AnyOf(alternatives) => self.any_of(alternatives, question, text, numbers),
        }
    }

    fn any_of(
        &self,
        alternatives: &[Vec<Clause>],
        question: &mut Question,
        text: &mut String,
        numbers: &mut Vec<Number>,
    ) -> Part {
        let mut any = Vec::new();
        for (at, alternative) in alternatives.iter().enumerate() {
            if at > 0 {
                text.push_str(" || ");
            }
            let mut all = Vec::new();
            for (at, clause) in alternative.iter().enumerate() {
                if at > 0 {
                    text.push_str(" && ");
                }
                match self.part(clause, question, text, numbers) {
                    Part::Known(formula) => all.push(formula),
                    other @ (Part::Lost(_) | Part::Open) => return other,
                }
            }
            any.push(Formula::All(all));
        }
        Part::Known(Formula::Any(any))
    }

    /// A number of the contract with what is passed put in, and the divisors in it.
    fn number(
        &self,
        number: &contracts::Number,
        divisors: &mut Vec<Number>,
    ) -> Result<Number, Why> {
        use contracts::Number as Of;
        let mut two = |a: &Of, b: &Of, make: fn(Number, Number) -> Number, divides: bool| {
            let (a, b) = (self.number(a, divisors)?, self.number(b, divisors)?);
            if divides && b.literal().is_none_or(|b| b == 0) {
                divisors.push(b.clone());
            }
            Ok(make(a, b))
        };
        match number {
            Of::Literal(value) => {
                let too_large = || self.why("a number of the contract is too large".to_owned());
                value.to_i128().map(Number::Literal).ok_or_else(too_large)
            }
            Of::Value(value) => self.value(value),
            Of::Negation(a) => Ok(Number::Literal(0).minus(self.number(a, divisors)?)),
            Of::Sum(a, b) => two(a, b, Number::plus, false),
            Of::Product(a, b) => two(a, b, Number::times, false),
            Of::Quotient(a, b) => two(a, b, Number::floor, true),
            Of::Remainder(a, b) => two(a, b, Number::modulo, true),
            Of::CeilDiv(a, b) => two(a, b, ceil_div, true),
            Of::Min(a, b) => two(a, b, Number::min, false),
            Of::Max(a, b) => two(a, b, Number::max, false),
        }
    }

    fn value(&self, value: &Value) -> Result<Number, Why> {
        let axis = |axis: &Axis| match axis {
            Axis::X => 0,
            Axis::Y => 1,
            Axis::Z => 2,
        };
        match value {
            Value::Size(Size::Block, of) => Ok(self.passed.block[axis(of)].clone()),
            Value::Size(Size::Grid, of) => Ok(self.passed.grid[axis(of)].clone()),
            Value::SharedBytes => Ok(self.passed.shared.clone()),
            Value::WarpSize => Ok(Number::Literal(32)),
            Value::Argument(name) => match self.argument(name.as_str())? {
                Argument::Integer(number) => Ok(number.clone()),
                Argument::Unknown(why) => Err(why.clone()),
                Argument::Pointer { .. } | Argument::Record(_) => {
                    Err(self.why(format!("`{}` is no integer", name.as_str())))
                }
            },
            Value::Length(name) => {
                let (bytes, element) = self.extent(name.as_str())?;
                Ok(bytes.floor(Number::Literal(element)))
            }
        }
    }

    pub(crate) fn argument(&self, path: &str) -> Result<&Argument, Why> {
        let mut names = path.split('.');
        let first = names.next().unwrap_or(path);
        let mut named = self
            .passed
            .arguments
            .iter()
            .filter(|(name, _)| name == first);
        let (mut found, other) = (named.next(), named.next());
        if other.is_some() {
            return Err(self.why(format!("the kernel has several parameters `{first}`")));
        }
        for part in names {
            found = match found {
                Some((_, Argument::Record(parts))) => parts.iter().find(|(name, _)| name == part),
                Some((_, Argument::Unknown(why))) => return Err(why.clone()),
                _ => None,
            };
        }
        let missing = || self.why(format!("the kernel has no parameter `{path}`"));
        found.map(|(_, argument)| argument).ok_or_else(missing)
    }

    /// Whether it is about the length of memory that comes from outside.
    fn is_open(&self, clause: &Clause) -> bool {
        clause.names().iter().any(|name| {
            let Name::Value(Value::Length(name)) = name else {
                return false;
            };
            match self.argument(name.as_str()) {
                Ok(Argument::Pointer {
                    target: Target::Unknown(symbol),
                    ..
                }) => self.lost(*symbol).is_none(),
                Ok(_) | Err(_) => false,
            }
        })
    }

    /// The bytes from where a pointer points to the end of its memory, and those of an element.
    fn extent(&self, path: &str) -> Result<(Number, i128), Why> {
        match self.argument(path)? {
            Argument::Pointer {
                target: Target::Allocation(id),
                offset,
                element,
            } => {
                let allocation = self.allocations.get(id.0 as usize);
                let unknown = || self.why(format!("the elements of `{path}` have no size"));
                let (allocation, element) = allocation.zip(*element).ok_or_else(unknown)?;
                if self.symbols.bounds(offset).is_none_or(|(low, _)| low < 0) {
                    let reason = format!("`{path}` may point in front of its memory");
                    return Err(self.why(reason));
                }
                let bytes = allocation.bytes.clone().minus(offset.clone());
                Ok((bytes, i128::from(element)))
            }
            Argument::Pointer {
                target: Target::Null,
                ..
            } => Ok((Number::Literal(0), 1)),
            other => Err(self.not_followed(path, other)),
        }
    }

    pub(crate) fn not_followed(&self, path: &str, argument: &Argument) -> Why {
        let reason = match argument {
            Argument::Pointer { target, .. } => match target {
                Target::Freed(_) => format!("the memory of `{path}` may have been given back"),
                Target::Unknown(symbol) => {
                    if let Some(why) = self.lost(*symbol) {
                        return why;
                    }
                    format!("where `{path}` points to comes from outside")
                }
                Target::Host => format!("`{path}` points to memory of the host"),
                Target::Null | Target::Allocation(_) => {
                    format!("where `{path}` points to is not followed")
                }
            },
            Argument::Unknown(why) => return why.clone(),
            Argument::Integer(_) | Argument::Record(_) => format!("`{path}` is no pointer"),
        };
        self.why(reason)
    }

    pub(crate) fn pointer(&self, path: &str) -> Result<(&Target, &Number), Why> {
        match self.argument(path)? {
            Argument::Pointer { target, offset, .. } => Ok((target, offset)),
            other => Err(self.not_followed(path, other)),
        }
    }

    /// Whether two pointers have no memory in common, or are the same.
    fn apart(&self, a: &str, b: &str, question: &mut Question, or_same: bool) -> Part {
        match self.both(a, b) {
            Apart::Different => truth(true),
            Apart::Same if or_same => truth(true),
            Apart::Same => match self.extent(a) {
                // Where there is no memory, none is in common.
                Ok((bytes, _)) => {
                    Part::Known(question.compare(&bytes, Relation::AtMost, &Number::Literal(0)))
                }
                Err(_) => truth(false),
            },
            Apart::Open => Part::Open,
            Apart::Unchecked(why) => Part::Lost(why),
        }
    }

    fn aligned(&self, path: &str, bytes: u64, question: &mut Question) -> Part {
        match self.argument(path) {
            Err(why) => Part::Lost(why),
            Ok(Argument::Pointer {
                target: Target::Null,
                ..
            }) => truth(true),
            Ok(Argument::Pointer {
                target: Target::Allocation(_),
                offset,
                ..
            }) if ALIGNMENT.is_multiple_of(bytes) => {
                let rest = offset.clone().modulo(Number::Literal(i128::from(bytes)));
                Part::Known(question.compare(&rest, Relation::Equal, &Number::Literal(0)))
            }
            Ok(other) => Part::Lost(self.not_followed(path, other)),
        }
    }

    fn not_null(&self, path: &str, question: &mut Question) -> Part {
        match self.argument(path) {
            Err(why) => Part::Lost(why),
            Ok(Argument::Pointer {
                target: Target::Null,
                ..
            }) => truth(false),
            Ok(Argument::Pointer {
                target: Target::Allocation(id),
                ..
            }) => match self.allocations.get(id.0 as usize) {
                // Of no bytes, there may be no memory.
                Some(allocation) => Part::Known(question.compare(
                    &allocation.bytes,
                    Relation::AtLeast,
                    &Number::Literal(1),
                )),
                None => truth(false),
            },
            Ok(other) => Part::Lost(self.not_followed(path, other)),
        }
    }
}

fn truth(holds: bool) -> Part {
    Part::Known(match holds {
        true => Formula::All(Vec::new()),
        false => Formula::Any(Vec::new()),
    })
}

/// `a / b`, rounded up.
fn ceil_div(a: Number, b: Number) -> Number {
    let negated = Number::Literal(0).minus(a);
    Number::Literal(0).minus(negated.floor(b))
}
