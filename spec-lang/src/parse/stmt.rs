//! Statements.

use super::binder::iterator;
use super::combine::{
    Rule, after, boxed, closed, commas, inside, list, many, many_recovering, nested, spanned,
    unless, within,
};
use super::contract::{at_clause, both, contract};
use super::decl::modifiers;
use super::expr::expr;
use super::input::{Input, PResult};
use super::node::{id, node};
use super::par;
use super::primary::begins_operand;
use super::problem::{Problem, describe, failure};
use super::recover;
use super::tokens::{any, need, semicolon, token};
use super::types;
use super::words::{is_name_at, name};
use crate::ast::*;
use crate::lex::TokenKind;
use nom::Parser;
use nom::combinator::opt;
use nom::sequence::{delimited, preceded};
use text::code::Code;
use text::span::Span;

/// `block = "{" { statement } "}" .`
///
/// Broken statements are reported and left out; a missing brace is reported where the next
/// member or the end of the file stands.
pub(crate) fn block<'a>(input: Input<'a>) -> PResult<'a, Block> {
    let goes_on =
        |input: Input<'a>| !input.is("}") && !input.at_end() && !recover::at_member(input);
    let statements = many_recovering(goes_on, stmt, recover::behind);
    let end = closed(input.span(), "to close this block");
    let rule = spanned((need("{"), statements, end, id));
    rule.read(input, |((_, statements, (), id), span)| Block {
        id,
        span,
        statements,
    })
}

/// `body = block | statement .`
pub(crate) fn body<'a>(input: Input<'a>) -> PResult<'a, Block> {
    if input.is("{") {
        return nested(block).parse(input);
    }
    (stmt, id).read(input, |(statement, id)| Block {
        id,
        span: statement.span,
        statements: vec![statement],
    })
}

/// `statement = block | ";" | contract contracted | keyword-statement | simple ";" .`
pub(crate) fn stmt<'a>(input: Input<'a>) -> PResult<'a, Stmt> {
    nested(node(inside(kind))).parse(input)
}

fn kind<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    if input.is("{") {
        return block.map(StmtKind::Block).parse(input);
    }
    if input.is(";") {
        return any.map(|_| StmtKind::Empty).parse(input);
    }
    if at_clause(input) {
        let (input, contract) = contract(input)?;
        if contract.clauses.is_empty() && !at_contracted(input) {
            // All of them were broken, which has been reported.
            return Ok((input, StmtKind::Empty));
        }
        return with_contract(input, contract, start);
    }
    if let Some(parser) = by_keyword(input) {
        return parser(input);
    }
    let end = semicolon("this statement", start);
    (simple, end).map(|(kind, ())| kind).parse(input)
}

type KindParser = for<'a> fn(Input<'a>) -> PResult<'a, StmtKind>;

/// The parser of a statement that a word begins, if the word is used as a keyword.
pub(crate) fn by_keyword(input: Input<'_>) -> Option<KindParser> {
    let next = input.skip(1);
    let parser: KindParser = match input.text(0) {
        "if" => if_stmt,
        "while" | "for" | "par" | "vec" if input.text(0) != "vec" || at_vec(input) => {
            |input| with_contract(input, Contract::default(), input.span())
        }
        "parallel" | "sequential" if next.is("{") => par::region,
        "return" => return_stmt,
        "goto" | "break" | "continue" if jump_follows(input) => jump,
        "label" if is_name_at(next, 0) && !next.is_at(1, "=") => label,
        "assert" | "assume" | "inhale" | "exhale" | "refute" | "fold" | "unfold" => spec,
        "apply" | "lock" | "unlock" | "wait" | "notify" | "fork" | "join" | "commit"
            if names_operand(next) =>
        {
            spec
        }
        "package" if names_operand(next) => package,
        "ghost" if next.is("{") || ghost_follows(next) => ghost,
        "barrier" => par::barrier,
        "invariant" => par::invariant,
        "atomic" => par::atomic,
        "action" if next.is("(") => action,
        "create" | "extract" if next.is("{") => unsupported_block,
        "frame" if next.is("{") || at_clause(next) => unsupported_block,
        "open" | "close" | "witness" | "transfer" | "csl_subject" | "use" | "qed" | "create"
        | "destroy" | "split" | "merge" | "choose" | "send" | "recv" | "communicate"
            if (is_name_at(next, 0) || next.is("this")) && !next.is_at(1, "=") =>
        {
            unsupported
        }
        _ => return None,
    };
    Some(parser)
}

