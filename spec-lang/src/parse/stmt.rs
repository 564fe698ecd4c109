//! Statements.

use super::binder::iterator;
use super::contract::{at_clause, contract};
use super::expr::expr;
use super::input::{Input, PResult};
use super::par;
use super::primary::begins_operand;
use super::problem::{Because, Problem, expected, failure, problem_of};
use super::recover;
use super::types;
use super::words::{as_ident, close, commas, commas_until, is_name_at, name, need, semicolon};
use crate::ast::*;
use crate::lex::TokenKind;
use text::code::Code;
use text::span::Span;

/// `{ … }`. Broken statements are reported and left out; a missing brace is reported
/// where the next member or the end of the file stands.
pub(crate) fn block<'a>(input: Input<'a>) -> PResult<'a, Block> {
    let open = input.span();
    let (mut input, _) = need(input, "{")?;
    let mut statements = Vec::new();
    loop {
        if input.is_punct("}") {
            input = input.skip(1);
            break;
        }
        if input.at_end() || recover::at_member(input) {
            let problem = Problem::expected(input, "`}`");
            input
                .context
                .report(problem.because(open, "to close this block"));
            break;
        }
        match stmt(input) {
            Ok((rest, statement)) => {
                statements.push(statement);
                input = rest;
            }
            Err(error) => {
                let problem = problem_of(input, error);
                let rest = recover::behind(input, &problem);
                input.context.report(problem);
                input = if rest.index() > input.index() {
                    rest
                } else {
                    input.skip(1)
                };
            }
        }
    }
    Ok((
        input,
        Block {
            id: input.id(),
            span: input.since(open),
            statements,
        },
    ))
}

/// A block, or one statement in its place.
pub(crate) fn body<'a>(input: Input<'a>) -> PResult<'a, Block> {
    if input.is_punct("{") {
        return input.nested(block);
    }
    let (input, statement) = stmt(input)?;
    let block = Block {
        id: input.id(),
        span: statement.span,
        statements: vec![statement],
    };
    Ok((input, block))
}

/// A statement.
pub(crate) fn stmt<'a>(input: Input<'a>) -> PResult<'a, Stmt> {
    input.nested(|input| {
        let start = input.span();
        let (input, kind) = input.inside(kind)?;
        let stmt = input.stmt(input.since(start), kind)?;
        Ok((input, stmt))
    })
}

fn kind<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    if input.is_punct("{") {
        let (input, block) = block(input)?;
        return Ok((input, StmtKind::Block(block)));
    }
    if input.is_punct(";") {
        return Ok((input.skip(1), StmtKind::Empty));
    }
    if at_clause(input) {
        let before = input;
        let (input, contract) = contract(input)?;
        if contract.clauses.is_empty() && !at_contracted(input) {
            // All of them were broken, which has been reported.
            return Ok((input, StmtKind::Empty));
        }
        return with_contract(input, contract, before.span());
    }
    if input.peek(0).kind == TokenKind::Word
        && let Some(parser) = by_keyword(input)
    {
        return parser(input);
    }
    let (input, kind) = simple(input)?;
    let (input, ()) = semicolon(input, "this statement", start)?;
    Ok((input, kind))
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
        "parallel" | "sequential" if next.is_punct("{") => par::region,
        "return" => return_stmt,
        "goto" | "break" | "continue" if jump_follows(input) => jump,
        "label" if is_name_at(next, 0) && !next.is_punct_at(1, "=") => label,
        "assert" | "assume" | "inhale" | "exhale" | "refute" | "fold" | "unfold" => spec,
        "apply" | "lock" | "unlock" | "wait" | "notify" | "fork" | "join" | "commit"
            if names_operand(next) =>
        {
            spec
        }
        "package" if names_operand(next) => package,
        "ghost" if next.is_punct("{") || ghost_follows(next) => ghost,
        "barrier" => par::barrier,
        "invariant" => par::invariant,
        "atomic" => par::atomic,
        "action" if next.is_punct("(") => action,
        "create" | "extract" if next.is_punct("{") => unsupported_block,
        "frame" if next.is_punct("{") || at_clause(next) => unsupported_block,
        "open" | "close" | "witness" | "transfer" | "csl_subject" | "use" | "qed" | "create"
        | "destroy" | "split" | "merge" | "choose" | "send" | "recv" | "communicate"
            if (is_name_at(next, 0) || next.is_word("this")) && !next.is_punct_at(1, "=") =>
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
    let empty_call = input.is_punct("(") && input.is_punct_at(1, ")");
    let amount = input.is_punct("[");
    begins_operand(input) && !empty_call && !amount
}

/// Whether a statement follows `ghost`, rather than what makes it a name.
fn ghost_follows(input: Input<'_>) -> bool {
    matches!(
        input.peek(0).kind,
        TokenKind::Word | TokenKind::Escaped | TokenKind::Keyword(_)
    ) && !input.is_word("in")
        && !input.is_word("instanceof")
}

fn at_vec(input: Input<'_>) -> bool {
    input.is_punct_at(1, "(") && types::at_declaration(input.skip(2))
}

