//! The combinators of the grammar, over those of `nom`.
//!
//! Identities and messages are kept in the context, so that no rule may be read and then taken
//! back: an alternative is chosen by its first tokens, and what follows them must be there.

use super::input::{BRACKETS, Input, PResult, Stops};
use super::problem::{Problem, failure, problem_of};
use super::tokens::{any, close, token};
use nom::Parser;
use nom::combinator::cut;
use nom::multi::separated_list1;
use nom::sequence::preceded;
use text::span::Span;

/// How deep constructs may stand within each other as written.
pub const MAX_NESTING: u32 = 400;

/// A rule of the grammar: a parser of a file's tokens.
pub(crate) trait Rule<'a, T>:
    Parser<Input<'a>, Output = T, Error = Problem> + Sized
{
    /// Says why something was expected: where the construct began.
    fn because(mut self, span: Span, text: impl AsRef<str>) -> impl Rule<'a, T> {
        move |input| {
            let because = |problem: Problem| problem.because(span, text.as_ref());
            self.parse(input).map_err(|error| error.map(because))
        }
    }

    /// Reads it and makes something of it, which `make` may do with what it owns.
    fn read<U>(mut self, input: Input<'a>, make: impl FnOnce(T) -> U) -> PResult<'a, U> {
        let (rest, value) = self.parse(input)?;
        Ok((rest, make(value)))
    }
}

impl<'a, T, P: Parser<Input<'a>, Output = T, Error = Problem>> Rule<'a, T> for P {}

/// What a rule reads, in a box.
pub(crate) fn boxed<'a, T>(rule: impl Rule<'a, T>) -> impl Rule<'a, Box<T>> {
    rule.map(Box::new)
}

/// What a rule reads, and its place from its first token to its last.
pub(crate) fn spanned<'a, T>(mut rule: impl Rule<'a, T>) -> impl Rule<'a, (T, Span)> {
    move |input: Input<'a>| {
        let (rest, value) = rule.parse(input)?;
        Ok((rest, (value, rest.since(input.span()))))
    }
}

/// Whether this token stands here.
pub(crate) fn at(text: &'static str) -> impl Fn(Input<'_>) -> bool {
    move |input| input.is(text)
}

/// A rule where `begins` says that it begins.
pub(crate) fn when<'a, T>(
    begins: impl Fn(Input<'a>) -> bool,
    mut rule: impl Rule<'a, T>,
) -> impl Rule<'a, Option<T>> {
    move |input| match begins(input) {
        true => rule.parse(input).map(|(rest, value)| (rest, Some(value))),
        false => Ok((input, None)),
    }
}

/// A rule unless this token stands here.
pub(crate) fn unless<'a, T>(end: &'static str, rule: impl Rule<'a, T>) -> impl Rule<'a, Option<T>> {
    when(move |input| !input.is(end), rule)
}

/// What must follow this token, where it stands.
pub(crate) fn after<'a, T>(
    first: &'static str,
    rule: impl Rule<'a, T>,
) -> impl Rule<'a, Option<T>> {
    when(at(first), preceded(any, rule))
}

/// A rule again and again as long as `begins` says that it begins.
pub(crate) fn many<'a, T>(
    begins: impl Fn(Input<'a>) -> bool,
    mut rule: impl Rule<'a, T>,
) -> impl Rule<'a, Vec<T>> {
    move |mut input| {
        let mut values = Vec::new();
        while begins(input) {
            let (rest, value) = rule.parse(input)?;
            values.push(value);
            input = rest;
        }
        Ok((input, values))
    }
}

/// One or more, with commas between.
pub(crate) fn commas<'a, T>(item: impl Rule<'a, T>) -> impl Rule<'a, Vec<T>> {
    separated_list1(token(","), cut(item))
}

