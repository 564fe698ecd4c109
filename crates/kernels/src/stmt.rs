//! Statements.

use crate::Lowered;
use crate::builder::{Builder, ResultTo, place_of};
use crate::convert::{resized, truth};
use crate::types::Shape;
use clang::tree::{
    Expr as CExpr, ExprKind as CExprKind, LabelId, Stmt as CStmt, StmtKind as S, Storage,
    VariableId,
};
use clang::types::Type;
use kernel_graph::{BlockId, Expr, Linkage, Scalar, Space, Terminator};
use std::collections::BTreeMap;
use text::code::Code;

/// Where `break`, `continue` and `case` of the statements around belong.
#[derive(Default)]
pub(crate) struct Around {
    /// Where `break` goes, innermost last.
    leave: Vec<BlockId>,
    /// Where `continue` goes, innermost last.
    next: Vec<BlockId>,
    /// The cases of the `switch` at work, innermost last.
    switches: Vec<Cases>,
}

/// The cases of a `switch`.
#[derive(Default)]
struct Cases {
    scalar: Option<(Scalar, bool)>,
    values: Vec<(u128, BlockId)>,
    otherwise: Option<BlockId>,
}

/// A range of `case` values is not longer.
const LONGEST_RANGE: i128 = 1024;

impl Builder<'_> {
    /// A statement.
    pub(crate) fn stmt(&mut self, stmt: &CStmt) -> Lowered<()> {
        self.point_before(stmt, false);
        self.part(stmt)
    }

    /// The body of a statement: alone it gets braces where a barrier is put before it.
    fn alone(&mut self, stmt: &CStmt) -> Lowered<()> {
        self.point_before(stmt, true);
        self.part(stmt)
    }

    /// A statement where no other can stand before it.
    fn part(&mut self, stmt: &CStmt) -> Lowered<()> {
        let here = std::mem::replace(&mut self.place, place_of(&stmt.place));
        if !matches!(stmt.kind, S::Block(_) | S::Empty) {
            self.patch = self.patch_before(stmt);
        }
        let result = self.stmt_here(stmt);
        self.place = here;
        result
    }

    fn stmt_here(&mut self, stmt: &CStmt) -> Lowered<()> {
        match &stmt.kind {
            S::Block(stmts) => {
                stmts.iter().try_for_each(|stmt| self.stmt(stmt))?;
                self.point_at_end(stmt, stmts.last());
                Ok(())
            }
            S::Empty => Ok(()),
            S::Expr(e) => {
                self.apart = self.point_within(stmt, e);
                let result = self.effect(e);
                self.apart = None;
                result
            }
            S::Declare(variables) => variables.iter().try_for_each(|id| self.declare(*id)),
            S::If {
                before,
                condition,
                then,
                otherwise,
                ..
            } => {
                before.iter().try_for_each(|stmt| self.part(stmt))?;
                self.branches(condition, then.as_deref(), otherwise.as_deref())
            }
            S::While {
                variable,
                condition,
                body,
            } => self.looping(variable.as_deref(), Some(condition), None, body),
            S::Do { body, condition } => self.do_while(body, condition),
            S::For {
                init,
                variable,
                condition,
                step,
                body,
            } => {
                if let Some(init) = init {
                    self.part(init)?;
                }
                self.looping(variable.as_deref(), condition.as_ref(), step.as_ref(), body)
            }
            S::ForRange {
                before,
                condition,
                step,
                variable,
                body,
            } => {
                before.iter().try_for_each(|stmt| self.part(stmt))?;
                let (head, inside, next, end) =
                    (self.block(), self.block(), self.block(), self.block());
                self.enter(head);
                self.branch(condition, inside, end)?;
                self.enter(inside);
                self.part(variable)?;
                self.within(Some(end), Some(next), |b| b.alone(body))?;
                self.enter(next);
                self.effect(step)?;
                self.end(Terminator::Goto(head));
                self.enter(end);
                Ok(())
            }
            S::Switch {
                before,
                value,
                body,
            } => {
                before.iter().try_for_each(|stmt| self.part(stmt))?;
                self.switch(value, body)
            }
            S::Case { first, last, body } => {
                self.case(first, last.as_ref())?;
                self.stmt(body)
            }
            S::Default(body) => {
                let block = self.block();
                match self.tables.around.switches.last_mut() {
                    Some(cases) => cases.otherwise = Some(block),
                    None => return self.refuse(Code::K202, "`default` here"),
                }
                self.enter(block);
                self.stmt(body)
            }
            S::Label { label, body, .. } => {
                let block = self.label(*label);
                self.enter(block);
                self.stmt(body)
            }
            S::Goto(label) => {
                let block = self.label(*label);
                self.jump(Some(block), "`goto` here")
            }
            S::Break => self.jump(self.tables.around.leave.last().copied(), "`break` here"),
            S::Continue => self.jump(self.tables.around.next.last().copied(), "`continue` here"),
            S::Return(value) => self.returned(value.as_ref()),
            // An attribute stands directly before its statement.
            S::Attributed { body, .. } => self.part(body),
            // The tree of a kernel has none.
            S::Opaque(_) => self.refuse(Code::K201, "a statement that is not understood"),
            S::Asm { text, operands } => self.assembly(text, operands),
        }
    }

    fn jump(&mut self, to: Option<BlockId>, what: &str) -> Lowered<()> {
        let Some(to) = to else {
            return self.refuse(Code::K202, what);
        };
        self.end(Terminator::Goto(to));
        Ok(())
    }

    fn branches(
        &mut self,
        condition: &CExpr,
        then: Option<&CStmt>,
        otherwise: Option<&CStmt>,
    ) -> Lowered<()> {
        let (yes, no) = (self.block(), self.block());
        self.branch(condition, yes, no)?;
        self.enter(yes);
        if let Some(then) = then {
            self.alone(then)?;
        }
        let end = self.block();
        if self.reached() {
            self.end(Terminator::Goto(end));
        }
        self.enter(no);
        if let Some(otherwise) = otherwise {
            self.alone(otherwise)?;
        }
        self.enter(end);
        Ok(())
    }

    fn label(&mut self, label: LabelId) -> BlockId {
        if let Some(block) = self.labels.get(&label) {
            return *block;
        }
        let block = self.block();
        self.labels.insert(label, block);
        block
    }

    /// Does something with other places for `break` and `continue`.
    fn within(
        &mut self,
        leave: Option<BlockId>,
        next: Option<BlockId>,
        work: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        self.tables.around.leave.extend(leave);
        self.tables.around.next.extend(next);
        let result = work(self);
        if leave.is_some() {
            self.tables.around.leave.pop();
        }
        if next.is_some() {
            self.tables.around.next.pop();
        }
        result
    }

    fn looping(
        &mut self,
        variable: Option<&CStmt>,
        condition: Option<&CExpr>,
        step: Option<&CExpr>,
        body: &CStmt,
    ) -> Lowered<()> {
        let (head, inside, next, end) = (self.block(), self.block(), self.block(), self.block());
        self.enter(head);
        if let Some(variable) = variable {
            self.part(variable)?;
        }
        match condition {
            Some(condition) => self.branch(condition, inside, end)?,
            None => self.end(Terminator::Goto(inside)),
        }
        self.enter(inside);
        self.within(Some(end), Some(next), |b| b.alone(body))?;
        self.enter(next);
        if let Some(step) = step {
            self.step_of_loop(step)?;
        }
        self.end(Terminator::Goto(head));
        self.enter(end);
        Ok(())
    }

    fn step_of_loop(&mut self, step: &CExpr) -> Lowered<()> {
        let CExprKind::Assign {
            op: Some(op),
            left,
            right,
        } = &step.kind
        else {
            return self.effect(step);
        };
        self.at(step, |b| {
            let meaning = b.meant_by_step(*op, left, right);
            b.assign_meant(Some(*op), (left, right), meaning)
                .map(|_| ())
        })
    }

    fn do_while(&mut self, body: &CStmt, condition: &CExpr) -> Lowered<()> {
        let (head, next, end) = (self.block(), self.block(), self.block());
        self.enter(head);
        self.within(Some(end), Some(next), |b| b.alone(body))?;
        self.enter(next);
        self.branch(condition, head, end)?;
        self.enter(end);
        Ok(())
    }

    fn switch(&mut self, value: &CExpr, body: &CStmt) -> Lowered<()> {
        let (scalar, signed) = self.scalar(value.ty.id)?;
        let value = self.value(value)?;
        let value = self.evaluated(value);
        let (choice, end) = (self.block(), self.block());
        self.end(Terminator::Goto(choice));
        self.tables.around.switches.push(Cases {
            scalar: Some((scalar, signed)),
            ..Cases::default()
        });
        let lowered = self.within(Some(end), None, |b| b.stmt(body));
        let cases = self.tables.around.switches.pop().unwrap_or_default();
        lowered?;
        if self.reached() {
            self.end(Terminator::Goto(end));
        }
        self.enter(choice);
        let value = match value.scalar == Scalar::Bool {
            true => crate::convert::cast(kernel_graph::CastOp::FromBool, value, Scalar::Int(32)),
            false => value,
        };
        self.end(Terminator::Switch {
            value,
            cases: cases.values,
            otherwise: cases.otherwise.unwrap_or(end),
        });
        self.enter(end);
        Ok(())
    }

    fn case(&mut self, first: &CExpr, last: Option<&CExpr>) -> Lowered<()> {
        let block = self.block();
        self.enter(block);
        let from = self.constant(first)?;
        let to = match last {
            Some(last) => self.constant(last)?,
            None => from,
        };
        let Some(cases) = self.tables.around.switches.last_mut() else {
            return self.refuse(Code::K202, "`case` here");
        };
        let bits = match cases.scalar {
            Some((Scalar::Int(bits), _)) => bits,
            _ => 32,
        };
        if to - from > LONGEST_RANGE {
            return self.refuse(Code::K202, "so long a range of cases");
        }
        for value in from..=to {
            if let Some(bits) = Expr::int(bits, value).as_const() {
                cases.values.push((bits, block));
            }
        }
        Ok(())
    }

    /// The number that a constant expression stands for.
    fn constant(&mut self, e: &CExpr) -> Lowered<i128> {
        let signed = self.signed(e.ty.id);
        let value = self.value(e)?;
        let number = value.as_const().and_then(|bits| {
            let number = i128::try_from(bits).ok()?;
            if let Scalar::Int(width) = value.scalar
                && signed
                && width < 128
                && number >> (width - 1) & 1 == 1
            {
                return Some(number - (1i128 << width));
            }
            Some(number)
        });
        match number {
            Some(number) => Ok(number),
            None => self.refuse(Code::K202, "a case that is not constant"),
        }
    }

    fn returned(&mut self, value: Option<&CExpr>) -> Lowered<()> {
        let end = match (self.result.clone(), value) {
            (_, None) => Terminator::Return(None),
            (ResultTo::Nothing, Some(value)) => {
                self.effect(value)?;
                Terminator::Return(None)
            }
            (ResultTo::Value(_), Some(value)) => {
                let value = if value.category == clang::tree::Category::Value {
                    self.value(value)?
                } else {
                    // A reference is returned.
                    self.place(value)?
                };
                Terminator::Return(Some(value))
            }
            (ResultTo::Memory(to), Some(value)) => {
                self.write(value, &to)?;
                Terminator::Return(None)
            }
        };
        self.end(end);
        Ok(())
    }

    /// A variable of a block.
    pub(crate) fn declare(&mut self, id: VariableId) -> Lowered<()> {
        let Some(variable) = self.types.unit.variable(id) else {
            return Ok(());
        };
        let here = std::mem::replace(&mut self.place, place_of(&variable.place));
        let result = self.declare_here(id, variable);
        self.place = here;
        result
    }

    fn declare_here(&mut self, id: VariableId, variable: &clang::tree::Variable) -> Lowered<()> {
        let is_local = variable.storage == Storage::Local
            && crate::builder::space(variable.space) == Space::Private;
        if !is_local {
            // Shared and static variables are there before the kernel begins.
            if variable.init.is_some()
                && crate::builder::space(variable.space) == Space::Shared
                && !variable.constexpr
                && variable
                    .init
                    .as_ref()
                    .is_some_and(|init| !self.makes_nothing(init))
            {
                return self.refuse(Code::K202, "an initial value of shared memory");
            }
            return self.variable(id).map(|_| ());
        }
        let ty = variable.ty;
        if let Type::Array { count: None, .. } = self.types.get(ty.id) {
            return self.refuse(Code::K203, "an array whose size is computed");
        }
        let address = self.private(&variable.name, ty.id)?;
        self.variables.insert(id, address.clone());
        if let Some(init) = &variable.init {
            self.initialize(init, &address, Some(ty))?;
        }
        Ok(())
    }

    /// Whether an initial value is that of a constructor which does nothing.
    fn makes_nothing(&self, init: &CExpr) -> bool {
        let clang::tree::ExprKind::Construct {
            constructor,
            arguments,
            zeroing: false,
        } = &init.kind
        else {
            return false;
        };
        let empty = |body: &CStmt| matches!(&body.kind, S::Block(all) if all.is_empty());
        let constructor = self.types.unit.function(*constructor);
        constructor.is_some_and(|function| {
            let no_body = function.body.as_ref().is_none_or(empty);
            // Without a body it is trivial only if the compiler makes it.
            let known = function.body.is_some() || function.defaulted || function.own;
            // Those of a class whose members have such constructors.
            let mut members = function.initializers.iter();
            arguments.is_empty()
                && no_body
                && known
                && members.all(|one| self.makes_nothing(&one.value))
        })
    }

    /// The address of a variable; of a reference that of what it refers to.
    pub(crate) fn variable(&mut self, id: VariableId) -> Lowered<Expr> {
        let Some(variable) = self.types.unit.variable(id) else {
            return self.refuse(Code::K201, "this variable");
        };
        let address = match (self.variables.get(&id), self.captures.get(&id)) {
            (Some(address), _) => address.clone(),
            (None, Some(field)) => return self.captured(*field),
            (None, None) => self.global(id, variable)?,
        };
        if let Type::Reference { to, .. } = self.types.get(variable.ty.id)
            && !matches!(self.types.get(to.id), Type::Function { .. })
        {
            return Ok(self.load(address, Scalar::Pointer, false));
        }
        Ok(address)
    }

    /// The address of what a lambda captured; by reference that of the variable itself.
    fn captured(&mut self, field: clang::tree::FieldId) -> Lowered<Expr> {
        let Some(this) = self.this.clone() else {
            return self.refuse(Code::K201, "a captured variable here");
        };
        let bytes = self.field_offset(field)?;
        let address = self.further(this, bytes);
        match self.field_type(field).map(|ty| self.types.get(ty.id)) {
            Some(Type::Reference { .. }) => Ok(self.load(address, Scalar::Pointer, false)),
            Some(_) => Ok(address),
            None => self.refuse(Code::K201, "a captured variable here"),
        }
    }

    /// A variable that is not of this function's blocks: shared, constant, of the device.
    fn global(&mut self, id: VariableId, variable: &clang::tree::Variable) -> Lowered<Expr> {
        if let Some(object) = self.own_object(id)? {
            return Ok(object);
        }
        if let Some(array) = self.tables.globals.get(&id) {
            return Ok(crate::builder::base(*array));
        }
        // One that was never converted has no type.
        let of_a_block = matches!(variable.storage, Storage::Local | Storage::Parameter)
            || matches!(self.types.get(variable.ty.id), Type::Void);
        if of_a_block && crate::builder::space(variable.space) == Space::Private {
            return self.refuse(Code::K201, "a variable of another function");
        }
        let space = match crate::builder::space(variable.space) {
            // A constant of the file: every thread reads the same.
            Space::Private if variable.constexpr || variable.ty.constant => Space::Constant,
            Space::Private => Space::Global,
            space @ (Space::Shared | Space::Global | Space::Constant) => space,
        };
        let open = matches!(
            self.types.get(variable.ty.id),
            Type::Array { count: None, .. }
        );
        let bytes = match open {
            true => None,
            false => self.types.size(variable.ty.id),
        };
        let linkage = match (variable.storage, space) {
            (Storage::Extern, Space::Shared) => Linkage::Dynamic,
            _ => Linkage::Variable,
        };
        let layout = self.types.layout(variable.ty.id);
        let here = std::mem::replace(&mut self.place, place_of(&variable.place));
        let array = match (linkage, self.tables.dynamic) {
            (Linkage::Dynamic, Some(array)) => array,
            _ => self.array(&variable.name, space, linkage, layout, bytes),
        };
        self.place = here;
        self.tables.globals.insert(id, array);
        if linkage == Linkage::Dynamic && self.tables.dynamic.is_none() {
            self.tables.dynamic = Some(array);
        }
        // CUDA's host may write a variable in constant memory before the launch, if it is no constant
        // of the program.
        let kept =
            self.types.unit.language == clang::tree::Language::OpenCl || variable.ty.constant;
        let kept = match space {
            Space::Constant => kept,
            Space::Global => variable.ty.constant,
            Space::Shared | Space::Private => false,
        };
        if kept && let Some(init) = &variable.init {
            if let Some(value) = self.constant_bytes(init, variable.ty.id) {
                self.tables.set_initial(array, value);
            } else {
                let mut functions = BTreeMap::new();
                self.constant_functions(init, (variable.ty.id, 0), &mut functions);
                self.tables.set_functions(array, functions);
            }
        }
        Ok(crate::builder::base(array))
    }

    /// The value of a constant of the file, where it is made of literals and other constants.
    pub(crate) fn constant_value(&mut self, e: &CExpr) -> Lowered<Option<Expr>> {
        let clang::tree::ExprKind::Variable(id) = &e.kind else {
            return Ok(None);
        };
        if self.variables.contains_key(id) || self.captures.contains_key(id) {
            return Ok(None);
        }
        let shape = self
            .types
            .unit
            .variable(*id)
            .and_then(|v| self.types.shape(v.ty.id));
        let fold = |init| self.types.unit.fold(init);
        match (constant_init(self.types.unit, *id), shape) {
            (Some(init), Some(Shape::Scalar(Scalar::Int(bits), _))) => {
                Ok(fold(init).map(|value| Expr::int(bits, value)))
            }
            (Some(init), Some(Shape::Scalar(Scalar::Bool, _))) => {
                Ok(fold(init).map(|value| Expr::bool_(value != 0)))
            }
            (Some(init), _) if is_constant(self.types.unit, init, DEEPEST_CONSTANT) => {
                self.value(init).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// A string in constant memory; its address.
    pub(crate) fn literal(&mut self, bytes: &[u8]) -> Expr {
        let count = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let element = kernel_graph::Layout::scalar(Scalar::Int(8), true, self.types.pointer());
        let layout = kernel_graph::Layout {
            size: count,
            kind: kernel_graph::LayoutKind::Array(Box::new(element), Some(count)),
        };
        let array = self.array(
            "string",
            Space::Constant,
            Linkage::Literal,
            layout,
            Some(count),
        );
        self.tables.set_initial(array, bytes.to_vec());
        crate::builder::base(array)
    }

    /// Ends the function where its text ends.
    pub(crate) fn fall_off(&mut self) {
        if !self.reached() {
            return;
        }
        let end = match &self.result {
            // The value is arbitrary, as in C.
            ResultTo::Value(scalar) => {
                let scalar = *scalar;
                let to = self.temporary(scalar);
                self.push(kernel_graph::StmtKind::Havoc(to));
                Terminator::Return(Some(Expr::local(to, scalar)))
            }
            ResultTo::Nothing | ResultTo::Memory(..) => Terminator::Return(None),
        };
        self.end(end);
    }

    /// An index as wide as a pointer.
    pub(crate) fn as_word(&self, value: Expr, signed: bool) -> Expr {
        let word = self.types.word();
        match value.scalar == Scalar::Bool {
            true => crate::convert::cast(kernel_graph::CastOp::FromBool, value, word),
            false => resized(value, word, signed),
        }
    }

    /// The truth of a C expression.
    pub(crate) fn truth(&mut self, e: &CExpr) -> Lowered<Expr> {
        Ok(truth(self.value(e)?))
    }
}

/// Constants refer to constants no deeper.
const DEEPEST_CONSTANT: u32 = 32;

/// The initial value of a constant of the file.
fn constant_init(unit: &clang::tree::Unit, id: VariableId) -> Option<&CExpr> {
    let variable = unit.variable(id)?;
    let fixed = variable.constexpr || variable.ty.constant;
    let global = matches!(variable.storage, Storage::Global | Storage::Static);
    // Constant memory is written by the host.
    let plain = crate::builder::space(variable.space) == Space::Private;
    variable
        .init
        .as_ref()
        .filter(|_| fixed && global && plain && !variable.ty.volatile)
}

/// Whether an expression is made of literals and constants by operators that have no effect.
#[allow(clippy::wildcard_enum_match_arm, reason = "any other value is loaded")]
fn is_constant(unit: &clang::tree::Unit, e: &CExpr, depth: u32) -> bool {
    use clang::kinds::CastKind;
    use clang::tree::{BinaryOp, ExprKind as C, UnaryOp};
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let below = |e: &CExpr| is_constant(unit, e, depth);
    match &e.kind {
        C::Integer(_) | C::Floating(_) | C::Measure { value: Some(_), .. } => true,
        C::Cast { kind, operand, .. } => match kind {
            CastKind::LValueToRValue => match &operand.kind {
                C::Variable(id) => constant_init(unit, *id).is_some_and(below),
                _ => false,
            },
            CastKind::IntegralCast
            | CastKind::NoOp
            | CastKind::IntegralToBoolean
            | CastKind::IntegralToFloating
            | CastKind::FloatingCast => below(operand),
            _ => false,
        },
        C::Unary {
            op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not,
            operand,
        } => below(operand),
        C::Binary { op, left, right } => {
            let arithmetic = matches!(
                op,
                BinaryOp::Mul
                    | BinaryOp::Div
                    | BinaryOp::Rem
                    | BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Shl
                    | BinaryOp::Shr
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Xor
            );
            arithmetic && below(left) && below(right)
        }
        _ => false,
    }
}
