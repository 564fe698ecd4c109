//! Contracts after a matrix was laid out in an array: each must be the old one read through
//! the index map, clause by clause.
//!
//! This is worked out here from the two programs and the claim which matrices have which
//! extents, without a look at what the transformation did. In an old clause
//! `m[r][c]` is read as `m[r * C + c]` (or `m[c * R + r]`), `m[r].length` as `C`, `m.length`
//! as `R`, two rows are compared by their numbers, and what is said of the rows themselves
//! (permissions to them, that they are not null) is true. A new clause may say besides that the
//! array is there, how long it is, and that the extents are not negative: the old one said so
//! of the rows. Nothing else may differ. That the map is one to one is asked of the prover.

mod form;
mod reader;
#[cfg(test)]
mod tests;

use super::Linearized;
use crate::framework::contracts::{self, Compared, Contracts, Interface, Version};
use crate::framework::prover::{Outcome, Prover, Question, ask};
use form::{Integers, TRUE, text};
use reader::Reader;
use spec_lang::ast::build::{binary, name};
use spec_lang::ast::{
    BinaryOp, Body, Clause, ClauseKind, ClauseParts, Declaration, DeclarationKind, Expr, ExprKind,
    Method, Param, Predicate, Program, Stmt, StmtKind, TypeKind, Visitor,
};
use text::source::SourceFile;
use text::span::Span;

/// The contracts are the old ones read through the index map of some matrices.
pub(super) struct ThroughTheMap(pub(super) Vec<Linearized>);

impl Contracts for ThroughTheMap {
    fn stage(&self) -> &'static str {
        "index-map"
    }

    fn compare(
        &self,
        before: &Version<'_>,
        after: &Version<'_>,
        prover: &mut dyn Prover,
    ) -> Result<Compared, String> {
        let (unchanged, read) = compare(before, after, &self.0)?;
        let row_major = self.0.first().is_none_or(|matrix| matrix.row_major);
        index_map(row_major, prover)?;
        let mut shown = Vec::new();
        if prover.decides() {
            let line = "the index map is one to one between the extents and the array";
            shown.push(line.to_owned());
        }
        shown.extend(read.iter().map(|name| {
            format!("the contract of `{name}` is the old one read through the index map")
        }));
        Ok(Compared {
            unchanged,
            read,
            shown,
        })
    }
}

/// How many contracts are unchanged, and the names of those that are read through the map.
///
/// # Errors
/// What is different otherwise, in words.
fn compare(
    before: &Version<'_>,
    after: &Version<'_>,
    matrices: &[Linearized],
) -> Result<(usize, Vec<String>), String> {
    let (olds, mut news) = (callables(before.program), callables(after.program));
    // A function that says the index map, new or from an earlier step.
    let named = |olds: &[Callable<'_>], name: &str| olds.iter().any(|old| old.name == name);
    let function = news
        .iter()
        .find(|new| {
            let already = olds
                .iter()
                .any(|old| old.name == new.name && old.is_index_map());
            new.is_index_map() && (already || !named(&olds, &new.name))
        })
        .map(|new| new.name.clone());
    let added = function.clone().filter(|function| !named(&olds, function));
    news.retain(|new| Some(&new.name) != added.as_ref());
    let new: Vec<&Interface> = after
        .interfaces
        .iter()
        .filter(|new| Some(&new.name) != added.as_ref())
        .collect();
    if olds.len() != news.len() || before.interfaces.len() != new.len() {
        return Err("there are more methods, or fewer".to_owned());
    }
    let integers = Integers::of(&[before.program, after.program]);
    let mut read = Vec::new();
    let mut unchanged = 0;
    let mut interfaces = before.interfaces.iter().zip(new.iter().copied());
    for (old, new) in olds.iter().zip(&news) {
        let same = match old.what {
            What::Method(_) => interfaces
                .next()
                .is_some_and(|(old, new)| contracts::same(old, new)),
            What::Predicate(_) => false,
        };
        let reader = Reader {
            before,
            matrices,
            params: old
                .params()
                .iter()
                .map(|param| param.name.name.clone())
                .collect(),
            integers: &integers,
            function: function.as_deref(),
            bound: Vec::new(),
            captured: false,
            said: Vec::new(),
        };
        if old.name != new.name {
            return Err(format!("`{}` has become `{}`", old.name, new.name));
        }
        if same && !old.is_function() {
            unchanged += 1;
            continue;
        }
        compare_callable(reader, old, new).map_err(|why| format!("`{}`: {why}", old.name))?;
        match (same, &old.what) {
            (true, What::Method(_)) => unchanged += 1,
            (false, What::Method(_)) => read.push(old.name.clone()),
            (_, What::Predicate(_)) => {}
        }
    }
    Ok((unchanged, read))
}

/// Shows that the index map leads one to one from the cells of the extents to those of the array.
///
/// # Errors
/// What could not be shown, in words.
fn index_map(row_major: bool, prover: &mut dyn Prover) -> Result<(), String> {
    let (index, other, row, column, at) = match row_major {
        true => (
            "r * C + c",
            "s * C + d",
            "k / C",
            "k % C",
            "(k / C) * C + k % C",
        ),
        false => (
            "c * R + r",
            "d * R + s",
            "k % R",
            "k / R",
            "(k / R) * R + k % R",
        ),
    };
    let lines = [
        ("into", format!("assert 0 <= {index} && {index} < R * C;")),
        (
            "into",
            format!("assert {index} == {other} ==> r == s && c == d;"),
        ),
        ("onto", format!("assert 0 <= {row} && {row} < R;")),
        ("onto", format!("assert 0 <= {column} && {column} < C;")),
        ("onto", format!("assert {at} == k;")),
    ];
    for (method, line) in lines {
        let head = match method {
            "into" => {
                "requires 0 <= r && r < R && 0 <= s && s < R;\n\
                 requires 0 <= c && c < C && 0 <= d && d < C;\n\
                 void into(int R, int C, int r, int c, int s, int d) {\n"
            }
            _ => {
                "requires 0 <= R && 0 <= C && 0 <= k && k < R * C;\n\
                 void onto(int R, int C, int k) {\n"
            }
        };
        let text = format!("{head}{line}\n}}\n");
        let question = Question {
            files: vec![SourceFile::new("index map", text)],
            method: method.to_owned(),
            asserts: vec![Span::new(0, head.len(), head.len() + line.len())],
        };
        if ask(prover, question) != [Outcome::Proved] {
            return Err(format!("`{line}` was not shown of the index map"));
        }
    }
    Ok(())
}

/// A method or predicate.
struct Callable<'a> {
    name: String,
    what: What<'a>,
}

