//! The element of a thread, and the guard that keeps threads without one from the body.

use crate::loops::fit::called;
use crate::opened::Opened;
use crate::prefetch::element::bare;
use crate::sites::variable;
use clang::tree::{
    BinaryOp, Expr, ExprKind, FunctionId, Stmt, StmtKind, UnaryOp, Unit, VariableId,
};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;
use transforms::{Asked, Refusal, SiteName};

/// `x`, `y` and `z`.
pub(crate) const AXES: [&str; 3] = ["x", "y", "z"];

/// A kernel of which each thread has one element.
#[derive(Clone, Debug)]
pub(crate) struct Elements<'a> {
    /// The kernel, and further instances of the same template.
    pub functions: Vec<FunctionId>,
    /// Its name.
    pub kernel: &'a str,
    /// Its body.
    pub body: &'a [Stmt],
    /// The statement that declares the element.
    pub declared: usize,
    pub variable: VariableId,
    /// In which dimension.
    pub axis: usize,
    /// The threads of a block, as the text has them; none if that is `blockDim` or OpenCL's.
    pub block: Option<String>,
    /// The guard.
    pub guard: Guard<'a>,
}

/// The guard of the body.
#[derive(Clone, Debug)]
pub(crate) struct Guard<'a> {
    /// The statement with it.
    pub at: usize,
    /// What a thread with an element satisfies, as text.
    pub text: String,
    /// The bound.
    pub bound: &'a Expr,
    /// The part of the condition.
    pub part: Span,
    /// The whole condition, and its other parts.
    pub condition: Span,
    pub others: Vec<Span>,
    /// Whether it stands before the body as `if (…) return;`.
    pub early: bool,
}

/// The kernel that a step means.
///
/// # Errors
/// `A504` if there is none, `C103` if there are several.
pub(crate) fn elements<'a>(opened: &Opened<'a>, asked: &Asked) -> Result<Elements<'a>, Refusal> {
    let unit = &opened.reading.unit;
    let mut all: Vec<Elements<'a>> = Vec::new();
    for kernel in opened.kernels() {
        let Some(id) = kernel.function else {
            continue;
        };
        let Some(function) = unit.function(id).filter(|one| one.place.span.file == 0) else {
            continue;
        };
        let Some(StmtKind::Block(body)) = function.body.as_ref().map(|body| &body.kind) else {
            continue;
        };
        for found in of_body(opened, (id, &function.name), body) {
            let place = unit.variable(found.variable).map(|one| one.name_place);
            let same = |one: &&mut Elements<'a>| {
                unit.variable(one.variable).map(|one| one.name_place) == place
            };
            match all.iter_mut().find(same) {
                Some(known) => known.functions.push(id),
                None => all.push(found),
            }
        }
    }
    let name_of = |one: &Elements<'a>| {
        let variable = unit.variable(one.variable);
        variable.map_or("", |one| one.name.as_str())
    };
    let line_of = |at: u32| opened.source.line_column(at as usize).line;
    let meant = |one: &Elements<'a>| match (&asked.site, asked.directive()) {
        (_, Some(span)) => {
            let function = one.functions.first().and_then(|id| unit.function(*id));
            let next = clang::tokens(&opened.source.text, span.end as usize).next();
            let start = next.map_or(0, |next| next.start);
            function.is_some_and(|one| {
                let body = one.body.as_ref().map_or(0, |body| body.place.span.start);
                let head = opened.source.text.get(start..body as usize);
                head.is_some_and(|head| !head.contains([';', '}']))
            })
        }
        (None, None) => true,
        (Some(SiteName::Name(name)), None) => one.kernel == name || name_of(one) == name,
        (Some(SiteName::InMethod(kernel, name)), None) => {
            one.kernel == kernel && name_of(one) == name
        }
        (Some(SiteName::Line(line)), None) => {
            let declared = one.body.get(one.declared);
            let function = one.functions.first().and_then(|id| unit.function(*id));
            declared.is_some_and(|stmt| line_of(stmt.place.span.start) == *line)
                || function.is_some_and(|one| line_of(one.name_place.span.start) == *line)
        }
    };
    let fitting: Vec<&Elements<'a>> = all.iter().filter(|one| meant(one)).collect();
    match fitting.as_slice() {
        [one] => Ok((*one).clone()),
        [] => Err(none(&all.iter().map(|one| one.kernel).collect::<Vec<_>>())),
        _ => {
            let message = format!("{} elements of threads could be meant", fitting.len());
            let names = fitting
                .iter()
                .map(|one| format!("`@{}/{}`", one.kernel, name_of(one)));
            let names: Vec<String> = names.collect();
            let help = format!("say which: {}", names.join(", "));
            Err(Refusal::wrong_input(
                Diagnostic::global(Code::C103, message).with_help(help),
            ))
        }
    }
}

