//! Terms from text: `(<= (+ x (* 2 y)) 7)`. Names are integers; heads that are no operators are functions.

use solver::term::{
    Sort, Symbol, Term, add, and, app, big, constant, div, eq, implies, ite, le, lt, modulo, mul,
    not, or,
};

/// The formulas of a text, one a line; what follows `;` is a comment.
pub(crate) fn formulas(text: &str) -> Vec<Term> {
    let lines = text
        .lines()
        .map(|line| line.split(';').next().unwrap().trim());
    lines.filter(|line| !line.is_empty()).map(formula).collect()
}

fn formula(line: &str) -> Term {
    let spaced = line.replace('(', " ( ").replace(')', " ) ");
    let mut tokens = spaced.split_whitespace();
    term(tokens.next().unwrap(), &mut tokens)
}

fn term<'t>(first: &str, tokens: &mut impl Iterator<Item = &'t str>) -> Term {
    if first != "(" {
        return match first.parse() {
            Ok(number) => big(number),
            Err(_) => constant(first, Sort::Int),
        };
    }
    let head = tokens.next().unwrap();
    let mut args = Vec::new();
    loop {
        match tokens.next().expect("a closing parenthesis") {
            ")" => return operation(head, args),
            token => args.push(term(token, tokens)),
        }
    }
}

fn operation(head: &str, args: Vec<Term>) -> Term {
    let at = |n: usize| args[n].clone();
    match head {
        "+" => add(args),
        "*" => args.into_iter().reduce(mul).unwrap(),
        "and" => and(args),
        "or" => or(args),
        "not" => not(at(0)),
        "=>" => implies(at(0), at(1)),
        "=" => eq(at(0), at(1)),
        "<=" => le(at(0), at(1)),
        "<" => lt(at(0), at(1)),
        "div" => div(at(0), at(1)),
        "mod" => modulo(at(0), at(1)),
        "ite" => ite(at(0), at(1), at(2)),
        function => {
            let sorts = args.iter().map(|arg| arg.sort().clone()).collect();
            app(&Symbol::new(function, sorts, Sort::Int), args)
        }
    }
}
