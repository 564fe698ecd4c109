//! PTX, as far as it stands in `asm` statements (PTX ISA, *Syntax*): declarations of registers, and instructions.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while, take_while1};
use nom::character::complete::{char, digit1, hex_digit1, multispace1, satisfy};
use nom::combinator::{all_consuming, map, map_opt, map_res, opt, recognize, value};
use nom::multi::{many0, many0_count, separated_list0, separated_list1};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};

/// What an instruction works on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// An operand of the statement, by its number.
    Place(usize),
    /// The same by its name.
    Named(String),
    /// A register that the text declares.
    Register(String),
    /// A register of the machine.
    Special(String),
    /// An integer.
    Int(i128),
    /// A number of another kind.
    Number,
    /// Memory at an address, so many bytes further.
    Memory(Box<Operand>, i64),
    /// Several operands as one.
    Vector(Vec<Operand>),
    /// No register.
    Nothing,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    /// The register that says whether it is executed, and whether it must be false.
    pub guard: Option<(bool, String)>,
    /// Its name.
    pub name: String,
    /// What follows the name behind points.
    pub modifiers: Vec<String>,
    /// The operands, results first.
    pub operands: Vec<Operand>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    /// Registers of a type.
    Registers(String, Vec<String>),
    /// An instruction.
    Instruction(Instruction),
}

/// The statements of a text; none if it is of another form.
pub(super) fn parse(text: &str) -> Option<Vec<Statement>> {
    let (_, statements) = all_consuming(statements).parse(text).ok()?;
    Some(statements)
}

fn space(text: &str) -> IResult<&str, ()> {
    let comment = (tag("/*"), take_until("*/"), tag("*/"));
    let line = (tag("//"), take_while(|c| c != '\n'));
    let gap = alt((value((), multispace1), value((), comment), value((), line)));
    value((), many0_count(gap)).parse(text)
}

fn spaced<'a, T>(
    inner: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>> {
    terminated(inner, space)
}

fn name(text: &str) -> IResult<&str, &str> {
    let start = satisfy(|c| c.is_ascii_alphabetic() || c == '_' || c == '$');
    let rest = take_while(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    recognize(pair(start, rest)).parse(text)
}

/// A register of the text's own, whose name may begin with `%`, which is written twice.
fn register(text: &str) -> IResult<&str, String> {
    let named = pair(opt(tag("%%")), name);
    map(named, |(sign, name)| match sign {
        Some(_) => format!("%{name}"),
        None => name.to_owned(),
    })
    .parse(text)
}

fn integer(text: &str) -> IResult<&str, i128> {
    let hexadecimal = preceded(
        alt((tag("0x"), tag("0X"))),
        map_res(hex_digit1, |digits| i128::from_str_radix(digits, 16)),
    );
    // With a zero in front it is an octal number.
    let decimal = map_res(digit1, |digits: &str| match digits {
        "0" => Ok(0),
        digits if digits.starts_with('0') => i128::from_str_radix(digits, 8),
        digits => digits.parse::<i128>(),
    });
    let number = terminated(alt((hexadecimal, decimal)), opt(char('U')));
    let (rest, (minus, number)) = pair(opt(char('-')), number).parse(text)?;
    Ok((rest, if minus.is_some() { -number } else { number }))
}

/// `0f3F800000`, `0d…`, `1.5`.
fn fraction(text: &str) -> IResult<&str, ()> {
    let bits = value(
        (),
        (
            alt((tag("0f"), tag("0F"), tag("0d"), tag("0D"))),
            hex_digit1,
        ),
    );
    let decimal = value((), (opt(char('-')), digit1, char('.'), digit1));
    alt((bits, decimal)).parse(text)
}

fn simple(text: &str) -> IResult<&str, Operand> {
    let number = map_opt(preceded(char('%'), digit1), |digits: &str| {
        digits.parse().ok()
    });
    let named = delimited(tag("%["), name, char(']'));
    // A register of the machine may have a part: `%%tid.x`.
    let part = pair(name, opt(preceded(char('.'), name)));
    let special = preceded(tag("%%"), recognize(part));
    spaced(alt((
        map(number, Operand::Place),
        map(named, |name: &str| Operand::Named(name.to_owned())),
        map(special, |name: &str| Operand::Special(name.to_owned())),
        value(Operand::Number, fraction),
        map(integer, Operand::Int),
        map(name, |name: &str| match name {
            "_" => Operand::Nothing,
            name => Operand::Register(name.to_owned()),
        }),
    )))
    .parse(text)
}

fn operand(text: &str) -> IResult<&str, Operand> {
    let by = map_res(integer, i64::try_from);
    let sign = alt((value(-1, spaced(char('-'))), value(1, spaced(char('+')))));
    let further = map(pair(sign, spaced(by)), |(sign, by): (i64, i64)| {
        sign.saturating_mul(by)
    });
    let memory = delimited(
        spaced(char('[')),
        pair(simple, opt(further)),
        spaced(char(']')),
    );
    let memory = map(memory, |(base, by)| {
        Operand::Memory(Box::new(base), by.unwrap_or(0))
    });
    let inside = separated_list1(spaced(char(',')), simple);
    let vector = delimited(spaced(char('{')), inside, spaced(char('}')));
    // Some instructions have two results as one operand.
    let alone = separated_list1(spaced(char('|')), simple);
    let alone = map(alone, |mut all| match all.len() {
        1 => all.remove(0),
        _ => Operand::Vector(all),
    });
    alt((memory, map(vector, Operand::Vector), alone)).parse(text)
}

fn instruction(text: &str) -> IResult<&str, Statement> {
    let guard = preceded(char('@'), pair(opt(char('!')), register));
    let guard = opt(spaced(map(guard, |(no, name): (Option<char>, String)| {
        (no.is_some(), name)
    })));
    let part = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':');
    let opcode = spaced(pair(name, many0(preceded(char('.'), part))));
    let operands = separated_list0(spaced(char(',')), operand);
    let (rest, (guard, (name, modifiers), operands)) = (guard, opcode, operands).parse(text)?;
    let instruction = Instruction {
        guard,
        name: name.to_owned(),
        modifiers: modifiers.into_iter().map(str::to_owned).collect(),
        operands,
    };
    Ok((rest, Statement::Instruction(instruction)))
}

