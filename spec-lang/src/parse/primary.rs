//! Operands: what operators stand between.

use super::binder;
use super::builtin::{backslash, builtin_call, reducible};
use super::expr::{binary, expr};
use super::input::{Input, PResult, Stops};
use super::literal;
use super::problem::{Because, Problem, expected, failure};
use super::stmt;
use super::types;
use super::words::{
    as_ident, close, commas, commas_until, is_name_at, member_name, name, need, punct,
};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::combinator::opt;
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
    if !input.is_punct_at(length + 1, ")") {
        return false;
    }
    let after = input.skip(length + 2);
    if types::at_type_keyword(input.skip(1))
        || types::at_primitive(input.skip(1)) && (begins_operand(after) || after.is_punct("-"))
    {
        return true;
    }
    // `(x) (y)` and `(x) [y]` are no casts, nor `(x) |y|`: there `|` may close a size.
    begins_operand(after)
        && !after.is_punct("(")
        && !after.is_punct("[")
        && !after.is_punct("{")
        && !after.is_punct("|")
        && !after.is_word("and")
        && !input.stops().call
}

/// An operand with its members, subscripts and calls.
pub(crate) fn operand<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (input, first) = unit(input)?;
    postfix(input, start, first)
}

/// Members, subscripts, calls and steps after an operand that begins at `start`.
pub(crate) fn postfix<'a>(input: Input<'a>, start: Span, first: Expr) -> PResult<'a, Expr> {
    let mut input = input;
    let mut left = first;
    loop {
        let arrow_call = input.is_punct("->")
            && !input.stops().arrow
            && is_name_at(input, 1)
            && input.is_punct_at(2, "(");
        match input.peek(0).kind {
            TokenKind::Punct(".") => {
                let (rest, member) = member_name(input.skip(1))?;
                (input, left) = member_or_call(rest, start, left, member)?;
            }
            TokenKind::Punct("?.") => {
                let (rest, member) = member_name(input.skip(1))?;
                (input, left) = call(rest, start, Some(left), true, member)?;
            }
            TokenKind::Punct("->") if arrow_call => {
                let (rest, member) = name(input.skip(1))?;
                (input, left) = call(rest, start, Some(left), true, member)?;
            }
            TokenKind::Punct("[") => (input, left) = subscript(input, start, left)?,
            TokenKind::Punct(step @ ("++" | "--"))
                if step == "--" || !begins_operand(input.skip(1)) =>
            {
                let rest = input.skip(1);
                let (target, up) = (Box::new(left), step == "++");
                let kind = ExprKind::Increment {
                    target,
                    up,
                    prefix: false,
                };
                left = rest.expr(rest.since(start), kind)?;
                input = rest;
            }
            _ => return Ok((input, left)),
        }
    }
}

fn member_or_call<'a>(
    input: Input<'a>,
    start: Span,
    left: Expr,
    member: Ident,
) -> PResult<'a, Expr> {
    if at_call(input) {
        return call(input, start, Some(left), false, member);
    }
    let kind = ExprKind::Member(Box::new(left), member);
    let expr = input.expr(input.since(start), kind)?;
    Ok((input, expr))
}

/// Whether arguments follow the name just read.
fn at_call(input: Input<'_>) -> bool {
    if input.stops().call {
        return false;
    }
    input.is_punct("(") || arguments_length(input).is_some_and(|at| input.is_punct_at(at, "("))
}

/// How many tokens `<T, …>` takes, if that is what stands here.
fn arguments_length(input: Input<'_>) -> Option<usize> {
    if !input.is_punct("<") {
        return None;
    }
    let mut at = 1;
    loop {
        at += types::type_length(input, at, false)?;
        if input.is_punct_at(at, ">") {
            return Some(at + 1);
        }
        if !input.is_punct_at(at, ",") {
            return None;
        }
        at += 1;
    }
}

/// `<T>(args) given {…} yields {…} with … then …` after a name.
fn call<'a>(
    input: Input<'a>,
    start: Span,
    receiver: Option<Expr>,
    null_safe: bool,
    name: Ident,
) -> PResult<'a, Expr> {
    let (input, type_args) = opt(types::type_arguments).parse(input)?;
    let call = Call {
        receiver: receiver.map(Box::new),
        null_safe,
        name,
        type_args: type_args.unwrap_or_default(),
        args: Vec::new(),
        given: Vec::new(),
        yields: Vec::new(),
        ghost_statements: Vec::new(),
    };
    let (input, call) = arguments(input, call)?;
    let expr = input.expr(input.since(start), ExprKind::Call(Box::new(call)))?;
    Ok((input, expr))
}

