//! Operands: what operators stand between.

use super::binder;
use super::builtin::{backslash, builtin_call, reducible};
use super::combine::{
    Rule, at, boxed, commas, continued, inside, list, many, nested, stopping, unless, within,
};
use super::expr::{during_expr, expr, operation};
use super::input::{ARROW, Input, LOCATION, PIPE, PResult};
use super::literal;
use super::node::node;
use super::problem::{Problem, expected, failure};
use super::stmt::stmt;
use super::tokens::{any, close, need, token};
use super::types;
use super::words::{as_ident, at_name, is_name_at, member_name, name};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::sequence::{delimited, preceded, separated_pair};
use num_bigint::BigInt;
use text::code::Code;
use text::span::Span;

/// Reserved words that begin an operand all the same.
const OPERAND_WORDS: &[&str] = &["this", "null", "true", "false", "new", "unfolding"];

/// Whether an operand can begin here, operators in front left aside.
pub(crate) fn begins_operand(input: Input<'_>) -> bool {
    match input.peek(0).kind {
        TokenKind::Word => {
            let word = input.text(0);
            is_name_at(input, 0) && word != "instanceof" || OPERAND_WORDS.contains(&word)
        }
        TokenKind::Escaped | TokenKind::Int | TokenKind::Float => true,
        TokenKind::Str | TokenKind::Char => true,
        TokenKind::Punct(punct) => matches!(punct, "(" | "{" | "{:" | "|" | "["),
        TokenKind::Keyword(word) => !matches!(
            word,
            "\\in" | "\\memberof" | "\\union" | "\\intersect" | "\\cap" | "\\subset" | "\\subseteq"
        ),
        _ => false,
    }
}

/// Whether `(` opens a cast: a type that is a keyword, or a name, array or container
/// in parentheses before something that can only be an operand.
pub(crate) fn at_cast(input: Input<'_>) -> bool {
    let Some(length) = types::type_length(input, 1, false) else {
        return false;
    };
    if !input.is_at(length + 1, ")") {
        return false;
    }
    let after = input.skip(length + 2);
    if types::at_type_keyword(input.skip(1))
        || types::at_primitive(input.skip(1)) && (begins_operand(after) || after.is("-"))
    {
        return true;
    }
    // `(x) (y)` and `(x) [y]` are no casts, nor `(x) |y|`: there `|` may close a size.
    begins_operand(after)
        && !after.is("(")
        && !after.is("[")
        && !after.is("{")
        && !after.is("|")
        && !after.is("and")
        && !input.stops().call
}

/// `operand = unit { suffix } .`
pub(crate) fn operand<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let (rest, first) = unit(input)?;
    postfix(rest, input.span(), first)
}

/// `suffix = "." name [ call ] | ( "?." | "->" ) name call | subscript | "++" | "--" .`
///
/// All that follow an operand that begins at `start`.
pub(crate) fn postfix<'a>(input: Input<'a>, start: Span, first: Expr) -> PResult<'a, Expr> {
    let (mut input, mut left) = (input, first);
    loop {
        (input, left) = match input.peek(0).kind {
            TokenKind::Punct(".") => {
                let (input, member) = preceded(any, member_name).parse(input)?;
                match at_call(input) {
                    true => call(input, start, method(left, false, member)),
                    false => input.make(start, ExprKind::Member(Box::new(left), member)),
                }
            }
            TokenKind::Punct("?.") => {
                let (input, member) = preceded(any, member_name).parse(input)?;
                call(input, start, method(left, true, member))
            }
            TokenKind::Punct("->") if at_arrow_call(input) => {
                let (input, member) = preceded(any, name).parse(input)?;
                call(input, start, method(left, true, member))
            }
            TokenKind::Punct("[") => subscript(input, start, left),
            TokenKind::Punct(step @ ("++" | "--"))
                if step == "--" || !begins_operand(input.skip(1)) =>
            {
                let kind = ExprKind::Increment {
                    target: Box::new(left),
                    up: step == "++",
                    prefix: false,
                };
                input.skip(1).make(start, kind)
            }
            _ => return Ok((input, left)),
        }?;
    }
}

fn at_arrow_call(input: Input<'_>) -> bool {
    !input.stops().arrow && is_name_at(input, 1) && input.is_at(2, "(")
}