/// None or more, with commas between, up to a token that is not read.
pub(crate) fn commas_until<'a, T>(
    end: &'static str,
    item: impl Rule<'a, T>,
) -> impl Rule<'a, Vec<T>> {
    unless(end, commas(item)).map(Option::unwrap_or_default)
}

/// More of a list whose first item was read already.
pub(crate) fn continued<'a, T>(first: T, item: impl Rule<'a, T>) -> impl Rule<'a, Vec<T>> {
    let mut first = Some(first);
    let more = many(at(","), preceded(token(","), item));
    more.map(move |more| first.take().into_iter().chain(more).collect())
}

/// A rule between brackets, where nothing ends an expression early.
pub(crate) fn within<'a, T>(
    mut open: impl Rule<'a, Span>,
    rule: impl Rule<'a, T>,
    end: &'static str,
) -> impl Rule<'a, T> {
    let mut rule = inside(rule);
    move |input| {
        let (input, open) = open.parse(input)?;
        let (input, value) = rule.parse(input)?;
        let (input, _) = close(end, open).parse(input)?;
        Ok((input, value))
    }
}

/// None or more between brackets, with commas between.
pub(crate) fn list<'a, T>(
    open: impl Rule<'a, Span>,
    item: impl Rule<'a, T>,
    end: &'static str,
) -> impl Rule<'a, Vec<T>> {
    within(open, commas_until(end, item), end)
}

/// Reads one level deeper; fails if that is too deep.
pub(crate) fn nested<'a, T>(mut rule: impl Rule<'a, T>) -> impl Rule<'a, T> {
    move |input: Input<'a>| {
        let depth = input.context.depth.get();
        if depth >= MAX_NESTING {
            return Err(failure(Problem::too_deep(input.span())));
        }
        input.context.depth.set(depth + 1);
        let result = rule.parse(input);
        input.context.depth.set(depth);
        result
    }
}

/// Reads with other ends of an expression.
pub(crate) fn stopping<'a, T>(stops: Stops, mut rule: impl Rule<'a, T>) -> impl Rule<'a, T> {
    move |input: Input<'a>| input.stopping(stops, |input| rule.parse(input))
}

/// Reads as within brackets, where nothing ends an expression early.
pub(crate) fn inside<'a, T>(rule: impl Rule<'a, T>) -> impl Rule<'a, T> {
    stopping(BRACKETS, rule)
}

/// A construct, or none if it is broken, which is reported: reading goes on where `behind`
/// says, but behind one token at least.
pub(crate) fn recovering<'a, T>(
    mut rule: impl Rule<'a, T>,
    behind: fn(Input<'a>, &Problem) -> Input<'a>,
) -> impl Rule<'a, Option<T>> {
    move |input: Input<'a>| match rule.parse(input) {
        Ok((rest, value)) => Ok((rest, Some(value))),
        Err(error) => {
            let problem = problem_of(input, error);
            let rest = behind(input, &problem);
            input.context.report(problem);
            let moved = rest.index() > input.index();
            Ok((if moved { rest } else { input.skip(1) }, None))
        }
    }
}

/// A construct again and again as long as `begins` says so; broken ones are left out.
pub(crate) fn many_recovering<'a, T>(
    begins: impl Fn(Input<'a>) -> bool,
    rule: impl Rule<'a, T>,
    behind: fn(Input<'a>, &Problem) -> Input<'a>,
) -> impl Rule<'a, Vec<T>> {
    many(begins, recovering(rule, behind)).map(|found| found.into_iter().flatten().collect())
}

/// The brace that closes the one at `open`; where it is missing, that is reported and reading
/// goes on as if it stood there.
pub(crate) fn closed<'a>(open: Span, text: &'static str) -> impl Rule<'a, ()> {
    move |input: Input<'a>| {
        if input.is("}") {
            return Ok((input.skip(1), ()));
        }
        let problem = Problem::expected(input, "`}`");
        input.context.report(problem.because(open, text));
        Ok((input, ()))
    }
}
