//! The grammar of clauses, by precedence; nothing is read twice.
//!
//! ```text
//! alternatives := conjunction { "||" conjunction }
//! conjunction  := comparison { "&&" comparison }
//! comparison   := sum [ ("<=" | "<" | "==" | "!=" | ">=" | ">") sum ]
//! sum          := product { ("+" | "-") product }
//! product      := sign { ("*" | "/" | "%") sign }
//! sign         := [ "-" ] whole
//! whole        := literal | name | word "(" … ")" | "(" alternatives ")"
//! ```
//!
//! A `(` may begin a number or a condition, so that every rule gives a [`Part`], and an operator asks for the one that it takes.

mod lexical;
mod words;

use crate::clause::{Clause, Relation};
use crate::number::Number;
use lexical::{Problem, Read, Stop, expected, literal, mark, skip_spaces};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut, opt, value};
use nom::multi::many0;
use nom::sequence::{pair, preceded};
use num_bigint::BigInt;
use std::fmt::{Display, Formatter};

const COMPARISON: &str =
    "a comparison is expected: `<=`, `<`, `==`, `!=`, `>=` or `>` and a number";

/// Why a text is no clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseError {
    /// Where: an offset in bytes, at most the length of the text, at the beginning of a character.
    pub at: usize,
    /// What is wrong there.
    pub why: String,
}

impl Display for ClauseError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (byte {})", self.why, self.at)
    }
}

impl std::error::Error for ClauseError {}

/// What has been read: either may stand in parentheses.
enum Part {
    Number(Number),
    /// All of these.
    Condition(Vec<Clause>),
}

impl Clause {
    /// Reads a text as clauses, one for each part between `&&`; so there is at least one.
    ///
    /// The text is that of C with the names of CUDA. `get_local_size(0)` and `get_num_groups(0)` of OpenCL are read as
    /// `blockDim.x` and `gridDim.x`. Literals are decimal or hexadecimal, below 2^128; suffixes (`u`, `l`) are allowed
    /// and mean nothing, for numbers are unbounded.
    ///
    /// # Errors
    /// The first place at which the text is no clause, and why. Also where it is too large: over 1 MiB, over 1,000 operators,
    /// parentheses and commas together, parentheses over 50 deep, a name of over 255 bytes.
    pub fn parse(text: &str) -> Result<Vec<Clause>, ClauseError> {
        lexical::limited(text)?;
        let clauses = whole_text(text);
        clauses.map_err(|problem| ClauseError {
            at: text.len().saturating_sub(problem.left),
            why: problem.why,
        })
    }
}

fn whole_text(text: &str) -> Result<Vec<Clause>, Problem> {
    let start = skip_spaces(text);
    if start.is_empty() {
        return Err(Problem::new(start, "a clause is expected"));
    }
    let read = alternatives(start).and_then(|(rest, part)| {
        let clauses = condition(part, rest)?;
        match rest.is_empty() {
            true => Ok(clauses),
            false => Err(lexical::end_expected(rest)),
        }
    });
    read.map_err(lexical::problem)
}

/// The clauses that are required where `rest` is what comes after them.
fn condition(part: Part, rest: &str) -> Result<Vec<Clause>, Stop> {
    match part {
        Part::Condition(clauses) => Ok(clauses),
        Part::Number(_) => Err(expected(rest, COMPARISON)),
    }
}

/// The number that is required where `place` is its first character.
fn number(part: Part, place: &str) -> Result<Number, Stop> {
    match part {
        Part::Number(number) => Ok(number),
        Part::Condition(_) => Err(expected(place, "a number is expected, not a condition")),
    }
}

/// A rule that must give a condition.
fn conditions<'a>(
    rule: fn(&'a str) -> Read<'a, Part>,
) -> impl FnMut(&'a str) -> Read<'a, Vec<Clause>> {
    move |input| {
        let (rest, part) = rule(input)?;
        Ok((rest, condition(part, rest)?))
    }
}

/// A rule that must give a number.
fn numbers<'a>(rule: fn(&'a str) -> Read<'a, Part>) -> impl FnMut(&'a str) -> Read<'a, Number> {
    move |input| {
        let (rest, part) = rule(input)?;
        Ok((rest, number(part, input)?))
    }
}

/// `conjunction { "||" conjunction }`
fn alternatives(input: &str) -> Read<'_, Part> {
    let (behind, first) = conjunction(input)?;
    let (rest, more) = many0(preceded(mark("||"), cut(conditions(conjunction)))).parse(behind)?;
    if more.is_empty() {
        return Ok((rest, first));
    }
    let mut all = vec![condition(first, behind)?];
    all.extend(more);
    Ok((rest, Part::Condition(vec![Clause::AnyOf(all)])))
}