/// Whether what follows a word makes it a keyword: `lock x`, `lock (x)`, but not
/// `lock()`, `lock[i]` or `lock = x`.
fn names_operand(input: Input<'_>) -> bool {
    let empty_call = input.is("(") && input.is_at(1, ")");
    let amount = input.is("[");
    begins_operand(input) && !empty_call && !amount
}

/// Whether a statement follows `ghost`, rather than what makes it a name.
fn ghost_follows(input: Input<'_>) -> bool {
    matches!(
        input.peek(0).kind,
        TokenKind::Word | TokenKind::Escaped | TokenKind::Keyword(_)
    ) && !input.is("in")
        && !input.is("instanceof")
}

fn at_vec(input: Input<'_>) -> bool {
    input.is_at(1, "(") && types::at_declaration(input.skip(2))
}

fn jump_follows(input: Input<'_>) -> bool {
    let next = input.skip(1);
    input.is("goto") || next.is(";") || is_name_at(next, 0) && next.is_at(1, ";")
}

/// `contracted = while | for | par | vec .`
///
/// A loop or parallel statement behind its clauses.
fn with_contract<'a>(input: Input<'a>, contract: Contract, start: Span) -> PResult<'a, StmtKind> {
    match input.text(0) {
        "while" => while_loop(input, contract),
        "for" => for_loop(input, contract),
        "par" => par::parallel(input, contract),
        "vec" if at_vec(input) => par::vector(input, contract),
        _ => {
            let found = describe(input);
            let message =
                format!("expected a loop or a parallel block behind clauses, found {found}");
            let first = contract.clauses.first().map_or(start, |clause| clause.span);
            let problem = Problem::new(Code::S015, input.span(), message).help(
                "the contract of a parallel block stands between its head and its `{`; a loop's \
                 invariants stand in front of it, or between its head and its `{`",
            );
            Err(failure(problem.because(first, "the clauses begin here")))
        }
    }
}

/// Whether something stands here that takes clauses.
fn at_contracted(input: Input<'_>) -> bool {
    matches!(input.text(0), "while" | "for" | "par") || input.is("vec") && at_vec(input)
}

/// `condition = "(" expression ")" .`
///
/// Behind the keyword at `start`.
fn condition<'a>(start: Span) -> impl Rule<'a, Expr> {
    let open = need("(").because(start, "after this keyword");
    within(open, expr.because(start, "for the condition of this"), ")")
}

/// `if = "if" condition statement [ "else" statement ] .`
fn if_stmt<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let then = boxed(stmt).because(start, "in the branch of this `if`");
    let branch = |input: Input<'a>| {
        let branch = boxed(stmt).because(input.previous(), "in this branch");
        branch.read(input, |branch| branch)
    };
    let rule = (any, condition(start), then, after("else", branch));
    rule.read(input, |(_, condition, then_branch, else_branch)| {
        StmtKind::If {
            condition,
            then_branch,
            else_branch,
        }
    })
}

/// The body of the loop at `start`.
fn repeated<'a>(start: Span) -> impl Rule<'a, Box<Stmt>> {
    boxed(stmt).because(start, "in the body of this loop")
}

/// `while = "while" condition contract statement .`
fn while_loop<'a>(input: Input<'a>, before: Contract) -> PResult<'a, StmtKind> {
    let start = input.span();
    let rule = (any, condition(start), contract, repeated(start));
    rule.read(input, |(_, condition, own, body)| StmtKind::While {
        contract: both(before, own),
        condition,
        body,
    })
}