/// Whether arguments follow the name just read.
fn at_call(input: Input<'_>) -> bool {
    if input.stops().call {
        return false;
    }
    input.is("(") || arguments_length(input).is_some_and(|at| input.is_at(at, "("))
}

/// How many tokens `<T, …>` takes, if that is what stands here.
fn arguments_length(input: Input<'_>) -> Option<usize> {
    if !input.is("<") {
        return None;
    }
    let mut at = 1;
    loop {
        at += types::type_length(input, at, false)?;
        if input.is_at(at, ">") {
            return Some(at + 1);
        }
        if !input.is_at(at, ",") {
            return None;
        }
        at += 1;
    }
}

/// A call of a name, without its arguments.
fn function(name: Ident) -> Call {
    Call {
        receiver: None,
        null_safe: false,
        name,
        type_args: Vec::new(),
        args: Vec::new(),
        given: Vec::new(),
        yields: Vec::new(),
        ghost_statements: Vec::new(),
    }
}

/// A call of a member, without its arguments.
fn method(receiver: Expr, null_safe: bool, name: Ident) -> Call {
    Call {
        receiver: Some(Box::new(receiver)),
        null_safe,
        ..function(name)
    }
}

/// `call = [ type-arguments ] arguments .`
fn call<'a>(input: Input<'a>, start: Span, call: Call) -> PResult<'a, Expr> {
    let (input, type_args) = types::type_arguments(input)?;
    let (input, call) = arguments(input, Call { type_args, ..call })?;
    input.make(start, ExprKind::Call(Box::new(call)))
}

/// `arguments = "(" [ expression { "," expression } ] ")" { ( "given" | "yields" ) ghost-arguments | ghost-statement } .`
fn arguments<'a>(input: Input<'a>, mut call: Call) -> PResult<'a, Call> {
    let paren = need("(").because(call.name.span, "to call this");
    let (mut input, args) = list(paren, expr, ")").parse(input)?;
    call.args = args;
    loop {
        let ghost = input.is_at(1, "{");
        let (more, statement);
        match input.text(0) {
            "given" if ghost => {
                (input, more) = ghost_arguments(input)?;
                call.given.extend(more);
            }
            "yields" if ghost => {
                (input, more) = ghost_arguments(input)?;
                call.yields.extend(more);
            }
            "with" | "then" => {
                (input, statement) = ghost_statement(input)?;
                call.ghost_statements.push(statement);
            }
            _ => return Ok((input, call)),
        }
    }
}

/// `ghost-arguments = "{" [ ghost-argument { "," ghost-argument } ] "}" .`
fn ghost_arguments<'a>(input: Input<'a>) -> PResult<'a, Vec<GhostArg>> {
    preceded(any, list(token("{"), ghost_argument, "}")).parse(input)
}

/// `ghost-argument = name "=" expression .`
fn ghost_argument<'a>(input: Input<'a>) -> PResult<'a, GhostArg> {
    let equals = need("=").because(input.span(), "of this ghost argument");
    separated_pair(name, equals, expr).read(input, |(left, right)| GhostArg { left, right })
}

/// `ghost-statement = ( "with" | "then" ) statement .`
///
/// The word becomes a label on the statement.
pub(crate) fn ghost_statement<'a>(input: Input<'a>) -> PResult<'a, Stmt> {
    let start = input.span();
    let (input, (word, inner)) = (as_ident, inside(stmt)).parse(input)?;
    let ghost = input.node(inner.span, StmtKind::Ghost(Box::new(inner)))?;
    input.make(start, StmtKind::Label(word, Some(Box::new(ghost))))
}

/// `subscript = "[" index "]" .`
fn subscript<'a>(input: Input<'a>, start: Span, left: Expr) -> PResult<'a, Expr> {
    let (open, of) = (input.span(), Box::new(left));
    let (input, kind) = input.skip(1).stopping(ARROW, |input| index(input, of))?;
    let (input, _) = close("]", open).parse(input)?;
    input.make(start, kind)
}