/// `comparison { "&&" comparison }`
fn conjunction(input: &str) -> Read<'_, Part> {
    let (behind, first) = comparison(input)?;
    let (rest, more) = many0(preceded(mark("&&"), cut(conditions(comparison)))).parse(behind)?;
    if more.is_empty() {
        return Ok((rest, first));
    }
    let mut all = condition(first, behind)?;
    all.extend(more.into_iter().flatten());
    Ok((rest, Part::Condition(all)))
}

/// `sum [ relation sum ]`
fn comparison(input: &str) -> Read<'_, Part> {
    let (behind, left) = sum(input)?;
    let (rest, compared) = opt(pair(relation, cut(numbers(sum)))).parse(behind)?;
    let Some((relation, right)) = compared else {
        return Ok((rest, left));
    };
    let left = number(left, input)?;
    if relation_follows(rest) {
        let why = "comparisons are not chained in C: write `a <= b && b < c`";
        return Err(Problem::new(rest, why).stop());
    }
    let clause = Clause::Compare(left, relation, right);
    Ok((rest, Part::Condition(vec![clause])))
}

fn relation(input: &str) -> Read<'_, Relation> {
    alt((
        value(Relation::AtMost, mark("<=")),
        value(Relation::Less, mark("<")),
        value(Relation::Equal, mark("==")),
        value(Relation::Different, mark("!=")),
        value(Relation::AtLeast, mark(">=")),
        value(Relation::More, mark(">")),
    ))
    .parse(input)
}

fn relation_follows(input: &str) -> bool {
    relation(input).is_ok()
}

/// `product { ("+" | "-") product }`
fn sum(input: &str) -> Read<'_, Part> {
    let plus = preceded(mark("+"), cut(numbers(product)));
    let minus = preceded(mark("-"), cut(subtracted));
    operation(input, product, alt((plus, minus)), |sum, next| {
        Number::Sum(Box::new(sum), Box::new(next))
    })
}

/// The negation of what stands behind a minus sign.
fn subtracted(input: &str) -> Read<'_, Number> {
    let (rest, number) = numbers(product)(input)?;
    Ok((rest, negated(number, input)))
}

/// The negation of a number that begins there: that of a bare literal is a literal.
fn negated(number: Number, place: &str) -> Number {
    let is_bare = place.starts_with(|c: char| c.is_ascii_digit());
    if let (Number::Literal(value), true) = (&number, is_bare) {
        return Number::Literal(-value);
    }
    Number::Negation(Box::new(number))
}

/// `sign { ("*" | "/" | "%") sign }`
fn product(input: &str) -> Read<'_, Part> {
    type Made = fn(Box<Number>, Box<Number>) -> Number;
    let operator = alt((
        value(Number::Product as Made, mark("*")),
        value(Number::Quotient as Made, mark("/")),
        value(Number::Remainder as Made, mark("%")),
    ));
    let next = pair(operator, cut(numbers(sign)));
    operation(input, sign, next, |left, (make, right)| {
        make(Box::new(left), Box::new(right))
    })
}

/// What `first` reads, combined with what `next` reads, as often as it is there.
fn operation<'a, T>(
    input: &'a str,
    first: fn(&'a str) -> Read<'a, Part>,
    next: impl Parser<&'a str, Output = T, Error = Problem>,
    combine: fn(Number, T) -> Number,
) -> Read<'a, Part> {
    let (behind, left) = first(input)?;
    let (rest, more) = many0(next).parse(behind)?;
    if more.is_empty() {
        return Ok((rest, left));
    }
    let all = more.into_iter().fold(number(left, input)?, combine);
    Ok((rest, Part::Number(all)))
}

/// `[ "-" ] whole`
fn sign(input: &str) -> Read<'_, Part> {
    let (input, minus) = opt(mark("-")).parse(input)?;
    if minus.is_none() {
        return whole(input);
    }
    let (rest, number) = numbers(whole)(input)?;
    Ok((rest, Part::Number(negated(number, input))))
}

/// `literal | name | word "(" … ")" | "(" alternatives ")"`
fn whole(input: &str) -> Read<'_, Part> {
    match input.chars().next() {
        Some('(') => {
            let (input, _) = mark("(").parse(input)?;
            let (input, part) = alternatives(input)?;
            let (input, _) = words::need(input, ")")?;
            Ok((input, part))
        }
        Some('0'..='9') => {
            let (input, value): (_, BigInt) = literal(input)?;
            Ok((input, Part::Number(Number::Literal(value))))
        }
        Some('-') => {
            let why = "a `-` cannot follow another: write `-(-n)`";
            Err(Problem::new(input, why).stop())
        }
        Some(c) if lexical::begins_word(c) => words::named(input),
        Some(_) | None => Err(expected(input, "a number or a name is expected")),
    }
}