fn jump_follows(input: Input<'_>) -> bool {
    let next = input.skip(1);
    input.is_word("goto") || next.is_punct(";") || is_name_at(next, 0) && next.is_punct_at(1, ";")
}

/// A loop or parallel statement behind its clauses.
fn with_contract<'a>(input: Input<'a>, contract: Contract, start: Span) -> PResult<'a, StmtKind> {
    match input.text(0) {
        "while" => while_loop(input, contract),
        "for" => for_loop(input, contract),
        "par" => par::parallel(input, contract),
        "vec" if at_vec(input) => par::vector(input, contract),
        _ => {
            let found = super::problem::describe(input);
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
    matches!(input.text(0), "while" | "for" | "par") || input.is_word("vec") && at_vec(input)
}

/// Clauses may also stand between a loop's header and its body.
fn more_clauses<'a>(input: Input<'a>, contract: Contract) -> PResult<'a, Contract> {
    let (input, more) = self::contract(input)?;
    let clauses = contract.clauses.into_iter().chain(more.clauses).collect();
    Ok((input, Contract { clauses }))
}

/// `(e)` after the keyword at `start`.
fn condition<'a>(input: Input<'a>, start: Span) -> PResult<'a, Expr> {
    let open = input.span();
    let (input, _) = need(input, "(").because(start, "after this keyword")?;
    let (input, condition) = expr(input).because(start, "for the condition of this")?;
    let (input, _) = close(input, ")", open)?;
    Ok((input, condition))
}

fn if_stmt<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let (input, condition) = condition(input.skip(1), start)?;
    let (input, then_branch) = stmt(input).because(start, "in the branch of this `if`")?;
    let then_branch = Box::new(then_branch);
    if !input.is_word("else") {
        return Ok((
            input,
            StmtKind::If {
                condition,
                then_branch,
                else_branch: None,
            },
        ));
    }
    let otherwise = input.span();
    let (input, branch) = stmt(input.skip(1)).because(otherwise, "in this branch")?;
    let else_branch = Some(Box::new(branch));
    Ok((
        input,
        StmtKind::If {
            condition,
            then_branch,
            else_branch,
        },
    ))
}

fn while_loop<'a>(input: Input<'a>, contract: Contract) -> PResult<'a, StmtKind> {
    let start = input.span();
    let (input, condition) = condition(input.skip(1), start)?;
    let (input, contract) = more_clauses(input, contract)?;
    let (input, body) = stmt(input).because(start, "in the body of this loop")?;
    Ok((
        input,
        StmtKind::While {
            contract,
            condition,
            body: Box::new(body),
        },
    ))
}

fn for_loop<'a>(input: Input<'a>, contract: Contract) -> PResult<'a, StmtKind> {
    let start = input.span();
    let open = input.peek(1).span;
    let (input, _) = need(input.skip(1), "(").because(start, "after this keyword")?;
    if ranged(input) {
        let (input, iterator) = iterator(input)?;
        let (input, _) = close(input, ")", open)?;
        let (input, contract) = more_clauses(input, contract)?;
        let (input, body) = stmt(input).because(start, "in the body of this loop")?;
        return Ok((
            input,
            StmtKind::RangedFor {
                contract,
                iterator,
                body: Box::new(body),
            },
        ));
    }
    let header = "in the header of this loop";
    let (input, init) = simple_list(input, ";").because(start, header)?;
    let (input, _) = need(input, ";").because(start, header)?;
    let (input, condition) = if input.is_punct(";") {
        (input, None)
    } else {
        let (input, condition) = expr(input).because(start, header)?;
        (input, Some(condition))
    };
    let (input, _) = need(input, ";").because(start, header)?;
    let (input, update) = simple_list(input, ")").because(start, header)?;
    let (input, _) = close(input, ")", open)?;
    let (input, contract) = more_clauses(input, contract)?;
    let (input, body) = stmt(input).because(start, "in the body of this loop")?;
    let body = Box::new(body);
    Ok((
        input,
        StmtKind::For {
            contract,
            init,
            condition,
            update,
            body,
        },
    ))
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

/// Simple statements with commas between, up to `end`, which is not read.
fn simple_list<'a>(input: Input<'a>, end: &str) -> PResult<'a, Vec<Stmt>> {
    if input.is_punct(end) {
        return Ok((input, Vec::new()));
    }
    commas(|input: Input<'a>| {
        let start = input.span();
        let (input, kind) = simple(input)?;
        let stmt = input.stmt(input.since(start), kind)?;
        Ok((input, stmt))
    })(input)
}