fn none(others: &[&str]) -> Refusal {
    let message = "no kernel that is meant has an element for each thread, with a guard";
    let refused = Refusal::not_applicable(Diagnostic::global(Code::A504, message)).with_note(
        "it is `int i = blockIdx.x * blockDim.x + threadIdx.x;` or `get_global_id(0)`, and behind it `if (i < n) { … }` \
         as the last statement, or `if (i >= n) return;`",
    );
    match others.first() {
        Some(first) => refused.with_help(format!("`{first}` has one")),
        None => refused,
    }
}

/// The elements of a kernel that have a guard.
fn of_body<'a>(
    opened: &Opened<'a>,
    (id, kernel): (FunctionId, &'a str),
    body: &'a [Stmt],
) -> Vec<Elements<'a>> {
    let unit = &opened.reading.unit;
    let mut found = Vec::new();
    for (declared, stmt) in body.iter().enumerate() {
        let StmtKind::Declare(all) = &stmt.kind else {
            continue;
        };
        for variable in all {
            let init = unit.variable(*variable).and_then(|one| one.init.as_ref());
            let Some((axis, block)) = init.and_then(|init| number(opened, init)) else {
                continue;
            };
            let guards = body.iter().enumerate().skip(declared + 1);
            let guard = guards
                .filter_map(|(at, stmt)| guard(opened, (at, stmt), *variable))
                .next();
            found.extend(guard.map(|guard| Elements {
                functions: vec![id],
                kernel,
                body,
                declared,
                variable: *variable,
                axis,
                block,
                guard,
            }));
        }
    }
    found
}

/// The dimension of a thread's number in the grid, and the threads of a block as the text has them.
fn number(opened: &Opened<'_>, expr: &Expr) -> Option<(usize, Option<String>)> {
    let unit = &opened.reading.unit;
    let expr = bare(expr);
    if let Some(function) = called(unit, expr)
        && let ExprKind::Call { arguments, .. } = &expr.kind
    {
        let axis = match arguments.first().map(|one| &bare(one).kind) {
            Some(ExprKind::Integer(axis @ 0..=2)) => usize::try_from(*axis).ok()?,
            _ => return None,
        };
        return (function.own && function.name == "get_global_id").then_some((axis, None));
    }
    let (left, right) = operands(expr, BinaryOp::Add)?;
    let sum = |product: &Expr, thread: &Expr| {
        let axis = part_of(unit, thread, "threadIdx")?;
        let (one, other) = operands(bare(product), BinaryOp::Mul)?;
        let is_block = |expr: &Expr| part_of(unit, expr, "blockIdx") == Some(axis);
        let size = match (is_block(one), is_block(other)) {
            (true, _) => other,
            (_, true) => one,
            _ => return None,
        };
        match part_of(unit, size, "blockDim") {
            Some(own) if own == axis => Some((axis, None)),
            Some(_) => None,
            None => {
                let number = crate::loops::counted::number(unit, size)?;
                let text = opened.slice(size.place.span);
                let named = size.place.span.file == 0 && size.place.spelling.is_none();
                let spelled = named || crate::prefetch::element::written_at(size.place).is_none();
                Some((
                    axis,
                    Some(match spelled && !text.is_empty() {
                        true => text.to_owned(),
                        false => number.to_string(),
                    }),
                ))
            }
        }
    };
    sum(left, right).or_else(|| sum(right, left))
}