enum What<'a> {
    Method(&'a Method),
    Predicate(&'a Predicate),
}

impl Callable<'_> {
    fn params(&self) -> &[Param] {
        match self.what {
            What::Method(method) => &method.params,
            What::Predicate(predicate) => &predicate.params,
        }
    }

    /// Whether it is `pure int f(int x, int a, int b) = x * a + b;`, and nothing else.
    fn is_index_map(&self) -> bool {
        let What::Method(method) = self.what else {
            return false;
        };
        let (Body::Expr(body), [by, first, second]) = (&method.body, method.params.as_slice())
        else {
            return false;
        };
        let word = |param: &Param| name(&param.name.name);
        let product = binary(BinaryOp::Mul, word(by), word(first));
        method.contract.clauses.is_empty()
            && spec_lang::print::type_expr(&method.return_type) == "int"
            && method
                .params
                .iter()
                .all(|param| spec_lang::print::type_expr(&param.ty) == "int")
            && text(body) == text(&binary(BinaryOp::Add, product, word(second)))
    }

    fn is_function(&self) -> bool {
        matches!(self.what, What::Method(method) if matches!(method.body, Body::Expr(_)))
    }
}

/// All of them in the order of the text.
fn callables(program: &Program) -> Vec<Callable<'_>> {
    fn go<'a>(declarations: &'a [Declaration], class: Option<&str>, found: &mut Vec<Callable<'a>>) {
        let full = |name: &str| match class {
            Some(class) => format!("{class}.{name}"),
            None => name.to_owned(),
        };
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Method(method) => found.push(Callable {
                    name: full(&method.name.name),
                    what: What::Method(method),
                }),
                DeclarationKind::Predicate(predicate) => found.push(Callable {
                    name: full(&predicate.name.name),
                    what: What::Predicate(predicate),
                }),
                DeclarationKind::Class(inner) if class.is_none() => {
                    go(&inner.members, Some(&inner.name.name), found);
                }
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    go(&program.declarations, None, &mut found);
    found
}

fn compare_callable(
    mut reader: Reader<'_>,
    old: &Callable<'_>,
    new: &Callable<'_>,
) -> Result<(), String> {
    if old.params().len() != new.params().len() {
        return Err("the number of parameters is another one".to_owned());
    }
    for (old, new) in old.params().iter().zip(new.params()) {
        let expected = match (reader.known(old.id), &old.ty.kind) {
            (Some(_), TypeKind::Array(row, _)) => row,
            _ => &old.ty,
        };
        if old.name.name != new.name.name
            || spec_lang::print::type_expr(expected) != spec_lang::print::type_expr(&new.ty)
        {
            return Err(format!("the parameter `{}` is another one", old.name.name));
        }
    }
    reader.said = said(&old.what);
    match (&old.what, &new.what) {
        (What::Method(old), What::Method(new)) => {
            if spec_lang::print::type_expr(&old.return_type)
                != spec_lang::print::type_expr(&new.return_type)
                || old.modifiers.len() != new.modifiers.len()
            {
                return Err("the header is another one".to_owned());
            }
            clauses(&mut reader, &old.contract.clauses, &new.contract.clauses)?;
            match (&old.body, &new.body) {
                (Body::Expr(old), Body::Expr(new)) => reader.agree(old, new, "the value")?,
                (Body::Block(before), Body::Block(after)) if old.is_pure() => {
                    same_values(&mut reader, &before.statements, &after.statements)?;
                }
                _ => {}
            }
        }
        (What::Predicate(old), What::Predicate(new)) => match (&old.body, &new.body) {
            (Some(old), Some(new)) => reader.agree(old, new, "what it stands for")?,
            (None, None) => {}
            _ => return Err("it has a body before or after only".to_owned()),
        },
        _ => return Err("it is another kind of declaration".to_owned()),
    }
    Ok(())
}

