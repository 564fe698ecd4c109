//! The matrices that must change together: what is passed to a parameter, from call to call.

use super::Arguments;
use super::extents::Extents;
use super::world::{Callable, Kind, World};
use crate::framework::directive::Carrier;
use crate::framework::input::Refusal;
use crate::framework::site::SiteName;
use crate::framework::step::{Asked, StepOrigin};
use spec_lang::ast::{Expr, ExprKind, SpecKind, Stmt, StmtKind, Visitor};
use std::collections::BTreeMap;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// Matrices that become arrays together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The one that was asked for.
    pub root: usize,
    /// All of them, in the order of their declarations.
    pub members: Vec<usize>,
    pub extents: BTreeMap<usize, Extents>,
    pub row_major: bool,
}

impl Group {
    /// The root, and what is connected with it by calls.
    pub(super) fn new(world: &World<'_>, root: usize, row_major: bool) -> Self {
        let mut members = vec![root];
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            next += 1;
            for other in neighbours(world, member) {
                if !members.contains(&other) {
                    members.push(other);
                }
            }
        }
        members.sort_unstable();
        Group {
            root,
            members,
            extents: BTreeMap::new(),
            row_major,
        }
    }

    /// The member that an expression names.
    pub(super) fn member(&self, world: &World<'_>, expr: &Expr) -> Option<usize> {
        world
            .matrix(expr)
            .filter(|matrix| self.members.contains(matrix))
    }

    /// Where a body first names a matrix of the group, or calls something that may use one.
    pub(super) fn first_use(&self, world: &World<'_>, callable: &Callable) -> Option<u32> {
        struct First<'a>(&'a World<'a>, &'a Group, Option<u32>);
        impl Visitor for First<'_> {
            fn visit_expr(&mut self, expr: &Expr) {
                let calls = matches!(expr.kind, ExprKind::Call(_) | ExprKind::New(_));
                if calls || self.1.member(self.0, expr).is_some() {
                    let at = expr.span.start;
                    self.2 = Some(self.2.map_or(at, |known| known.min(at)));
                }
                self.walk_expr(expr);
            }
            fn visit_stmt(&mut self, stmt: &Stmt) {
                // What begins or lets in other threads.
                if let StmtKind::Spec(kind, _) = &stmt.kind
                    && !matches!(kind, SpecKind::Assert | SpecKind::Assume)
                {
                    let at = stmt.span.start;
                    self.2 = Some(self.2.map_or(at, |known| known.min(at)));
                }
                self.walk_stmt(stmt);
            }
        }
        let mut first = First(world, self, None);
        for stmt in &callable.statements {
            first.visit_stmt(stmt);
        }
        first.2
    }
}

/// Parameters that a matrix is passed to, and matrices that are passed to it.
fn neighbours(world: &World<'_>, member: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for call in &world.calls {
        let Some(callee) = world.callable(call.callee) else {
            continue;
        };
        for (index, arg) in call.args.iter().enumerate() {
            let (from, to) = (world.matrix(arg), world.param(callee, index));
            if from == Some(member) {
                found.extend(to);
            }
            if to == Some(member) {
                found.extend(from);
            }
        }
    }
    found
}

/// What a step asks for.
pub(super) struct Wanted {
    pub group: Group,
    /// The extents as they are given, for the root.
    pub given: Option<(Expr, Expr)>,
    /// Where it is asked for, if in the program.
    pub directive: Option<Span>,
}

