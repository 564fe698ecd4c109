//! Extents of a matrix: how they are said, found, and what they are at another place.

use super::arith::same;
use super::group::Group;
use super::world::{CallableBody, Declared, Kind, World};
use crate::framework::input::Refusal;
use spec_lang::ast::build::{self, name};
use spec_lang::ast::{
    BinaryOp, ClauseKind, Expr, ExprKind, NodeId, Stmt, StmtKind, UnaryOp, Visitor, VisitorMut,
};
use spec_lang::resolve::Type;
use text::code::Code;
use text::span::Span;

/// Number of rows and of columns, in names that can be seen where the matrix is declared.
#[derive(Clone, Debug)]
pub(super) struct Extents {
    pub rows: Expr,
    pub columns: Expr,
    /// What the names mean.
    pub names: Vec<(String, Meaning)>,
}

/// What a name in an extent means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A local or parameter.
    Local(NodeId),
    /// A field of the matrix's own object.
    Field(NodeId),
}

impl Extents {
    /// As it is said in messages.
    pub(super) fn describe(&self) -> String {
        format!(
            "{} by {}",
            spec_lang::print::expr(&self.rows),
            spec_lang::print::expr(&self.columns)
        )
    }

    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.names
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, meaning)| *meaning)
    }

    /// The two with every name replaced.
    pub(super) fn map(&self, replace: &dyn Fn(&str) -> Option<Expr>) -> (Expr, Expr) {
        (
            substituted(&self.rows, replace),
            substituted(&self.columns, replace),
        )
    }
}

/// An expression with some of its plain names replaced.
pub(super) fn substituted(expr: &Expr, replace: &dyn Fn(&str) -> Option<Expr>) -> Expr {
    struct Replace<'r>(&'r dyn Fn(&str) -> Option<Expr>);
    impl VisitorMut for Replace<'_> {
        fn visit_expr(&mut self, expr: &mut Expr) {
            if let ExprKind::Name(name) = &expr.kind
                && let Some(new) = (self.0)(&name.name)
            {
                *expr = new;
                return;
            }
            self.walk_expr(expr);
        }
    }
    let mut copy = expr.clone();
    Replace(replace).visit_expr(&mut copy);
    copy
}

/// The extent with `this.f` as `f`, and what its names mean where the matrix is declared.
///
/// Numbers, variables, fields of the same object, lengths and arithmetic can be an extent.
fn resolved(
    world: &World<'_>,
    declared: &Declared,
    expr: &Expr,
    names: &mut Vec<(String, Meaning)>,
) -> Result<Expr, Span> {
    let mut part = |inner: &Expr| resolved(world, declared, inner, names).map(Box::new);
    let kind = match &expr.kind {
        ExprKind::Int(value) => ExprKind::Int(value.clone()),
        ExprKind::Unary(op @ (UnaryOp::Neg | UnaryOp::Plus), inner) => {
            ExprKind::Unary(*op, part(inner)?)
        }
        ExprKind::Binary(
            op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod),
            left,
            right,
        ) => ExprKind::Binary(*op, part(left)?, part(right)?),
        ExprKind::Member(inner, member)
            if member.name == "length" && matches!(inner.kind, ExprKind::Name(_)) =>
        {
            let array = part(inner)?;
            // It may come from the command line, where no resolution says what it is; a field
            // of this name is no length.
            let of = match &array.kind {
                ExprKind::Name(name) => names.iter().rev().find(|(own, _)| *own == name.name),
                _ => None,
            };
            let is_array = of.is_some_and(|(_, Meaning::Local(id) | Meaning::Field(id))| {
                let declared = world.input.resolution.declared.get(id);
                matches!(declared, Some(Type::Array(_)))
            });
            if !is_array {
                return Err(expr.span);
            }
            ExprKind::Member(array, member.clone())
        }
        ExprKind::Member(inner, member) if matches!(inner.kind, ExprKind::This) => {
            let id = field(world, declared, &member.name).ok_or(expr.span)?;
            names.push((member.name.clone(), Meaning::Field(id)));
            ExprKind::Name(member.clone())
        }
        ExprKind::Name(name) => {
            let meaning = match world.seen(&name.name, declared.name_span) {
                // What is declared later could get its value anew while the matrix is there.
                Some(id) if declared.kind != Kind::Field => {
                    if !world.is_seen(&name.name, id, declared.name_span) {
                        return Err(expr.span);
                    }
                    Meaning::Local(id)
                }
                _ => Meaning::Field(field(world, declared, &name.name).ok_or(expr.span)?),
            };
            if names
                .iter()
                .any(|(own, other)| *own == name.name && *other != meaning)
            {
                return Err(expr.span);
            }
            names.push((name.name.clone(), meaning));
            ExprKind::Name(name.clone())
        }
        _ => return Err(expr.span),
    };
    Ok(build::expr(kind))
}