/// What a contract or predicate says the extents of, by `\matrix`.
fn said(what: &What<'_>) -> Vec<String> {
    struct Said(Vec<String>);
    impl Visitor for Said {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Matrix(matrix, ..) = &expr.kind {
                self.0.push(text(matrix));
            }
            self.walk_expr(expr);
        }
    }
    let mut said = Said(Vec::new());
    match what {
        What::Method(method) => {
            for clause in &method.contract.clauses {
                said.visit_clause(clause);
            }
        }
        What::Predicate(predicate) => predicate.body.iter().for_each(|body| said.visit_expr(body)),
    }
    said.0
}

/// The same for a function's body that chooses by `if` what it returns.
fn same_values(reader: &mut Reader<'_>, old: &[Stmt], new: &[Stmt]) -> Result<(), String> {
    let other = || Err("the value is computed in another way".to_owned());
    if old.len() != new.len() {
        return other();
    }
    for (old, new) in old.iter().zip(new) {
        match (&old.kind, &new.kind) {
            (StmtKind::Empty, StmtKind::Empty) => {}
            (StmtKind::Return(Some(old)), StmtKind::Return(Some(new))) => {
                reader.agree(old, new, "the value")?;
            }
            (StmtKind::Block(old), StmtKind::Block(new)) => {
                same_values(reader, &old.statements, &new.statements)?;
            }
            (
                StmtKind::If {
                    condition,
                    then_branch,
                    else_branch,
                },
                StmtKind::If {
                    condition: new_condition,
                    then_branch: new_then,
                    else_branch: new_else,
                },
            ) => {
                reader.agree(condition, new_condition, "the condition")?;
                let branches = |first: &Stmt, second: &Option<Box<Stmt>>| {
                    [Some(first.clone()), second.as_deref().cloned()]
                };
                let old = branches(then_branch, else_branch);
                let new = branches(new_then, new_else);
                for (old, new) in old.iter().zip(&new) {
                    same_values(reader, old.as_slice(), new.as_slice())?;
                }
            }
            _ => return other(),
        }
    }
    Ok(())
}

/// What a clause says, and by which word.
fn parts(clause: &Clause) -> Option<(&'static str, Vec<&Expr>)> {
    match clause.kind.parts() {
        ClauseParts::One(word, expr) => Some((word, vec![expr])),
        ClauseParts::Measures(exprs) => Some(("decreases", exprs.iter().collect())),
        ClauseParts::Given(_)
        | ClauseParts::Yields(_)
        | ClauseParts::Other(..)
        | ClauseParts::Directive(_) => None,
    }
}

fn clauses(reader: &mut Reader<'_>, old: &[Clause], new: &[Clause]) -> Result<(), String> {
    let said = |clause: &&Clause| !matches!(clause.kind, ClauseKind::Directive(_));
    let mut new = new.iter().filter(said).peekable();
    for old in old.iter().filter(said) {
        let Some((word, exprs)) = parts(old) else {
            // Ghost parameters and the like: nothing of these changes.
            match new.next() {
                Some(found) if shallow(old) == shallow(found) => continue,
                _ => return Err("a clause is another one".to_owned()),
            }
        };
        let expected: Vec<String> = exprs.iter().map(|expr| reader.through(expr)).collect();
        loop {
            let found = new.peek().and_then(|clause| parts(clause));
            let found_text = found.map(|(word, exprs)| {
                let texts: Vec<String> = exprs.iter().map(|expr| reader.plain(expr)).collect();
                (word, texts)
            });
            match found_text {
                Some((other, texts)) if other == word && texts == expected => {
                    new.next();
                    break;
                }
                // Says nothing but what holds of the array anyway.
                Some(("requires", texts)) if texts == [TRUE] => {
                    new.next();
                }
                _ if word != "decreases" && expected == [TRUE] => break,
                _ => {
                    return Err(format!(
                        "a clause `{word}` is not the old one read through the index map"
                    ));
                }
            }
        }
        if reader.captured {
            return Err("an extent means something else within a formula".to_owned());
        }
    }
    for clause in new {
        match parts(clause) {
            Some(("requires", exprs)) if exprs.iter().all(|expr| reader.plain(expr) == TRUE) => {}
            _ => return Err("a clause was added".to_owned()),
        }
    }
    Ok(())
}

/// A clause without places.
fn shallow(clause: &Clause) -> String {
    spec_lang::print::clause(clause, 0)
}
