//! What a statement does with the element, with its array, and with what the element is made of.

use super::element::{Element, written_at};
use crate::sites::{body_of, variable};
use clang::kinds::CastKind;
use clang::tree::{Expr, ExprKind, FunctionId, Stmt, StmtKind, UnaryOp, Unit, VariableId};
use clang::types::{Qual, Type};
use clang::walk::{Part, of_expr, of_stmt};
use text::code::Code;
use text::span::Span;

/// What is done with an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its value is taken.
    Read,
    /// It is written, and its old value is not read.
    Write,
    /// It changes, or a part of it does.
    Update,
    /// Something else: its address is taken, or what takes it is not known to do no more than read.
    Taken,
}

/// A use of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// Where it is written; none if a macro brings it.
    pub at: Option<Span>,
    /// Where it is to the user.
    pub span: Span,
    pub role: Role,
}

/// A use that hinders, with its code and why.
pub(crate) type Hindrance = (Code, Span, String);

/// What a statement does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// Its uses of the element.
    pub own: Vec<Use>,
    /// Those of other elements of the array.
    pub others: Vec<Use>,
    /// What keeps a register from living through it.
    pub hindrances: Vec<Hindrance>,
    /// Whether no register lives through it: threads meet in it, or what the element is made of changes.
    pub separates: bool,
    /// Whether one of the uses is in a loop.
    pub repeated: bool,
    /// A jump that leaves it.
    pub jump: Option<Span>,
}

/// What a statement does.
pub(crate) fn facts(unit: &Unit, element: &Element, stmt: &Stmt) -> Facts {
    let mut walk = Walk {
        unit,
        element,
        facts: Facts::default(),
        loops: 0,
    };
    walk.stmt(stmt);
    walk.facts.jump = leaves(stmt, (true, true));
    walk.facts
}

struct Walk<'a> {
    unit: &'a Unit,
    element: &'a Element,
    facts: Facts,
    loops: usize,
}

impl Walk<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Asm { .. } = stmt.kind {
            let why = "assembly may access any memory".to_owned();
            self.hinder(Code::A305, stmt.place.span, why);
        }
        let inner = usize::from(body_of(stmt).is_some());
        self.loops += inner;
        for part in of_stmt(stmt) {
            self.part(part, Role::Taken);
        }
        self.loops -= inner;
    }

    fn part(&mut self, part: Part<'_>, role: Role) {
        match part {
            Part::Stmt(inner) => self.stmt(inner),
            Part::Expr(inner) => self.expr(inner, role),
            Part::Declared(id) => {
                self.changed(id);
                let one = self.unit.variable(id);
                let reference = one.is_some_and(|one| self.refers(one.ty).is_some());
                if let Some(init) = one.and_then(|one| one.init.as_ref()) {
                    let role = match reference {
                        true => Role::Taken,
                        false => Role::Read,
                    };
                    self.expr(init, role);
                }
            }
        }
    }

    fn expr(&mut self, expr: &Expr, role: Role) {
        if self.element.is(self.unit, expr) {
            self.facts.repeated |= self.loops > 0;
            self.facts.own.push(used(expr, role));
            self.indices(expr);
            return;
        }
        if self.element.is_of_array(expr) {
            self.facts.others.push(used(expr, role));
            self.indices(expr);
            return;
        }
        match &expr.kind {
            ExprKind::Variable(id) if *id == self.element.array => {
                let name = self.element.spelled.array();
                let why = format!("`{name}` is used otherwise than by an element of it");
                self.hinder(Code::A309, expr.place.span, why);
            }
            ExprKind::Cast {
                kind: CastKind::LValueToRValue,
                operand,
                ..
            } => self.expr(operand, Role::Read),
            ExprKind::Assign { op, left, right } => {
                variable(left).into_iter().for_each(|id| self.changed(id));
                let role = match op {
                    None => Role::Write,
                    Some(_) => Role::Update,
                };
                self.expr(left, role);
                self.expr(right, Role::Read);
            }
            ExprKind::Unary { op, operand } => match op {
                UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement => {
                    variable(operand)
                        .into_iter()
                        .for_each(|id| self.changed(id));
                    self.expr(operand, Role::Update);
                }
                UnaryOp::Address => {
                    variable(operand)
                        .into_iter()
                        .for_each(|id| self.changed(id));
                    self.expr(operand, Role::Taken);
                }
                _ => self.expr(operand, role),
            },
            ExprKind::Field { base, arrow, .. } | ExprKind::Swizzle { base, arrow, .. } => {
                // Of a whole a part is written.
                let of_base = match (role, arrow) {
                    (Role::Write, false) => Role::Update,
                    (role, false) => role,
                    (_, true) => Role::Read,
                };
                self.expr(base, of_base);
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition, Role::Read);
                self.expr(then, role);
                self.expr(otherwise, role);
            }
            ExprKind::Cast { operand, .. } => self.expr(operand, role),
            ExprKind::Temporary(inner)
            | ExprKind::Compound(inner)
            | ExprKind::Reinterpret(inner)
            | ExprKind::ConvertVector(inner) => self.expr(inner, role),
            ExprKind::Construct {
                constructor,
                arguments,
                ..
            } => {
                let plain = self.unit.function(*constructor);
                let role = match plain.is_some_and(|one| one.defaulted) {
                    true => Role::Read,
                    false => Role::Taken,
                };
                self.given(*constructor, (arguments, 0), role);
            }
            ExprKind::Call { .. } => self.call(expr),
            ExprKind::Lambda { captures, .. } => {
                for one in captures {
                    self.expr(&one.value, Role::Taken);
                }
            }
            _ => {
                for part in of_expr(expr) {
                    self.part(part, Role::Taken);
                }
            }
        }
    }

    /// The indices of an element, which are read.
    fn indices(&mut self, expr: &Expr) {
        for index in super::element::indices(expr) {
            self.expr(index, Role::Read);
        }
    }

    fn call(&mut self, expr: &Expr) {
        let ExprKind::Call {
            callee, arguments, ..
        } = &expr.kind
        else {
            return;
        };
        let found = callee_of(callee);
        if found.is_none_or(|id| meets(self.unit, id, &mut Vec::new())) {
            self.facts.separates = true;
        }
        if let ExprKind::Method { base, .. } = &super::element::bare(callee).kind {
            self.expr(base, Role::Taken);
        }
        let function = found.and_then(|id| self.unit.function(id));
        if function.is_none_or(|one| !one.own) && self.element.is_visible(self.unit) {
            let name = self.element.spelled.array();
            let why = format!("what is called may access `{name}`");
            self.hinder(Code::A305, expr.place.span, why);
        }
        let object = matches!(function, Some(one) if arguments.len() == one.parameters.len() + 1);
        match found {
            Some(id) => self.given(id, (arguments, usize::from(object)), Role::Taken),
            None => arguments.iter().for_each(|one| self.expr(one, Role::Taken)),
        }
    }

    /// Arguments of a call: what a parameter refers to may be read, or changed too. The first ones may be the object.
    fn given(&mut self, id: FunctionId, (arguments, objects): (&[Expr], usize), otherwise: Role) {
        let function = self.unit.function(id);
        let plain = function.is_some_and(|one| one.defaulted);
        for (at, one) in arguments.iter().enumerate() {
            if at < objects {
                // A member that is generated writes its object, and reads what it is given.
                let role = match plain {
                    true => Role::Write,
                    false => Role::Taken,
                };
                self.expr(one, role);
                continue;
            }
            let parameter = function.and_then(|f| f.parameters.get(at - objects));
            let ty = parameter.and_then(|id| self.unit.variable(*id));
            let role = match ty.and_then(|one| self.refers(one.ty)) {
                Some(to) if to.constant => Role::Read,
                Some(_) => Role::Update,
                None => otherwise,
            };
            variable(one)
                .filter(|_| role == Role::Update)
                .into_iter()
                .for_each(|id| self.changed(id));
            self.expr(one, role);
        }
    }

    /// What a type refers to, if it is a reference.
    fn refers(&self, ty: Qual) -> Option<Qual> {
        match self.unit.types.get(ty.id) {
            Type::Reference { to, .. } => Some(*to),
            _ => None,
        }
    }

    fn changed(&mut self, id: VariableId) {
        self.facts.separates |= self.element.variables.contains(&id);
    }

    fn hinder(&mut self, code: Code, span: Span, why: String) {
        self.facts.hindrances.push((code, span, why));
    }
}