fn operands(expr: &Expr, wanted: BinaryOp) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary { op, left, right } if *op == wanted => Some((left, right)),
        _ => None,
    }
}

/// The dimension of `threadIdx.x` or its like.
pub(crate) fn part_of(unit: &Unit, expr: &Expr, name: &str) -> Option<usize> {
    let (ExprKind::Field { base, .. } | ExprKind::Swizzle { base, .. }) = &bare(expr).kind else {
        return None;
    };
    let ExprKind::Variable(id) = &bare(base).kind else {
        return None;
    };
    (unit.variable(*id)?.name == name).then_some(())?;
    let field = match &bare(expr).kind {
        ExprKind::Field { field, .. } => {
            let record = unit.record(field.record)?;
            record.fields.get(field.index as usize)?.name.as_str()
        }
        ExprKind::Swizzle { name, .. } => name.as_str(),
        _ => return None,
    };
    AXES.iter().position(|axis| *axis == field)
}

/// A statement as the guard of an element.
fn guard<'a>(
    opened: &Opened<'a>,
    (at, stmt): (usize, &'a Stmt),
    id: VariableId,
) -> Option<Guard<'a>> {
    let StmtKind::If {
        before,
        condition,
        then,
        otherwise: None,
        constexpr: false,
    } = &stmt.kind
    else {
        return None;
    };
    let then = then.as_deref()?;
    let early = returns(then);
    before.is_empty().then_some(())?;
    let joined = match early {
        true => BinaryOp::LogicalOr,
        false => BinaryOp::LogicalAnd,
    };
    let mut parts = Vec::new();
    conjuncts(condition, joined, &mut parts);
    let found = parts.iter().enumerate().find_map(|(number, part)| {
        let (text, bound) = holds(opened, part, id, early)?;
        Some((number, text, bound))
    });
    let (number, text, bound) = found?;
    let plain = parts.iter().all(|one| one.place.spelling.is_none());
    plain.then(|| Guard {
        at,
        text,
        bound,
        part: parts
            .get(number)
            .map_or(condition.place.span, |one| one.place.span),
        condition: condition.place.span,
        others: parts
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != number)
            .map(|(_, one)| one.place.span)
            .collect(),
        early,
    })
}

fn returns(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(None) => true,
        StmtKind::Block(all) => matches!(all.as_slice(), [one] if returns(one)),
        _ => false,
    }
}

fn conjuncts<'a>(expr: &'a Expr, joined: BinaryOp, found: &mut Vec<&'a Expr>) {
    match &bare(expr).kind {
        ExprKind::Binary { op, left, right } if *op == joined => {
            conjuncts(left, joined, found);
            conjuncts(right, joined, found);
        }
        _ => found.push(expr),
    }
}

/// What an element satisfies by a part of a condition, and its bound; `negated` if the part says when it does not.
fn holds<'a>(
    opened: &Opened<'a>,
    part: &'a Expr,
    id: VariableId,
    negated: bool,
) -> Option<(String, &'a Expr)> {
    let inner = bare(part);
    if let ExprKind::Unary {
        op: UnaryOp::LogicalNot,
        operand,
    } = &inner.kind
    {
        return holds(opened, operand, id, !negated);
    }
    let ExprKind::Binary { op, left, right } = &inner.kind else {
        return None;
    };
    let is_left = variable(left) == Some(id);
    let bound: &Expr = match (is_left, variable(right) == Some(id)) {
        (true, false) => right,
        (false, true) => left,
        _ => return None,
    };
    let op = match (op, negated) {
        (BinaryOp::Lt, false) | (BinaryOp::Ge, true) => "<",
        (BinaryOp::Le, false) | (BinaryOp::Gt, true) => "<=",
        (BinaryOp::Gt, false) | (BinaryOp::Le, true) => ">",
        (BinaryOp::Ge, false) | (BinaryOp::Lt, true) => ">=",
        _ => return None,
    };
    // The element is below the bound.
    let below = matches!((op, is_left), ("<" | "<=", true) | (">" | ">=", false));
    let text = format!(
        "{} {op} {}",
        opened.slice(left.place.span),
        opened.slice(right.place.span)
    );
    below.then_some((text, bound))
}
