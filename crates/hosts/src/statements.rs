//! Statements.

use crate::fact::Fact;
use crate::forms;
use crate::machine::{Changes, Machine, Switch};
use crate::number::Number;
use crate::state::State;
use crate::value::{Base, Location, Place, Pointer, Value, Variable, Why};
use clang::tree::{Expr, ExprKind, LabelId, Opaque, Stmt, StmtKind, Storage, VariableId};
use clang::types::Type;
use contracts::Relation;
use std::collections::BTreeMap;
use text::span::Span;

/// Pointers are exchanged in a circle of at most so many iterations.
const TURNS: usize = 4;

/// Pointers at the begin of an iteration.
type Turn = BTreeMap<Variable, Value>;

/// A loop is executed so often until what it changes is known.
const ROUNDS: u32 = 8;

impl Machine<'_> {
    /// Executes a statement; gives nothing if it is not left at its end.
    pub(crate) fn statement(&mut self, mut state: State, stmt: &Stmt) -> Option<State> {
        // Temporaries of a condition in front of it are gone.
        self.end_objects(&mut state, stmt.place);
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
            StmtKind::Block(all) => self.block(Some(state), all),
            StmtKind::Empty => Some(state),
            StmtKind::Expr(expr) if crate::calls::is_throw(expr) => None,
            StmtKind::Expr(expr) => {
                self.value(&mut state, expr);
                (!self.ends(expr)).then_some(state)
            }
            StmtKind::Declare(all) => {
                for id in all {
                    self.declare(&mut state, *id);
                    self.end_objects(&mut state, stmt.place);
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
            | StmtKind::ForRange { .. }
            | StmtKind::Switch { .. } => self.repeated(state, stmt),
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                // What is changed anywhere in it is not known where a case begins.
                let switch = self.switches.last();
                let begin = switch.map_or(state, |switch| switch.begin.clone());
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
            StmtKind::Asm { .. } | StmtKind::Opaque(_) => Some(state),
        }
    }

    /// The state of which nothing is known.
    fn anything(&mut self) -> State {
        let mut state = State::default();
        self.free_all(&mut state);
        state
    }

    /// The statements of a block; at its end, what its variables own is given back.
    fn block(&mut self, mut now: Option<State>, all: &[Stmt]) -> Option<State> {
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
        self.of_blocks.extend(&owners);
        let mut case_is_left_out = false;
        for (at, one) in all.iter().enumerate() {
            // Behind what leaves a block, a label of a `switch` may follow.
            now = match now {
                Some(state) => self.statement(state, one),
                None if is_case(one) => {
                    let before = self.left_out.len();
                    let end = self.entered(one);
                    case_is_left_out = self.left_out.len() > before;
                    end
                }
                None => {
                    if case_is_left_out {
                        self.leave_out(one);
                    }
                    None
                }
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

    /// What is known where a loop begins, also if a jump leads into it.
    fn before_loop(&mut self, state: State, body: &Stmt) -> State {
        if has_label(body) {
            return self.anything();
        }
        match self.switches.last().filter(|_| is_case(body)) {
            Some(switch) => {
                let begin = Some(switch.begin.clone());
                let joined = self.join(Some(state), begin, body.place);
                joined.unwrap_or_default()
            }
            None => state,
        }
    }

    /// A loop or a `switch`.
    fn repeated(&mut self, mut state: State, stmt: &Stmt) -> Option<State> {
        let why = |reason: &str| Why {
            reason: reason.to_owned(),
            place: stmt.place,
        };
        if let StmtKind::While { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForRange { body, .. } = &stmt.kind
        {
            state = self.before_loop(state, body);
        }
        match &stmt.kind {
            StmtKind::Do { body, condition } => {
                let once = matches!(constant(condition), Some(0)) && !jumps(body);
                if once {
                    return self.statement(state, body);
                }
                let state = self.before_loop(state, body);
                Some(self.looped(
                    state,
                    (&why("it is changed in a loop"), !continues(body)),
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
                (&why("it is changed in a loop"), !continues(body)),
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
                    (&why("it is changed in a loop"), !continues(body)),
                    &mut |machine, mut state| {
                        if let Some(variable) = variable {
                            state = machine.statement(state, variable)?;
                        }
                        machine.iteration(state, condition.as_ref(), step.as_ref(), body)
                    },
                ))
            }
            StmtKind::ForRange {
                before,
                condition,
                step,
                variable,
                body,
            } => {
                for one in before {
                    state = self.statement(state, one)?;
                }
                Some(self.looped(
                    state,
                    (&why("it is changed in a loop"), !continues(body)),
                    &mut |machine, mut state| {
                        machine.value(&mut state, condition);
                        let state = machine.statement(state, variable)?;
                        machine.iteration(state, None, Some(step), body)
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
                let value = self.number_of(&mut state, value);
                Some(self.switch(state, value, body))
            }
            _ => Some(state),
        }
    }

    /// A statement that is reached by a jump alone, which a label is in.
    fn entered(&mut self, stmt: &Stmt) -> Option<State> {
        let Some(Switch {
            mut begin,
            value,
            labels,
        }) = self.switches.last().cloned()
        else {
            // Only a label is there.
            let begin = self.anything();
            return self.statement(begin, stmt);
        };
        let (body, left_out) = match &stmt.kind {
            StmtKind::Case { first, last, body } => {
                let low = self.label(first);
                let high = last.as_ref().map_or(low, |last| self.label(last));
                let (Some(low), Some(high)) = (low, high) else {
                    return self.statement(begin, stmt);
                };
                let ends = match low == high {
                    true => vec![(Relation::Equal, low)],
                    false => vec![(Relation::AtLeast, low), (Relation::AtMost, high)],
                };
                for (relation, label) in ends {
                    begin.know(Fact::new(value.clone(), relation, Number::Literal(label)));
                }
                let value = value.literal();
                let other = value.is_some_and(|value| !(low..=high).contains(&value));
                (body, other)
            }
            StmtKind::Default(body) => {
                for label in &labels {
                    let label = Number::Literal(*label);
                    begin.know(Fact::new(value.clone(), Relation::Different, label));
                }
                let value = value.literal();
                (body, value.is_some_and(|value| labels.contains(&value)))
            }
            _ => return self.statement(begin, stmt),
        };
        if !left_out {
            return self.statement(begin, body);
        }
        if is_case(body) {
            return self.entered(body);
        }
        self.leave_out(body);
        None
    }

    /// A statement of a case is not executed.
    fn leave_out(&mut self, stmt: &Stmt) {
        self.skip(Some(stmt));
        if self.skipped.contains(&stmt.place.span) {
            self.left_out.insert(stmt.place.span);
        }
    }

    /// The value of a label of a `switch`.
    fn label(&mut self, label: &Expr) -> Option<i128> {
        self.muted += 1;
        let number = self.number_of(&mut State::default(), label);
        self.muted -= 1;
        number.literal()
    }

    /// Executes a `switch`, from the state behind what is looked at.
    fn switch(&mut self, mut state: State, value: Number, body: &Stmt) -> State {
        let mut cases = Vec::new();
        find_cases(body, &mut cases);
        let labels: Vec<i128> = cases
            .into_iter()
            .filter_map(|one| self.label(one))
            .collect();
        if has_label(body) {
            state = self.anything();
        }
        let why = Why {
            reason: "it is changed in a `switch`".to_owned(),
            place: body.place,
        };
        self.looped(state, (&why, false), &mut |machine, begin| {
            machine.switches.push(Switch {
                begin: begin.clone(),
                value: value.clone(),
                labels: labels.clone(),
            });
            let end = match &body.kind {
                // What is in front of the first case is not executed.
                StmtKind::Block(all) => machine.block(None, all),
                _ => machine.statement(begin, body),
            };
            machine.switches.pop();
            end
        })
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
        // Those that live longer are found with any value; the first time, it is made.
        if matches!(declared.storage, Storage::Static | Storage::Extern) {
            if let Some(init) = &declared.init {
                let mut first = state.clone();
                let value = self.passed(&mut first, declared.ty, init);
                self.leak(&value);
                let joined = self.join(Some(std::mem::take(state)), Some(first), init.place);
                *state = joined.unwrap_or_default();
            }
            return;
        }
        let variable = self.variable(id);
        // One that is made for itself gives back at the end of its block what it has then.
        let made = declared.init.as_ref().and_then(made_for_itself);
        let owner = self.owns(declared.ty) && self.of_blocks.contains(&id);
        let whole = declared.init.is_none() || made.is_some();
        let owner = owner && (whole || !self.has_destructor(declared.ty));
        if !owner && (self.has_destructor(declared.ty) || self.owns(declared.ty)) {
            self.meet_object();
            self.leaked.insert(variable);
        }
        let value = match &declared.init {
            Some(_) if owner && made.is_some() => match made {
                Some(made) => self.constructed(state, made),
                None => self.lost(
                    declared.ty,
                    "its value is not followed",
                    declared.name_place,
                ),
            },
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
            Some(0) if !is_entered(then) => {
                self.skip(then);
                return run(self, state, otherwise);
            }
            Some(1..) | Some(..=-1) if !is_entered(otherwise) => {
                self.skip(otherwise);
                return run(self, state, then);
            }
            Some(_) | None => {}
        }
        let mut other = state.clone();
        self.assume_of(&before, &mut state, condition, true);
        self.assume_of(&before, &mut other, condition, false);
        let a = run(self, state, then);
        let b = run(self, other, otherwise);
        self.join(a, b, stmt.place)
    }

    /// A statement is not executed.
    fn skip(&mut self, stmt: Option<&Stmt>) {
        let place = stmt.map(|stmt| stmt.place);
        if let Some(place) = place.filter(|place| place.spelling.is_none() && self.muted == 0) {
            self.skipped.insert(place.span);
        }
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
    /// Of one that is `steady`, whose iterations all end at its end, pointers that it exchanges are known at each begin.
    fn looped(
        &mut self,
        mut state: State,
        (why, steady): (&Why, bool),
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> State {
        let entry = state.clone();
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
        let turns = match stable && steady {
            true => self.turns(&entry, &state, &known, run),
            false => vec![BTreeMap::new()],
        };
        for turn in turns {
            let mut begin = state.clone();
            begin.variables.extend(turn);
            run(self, begin);
        }
        // What is reached by another way may have been changed, too.
        for variable in &known.variables {
            self.forget(&mut state, *variable, why);
        }
        state
    }

    /// The pointers that a loop exchanges, at the begin of each of its iterations.
    fn turns(
        &mut self,
        entry: &State,
        any: &State,
        known: &Changes,
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> Vec<Turn> {
        let mut first: Turn = BTreeMap::new();
        for variable in &known.variables {
            if let Some(value) = entry
                .variables
                .get(variable)
                .filter(|value| is_buffer(value))
            {
                first.insert(*variable, value.clone());
            }
        }
        'again: while !first.is_empty() {
            let mut all = vec![first.clone()];
            while let (Some(turn), true) = (all.last().cloned(), all.len() <= TURNS) {
                let mut begin = any.clone();
                begin.variables.extend(turn);
                let end = self.ended(begin, run).1;
                // A loop that does not come to its end is not begun again.
                let Some(end) = end else {
                    return all;
                };
                let mut next: Turn = BTreeMap::new();
                for variable in first.keys() {
                    let value = end.variables.get(variable);
                    if let Some(value) = value.filter(|value| is_buffer(value)) {
                        next.insert(*variable, value.clone());
                    }
                }
                if next.len() < first.len() {
                    first.retain(|variable, _| next.contains_key(variable));
                    continue 'again;
                }
                if all.contains(&next) {
                    return all;
                }
                all.push(next);
            }
            break;
        }
        vec![BTreeMap::new()]
    }

    /// What a part of the program changes; nothing of it is reported.
    fn changed(
        &mut self,
        state: State,
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> Changes {
        self.ended(state, run).0
    }

    /// What a part of the program changes, and the state at its end; nothing of it is reported.
    fn ended(
        &mut self,
        state: State,
        run: &mut dyn FnMut(&mut Self, State) -> Option<State>,
    ) -> (Changes, Option<State>) {
        self.muted += 1;
        self.changes.push(Changes::default());
        let returns = self.frames.last().map_or(0, |frame| frame.returns.len());
        let end = run(self, state);
        if let Some(frame) = self.frames.last_mut() {
            frame.returns.truncate(returns);
        }
        self.muted -= 1;
        (self.changes.pop().unwrap_or_default(), end)
    }
}

/// The object that an initializer makes, if it makes one.
fn made_for_itself(init: &Expr) -> Option<&Expr> {
    match &init.kind {
        ExprKind::Construct { .. } => Some(init),
        ExprKind::Cast { operand, .. } | ExprKind::Temporary(operand) => made_for_itself(operand),
        _ => None,
    }
}

/// Whether a value points into memory that is allocated, at a place that does not change.
fn is_buffer(value: &Value) -> bool {
    match value {
        Value::Pointer(Pointer {
            base: Base::Allocation(_),
            offset,
        }) => offset.literal().is_some(),
        _ => false,
    }
}

/// Whether a jump may lead into it.
fn is_entered(stmt: Option<&Stmt>) -> bool {
    stmt.is_some_and(is_case)
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
        // Who knows what is in it?
        StmtKind::Opaque(_) => true,
        StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => false,
    }
}

/// Whether a `goto` may lead into it.
fn has_label(stmt: &Stmt) -> bool {
    let mut labels = Vec::new();
    find_jumps(stmt, &mut labels, &mut Vec::new(), &mut false);
    !labels.is_empty()
}

/// The first values of the cases of a `switch`.
fn find_cases<'s>(body: &'s Stmt, found: &mut Vec<&'s Expr>) {
    match &body.kind {
        StmtKind::Block(all) => all.iter().for_each(|one| find_cases(one, found)),
        StmtKind::Case { first, body, .. } => {
            found.push(first);
            find_cases(body, found);
        }
        StmtKind::Default(body) => find_cases(body, found),
        // The rest may be of another one; fewer are no error.
        _ => {}
    }
}

/// The value of an expression that is a number as it stands.
pub(crate) fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast { operand, .. } => constant(operand),
        _ => None,
    }
}

/// Whether a `continue` in it may be one of the loop around it.
fn continues(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Continue | StmtKind::Opaque(_) | StmtKind::Label { .. } => true,
        StmtKind::Block(all) => all.iter().any(continues),
        StmtKind::If {
            then, otherwise, ..
        } => [then, otherwise]
            .into_iter()
            .flatten()
            .any(|part| continues(part)),
        StmtKind::Attributed { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        | StmtKind::Switch { body, .. } => continues(body),
        StmtKind::While { .. }
        | StmtKind::Do { .. }
        | StmtKind::For { .. }
        | StmtKind::ForRange { .. }
        | StmtKind::Break
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => false,
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