fn used(expr: &Expr, role: Role) -> Use {
    Use {
        at: written_at(expr.place),
        span: expr.place.span,
        role,
    }
}

/// The function that a call executes.
pub(crate) fn callee_of(callee: &Expr) -> Option<FunctionId> {
    match &super::element::bare(callee).kind {
        ExprKind::Function(id) => Some(*id),
        ExprKind::Method { function, .. } => Some(*function),
        _ => None,
    }
}

/// Whether threads may meet in a function, by its name or by what it calls.
fn meets(unit: &Unit, id: FunctionId, seen: &mut Vec<FunctionId>) -> bool {
    let Some(function) = unit.function(id) else {
        return true;
    };
    if seen.contains(&id) {
        return false;
    }
    seen.push(id);
    let name = function.name.as_str();
    let waits = ["sync", "barrier", "fence", "wait", "arrive"];
    if waits.iter().any(|word| name.contains(word)) {
        return true;
    }
    let body = function.body.as_ref();
    body.is_some_and(|body| meets_in(unit, of_stmt(body), seen))
}

fn meets_in(unit: &Unit, parts: Vec<Part<'_>>, seen: &mut Vec<FunctionId>) -> bool {
    parts.into_iter().any(|part| match part {
        Part::Stmt(inner) => meets_in(unit, of_stmt(inner), seen),
        Part::Expr(expr) => meets_expr(unit, expr, seen),
        Part::Declared(id) => {
            let init = unit.variable(id).and_then(|one| one.init.as_ref());
            init.is_some_and(|init| meets_expr(unit, init, seen))
        }
    })
}

/// Whether threads may meet in an expression.
fn meets_expr(unit: &Unit, expr: &Expr, seen: &mut Vec<FunctionId>) -> bool {
    if let ExprKind::Call { callee, .. } = &expr.kind {
        let id = callee_of(callee);
        if id.is_none_or(|id| meets(unit, id, seen)) {
            return true;
        }
    }
    meets_in(unit, of_expr(expr), seen)
}

/// A jump that leaves a statement. The flags say whether a `break` and a `continue` do.
fn leaves(stmt: &Stmt, (breaks, continues): (bool, bool)) -> Option<Span> {
    let jumps = match &stmt.kind {
        StmtKind::Break => breaks,
        StmtKind::Continue => continues,
        StmtKind::Return(_) | StmtKind::Goto(_) => true,
        _ => false,
    };
    if jumps {
        return Some(stmt.place.span);
    }
    let is_loop = body_of(stmt).is_some();
    let is_switch = matches!(stmt.kind, StmtKind::Switch { .. });
    let inside = (breaks && !is_loop && !is_switch, continues && !is_loop);
    of_stmt(stmt).into_iter().find_map(|part| match part {
        Part::Stmt(inner) => leaves(inner, inside),
        Part::Expr(_) | Part::Declared(_) => None,
    })
}
