//! Names, and functions with what stands in their parentheses.

use super::lexical::{Problem, Read, Stop, begins_word, expected, literal, mark, word};
use super::{Part, numbers, sum};
use crate::clause::Clause;
use crate::name::{self, Argument, Axis, Size, Value};
use crate::number::Number;
use nom::Parser;
use nom::combinator::cut;
use nom::multi::many0;
use nom::sequence::preceded;
use num_traits::ToPrimitive;
use std::num::NonZeroU64;

const FUNCTIONS: &str = "length, min, max, ceilDiv, isPowerOfTwo, disjoint, identical_or_disjoint, aligned, nonnull, \
     sorted, injective, within";

/// A name, or a function and its parentheses.
pub(super) fn named(input: &str) -> Read<'_, Part> {
    let (behind, first) = word(input)?;
    if let Some(why) = name::of_threads(first) {
        return Err(Problem::new(input, why).stop());
    }
    match behind.starts_with('(') {
        true => call(first, input, behind),
        false => {
            let (rest, value) = value(input)?;
            Ok((rest, Part::Number(Number::Value(value))))
        }
    }
}

/// Identifiers with `.` between them.
fn path(input: &str) -> Read<'_, Vec<&str>> {
    if !input.starts_with(begins_word) {
        return Err(expected(input, "the name of a parameter is expected"));
    }
    let (rest, first) = word(input)?;
    let member = |input| match word(input) {
        Ok(read) => Ok(read),
        Err(_) => Err(expected(input, "the name of a member is expected")),
    };
    let (rest, mut members) = many0(preceded(mark("."), cut(member))).parse(rest)?;
    members.insert(0, first);
    Ok((rest, members))
}

fn value(input: &str) -> Read<'_, Value> {
    let (rest, path) = path(input)?;
    let size = match path.first() {
        Some(&"blockDim") => Some(Size::Block),
        Some(&"gridDim") => Some(Size::Grid),
        _ => None,
    };
    let value = match (size, path.as_slice()) {
        (Some(size), [_, letter]) => axis(letter).map(|axis| Value::Size(size, axis)),
        (None, ["sharedBytes"]) => Some(Value::SharedBytes),
        (None, ["warpSize"]) => Some(Value::WarpSize),
        _ => None,
    };
    match value {
        Some(value) => Ok((rest, value)),
        None => Ok((rest, Value::Argument(argument_of(&path, input)?))),
    }
}

fn axis(letter: &str) -> Option<Axis> {
    match letter {
        "x" => Some(Axis::X),
        "y" => Some(Axis::Y),
        "z" => Some(Axis::Z),
        _ => None,
    }
}

fn argument_of(path: &[&str], place: &str) -> Result<Argument, Stop> {
    Argument::new(&path.join(".")).map_err(|why| Problem::new(place, why).stop())
}

/// A name that can only be that of an argument.
fn argument(input: &str) -> Read<'_, Argument> {
    let (rest, path) = path(input)?;
    Ok((rest, argument_of(&path, input)?))
}

/// A sign that must be there.
pub(super) fn need<'a>(input: &'a str, sign: &'static str) -> Read<'a, &'a str> {
    match mark(sign).parse(input) {
        Ok(read) => Ok(read),
        Err(_) => Err(expected(input, &format!("`{sign}` is expected"))),
    }
}

fn two<'a, T>(input: &'a str, rule: impl Fn(&'a str) -> Read<'a, T>) -> Read<'a, (T, T)> {
    let (input, a) = rule(input)?;
    let (input, _) = need(input, ",")?;
    let (input, b) = rule(input)?;
    Ok((input, (a, b)))
}