/// The field that an extent of a matrix names. The extent of a static matrix is a static field,
/// because a field of an object has a value for each object.
fn field(world: &World<'_>, declared: &Declared, name: &str) -> Option<NodeId> {
    let shared = declared.kind == Kind::Field && world.statics.contains(&declared.id);
    world
        .fields
        .iter()
        .find(|(_, own, class)| own == name && *class == declared.class && class.is_some())
        .map(|(id, _, _)| *id)
        .filter(|id| !shared || world.statics.contains(id))
}

/// Two expressions as the extents of a matrix.
///
/// # Errors
/// The place of the first part that cannot be part of an extent.
pub(super) fn extents(
    world: &World<'_>,
    matrix: usize,
    rows: &Expr,
    columns: &Expr,
) -> Result<Extents, Span> {
    let Some(declared) = world.matrices.get(matrix) else {
        return Err(rows.span);
    };
    let mut names = Vec::new();
    Ok(Extents {
        rows: resolved(world, declared, rows, &mut names)?,
        columns: resolved(world, declared, columns, &mut names)?,
        names,
    })
}

/// The extents that a program's own facts tell: `\matrix`, lengths, an allocation.
pub(super) fn found(world: &World<'_>, matrix: usize) -> Option<Extents> {
    let declared = world.matrices.get(matrix)?;
    let mut facts = Facts {
        world,
        matrix,
        pairs: Vec::new(),
        rows: Vec::new(),
        columns: Vec::new(),
    };
    match declared.kind {
        Kind::Field => {
            for callable in &world.callables {
                if callable.class == declared.class {
                    facts.callable(callable);
                }
            }
            facts.allocations_everywhere();
        }
        _ => {
            let callable = declared
                .callable
                .and_then(|number| world.callables.get(number))?;
            facts.callable(callable);
        }
    }
    let one = facts
        .pairs
        .iter()
        .find_map(|(rows, columns)| extents(world, matrix, rows, columns).ok());
    one.or_else(|| {
        facts.rows.iter().find_map(|rows| {
            facts
                .columns
                .iter()
                .find_map(|columns| extents(world, matrix, rows, columns).ok())
        })
    })
}

struct Facts<'w> {
    world: &'w World<'w>,
    matrix: usize,
    pairs: Vec<(Expr, Expr)>,
    rows: Vec<Expr>,
    columns: Vec<Expr>,
}

impl Facts<'_> {
    fn callable(&mut self, callable: &super::world::Callable) {
        for expr in callable.preconditions() {
            self.visit_expr(expr);
        }
        for clause in &callable.contract.clauses {
            if let ClauseKind::Ensures(expr) = &clause.kind {
                self.visit_expr(expr);
            }
        }
        match &callable.body {
            CallableBody::Predicate(expr) => self.visit_expr(expr),
            _ => {
                for stmt in &callable.statements {
                    self.visit_stmt(stmt);
                }
            }
        }
    }

    fn allocations_everywhere(&mut self) {
        let world = self.world;
        for callable in &world.callables {
            for stmt in &callable.statements {
                self.visit_stmt(stmt);
            }
        }
    }

    fn is_it(&self, expr: &Expr) -> bool {
        self.world.matrix(expr) == Some(self.matrix)
    }

    fn allocation(&mut self, value: &Expr) {
        if let ExprKind::NewArray(_, sizes) = &value.kind
            && let [Some(rows), Some(columns)] = sizes.as_slice()
        {
            self.pairs.push((rows.clone(), columns.clone()));
        }
    }
}