fn registers(text: &str) -> IResult<&str, Statement> {
    let kind = preceded(pair(spaced(tag(".reg")), char('.')), spaced(name));
    let names = separated_list1(spaced(char(',')), spaced(register));
    map(pair(kind, names), |(kind, names)| {
        Statement::Registers(kind.to_owned(), names)
    })
    .parse(text)
}

fn statements(text: &str) -> IResult<&str, Vec<Statement>> {
    // Scopes tell names apart; a name that is declared twice is refused later.
    let nothing = || many0_count(spaced(alt((char('{'), char('}'), char(';')))));
    let one = alt((registers, instruction));
    // The last instruction may end without a semicolon.
    let end = alt((
        value((), spaced(char(';'))),
        value((), nom::combinator::peek(nom::combinator::eof)),
        value((), nom::combinator::peek(char('}'))),
    ));
    let all = many0(delimited(nothing(), terminated(one, end), nothing()));
    preceded((space, nothing()), all).parse(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::{Instruction, Operand, Statement, parse};

    fn only(text: &str) -> Instruction {
        match parse(text).unwrap().as_slice() {
            [Statement::Instruction(one)] => one.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_instruction_has_modifiers_and_operands() {
        let copy = only("cp.async.cg.shared.global.L2::128B [%0], [%1 + 16], %2;\n");
        assert_eq!(copy.name, "cp");
        assert_eq!(
            copy.modifiers,
            ["async", "cg", "shared", "global", "L2::128B"]
        );
        let address = Operand::Memory(Box::new(Operand::Place(1)), 16);
        assert_eq!(copy.operands[1], address);
        assert_eq!(copy.operands[2], Operand::Place(2));
    }

    #[test]
    fn results_of_vectors() {
        let load = only("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];");
        let Operand::Vector(results) = &load.operands[0] else {
            panic!("no vector")
        };
        assert_eq!(results.len(), 2);
        let two = only("shfl.sync.idx.b32 %0|p, %1, 0, 31, 0xffffffff");
        assert!(matches!(&two.operands[0], Operand::Vector(all) if all.len() == 2));
        assert_eq!(two.operands[4], Operand::Int(0xffff_ffff));
    }

    #[test]
    fn registers_guards_and_scopes() {
        let text =
            "{\n .reg .pred p, q;\n setp.ne.b32 p, %0, 0;\n @!p st.global.u32 [%1], %2;\n}\n";
        let all = parse(text).unwrap();
        assert_eq!(all.len(), 3);
        let Statement::Instruction(store) = &all[2] else {
            panic!("no instruction")
        };
        assert_eq!(store.guard, Some((true, "p".to_owned())));
    }

    #[test]
    fn registers_of_the_machine() {
        let read = only("mov.u32 %0, %%tid.x;");
        assert_eq!(read.operands[1], Operand::Special("tid.x".to_owned()));
        assert_eq!(only("mov.b32 %0, 0f3F800000;").operands[1], Operand::Number);
        assert_eq!(only("mov.b32 %0, 010;").operands[1], Operand::Int(8));
        assert_eq!(parse("mov.b32 %0, 08;"), None);
        assert!(parse("").unwrap().is_empty());
    }

    #[test]
    fn other_forms_are_not_read() {
        assert_eq!(parse("L1: bra L1;"), None);
        assert_eq!(parse("mov.u32 %0, (1);"), None);
    }
}