/// `(args)` and the ghost arguments after them.
fn arguments<'a>(input: Input<'a>, mut call: Call) -> PResult<'a, Call> {
    let open = input.span();
    let (input, _) = need(input, "(").because(call.name.span, "to call this")?;
    let (mut input, args) = commas_until(input, ")", open, expr)?;
    call.args = args;
    loop {
        if input.is_word("given") && input.is_punct_at(1, "{") {
            let (rest, mut more) = ghost_arguments(input)?;
            call.given.append(&mut more);
            input = rest;
        } else if input.is_word("yields") && input.is_punct_at(1, "{") {
            let (rest, mut more) = ghost_arguments(input)?;
            call.yields.append(&mut more);
            input = rest;
        } else if input.is_word("with") || input.is_word("then") {
            let (rest, statement) = ghost_statement(input)?;
            call.ghost_statements.push(statement);
            input = rest;
        } else {
            return Ok((input, call));
        }
    }
}

fn ghost_arguments<'a>(input: Input<'a>) -> PResult<'a, Vec<GhostArg>> {
    let open = input.peek(1).span;
    commas_until(input.skip(2), "}", open, |input| {
        let (input, left) = name(input)?;
        let (input, _) = need(input, "=").because(left.span, "of this ghost argument")?;
        let (input, right) = expr(input)?;
        Ok((input, GhostArg { left, right }))
    })
}

/// `with s` or `then s`: the word becomes a label on the statement.
pub(crate) fn ghost_statement<'a>(input: Input<'a>) -> PResult<'a, Stmt> {
    let start = input.span();
    let word = as_ident(input);
    let (input, inner) = input.skip(1).inside(stmt::stmt)?;
    let span = input.since(start);
    let ghost = input.stmt(inner.span, StmtKind::Ghost(Box::new(inner)))?;
    let stmt = input.stmt(span, StmtKind::Label(word, Some(Box::new(ghost))))?;
    Ok((input, stmt))
}

/// `[…]` after an operand: element, all elements, slice or update.
fn subscript<'a>(input: Input<'a>, start: Span, left: Expr) -> PResult<'a, Expr> {
    let open = input.span();
    let left = Box::new(left);
    let input = input.skip(1);
    let (input, kind) = input.stopping(
        Stops {
            arrow: true,
            ..Stops::default()
        },
        |input| {
            if input.is_punct("*") && input.is_punct_at(1, "]") {
                return Ok((input.skip(1), ExprKind::AllElements(left)));
            }
            if input.is_punct("..") {
                let (input, high) = opt_until(input.skip(1), "]")?;
                return Ok((input, ExprKind::Slice(left, None, high)));
            }
            let (input, first) = expr(input)?;
            if input.is_punct("..") {
                let (input, high) = opt_until(input.skip(1), "]")?;
                return Ok((input, ExprKind::Slice(left, Some(Box::new(first)), high)));
            }
            if input.is_punct("->") {
                let (input, value) = expr(input.skip(1))?;
                return Ok((
                    input,
                    ExprKind::Update(left, Box::new(first), Box::new(value)),
                ));
            }
            Ok((input, ExprKind::Index(left, Box::new(first))))
        },
    )?;
    let (input, _) = close(input, "]", open)?;
    let expr = input.expr(input.since(start), kind)?;
    Ok((input, expr))
}

fn opt_until<'a>(input: Input<'a>, end: &str) -> PResult<'a, Option<Box<Expr>>> {
    if input.is_punct(end) {
        return Ok((input, None));
    }
    let (input, expr) = expr(input)?;
    Ok((input, Some(Box::new(expr))))
}

/// What `[` begins where an operand is wanted.
pub(crate) enum Bracketed {
    /// `[p]` before a predicate.
    Amount(Expr),
    /// A sequence.
    Value(Expr),
}