impl Visitor for Facts<'_> {
    fn visit_directive(&mut self, _: &spec_lang::ast::Directive) {}

    fn visit_stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign { target, value, .. } = &stmt.kind
            && self.is_it(target)
        {
            self.allocation(value);
        }
        self.walk_stmt(stmt);
    }

    fn visit_variable(&mut self, variable: &spec_lang::ast::Variable) {
        let own = self.world.matrices.get(self.matrix).map(|own| own.id);
        if let Some(init) = &variable.init {
            if Some(variable.id) == own {
                self.allocation(init);
            }
            self.visit_expr(init);
        }
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Matrix(matrix, rows, columns) if self.is_it(matrix) => {
                self.pairs.push(((**rows).clone(), (**columns).clone()));
            }
            ExprKind::Binary(BinaryOp::Eq, left, right) => {
                for (one, other) in [(left, right), (right, left)] {
                    let ExprKind::Member(array, member) = &one.kind else {
                        continue;
                    };
                    if member.name != "length" {
                        continue;
                    }
                    match &array.kind {
                        _ if self.is_it(array) => self.rows.push((**other).clone()),
                        ExprKind::Index(matrix, _) if self.is_it(matrix) => {
                            self.columns.push((**other).clone());
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        self.walk_expr(expr);
    }
}

/// Extents for every matrix of a group, the root's first.
///
/// # Errors
/// `A406` if those of one cannot be found, `A407` if they do not stay what they are.
pub(super) fn of_group(
    world: &World<'_>,
    group: &mut Group,
    root: Option<Extents>,
) -> Result<(), Refusal> {
    if let Some(root) = root {
        group.extents.insert(group.root, root);
    }
    let members = group.members.clone();
    for &member in &members {
        if !group.extents.contains_key(&member)
            && let Some(extents) = found(world, member)
        {
            group.extents.insert(member, extents);
        }
    }
    // What is left gets them from those it is passed to or comes from.
    for _ in 0..members.len() {
        let missing: Vec<usize> = members
            .iter()
            .copied()
            .filter(|member| !group.extents.contains_key(member))
            .collect();
        for member in missing {
            if let Some(extents) = passed_on(world, group, member) {
                group.extents.insert(member, extents);
            }
        }
    }
    for &member in &members {
        if !group.extents.contains_key(&member) {
            let span = world
                .matrices
                .get(member)
                .map_or(Span::default(), |d| d.name_span);
            return Err(Refusal::inapplicable(
                Code::A406,
                span,
                format!("the extents of {} are not known", world.describe(member)),
            )
            .with_help(
                "say them by `\\matrix(m, rows, columns)` in its contract, or give them, as in \
                     `--linearize m:row:rows,columns`",
            ));
        }
    }
    super::stay::stay(world, group)
}

/// The extents of a matrix as those of one that it is passed to, or that is passed to it.
fn passed_on(world: &World<'_>, group: &Group, member: usize) -> Option<Extents> {
    let declared = world.matrices.get(member)?;
    for call in &world.calls {
        let Some(callee) = world.callable(call.callee) else {
            continue;
        };
        for (index, arg) in call.args.iter().enumerate() {
            let (Some(from), Some(to)) = (world.matrix(arg), world.param(callee, index)) else {
                continue;
            };
            if to == member
                && let Some(known) = group.extents.get(&from)
            {
                // Each extent as the parameter that gets it, or as a number.
                let back = |extent: &Expr| -> Option<Expr> {
                    if matches!(extent.kind, ExprKind::Int(_)) {
                        return Some(extent.clone());
                    }
                    let at = call.args.iter().position(|arg| same(arg, extent))?;
                    let param = world.callables.get(callee)?.params.get(at)?;
                    Some(name(&param.name.name))
                };
                if let (Some(rows), Some(columns)) = (back(&known.rows), back(&known.columns))
                    && let Ok(extents) = extents(world, member, &rows, &columns)
                {
                    return Some(extents);
                }
            }
            if from == member
                && declared.kind != Kind::Field
                && let Some(known) = group.extents.get(&to)
                && let Some((rows, columns)) = at_call(world, known, call)
                && let Ok(extents) = extents(world, member, &rows, &columns)
            {
                return Some(extents);
            }
        }
    }
    None
}

/// The extents of a callee's parameter in the caller's words; none if they cannot be said.
pub(super) fn at_call(
    world: &World<'_>,
    extents: &Extents,
    call: &super::world::CallSite,
) -> Option<(Expr, Expr)> {
    let callee = world.callables.get(world.callable(call.callee)?)?;
    for (name, meaning) in &extents.names {
        match meaning {
            Meaning::Local(id) => {
                let at = callee.params.iter().position(|param| param.id == *id)?;
                call.args.get(at)?;
            }
            // Fields of an object that may be another one.
            Meaning::Field(_) => {
                let own = match &call.receiver {
                    None => !callee.is_constructor,
                    Some(receiver) => matches!(receiver.kind, ExprKind::This),
                };
                if !own || world.seen(name, call.span).is_some() {
                    return None;
                }
            }
        }
    }
    Some(extents.map(&|name| match extents.meaning(name)? {
        Meaning::Local(id) => {
            let at = callee.params.iter().position(|param| param.id == id)?;
            call.args.get(at).cloned()
        }
        Meaning::Field(_) => None,
    }))
}