/// A declaration, assignment or expression, without the `;`.
fn simple<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let (declared, modifiers) = super::decl::modifiers(input);
    if !modifiers.is_empty() || types::at_declaration(input) {
        return local(declared, modifiers);
    }
    if types::at_type_keyword(input) && !input.is_punct_at(1, "(") {
        return local(input, Vec::new());
    }
    let start = input.span();
    let (input, target) = expr(input).map_err(|error| {
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
    let op = match input.peek(0).kind {
        TokenKind::Punct(form) => AssignOp::of_symbol(form),
        _ => None,
    };
    let Some(op) = op else {
        return Ok((input, StmtKind::Expr(target)));
    };
    let (input, value) = expr(input.skip(1)).because(start, "of this assignment")?;
    Ok((input, StmtKind::Assign { target, op, value }))
}

fn local<'a>(input: Input<'a>, modifiers: Vec<Modifier>) -> PResult<'a, StmtKind> {
    let (input, ty) = types::ty(input)?;
    let (input, names) = commas(variable)(input).because(ty.span, "of this type")?;
    Ok((
        input,
        StmtKind::Local {
            modifiers,
            ty,
            names,
        },
    ))
}

/// `x` or `x = e`.
pub(crate) fn variable<'a>(input: Input<'a>) -> PResult<'a, Variable> {
    let (input, name) = name(input)?;
    let id = input.id();
    if !input.is_punct("=") {
        return Ok((
            input,
            Variable {
                id,
                name,
                init: None,
            },
        ));
    }
    let (input, init) = expr(input.skip(1)).because(name.span, "for the value of this")?;
    Ok((
        input,
        Variable {
            id,
            name,
            init: Some(init),
        },
    ))
}

fn return_stmt<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let rest = input.skip(1);
    if rest.is_punct(";") {
        return Ok((rest.skip(1), StmtKind::Return(None)));
    }
    let (input, value) = expr(rest).because(start, "of this `return`")?;
    let (input, ()) = semicolon(input, "this `return`", start)?;
    Ok((input, StmtKind::Return(Some(value))))
}

fn jump<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let word = input.text(0);
    let rest = input.skip(1);
    let (input, kind) = if word == "goto" {
        let (rest, target) = name(rest).because(start, "for this `goto`")?;
        (rest, StmtKind::Goto(target))
    } else {
        let (rest, target) = if rest.is_punct(";") {
            (rest, None)
        } else {
            let (rest, target) = name(rest)?;
            (rest, Some(target))
        };
        let make = if word == "break" {
            StmtKind::Break
        } else {
            StmtKind::Continue
        };
        (rest, make(target))
    };
    let (input, ()) = semicolon(input, "this statement", start)?;
    Ok((input, kind))
}

fn label<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let (input, label) = name(input.skip(1))?;
    if input.is_punct(";") {
        return Ok((input.skip(1), StmtKind::Label(label, None)));
    }
    let input = if input.is_punct(":") {
        input.skip(1)
    } else {
        input
    };
    let (input, inner) = stmt(input).because(label.span, "behind this label")?;
    Ok((input, StmtKind::Label(label, Some(Box::new(inner)))))
}

fn spec<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let word = input.text(0);
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
    let (input, value) = expr(input.skip(1)).because(start, &format!("of this `{word}`"))?;
    let (input, ()) = semicolon(input, &format!("this `{word}`"), start)?;
    Ok((input, StmtKind::Spec(kind, value)))
}

fn package<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let (input, wand) = expr(input.skip(1)).because(start, "of this `package`")?;
    if input.is_punct("{") {
        let (input, body) = block(input)?;
        return Ok((input, StmtKind::Package(wand, Some(body))));
    }
    let (input, ()) = semicolon(input, "this `package`", start)?;
    Ok((input, StmtKind::Package(wand, None)))
}

fn ghost<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let (input, inner) = stmt(input.skip(1)).because(start, "behind this `ghost`")?;
    Ok((input, StmtKind::Ghost(Box::new(inner))))
}

/// `action(a, b, c, d) s` or `;`: process algebra.
fn action<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let (input, _) = commas_until(input.skip(2), ")", input.peek(1).span, expr)?;
    let what = "an action block".to_string();
    if input.is_punct("{") {
        let (input, body) = block(input)?;
        return Ok((
            input,
            StmtKind::Unsupported {
                what,
                body: Some(body),
            },
        ));
    }
    let (input, ()) = semicolon(input, "this action", start)?;
    Ok((input, StmtKind::Unsupported { what, body: None }))
}

/// `create { … }`, `extract { … }`, `frame contract { … }`.
fn unsupported_block<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let what = format!("a `{}` block", as_ident(input).name);
    let (input, _) = contract(input.skip(1))?;
    let (input, body) = body(input)?;
    Ok((
        input,
        StmtKind::Unsupported {
            what,
            body: Some(body),
        },
    ))
}

/// A statement of which only the keyword is known, up to its `;`.
fn unsupported<'a>(input: Input<'a>) -> PResult<'a, StmtKind> {
    let start = input.span();
    let what = format!("a `{}` statement", as_ident(input).name);
    let mut at = input;
    while !at.is_punct(";") {
        if at.at_end() || at.is_punct("{") || at.is_punct("}") {
            return expected(at, "`;`").because(start, "to end this statement");
        }
        at = at.skip(1);
    }
    Ok((at.skip(1), StmtKind::Unsupported { what, body: None }))
}
