//! Statements.

use crate::forms;
use crate::machine::{Changes, Machine};
use crate::state::State;
use crate::value::{Location, Place, Pointer, Value, Variable, Why};
use clang::tree::{Expr, ExprKind, LabelId, Opaque, Stmt, StmtKind, Storage, VariableId};
use clang::types::Type;
use text::span::Span;

/// A loop is executed so often until what it changes is known.
const ROUNDS: u32 = 8;

impl Machine<'_> {
    /// Executes a statement; gives nothing if it is not left at its end.
    pub(crate) fn statement(&mut self, state: State, stmt: &Stmt) -> Option<State> {
        let mut end = self.executed(state, stmt);
        // Wherever the life of an object ends, its destructor may do anything that it can.
        if let Some(state) = &mut end {
            self.end_objects(state, stmt.place);
        }
        end
    }

    /// What destructors may do to what is known.
    pub(crate) fn end_objects(&mut self, state: &mut State, place: clang::place::Place) {
        if self.frames.last().is_some_and(|frame| frame.objects) {
            let reason = "a destructor may change it".to_owned();
            self.disturb(state, &Why { reason, place });
        }
    }

    fn executed(&mut self, mut state: State, stmt: &Stmt) -> Option<State> {
        let why = |reason: &str| Why {
            reason: reason.to_owned(),
            place: stmt.place,
        };
        if !self.step() {
            self.forget_all(&mut state, &why("the function is too long to follow"));
            return Some(state);
        }
        if forms::of_statement(&stmt.kind).is_none() {
            match &stmt.kind {
                StmtKind::Opaque(Opaque { why: reason, words }) => {
                    self.run_words(&mut state, words.as_ref(), &why(reason));
                }
                _ => self.run_words(&mut state, None, &why("this statement is not followed")),
            }
            return Some(state);
        }
        match &stmt.kind {
            StmtKind::Block(all) => self.block(state, all),
            StmtKind::Empty => Some(state),
            StmtKind::Expr(expr) => {
                self.value(&mut state, expr);
                (!self.ends(expr)).then_some(state)
            }
            StmtKind::Declare(all) => {
                for id in all {
                    self.declare(&mut state, *id);
                }
                Some(state)
            }
            StmtKind::If {
                before,
                condition,
                then,
                otherwise,
                ..
            } => {
                for one in before {
                    state = self.statement(state, one)?;
                }
                self.if_else(
                    state,
                    condition,
                    (then.as_deref(), otherwise.as_deref()),
                    stmt,
                )
            }
            StmtKind::Do { .. }
            | StmtKind::While { .. }
            | StmtKind::For { .. }
            | StmtKind::Switch { .. } => self.repeated(state, stmt),
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                // What is changed anywhere in it is not known where a case begins.
                let begin = self.switches.last().cloned().unwrap_or(state);
                self.statement(begin, body)
            }
            StmtKind::Break | StmtKind::Continue => {
                self.end_objects(&mut state, stmt.place);
                None
            }
            StmtKind::Goto(_) => {
                for value in state.variables.values() {
                    self.leak(value);
                }
                self.end_objects(&mut state, stmt.place);
                None
            }
            StmtKind::Label { body, .. } => {
                for value in state.variables.values() {
                    self.leak(value);
                }
                let state = self.anything();
                self.statement(state, body)
            }
            StmtKind::Return(value) => {
                let value = match value {
                    Some(value) => self.returned(&mut state, value),
                    None => Value::Unknown(why("nothing is returned")),
                };
                self.end_objects(&mut state, stmt.place);
                if let Some(frame) = self.frames.last_mut() {
                    frame.returns.push((state, value));
                }
                None
            }
            StmtKind::Attributed { body, .. } => self.statement(state, body),
            StmtKind::ForRange { .. } | StmtKind::Asm { .. } | StmtKind::Opaque(_) => Some(state),
        }
    }

    /// The state of which nothing is known.
    fn anything(&mut self) -> State {
        let mut state = State::default();
        self.free_all(&mut state);
        state
    }

    /// The statements of a block; at its end, what its variables own is given back.
    fn block(&mut self, state: State, all: &[Stmt]) -> Option<State> {
        let mut now = Some(state);
        let owned = |machine: &Self, one: &Stmt| match &one.kind {
            StmtKind::Declare(all) => {
                let all = all.iter().filter(|id| {
                    machine
                        .unit
                        .variable(**id)
                        .is_some_and(|v| machine.owns(v.ty))
                });
                all.copied().collect::<Vec<_>>()
            }
            _ => Vec::new(),
        };
        let owners: Vec<VariableId> = all.iter().flat_map(|one| owned(self, one)).collect();
        for (at, one) in all.iter().enumerate() {
            // Behind what leaves a block, a label of a `switch` may follow.
            now = match now {
                Some(state) => self.statement(state, one),
                None if is_case(one) => self.resumed(one),
                None => None,
            };
            if now.is_none() && !all.iter().skip(at + 1).any(is_case) {
                return None;
            }
        }
        if let Some(state) = &mut now {
            for id in owners {
                let variable = self.variable(id);
                self.end_owner(state, variable);
            }
        }
        now
    }

    /// A loop or a `switch`.
    fn repeated(&mut self, mut state: State, stmt: &Stmt) -> Option<State> {
        let why = |reason: &str| Why {
            reason: reason.to_owned(),
            place: stmt.place,
        };
        match &stmt.kind {
            StmtKind::Do { body, condition } => {
                let once = matches!(constant(condition), Some(0)) && !jumps(body);
                if once {
                    return self.statement(state, body);
                }
                Some(self.looped(
                    state,
                    &why("it is changed in a loop"),
                    &mut |machine, state| {
                        let end = machine.statement(state.clone(), body);
                        // Also behind a `continue`.
                        let mut end = end.unwrap_or(state);
                        machine.value(&mut end, condition);
                        Some(end)
                    },
                ))
            }
            StmtKind::While {
                variable,
                condition,
                body,
            } => Some(self.looped(
                state,
                &why("it is changed in a loop"),
                &mut |machine, mut state| {
                    if let Some(variable) = variable {
                        state = machine.statement(state, variable)?;
                    }
                    machine.iteration(state, Some(condition), None, body)
                },
            )),
            StmtKind::For {
                init,
                variable,
                condition,
                step,
                body,
            } => {
                if let Some(init) = init {
                    state = self.statement(state, init)?;
                }
                Some(self.looped(
                    state,
                    &why("it is changed in a loop"),
                    &mut |machine, mut state| {
                        if let Some(variable) = variable {
                            state = machine.statement(state, variable)?;
                        }
                        machine.iteration(state, condition.as_ref(), step.as_ref(), body)
                    },
                ))
            }
            StmtKind::Switch {
                before,
                value,
                body,
            } => {
                for one in before {
                    state = self.statement(state, one)?;
                }
                self.value(&mut state, value);
                Some(self.looped(
                    state,
                    &why("it is changed in a `switch`"),
                    &mut |machine, state| {
                        machine.switches.push(state.clone());
                        let end = machine.statement(state, body);
                        machine.switches.pop();
                        end
                    },
                ))
            }
            _ => Some(state),
        }
    }

    /// The statement after one that leaves the block, if a case begins there.
    fn resumed(&mut self, stmt: &Stmt) -> Option<State> {
        let begin = match self.switches.last() {
            Some(begin) => begin.clone(),
            // Only a label is there.
            None => self.anything(),
        };
        self.statement(begin, stmt)
    }

    /// What a function returns: of a reference, the address.
    fn returned(&mut self, state: &mut State, value: &Expr) -> Value {
        let function = self.frames.last().and_then(|frame| frame.function);
        let result = function
            .and_then(|id| self.unit.function(id))
            .map(|f| f.result);
        match result.is_some_and(|ty| matches!(self.ty(ty), Type::Reference { .. })) {
            true => {
                let at = self.location(state, value);
                self.address(&at, value)
            }
            false => match result {
                Some(ty) => self.initial(state, ty, value),
                None => self.value(state, value),
            },
        }
    }

    fn declare(&mut self, state: &mut State, id: VariableId) {
        let Some(declared) = self.unit.variable(id) else {
            return;
        };
        // Those that live longer are found with any value.
        if matches!(declared.storage, Storage::Static | Storage::Extern) {
            return;
        }
        let variable = self.variable(id);
        if self.has_destructor(declared.ty) {
            self.meet_object();
            self.leaked.insert(variable);
        }
        let value = match &declared.init {
            Some(init) if matches!(self.ty(declared.ty), Type::Reference { .. }) => {
                let at = self.location(state, init);
                match at {
                    Location::Exact(place) => Value::Pointer(Pointer::to(place)),
                    other @ (Location::Inside(_) | Location::Apart | Location::Anywhere) => {
                        self.address(&other, init)
                    }
                }
            }
            Some(init) => self.initial(state, declared.ty, init),
            None => self.lost(
                declared.ty,
                format!("`{}` has no value yet", declared.name),
                declared.name_place,
            ),
        };
        let to = Location::Exact(Place::whole(variable));
        let why = Why {
            reason: "its value is not followed".to_owned(),
            place: declared.name_place,
        };
        self.write(state, &to, value, &why);
    }

    fn if_else(
        &mut self,
        mut state: State,
        condition: &Expr,
        (then, otherwise): (Option<&Stmt>, Option<&Stmt>),
        stmt: &Stmt,
    ) -> Option<State> {
        let before = state.clone();
        let number = self.number_of(&mut state, condition);
        let run = |machine: &mut Self, state: State, stmt: Option<&Stmt>| match stmt {
            Some(stmt) => machine.statement(state, stmt),
            None => Some(state),
        };
        match number.literal() {
            Some(0) => return run(self, state, otherwise),
            Some(_) => return run(self, state, then),
            None => {}
        }
        let mut other = state.clone();
        self.assume_of(&before, &mut state, condition, true);
        self.assume_of(&before, &mut other, condition, false);
        let a = run(self, state, then);
        let b = run(self, other, otherwise);
        self.join(a, b, stmt.place)
    }

    /// One time through a loop.
    fn iteration(
        &mut self,
        mut state: State,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Stmt,
    ) -> Option<State> {
        if let Some(condition) = condition {
            let before = state.clone();
            self.value(&mut state, condition);
            self.assume_of(&before, &mut state, condition, true);
        }
        let end = self.statement(state.clone(), body);
        // Also behind a `continue`.
        let mut state = end.unwrap_or(state);
        if let Some(step) = step {
            self.value(&mut state, step);
        }
        Some(state)
    }

    /// Executes a loop from a state of which nothing is known that the loop changes; this is also the state behind it.
    fn looped(
        &mut self,
        mut state: State,
        why: &Why,
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> State {
        let mut known = Changes::default();
        let mut stable = false;
        let allocated = u32::try_from(self.allocations.len()).unwrap_or(u32::MAX);
        for _ in 0..ROUNDS {
            let changes = self.changed(state.clone(), run);
            // What the loop makes itself is new each time.
            let mut all = changes.variables.iter();
            let is_known = |variable: &Variable| {
                known.variables.contains(variable) || !state.variables.contains_key(variable)
            };
            stable = all.all(is_known)
                && changes
                    .freed
                    .iter()
                    .all(|id| known.freed.contains(id) || id.0 >= allocated);
            let outer = changes.variables.into_iter();
            let outer = outer.filter(|variable| state.variables.contains_key(variable));
            known.variables.extend(outer);
            known.freed.extend(changes.freed);
            for variable in &known.variables {
                self.forget(&mut state, *variable, why);
            }
            state.freed.extend(known.freed.iter().copied());
            if stable {
                break;
            }
        }
        if !stable {
            self.forget_all(&mut state, why);
        }
        run(self, state.clone());
        // What is reached by another way may have been changed, too.
        for variable in &known.variables {
            self.forget(&mut state, *variable, why);
        }
        state
    }

    /// What a part of the program changes; nothing of it is reported.
    fn changed(
        &mut self,
        state: State,
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> Changes {
        self.muted += 1;
        self.changes.push(Changes::default());
        let returns = self.frames.last().map_or(0, |frame| frame.returns.len());
        run(self, state);
        if let Some(frame) = self.frames.last_mut() {
            frame.returns.truncate(returns);
        }
        self.muted -= 1;
        self.changes.pop().unwrap_or_default()
    }
}

/// Whether a label is in it, of the `switch` around it or another.
fn is_case(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Case { .. } | StmtKind::Default(_) | StmtKind::Label { .. } => true,
        StmtKind::Block(all) => all.iter().any(is_case),
        StmtKind::If {
            then, otherwise, ..
        } => [then, otherwise]
            .into_iter()
            .flatten()
            .any(|part| is_case(part)),
        StmtKind::Attributed { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::Do { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForRange { body, .. } => is_case(body),
        // A label in it is not one of the outer `switch`, but may be one that is jumped to.
        StmtKind::Switch { body, .. } => is_case(body),
        StmtKind::Opaque(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => false,
    }
}

/// The value of an expression that is a number as it stands.
fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast { operand, .. } => constant(operand),
        _ => None,
    }
}

/// Whether a `break` or `continue` in it may be one of the loop around it.
fn jumps(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Break | StmtKind::Continue | StmtKind::Opaque(_) => true,
        StmtKind::Block(all) => all.iter().any(jumps),
        StmtKind::If {
            then, otherwise, ..
        } => [then, otherwise].into_iter().flatten().any(|part| jumps(part)),
        StmtKind::Attributed { body, .. }
        | StmtKind::Label { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        // A `continue` in it is of the loop around.
        | StmtKind::Switch { body, .. } => jumps(body),
        StmtKind::While { .. }
        | StmtKind::Do { .. }
        | StmtKind::For { .. }
        | StmtKind::ForRange { .. }
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => false,
    }
}

/// Whether all jumps of a function lead forward, so that nothing is executed again but by loops.
pub(crate) fn jumps_forward(body: &Stmt) -> bool {
    let (mut labels, mut jumps, mut unknown) = (Vec::new(), Vec::new(), false);
    find_jumps(body, &mut labels, &mut jumps, &mut unknown);
    !unknown
        && jumps.iter().all(|(to, from)| {
            let mut ends = labels.iter().filter(|(label, _)| label == to);
            ends.all(|(_, at)| at.file == from.file && from.start < at.start)
        })
}

fn find_jumps(
    stmt: &Stmt,
    labels: &mut Vec<(LabelId, Span)>,
    jumps: &mut Vec<(LabelId, Span)>,
    unknown: &mut bool,
) {
    let place = stmt.place.span;
    let mut inner: Vec<&Stmt> = Vec::new();
    match &stmt.kind {
        StmtKind::Goto(to) => jumps.push((*to, place)),
        StmtKind::Label { label, body, .. } => {
            labels.push((*label, place));
            // Of one that a macro made the place says little.
            *unknown |= stmt.place.spelling.is_some();
            inner.push(body);
        }
        StmtKind::Opaque(opaque) => {
            *unknown |= opaque
                .words
                .as_ref()
                .is_none_or(|words| words.contains("goto"));
        }
        StmtKind::Block(all) => inner.extend(all),
        StmtKind::If {
            then, otherwise, ..
        } => inner.extend([then, otherwise].into_iter().flatten().map(|part| &**part)),
        StmtKind::While { body, .. }
        | StmtKind::Do { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForRange { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        | StmtKind::Attributed { body, .. } => inner.push(body),
        StmtKind::Asm { .. } => *unknown = true,
        StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Return(_) => {}
    }
    for stmt in inner {
        find_jumps(stmt, labels, jumps, unknown);
    }
}