/// `index = "*" | [ expression ] ".." [ expression ] | expression [ "->" expression ] .`
///
/// All elements, slice, element or update.
fn index<'a>(input: Input<'a>, of: Box<Expr>) -> PResult<'a, ExprKind> {
    if input.is("*") && input.is_at(1, "]") {
        return any.read(input, |_| ExprKind::AllElements(of));
    }
    let high = preceded(any, unless("]", boxed(expr)));
    if input.is("..") {
        return high.read(input, |high| ExprKind::Slice(of, None, high));
    }
    let (input, first) = boxed(expr).parse(input)?;
    match input.peek(0).kind {
        TokenKind::Punct("..") => high.read(input, |high| ExprKind::Slice(of, Some(first), high)),
        TokenKind::Punct("->") => {
            preceded(any, boxed(expr)).read(input, |value| ExprKind::Update(of, first, value))
        }
        _ => Ok((input, ExprKind::Index(of, first))),
    }
}

/// What `[` begins where an operand is wanted.
pub(crate) enum Bracketed {
    /// `[p]` before a predicate.
    Amount(Expr),
    /// A sequence.
    Value(Expr),
}

/// `bracketed = "[" ( "t" ":" type | [ expression { "," expression } ] ) "]" | "[" expression ".." expression ")" .`
pub(crate) fn bracketed<'a>(input: Input<'a>) -> PResult<'a, Bracketed> {
    let start = input.span();
    if literal::at_empty(input) {
        let of_type = |ty| ExprKind::SeqLiteral(Some(ty), Vec::new());
        return node(literal::empty("[", "]").map(of_type)).read(input, Bracketed::Value);
    }
    let value = |input: Input<'a>, kind| {
        input
            .make(start, kind)
            .map(|(rest, value)| (rest, Bracketed::Value(value)))
    };
    if input.is_at(1, "]") {
        return value(input.skip(2), ExprKind::SeqLiteral(None, Vec::new()));
    }
    let (input, first) = preceded(any, inside(expr)).parse(input)?;
    if input.is("..") {
        let (input, high) = preceded(any, inside(boxed(expr))).parse(input)?;
        let (input, _) = close(")", start).parse(input)?;
        let kind = ExprKind::Range {
            sequence: true,
            low: Box::new(first),
            high,
        };
        return value(input, kind);
    }
    let (input, mut items) = continued(input, first, inside(expr))?;
    let (input, _) = close("]", start).parse(input)?;
    let scales = begins_operand(input) && !["[", "{", "|", "and"].iter().any(|text| input.is(text));
    if scales
        && items.len() == 1
        && let Some(amount) = items.pop()
    {
        return Ok((input, Bracketed::Amount(amount)));
    }
    value(input, ExprKind::SeqLiteral(None, items))
}

/// `unit = number | string | character | parenthesised | trigger | braced | "|" expression "|" | "*" | backslash | word-unit .`
fn unit<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let text = input.text(0);
    let unquoted = || {
        let inner = text.get(1..text.len().saturating_sub(1));
        inner.unwrap_or("").to_string()
    };
    let single = |kind| input.skip(1).make(start, kind);
    match input.peek(0).kind {
        TokenKind::Int => {
            let value = BigInt::parse_bytes(text.as_bytes(), 10).unwrap_or_default();
            single(ExprKind::Int(value))
        }
        TokenKind::Float => single(ExprKind::Float(text.to_string())),
        TokenKind::Str => single(ExprKind::Str(unquoted())),
        TokenKind::Char => single(ExprKind::Char(unquoted())),
        TokenKind::Punct("(") if binder::at_binder(input.skip(1)) => binder::formula(input),
        TokenKind::Punct("(") => parenthesised(input),
        TokenKind::Punct("{:") => trigger(input),
        TokenKind::Punct("{") => literal::braced(input),
        TokenKind::Punct("|") => {
            let bar = need("|").because(start, "to close this size");
            let size = delimited(any, stopping(PIPE, boxed(expr)), bar);
            node(size.map(ExprKind::Size)).parse(input)
        }
        TokenKind::Punct("*") if !begins_operand(input.skip(1)) => single(ExprKind::Any),
        TokenKind::Keyword(word) => backslash(input, word),
        TokenKind::Word | TokenKind::Escaped => word_unit(input),
        TokenKind::Punct("\\") if input.adjacent(1) => {
            let message = format!("`\\{}` is no word of the language", input.text(1));
            let span = start.to(input.peek(1).span);
            Err(failure(Problem::new(Code::S009, span, message)))
        }
        _ => expected("an expression").parse(input),
    }
}