/// `[p]`, `[e, …]`, `[t:T]`, `[lo .. hi)`.
pub(crate) fn bracketed<'a>(input: Input<'a>) -> PResult<'a, Bracketed> {
    let start = input.span();
    if input.is_word_at(1, "t") && input.is_punct_at(2, ":") {
        let (input, ty) = types::ty(input.skip(3))?;
        let (input, _) = close(input, "]", start)?;
        let kind = ExprKind::SeqLiteral(Some(ty), Vec::new());
        let value = input.expr(input.since(start), kind)?;
        return Ok((input, Bracketed::Value(value)));
    }
    let input = input.skip(1);
    if input.is_punct("]") {
        let input = input.skip(1);
        let value = input.expr(input.since(start), ExprKind::SeqLiteral(None, Vec::new()))?;
        return Ok((input, Bracketed::Value(value)));
    }
    let (input, first) = input.inside(expr)?;
    if input.is_punct("..") {
        let (input, high) = input.skip(1).inside(expr)?;
        let (input, _) = close(input, ")", start)?;
        let (low, high) = (Box::new(first), Box::new(high));
        let kind = ExprKind::Range {
            sequence: true,
            low,
            high,
        };
        let value = input.expr(input.since(start), kind)?;
        return Ok((input, Bracketed::Value(value)));
    }
    let mut items = vec![first];
    let mut input = input;
    if input.is_punct(",") {
        let (rest, mut more) = input.skip(1).inside(|input| commas(expr)(input))?;
        items.append(&mut more);
        input = rest;
    }
    let (input, _) = close(input, "]", start)?;
    let scales = begins_operand(input)
        && !input.is_punct("[")
        && !input.is_punct("{")
        && !input.is_punct("|")
        && !input.is_word("and");
    if scales
        && items.len() == 1
        && let Some(amount) = items.pop()
    {
        return Ok((input, Bracketed::Amount(amount)));
    }
    let value = input.expr(input.since(start), ExprKind::SeqLiteral(None, items))?;
    Ok((input, Bracketed::Value(value)))
}

/// The smallest operands.
fn unit<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let text = input.text(0);
    let unquoted = || {
        text.get(1..text.len().saturating_sub(1))
            .unwrap_or("")
            .to_string()
    };
    let single = |kind| {
        let rest = input.skip(1);
        Ok((rest, rest.expr(start, kind)?))
    };
    match input.peek(0).kind {
        TokenKind::Int => {
            let value = BigInt::parse_bytes(text.as_bytes(), 10).unwrap_or_default();
            single(ExprKind::Int(value))
        }
        TokenKind::Float => single(ExprKind::Float(text.to_string())),
        TokenKind::Str => single(ExprKind::Str(unquoted())),
        TokenKind::Char => single(ExprKind::Char(unquoted())),
        TokenKind::Punct("(") => parenthesised(input),
        TokenKind::Punct("{:") => trigger(input),
        TokenKind::Punct("{") => literal::braced(input),
        TokenKind::Punct("|") => {
            let stops = Stops {
                pipe: true,
                ..Stops::default()
            };
            let (input, inner) = input.skip(1).stopping(stops, expr)?;
            let (input, _) = need(input, "|").because(start, "to close this size")?;
            let size = input.expr(input.since(start), ExprKind::Size(Box::new(inner)))?;
            Ok((input, size))
        }
        TokenKind::Punct("*") if !begins_operand(input.skip(1)) => single(ExprKind::Any),
        TokenKind::Keyword(word) => backslash(input, word),
        TokenKind::Word | TokenKind::Escaped => word_unit(input),
        TokenKind::Punct("\\") if input.adjacent(1) => {
            let word = input.text(1);
            let message = format!("`\\{word}` is no word of the language");
            Err(failure(Problem::new(
                Code::S009,
                start.to(input.peek(1).span),
                message,
            )))
        }
        _ => expected(input, "an expression"),
    }
}