/// What a function is, which stands at `place`; `input` begins with its `(`.
fn call<'a>(function: &str, place: &'a str, input: &'a str) -> Read<'a, Part> {
    let (input, _) = need(input, "(")?;
    let (input, part) = match function {
        "min" => of_numbers(input, Number::Min)?,
        "max" => of_numbers(input, Number::Max)?,
        "ceilDiv" => of_numbers(input, Number::CeilDiv)?,
        "length" => {
            let (input, array) = argument(input)?;
            (input, Part::Number(Number::Value(Value::Length(array))))
        }
        "get_local_size" => of_axis(input, Size::Block)?,
        "get_num_groups" => of_axis(input, Size::Grid)?,
        "isPowerOfTwo" => {
            let (input, number) = numbers(sum)(input)?;
            (input, one(Clause::PowerOfTwo(number)))
        }
        "disjoint" => of_pointers(input, Clause::Disjoint)?,
        "identical_or_disjoint" => of_pointers(input, Clause::IdenticalOrDisjoint)?,
        "aligned" => aligned(input)?,
        "nonnull" => {
            let (input, pointer) = argument(input)?;
            (input, one(Clause::NonNull(pointer)))
        }
        "sorted" => of_contents(input, Clause::Sorted)?,
        "injective" => of_contents(input, Clause::Injective)?,
        "within" => within(input)?,
        _ => return Err(Problem::new(place, unknown(function)).stop()),
    };
    let (input, _) = need(input, ")")?;
    Ok((input, part))
}

fn unknown(function: &str) -> String {
    match function {
        "get_global_size" => {
            "write `get_local_size(0) * get_num_groups(0)` for the number of work-items".to_owned()
        }
        "sizeof" => "a clause knows no types: write the number of bytes".to_owned(),
        _ => format!("a clause has no function `{function}`; its functions are {FUNCTIONS}"),
    }
}

fn one(clause: Clause) -> Part {
    Part::Condition(vec![clause])
}

fn of_numbers(input: &str, make: fn(Box<Number>, Box<Number>) -> Number) -> Read<'_, Part> {
    let (input, (a, b)) = two(input, |input| numbers(sum)(input))?;
    Ok((input, Part::Number(make(Box::new(a), Box::new(b)))))
}

fn of_pointers(input: &str, make: fn(Argument, Argument) -> Clause) -> Read<'_, Part> {
    let (input, (a, b)) = two(input, argument)?;
    Ok((input, one(make(a, b))))
}

fn of_contents(input: &str, make: fn(Argument) -> Clause) -> Read<'_, Part> {
    let (input, array) = argument(input)?;
    Ok((input, one(make(array))))
}

fn within(input: &str) -> Read<'_, Part> {
    let (input, array) = argument(input)?;
    let (input, _) = need(input, ",")?;
    let (input, (low, high)) = two(input, |input| numbers(sum)(input))?;
    Ok((input, one(Clause::Within(array, low, high))))
}

/// The number of a dimension, as OpenCL has it.
fn of_axis(input: &str, size: Size) -> Read<'_, Part> {
    let (rest, axis) = match digits(input)? {
        Some((rest, number)) => (rest, usize::try_from(number).ok()),
        None => (input, None),
    };
    match axis.and_then(|number| Axis::ALL.get(number)) {
        Some(axis) => Ok((rest, Part::Number(Number::Value(Value::Size(size, *axis))))),
        None => Err(expected(input, "a dimension is expected: 0, 1 or 2")),
    }
}

fn aligned(input: &str) -> Read<'_, Part> {
    let (input, pointer) = argument(input)?;
    let (input, _) = need(input, ",")?;
    let (rest, bytes) = match digits(input)? {
        Some((rest, number)) => (rest, NonZeroU64::new(number)),
        None => (input, None),
    };
    match bytes {
        Some(bytes) => Ok((rest, one(Clause::Aligned(pointer, bytes)))),
        None => Err(expected(
            input,
            "a literal number of bytes is expected, from 1 to 2^64 - 1",
        )),
    }
}

/// A literal, as far as it fits; none if there is no literal.
fn digits(input: &str) -> Result<Option<(&str, u64)>, Stop> {
    if !input.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(None);
    }
    let (rest, number) = literal(input)?;
    // What is too large for it is no dimension and no alignment either.
    Ok(number.to_u64().map(|number| (rest, number)))
}
