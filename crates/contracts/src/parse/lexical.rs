//! Literals, signs, limits, and what is said of characters that begin nothing of a clause.

use super::ClauseError;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::terminated;
use nom::{IResult, Parser};
use num_bigint::BigInt;

const LONGEST_TEXT: usize = 1 << 20;
const MOST_SIGNS: usize = 1000;
const DEEPEST: usize = 50;
/// More than the digits of the largest literal, with its suffix.
const LONGEST_LITERAL: usize = 64;
const MOST_BITS: u64 = 128;

/// What a rule gives, and the rest of the text. Spaces behind what is read are read, too.
pub(super) type Read<'a, T> = IResult<&'a str, T, Problem>;
/// An error of a rule.
pub(super) type Stop = nom::Err<Problem>;

/// What is wrong, with so many bytes of the text left.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) left: usize,
    pub(super) why: String,
}

impl Problem {
    pub(super) fn new(rest: &str, why: impl Into<String>) -> Problem {
        Problem {
            left: rest.len(),
            why: why.into(),
        }
    }

    /// As an error after which nothing else is tried.
    pub(super) fn stop(self) -> Stop {
        nom::Err::Failure(self)
    }
}

/// Of what is not there although it may be: `opt`, `alt` and `many0` go on.
impl ParseError<&str> for Problem {
    fn from_error_kind(input: &str, _: ErrorKind) -> Self {
        Problem::new(input, "")
    }

    fn append(_: &str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

pub(super) fn problem(stop: Stop) -> Problem {
    match stop {
        nom::Err::Error(problem) | nom::Err::Failure(problem) => problem,
        // No rule waits for more text.
        nom::Err::Incomplete(_) => Problem::new("", "the clause is incomplete"),
    }
}

/// Signs that no clause has, each with what is said of it, and (without a text) signs of clauses that begin with one of them.
/// The first that fits counts.
const REFUSED: &[(&str, &str)] = &[
    ("==", ""),
    ("!=", ""),
    ("<=", ""),
    (">=", ""),
    ("&&", ""),
    ("||", ""),
    ("=", "`=` assigns: write `==`"),
    ("!", "a clause has no `!`: write the opposite comparison"),
    ("<<", "a clause has no shifts: write a product"),
    (">>", "a clause has no shifts: write a quotient"),
    (
        "&",
        "a clause has no bitwise operators: write `n % 4 == 0` or `isPowerOfTwo(n)`",
    ),
    ("|", "a clause has no bitwise operators"),
    ("^", "a clause has no bitwise operators"),
    ("~", "a clause has no bitwise operators"),
    ("->", "what a pointer points to cannot be named in a clause"),
    ("[", "what an array contains cannot be named in a clause"),
    (
        "?",
        "a clause has no `?`: write alternatives with `||`, `min` or `max`",
    ),
    (
        ".",
        "a `.` stands between the name of a parameter and of its member",
    ),
    ("::", "a name is that of a parameter, without `::`"),
];

/// The error that something else is expected there; if a sign stands there that no clause has, what is said of that sign.
pub(super) fn expected(rest: &str, what: &str) -> Stop {
    let refused = REFUSED.iter().find(|(sign, _)| rest.starts_with(sign));
    let refused = refused.map(|(_, why)| *why).filter(|why| !why.is_empty());
    let why = match (refused, rest.chars().next()) {
        (Some(why), _) => why.to_owned(),
        (None, Some(c)) if !c.is_ascii() || c.is_ascii_control() || "\"'#$@\\`{}]".contains(c) => {
            format!("the character {c:?} has no place in a clause")
        }
        (None, _) => what.to_owned(),
    };
    Problem::new(rest, why).stop()
}

/// The error that the text should end there.
pub(super) fn end_expected(rest: &str) -> Stop {
    let what = match rest.chars().next() {
        Some(')') => "this `)` has no `(`",
        Some(';') => "a clause ends without `;`",
        Some(_) | None => "`&&`, `||` or the end of the clause is expected",
    };
    expected(rest, what)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

pub(super) fn skip_spaces(text: &str) -> &str {
    text.trim_start_matches(is_space)
}

/// A sign, unless it is the beginning of a longer one.
pub(super) fn mark<'a>(sign: &'static str) -> impl FnMut(&'a str) -> Read<'a, &'a str> {
    move |input| {
        let (rest, found) = terminated(tag(sign), take_while(is_space)).parse(input)?;
        let longer = |other: &str| other.len() > sign.len() && input.starts_with(other);
        match REFUSED.iter().any(|(other, _)| longer(other)) {
            true => Err(nom::Err::Error(Problem::new(input, ""))),
            false => Ok((rest, found)),
        }
    }
}

/// Whether a name, or the name of a function, may begin so.
pub(super) fn begins_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// An identifier of C.
pub(super) fn word(input: &str) -> Read<'_, &str> {
    if !input.starts_with(begins_word) {
        return Err(nom::Err::Error(Problem::new(input, "")));
    }
    let continues = |c: char| c.is_ascii_alphanumeric() || c == '_';
    terminated(take_while1(continues), take_while(is_space)).parse(input)
}

/// A literal of C: all that C would take for one number is read, and then judged.
pub(super) fn literal(input: &str) -> Read<'_, BigInt> {
    let continues = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '\'');
    let (rest, text) = terminated(take_while1(continues), take_while(is_space)).parse(input)?;
    match value_of(text) {
        Ok(value) => Ok((rest, value)),
        Err(why) => Err(Problem::new(input, why).stop()),
    }
}