/// `for = "for" "(" ( iterator | simple-list ";" [ expression ] ";" simple-list ) ")" contract statement .`
fn for_loop<'a>(input: Input<'a>, before: Contract) -> PResult<'a, StmtKind> {
    let start = input.span();
    let open = need("(").because(start, "after this keyword");
    if ranged(input.skip(2)) {
        let rule = (any, within(open, iterator, ")"), contract, repeated(start));
        return rule.read(input, |(_, iterator, own, body)| StmtKind::RangedFor {
            contract: both(before, own),
            iterator,
            body,
        });
    }
    let (condition, end) = (unless(";", expr), || need(";"));
    let header = (simple_list(";"), end(), condition, end(), simple_list(")"));
    let header = within(
        open,
        header.because(start, "in the header of this loop"),
        ")",
    );
    let rule = (any, header, contract, repeated(start));
    rule.read(input, |(_, (init, _, condition, _, update), own, body)| {
        StmtKind::For {
            contract: both(before, own),
            init,
            condition,
            update,
            body,
        }
    })
}

/// Whether `T x = lo .. hi` stands here: a `..` comes before any `;` outside brackets.
fn ranged(input: Input<'_>) -> bool {
    if !types::at_declaration(input) {
        return false;
    }
    let mut at = input;
    let mut open = 0usize;
    loop {
        match at.peek(0).kind {
            TokenKind::Punct("(" | "[" | "{") => open += 1,
            TokenKind::Punct(")" | "]" | "}") if open == 0 => return false,
            TokenKind::Punct(")" | "]" | "}") => open -= 1,
            TokenKind::Punct("..") if open == 0 => return true,
            TokenKind::Punct(";") | TokenKind::End => return false,
            _ => {}
        }
        at = at.skip(1);
    }
}

/// `simple-list = [ simple { "," simple } ] .`
///
/// Up to `end`, which is not read.
fn simple_list<'a>(end: &'static str) -> impl Rule<'a, Vec<Stmt>> {
    unless(end, commas(node(simple))).map(Option::unwrap_or_default)
}

/// `simple = modifiers local | expression [ ( "=" | "+=" | "-=" | "*=" | "/=" | "%=" ) expression ] .`
fn simple<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let (declared, modifiers) = modifiers(input)?;
    let typed = || types::at_type_keyword(input) && !input.is_at(1, "(");
    if !modifiers.is_empty() || types::at_declaration(input) || typed() {
        return local(declared, modifiers);
    }
    let start = input.span();
    let (rest, target) = expr(input).map_err(|error| {
        error.map(|problem| {
            // Where not even an expression begins, a statement was wanted.
            let nothing = problem.span() == start && problem.is(Code::S001);
            if nothing {
                Problem::expected(input, "a statement")
            } else {
                problem
            }
        })
    })?;
    let op = match rest.peek(0).kind {
        TokenKind::Punct(form) => AssignOp::of_symbol(form),
        _ => None,
    };
    let Some(op) = op else {
        return Ok((rest, StmtKind::Expr(target)));
    };
    let value = preceded(any, expr.because(start, "of this assignment"));
    value.read(rest, |value| StmtKind::Assign { target, op, value })
}

/// `local = type variable { "," variable } .`
fn local<'a>(input: Input<'a>, modifiers: Vec<Modifier>) -> PResult<'a, StmtKind> {
    let (input, ty) = types::ty(input)?;
    let names = commas(variable).because(ty.span, "of this type");
    names.read(input, |names| StmtKind::Local {
        modifiers,
        ty,
        names,
    })
}

/// `variable = name [ "=" expression ] .`
pub(crate) fn variable<'a>(input: Input<'a>) -> PResult<'a, Variable> {
    let init = expr.because(input.span(), "for the value of this");
    let rule = (name, id, after("=", init));
    rule.map(|(name, id, init)| Variable { id, name, init })
        .parse(input)
}

/// `return = "return" [ expression ] ";" .`
fn return_stmt<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let value = unless(";", expr.because(start, "of this `return`"));
    let rule = delimited(any, value, semicolon("this `return`", start));
    rule.map(StmtKind::Return).parse(input)
}

