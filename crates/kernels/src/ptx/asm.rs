//! The parts of an `asm` statement as its text has them: clang's tree names the operands, but neither the instructions nor
//! what is done with each operand.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while, take_while1};
use nom::character::complete::{char, multispace1, none_of};
use nom::combinator::{all_consuming, map, opt, recognize, value};
use nom::multi::{many0, many0_count, many1, separated_list0};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AsmOperand {
    /// The name by which the instructions may call it.
    pub name: Option<String>,
    /// Whether the instructions may read it.
    pub read: bool,
    /// Whether they may write it.
    pub written: bool,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asm {
    /// The instructions.
    pub template: String,
    /// The operands, results first.
    pub operands: Vec<AsmOperand>,
}

/// The statement that a text is; none if macros make parts of it, or if it is of another form.
pub(super) fn parse(text: &str) -> Option<Asm> {
    let (_, asm) = all_consuming(statement).parse(text).ok()?;
    Some(asm)
}

/// Space, comments, and ends of lines that continue.
fn space(text: &str) -> IResult<&str, ()> {
    let comment = (tag("/*"), take_until("*/"), tag("*/"));
    let line = (tag("//"), take_while(|c| c != '\n'));
    let gap = alt((
        value((), multispace1),
        value((), tag("\\\n")),
        value((), tag("\\\r\n")),
        value((), comment),
        value((), line),
    ));
    value((), many0_count(gap)).parse(text)
}

fn spaced<'a, T>(
    inner: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>> {
    terminated(inner, space)
}

fn word(text: &str) -> IResult<&str, &str> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    spaced(take_while1(part)).parse(text)
}

/// A literal without a prefix, as the characters that it stands for.
fn literal(text: &str) -> IResult<&str, String> {
    let escaped = preceded(
        char('\\'),
        alt((
            value('\n', char('n')),
            value('\t', char('t')),
            value('\r', char('r')),
            value('\\', char('\\')),
            value('"', char('"')),
        )),
    );
    let inside = many0(alt((escaped, none_of("\\\"\n"))));
    let quoted = delimited(char('"'), inside, char('"'));
    spaced(map(quoted, |all| all.into_iter().collect())).parse(text)
}

fn literals(text: &str) -> IResult<&str, String> {
    map(many1(literal), |all| all.concat()).parse(text)
}

/// What stands in parentheses: an expression, which clang reads.
fn in_parentheses(text: &str) -> IResult<&str, &str> {
    let string = value((), literal);
    let nested = value((), in_parentheses);
    let other = value(
        (),
        take_while1(|c| !matches!(c, '(' | ')' | '"' | '\'' | '#')),
    );
    let inside = recognize(many0_count(alt((string, nested, other))));
    delimited(char('('), inside, spaced(char(')'))).parse(text)
}

fn operand(text: &str) -> IResult<&str, (Option<String>, String)> {
    let name = opt(delimited(spaced(char('[')), word, spaced(char(']'))));
    let (rest, (name, constraint, _)) = (name, literals, in_parentheses).parse(text)?;
    Ok((rest, (name.map(str::to_owned), constraint)))
}

fn operands(text: &str) -> IResult<&str, Vec<(Option<String>, String)>> {
    separated_list0(spaced(char(',')), operand).parse(text)
}

fn statement(text: &str) -> IResult<&str, Asm> {
    let head = spaced(alt((tag("__asm__"), tag("__asm"), tag("asm"))));
    let qualifier = alt((tag("__volatile__"), tag("volatile"), tag("__volatile")));
    let colon = || spaced(char(':'));
    let clobbers = separated_list0(spaced(char(',')), literals);
    let clobbers = opt(preceded(colon(), clobbers));
    let inputs = opt(pair(preceded(colon(), operands), clobbers));
    let outputs = opt(pair(preceded(colon(), operands), inputs));
    let inside = pair(literals, outputs);
    let body = delimited(spaced(char('(')), inside, spaced(char(')')));
    let whole = preceded((space, head, many0(spaced(qualifier))), body);
    let (rest, (template, outputs)) = terminated(whole, opt(spaced(char(';')))).parse(text)?;
    let mut all = Vec::new();
    let (results, inputs) = outputs.unwrap_or_default();
    for (name, constraint) in results {
        all.push(AsmOperand {
            name,
            read: constraint.starts_with('+'),
            written: true,
        });
    }
    for (name, _) in inputs.map(|(inputs, _)| inputs).unwrap_or_default() {
        all.push(AsmOperand {
            name,
            read: true,
            written: false,
        });
    }
    let asm = Asm {
        template,
        operands: all,
    };
    Ok((rest, asm))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::parse;

    #[test]
    fn operands_are_counted_from_the_results() {
        let asm = parse(
            "asm volatile(\"mov.u32 %0, \" \"%1;\\n\" : \"=r\"(x) \\\n : \"r\"(f(y, \")\")))",
        )
        .unwrap();
        assert_eq!(asm.template, "mov.u32 %0, %1;\n");
        assert_eq!(asm.operands.len(), 2);
        assert!(asm.operands[0].written && !asm.operands[0].read);
        assert!(!asm.operands[1].written && asm.operands[1].read);
    }

    #[test]
    fn parts_may_be_left_out() {
        assert!(parse("asm(\"\")").unwrap().operands.is_empty());
        assert!(parse("__asm__ __volatile__(\"membar.gl;\" ::: \"memory\")").is_some());
        assert_eq!(
            parse("asm(\"x %0\" :: \"r\"(a))").unwrap().operands.len(),
            1
        );
        assert!(parse("asm(\"x %0\" : \"+r\"(a))").unwrap().operands[0].read);
        let named = parse("asm(\"x %[a]\" :: [a] \"r\"(a))").unwrap();
        assert_eq!(named.operands[0].name.as_deref(), Some("a"));
    }

    #[test]
    fn what_macros_make_is_not_read() {
        assert_eq!(parse("asm(OP \" %0;\" :: \"r\"(a))"), None);
        assert_eq!(parse("asm(\"add.\" #type \" %0;\" :: \"r\"(a))"), None);
        assert_eq!(parse("asm(\"x\" :: \"r\"(\n#if A\na\n#endif\n))"), None);
        assert_eq!(parse("asm goto(\"x\" :::: end)"), None);
        assert_eq!(parse("PTX(\"x\")"), None);
    }
}