fn value_of(text: &str) -> Result<BigInt, &'static str> {
    const LARGE: &str = "a literal is below 2^128";
    const SUFFIXES: [&str; 8] = ["", "u", "l", "ul", "lu", "ll", "ull", "llu"];
    let text = text.to_ascii_lowercase();
    let (radix, text) = match text.strip_prefix("0x") {
        Some(digits) => (16, digits),
        None => (10, text.as_str()),
    };
    let end = text
        .find(|c: char| !c.is_digit(radix))
        .unwrap_or(text.len());
    let (digits, suffix) = text.split_at_checked(end).unwrap_or((text, ""));
    if suffix.starts_with('.') || radix == 10 && suffix.starts_with('e') {
        return Err("a clause has integers only");
    }
    if digits.is_empty() || !SUFFIXES.contains(&suffix) {
        return Err(
            "a literal is decimal or hexadecimal, with `u`, `l` or `ll` behind it if you like",
        );
    }
    if radix == 10 && digits.len() > 1 && digits.starts_with('0') {
        return Err("a literal that begins with 0 is octal in C: write it in decimal");
    }
    if digits.len() > LONGEST_LITERAL {
        return Err(LARGE);
    }
    let value = BigInt::parse_bytes(digits.as_bytes(), radix).ok_or(LARGE)?;
    match value.bits() <= MOST_BITS {
        true => Ok(value),
        false => Err(LARGE),
    }
}

/// Whether a text is within the limits. They bound how deep the rules call each other and the height of what they make, so
/// that neither needs more stack than there is.
///
/// # Errors
/// The place at which a limit is passed.
pub(super) fn limited(text: &str) -> Result<(), ClauseError> {
    let too = |at, why: String| Err(ClauseError { at, why });
    if text.len() > LONGEST_TEXT {
        return too(0, format!("a contract has at most {LONGEST_TEXT} bytes"));
    }
    let (mut signs, mut depth) = (0_usize, 0_usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        signs += usize::from(b"+-*/%<>=!&|(,".contains(&byte));
        if depth > DEEPEST {
            return too(at, format!("parentheses are more than {DEEPEST} deep here"));
        }
        if signs > MOST_SIGNS {
            let why =
                format!("a contract has at most {MOST_SIGNS} operators, parentheses and commas");
            return too(at, why);
        }
    }
    Ok(())
}