/// The matrix a step means, with all that is connected with it.
pub(super) fn wanted(
    world: &World<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Wanted, Refusal> {
    match &asked.origin {
        StepOrigin::Directive { span, carrier } => by_directive(world, arguments, *span, carrier),
        StepOrigin::Flag(_) => by_flag(world, arguments, asked.site.as_ref()),
    }
}

fn by_directive(
    world: &World<'_>,
    arguments: &Arguments,
    span: Span,
    carrier: &Carrier,
) -> Result<Wanted, Refusal> {
    let number = match carrier {
        Carrier::Method { id, .. } => world.callables.iter().position(|own| own.id == *id),
        Carrier::Loop { .. } | Carrier::ParBlock { .. } | Carrier::Par { .. } | Carrier::Other => {
            None
        }
    };
    let Some(number) = number else {
        return Err(Refusal::inapplicable(
            Code::A001,
            span,
            "`matrix_lin` does not stand before a method",
        )
        .with_help("put it before the contract of the method that has the matrix"));
    };
    let name = &arguments.matrix;
    let class = world.callables.get(number).and_then(|own| own.class);
    let own = |matrix: &&super::world::Declared| {
        matrix.name == name.name
            && match matrix.callable {
                Some(callable) => callable == number,
                None => matrix.class == class,
            }
    };
    // The method's own first; a field only where no variable has the name.
    let mut found: Vec<usize> =
        positions(world, &|matrix| own(&matrix) && matrix.callable.is_some());
    if found.is_empty() && world.seen(&name.name, span).is_none() {
        found = positions(world, &|matrix| own(&matrix));
    }
    match found.as_slice() {
        [root] => Ok(Wanted {
            group: Group::new(world, *root, arguments.row_major),
            given: arguments.extents.clone(),
            directive: Some(span),
        }),
        [] => Err(no_matrix(world, &name.name, Some(name.span))),
        _ => Err(several(world, &name.name, &found, Some(name.span))),
    }
}

fn positions(world: &World<'_>, test: &dyn Fn(&super::world::Declared) -> bool) -> Vec<usize> {
    (0..world.matrices.len())
        .filter(|&number| world.matrices.get(number).is_some_and(test))
        .collect()
}

fn by_flag(
    world: &World<'_>,
    arguments: &Arguments,
    site: Option<&SiteName>,
) -> Result<Wanted, Refusal> {
    let name = arguments.matrix.name.as_str();
    let of = |name: &str, matrix: &super::world::Declared| {
        let callable = matrix
            .callable
            .and_then(|number| world.callables.get(number));
        let class = world
            .classes
            .iter()
            .find(|(id, _)| Some(*id) == matrix.class);
        callable.is_some_and(|own| own.name == name || own.short == name)
            || (callable.is_none() && class.is_some_and(|(_, class)| class == name))
    };
    let input = world.input;
    let at_line = |line: usize, matrix: &super::world::Declared| {
        let span = matrix
            .callable
            .and_then(|number| world.callables.get(number))
            .map_or(matrix.name_span, |callable| callable.span);
        let last = Span {
            start: span.end.saturating_sub(1),
            ..span
        };
        (input.line(span)..=input.line(last)).contains(&line)
    };
    let candidates = positions(world, &|matrix| {
        matrix.name == name
            && matrix.kind != Kind::Ghost
            && input.only.is_none_or(|only| of(only, matrix))
            && match site {
                None => true,
                Some(SiteName::Name(method)) => of(method, matrix),
                Some(SiteName::InMethod(method, own)) => own == name && of(method, matrix),
                Some(SiteName::Line(line)) => at_line(*line, matrix),
            }
    });
    // The extents are said in names of the matrix that is meant.
    let fits = |&root: &usize| match &arguments.extents {
        Some((rows, columns)) => super::extents::extents(world, root, rows, columns).is_ok(),
        None => true,
    };
    let fitting: Vec<usize> = candidates.iter().copied().filter(fits).collect();
    let considered = if fitting.is_empty() {
        &candidates
    } else {
        &fitting
    };
    let Some(&root) = considered.first() else {
        return Err(no_matrix(world, name, None));
    };
    let group = Group::new(world, root, arguments.row_major);
    if considered
        .iter()
        .any(|other| !group.members.contains(other))
    {
        return Err(several(world, name, considered, None));
    }
    Ok(Wanted {
        group,
        given: arguments.extents.clone(),
        directive: None,
    })
}

fn several(world: &World<'_>, name: &str, found: &[usize], at: Option<Span>) -> Refusal {
    let message = format!("`{name}` could be any of {} matrices", found.len());
    let mut diagnostic = match at {
        Some(span) => Diagnostic::error(Code::C103, span, message),
        None => Diagnostic::global(Code::C103, message),
    };
    let mut ways = Vec::new();
    for &number in found {
        let Some(matrix) = world.matrices.get(number) else {
            continue;
        };
        diagnostic = diagnostic.with_label(matrix.name_span, world.describe(number));
        if let Some(callable) = matrix
            .callable
            .and_then(|number| world.callables.get(number))
        {
            ways.push(format!("`@{}`", callable.name));
        }
    }
    ways.dedup();
    Refusal::wrong_input(diagnostic.with_help(format!("one of {}", ways.join(", "))))
}

/// There is nothing of the name, or it is no matrix.
fn no_matrix(world: &World<'_>, name: &str, at: Option<Span>) -> Refusal {
    let known: Vec<String> = world
        .matrices
        .iter()
        .map(|matrix| format!("`{}`", matrix.name))
        .collect();
    let message = format!("there is no matrix `{name}` here");
    let note = "a matrix is a variable of type `T[][]`";
    let help = match known.is_empty() {
        true => "the program has no matrices".to_owned(),
        false => format!("its matrices are {}", known.join(", ")),
    };
    match at {
        Some(span) => Refusal::inapplicable(Code::A402, span, message)
            .with_note(note)
            .with_help(help),
        None => Refusal::wrong_input(
            Diagnostic::global(Code::C102, message)
                .with_note(note)
                .with_help(help),
        ),
    }
}

/// Whether a statement or formula names a matrix of the group.
pub(super) fn mentions(world: &World<'_>, group: &Group, expr: &Expr) -> bool {
    struct Any<'a>(&'a World<'a>, &'a Group, bool);
    impl Visitor for Any<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.2 |= self.1.member(self.0, expr).is_some();
            self.walk_expr(expr);
        }
        fn visit_stmt(&mut self, stmt: &Stmt) {
            self.walk_stmt(stmt);
        }
    }
    let mut any = Any(world, group, false);
    any.visit_expr(expr);
    any.2
}

/// Whether an expression is `null`.
pub(super) fn is_null(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Null)
}