/// `jump = ( "goto" name | ( "break" | "continue" ) [ name ] ) ";" .`
fn jump<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let end = semicolon("this statement", start);
    if input.is("goto") {
        let target = name.because(start, "for this `goto`");
        return delimited(any, target, end).map(StmtKind::Goto).parse(input);
    }
    let make = match input.is("break") {
        true => StmtKind::Break,
        false => StmtKind::Continue,
    };
    delimited(any, unless(";", name), end)
        .map(make)
        .parse(input)
}

/// `label = "label" name ( ";" | [ ":" ] statement ) .`
fn label<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let (input, label) = preceded(any, name).parse(input)?;
    if input.is(";") {
        return Ok((input.skip(1), StmtKind::Label(label, None)));
    }
    let inner = boxed(stmt).because(label.span, "behind this label");
    preceded(opt(token(":")), inner).read(input, |inner| StmtKind::Label(label, Some(inner)))
}

/// `spec = word expression ";" .`
fn spec<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let (start, word) = (input.span(), input.text(0));
    let kind = match word {
        "assert" => SpecKind::Assert,
        "assume" => SpecKind::Assume,
        "inhale" => SpecKind::Inhale,
        "exhale" => SpecKind::Exhale,
        "refute" => SpecKind::Refute,
        "fold" => SpecKind::Fold,
        "unfold" => SpecKind::Unfold,
        "apply" => SpecKind::Apply,
        "lock" => SpecKind::Lock,
        "unlock" => SpecKind::Unlock,
        "wait" => SpecKind::Wait,
        "notify" => SpecKind::Notify,
        "fork" => SpecKind::Fork,
        "join" => SpecKind::Join,
        _ => SpecKind::Commit,
    };
    let value = expr.because(start, format!("of this `{word}`"));
    let rule = delimited(any, value, semicolon(format!("this `{word}`"), start));
    rule.map(|value| StmtKind::Spec(kind, value)).parse(input)
}

/// `block-or-end = block | ";" .`
pub(crate) fn block_or_end<'a>(of: &'static str, start: Span) -> impl Rule<'a, Option<Block>> {
    move |input: Input<'a>| match input.is("{") {
        true => block.map(Some).parse(input),
        false => semicolon(of, start).map(|()| None).parse(input),
    }
}

/// `package = "package" expression block-or-end .`
fn package<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let wand = expr.because(start, "of this `package`");
    let rule = (any, wand, block_or_end("this `package`", start));
    rule.map(|(_, wand, body)| StmtKind::Package(wand, body))
        .parse(input)
}

/// `ghost = "ghost" statement .`
fn ghost<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let inner = boxed(stmt).because(input.span(), "behind this `ghost`");
    preceded(any, inner).map(StmtKind::Ghost).parse(input)
}

/// `action = "action" "(" [ expression { "," expression } ] ")" block-or-end .`
///
/// Process algebra.
fn action<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let body = block_or_end("this action", input.span());
    let rule = (any, list(token("("), expr, ")"), body);
    rule.map(|(.., body)| StmtKind::Unsupported {
        what: "an action block".to_string(),
        body,
    })
    .parse(input)
}

/// `unsupported-block = ( "create" | "extract" | "frame" ) contract body .`
fn unsupported_block<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let rule = (any, contract, body);
    rule.read(input, |(.., body)| StmtKind::Unsupported {
        what: format!("a `{}` block", input.text(0)),
        body: Some(body),
    })
}

/// `unsupported = word { token } ";" .`
///
/// A statement of which only the keyword is known.
fn unsupported<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let ends = |input: Input<'a>| [";", "{", "}"].iter().any(|end| input.is(end));
    let skipped = many(|input| !ends(input) && !input.at_end(), any);
    let end = need(";").because(input.span(), "to end this statement");
    (skipped, end).read(input, |_| StmtKind::Unsupported {
        what: format!("a `{}` statement", input.text(0)),
        body: None,
    })
}