/// Operands that begin with a word.
fn word_unit<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let word = if input.peek(0).kind == TokenKind::Word {
        input.text(0)
    } else {
        ""
    };
    let called = input.is_punct_at(1, "(");
    let constant = match word {
        "null" => Some(ExprKind::Null),
        "true" => Some(ExprKind::Bool(true)),
        "false" => Some(ExprKind::Bool(false)),
        "this" => Some(ExprKind::This),
        "write" if !called => Some(ExprKind::Write),
        "read" if !called => Some(ExprKind::Read),
        "none" if !called => Some(ExprKind::NoPerm),
        "None" if !called => Some(ExprKind::OptionNone),
        "current_thread" if !called => Some(ExprKind::CurrentThread),
        _ => None,
    };
    if let Some(kind) = constant {
        let rest = input.skip(1);
        return Ok((rest, rest.expr(start, kind)?));
    }
    if word == "new" {
        return creation(input);
    }
    if word == "unfolding" {
        return super::expr::during_expr(input);
    }
    if let Some((rest, kind)) = literal::typed(input)? {
        return Ok((rest, rest.expr(rest.since(start), kind)?));
    }
    if word == "Reducible" && called {
        return reducible(input);
    }
    if !is_name_at(input, 0) {
        return expected(input, "an expression");
    }
    // `A<T>.f(args)`: a function of an abstract data type.
    if let Some(length) = arguments_length(input.skip(1))
        && input.is_punct_at(length + 1, ".")
        && is_name_at(input, length + 2)
        && input.is_punct_at(length + 3, "(")
    {
        let (input, adt) = name(input)?;
        let receiver = input.expr(adt.span, ExprKind::Name(adt))?;
        let (input, type_args) = types::type_arguments(input)?;
        let (input, function) = name(input.skip(1))?;
        let (input, mut expr) = call(input, start, Some(receiver), false, function)?;
        if let ExprKind::Call(call) = &mut expr.kind {
            call.type_args = type_args;
        }
        return Ok((input, expr));
    }
    let (input, ident) = name(input)?;
    if !at_call(input) {
        let expr = input.expr(start, ExprKind::Name(ident))?;
        return Ok((input, expr));
    }
    let (input, expr) = call(input, start, None, false, ident)?;
    Ok((input, builtin_call(expr)))
}

/// `new C(…)`, `new T[n]…`.
fn creation<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (input, ty) = types::plain_type(input.skip(1)).because(start, "after this `new`")?;
    if input.is_punct("[") {
        let mut sizes = Vec::new();
        let mut input = input;
        while input.is_punct("[") {
            let open = input.span();
            let (rest, size) = input.skip(1).inside(|input| opt_until(input, "]"))?;
            let (rest, _) = close(rest, "]", open)?;
            sizes.push(size.map(|size| *size));
            input = rest;
        }
        let expr = input.expr(input.since(start), ExprKind::NewArray(ty, sizes))?;
        return Ok((input, expr));
    }
    let TypeKind::Named(name, type_args) = ty.kind else {
        return expected(input, "`[` and a size").because(start, "after this `new`");
    };
    let call = Call {
        receiver: None,
        null_safe: false,
        name,
        type_args,
        args: Vec::new(),
        given: Vec::new(),
        yields: Vec::new(),
        ghost_statements: Vec::new(),
    };
    let (input, call) = arguments(input, call)?;
    let expr = input.expr(input.since(start), ExprKind::New(Box::new(call)))?;
    Ok((input, expr))
}

/// `(e)`, `(a, b)`, or a formula with bound variables.
fn parenthesised<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let open = input.span();
    let inner = input.skip(1);
    if binder::at_binder(inner) {
        return binder::formula(input);
    }
    let (input, first) = inner.inside(expr)?;
    if !input.is_punct(",") {
        let (input, _) = close(input, ")", open)?;
        return Ok((input, first));
    }
    let (input, more) = input.skip(1).inside(|input| commas(expr)(input))?;
    let (input, _) = close(input, ")", open)?;
    let items = std::iter::once(first).chain(more).collect();
    let expr = input.expr(input.since(open), ExprKind::TupleLiteral(Vec::new(), items))?;
    Ok((input, expr))
}

/// `{: e, … :}`, possibly with a level.
fn trigger<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let level = input.text(0).get(2..).unwrap_or("").trim_end_matches(':');
    let level = (!level.is_empty()).then(|| level.to_string());
    let (input, patterns) = input.skip(1).inside(|input| commas(expr)(input))?;
    let (input, _) = need(input, ":}").because(start, "to close this trigger")?;
    let expr = input.expr(input.since(start), ExprKind::Trigger(patterns, level))?;
    Ok((input, expr))
}

/// A location of a directive: operators continue it, calls do not.
pub(crate) fn location<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let stops = Stops {
        call: true,
        ..Stops::default()
    };
    input.nested(|input| input.stopping(stops, |input| binary(input, Level::Implication)))
}

/// The array of a directive: a name with subscripts.
pub(crate) fn subscripted<'a>(input: Input<'a>) -> PResult<'a, Expr> {
    let start = input.span();
    let (mut input, ident) = name(input)?;
    let mut array = input.expr(start, ExprKind::Name(ident))?;
    while let Ok((_, _)) = punct("[")(input) {
        (input, array) = subscript(input, start, array)?;
    }
    Ok((input, array))
}