/// The operand that a word is on its own.
fn constant(input: Input<'_>) -> Option<ExprKind> {
    let called = input.is_at(1, "(");
    Some(match input.text(0) {
        "null" => ExprKind::Null,
        "true" => ExprKind::Bool(true),
        "false" => ExprKind::Bool(false),
        "this" => ExprKind::This,
        "write" if !called => ExprKind::Write,
        "read" if !called => ExprKind::Read,
        "none" if !called => ExprKind::NoPerm,
        "None" if !called => ExprKind::OptionNone,
        "current_thread" if !called => ExprKind::CurrentThread,
        _ => return None,
    })
}

/// `word-unit = constant | creation | during | typed | reducible | name [ call ] | name type-arguments "." name call .`
fn word_unit<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    if let Some(kind) = constant(input) {
        return input.skip(1).make(start, kind);
    }
    match input.text(0) {
        "new" => creation(input),
        "unfolding" => during_expr(input),
        _ if literal::at_typed(input) => node(literal::typed).parse(input),
        "Reducible" if input.is_at(1, "(") => reducible(input),
        _ if !at_name(input) => expected("an expression").parse(input),
        _ if at_adt_call(input) => adt_call(input),
        _ => {
            let (input, ident) = name(input)?;
            if !at_call(input) {
                return input.make(start, ExprKind::Name(ident));
            }
            let (input, expr) = call(input, start, function(ident))?;
            Ok((input, builtin_call(expr)))
        }
    }
}

fn at_adt_call(input: Input<'_>) -> bool {
    arguments_length(input.skip(1)).is_some_and(|length| {
        let member = input.skip(length + 1);
        member.is(".") && is_name_at(member, 1) && member.is_at(2, "(")
    })
}

/// `name type-arguments "." name arguments`: a function of an abstract data type.
fn adt_call<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (input, adt) = name(input)?;
    let receiver = input.node(adt.span, ExprKind::Name(adt))?;
    let (input, (type_args, _, function)) = (types::type_arguments, any, name).parse(input)?;
    let (input, mut expr) = call(input, start, method(receiver, false, function))?;
    if let ExprKind::Call(call) = &mut expr.kind {
        call.type_args = type_args;
    }
    Ok((input, expr))
}

/// `creation = "new" plain-type ( "[" [ expression ] "]" { "[" [ expression ] "]" } | arguments ) .`
fn creation<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let of_type = types::plain_type.because(start, "after this `new`");
    let (input, ty) = preceded(any, of_type).parse(input)?;
    if input.is("[") {
        let size = within(token("["), unless("]", expr), "]");
        let (input, sizes) = many(at("["), size).parse(input)?;
        return input.make(start, ExprKind::NewArray(ty, sizes));
    }
    let TypeKind::Named(name, type_args) = ty.kind else {
        let size = expected("`[` and a size");
        return size.because(start, "after this `new`").parse(input);
    };
    let class = Call {
        type_args,
        ..function(name)
    };
    let (input, call) = arguments(input, class)?;
    input.make(start, ExprKind::New(Box::new(call)))
}

/// `parenthesised = "(" expression { "," expression } ")" .`
fn parenthesised<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (input, mut items) = within(token("("), commas(expr), ")").parse(input)?;
    if items.len() == 1
        && let Some(only) = items.pop()
    {
        return Ok((input, only));
    }
    input.make(start, ExprKind::TupleLiteral(Vec::new(), items))
}

/// `trigger = "{:" expression { "," expression } ":}" .`
///
/// A level may stand within the opening bracket.
fn trigger<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let level = input.text(0).get(2..).unwrap_or("").trim_end_matches(':');
    let level = (!level.is_empty()).then(|| level.to_string());
    let end = need(":}").because(input.span(), "to close this trigger");
    let patterns = delimited(any, inside(commas(expr)), end);
    node(patterns.map(|patterns| ExprKind::Trigger(patterns, level.clone()))).parse(input)
}

/// `location = operation .`
///
/// In a directive: operators continue it, calls do not.
pub(crate) fn location<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let operation = |input| operation(input, Some(Level::Implication));
    nested(stopping(LOCATION, operation)).read(input, |(location, _)| location)
}

/// `subscripted = name { subscript } .`
///
/// The array of a directive.
pub(crate) fn subscripted<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (mut input, mut array) = node(name.map(ExprKind::Name)).parse(input)?;
    while input.is("[") {
        (input, array) = subscript(input, start, array)?;
    }
    Ok((input, array))
}
