//! Calls of functions whose body is executed.

use super::stripped;
use crate::join::Meeting;
use crate::machine::{Frame, Machine};
use crate::state::State;
use crate::value::{Value, Why};
use clang::place::Place as Source;
use clang::tree::{Expr, ExprKind, Function, FunctionId, Membership};
use clang::types::Qual;

/// Calls are followed so deep.
const DEPTH: usize = 12;

impl<'u> Machine<'u> {
    /// A call of a function, its body executed if it is seen.
    pub(super) fn follow(
        &mut self,
        state: &mut State,
        expr: &Expr,
        id: FunctionId,
        this: Option<Value>,
        arguments: &[Expr],
    ) -> Value {
        let Some(function) = self.unit.function(id) else {
            return self.unseen(state, expr, "a function that is not known", arguments);
        };
        if !self.is_followed(id, function, arguments.len()) {
            if let Some(this) = &this {
                self.leak(this);
            }
            self.not_followed.insert(id);
            let types: Vec<Qual> = arguments.iter().map(|argument| argument.ty).collect();
            let alone = self.runs_alone(function, this.is_some(), &types);
            return self.not_seen(state, expr, (&function.name, alone), arguments);
        }
        let frame = Frame {
            number: self.number(),
            this,
            function: Some(id),
            ..Frame::default()
        };
        if self.muted == 0 {
            self.followed.insert(id);
            self.call_names.extend(self.name_in_call(expr, function));
        }
        self.activate(state, function, frame, arguments, expr.place)
    }

    /// Where the name of the function stands in a call, if it is in the body of the function that calls: what stands
    /// elsewhere, such as in a macro, may be executed at other places, too.
    fn name_in_call(&self, expr: &Expr, function: &Function) -> Option<(u32, u32)> {
        let ExprKind::Call { callee, .. } = &expr.kind else {
            return None;
        };
        let around = self.unit.function(self.frames.last()?.function?)?;
        let body = around.body.as_ref()?.place;
        let span = callee.place.text_span();
        let within = span.file == body.span.file
            && body.span.start <= span.start
            && span.end <= body.span.end;
        if !within || body.spelling.is_some() || callee.place.in_macro() {
            return None;
        }
        let text = self.unit.slice(span);
        let text = match stripped(callee).kind {
            ExprKind::Method { .. } => text,
            _ => text.split('<').next().unwrap_or(text).trim_end(),
        };
        let before = u32::try_from(text.strip_suffix(&function.name)?.len()).ok()?;
        Some((span.file, span.start.checked_add(before)?))
    }

    pub(super) fn is_followed(&self, id: FunctionId, function: &Function, count: usize) -> bool {
        let record = match function.membership {
            Membership::Method(record) | Membership::Constructor(record) => {
                self.unit.record(record)
            }
            Membership::Free | Membership::StaticMethod(_) => None,
            Membership::Destructor(_) => return false,
        };
        // Which method a call runs is not known of a class with virtual ones; a lambda's variables are those around it.
        if !function
            .body
            .as_ref()
            .is_some_and(crate::statements::jumps_forward)
        {
            return false;
        }
        let known = record.is_none_or(|record| {
            !record.dynamic && !record.lambda && record.bases.is_empty() && !record.union
        });
        known
            && function.body.is_some()
            && !function.variadic
            && !function.kernel
            && count == function.parameters.len()
            && self.frames.len() < DEPTH
            && self.frames.iter().all(|frame| frame.function != Some(id))
    }

    /// Executes a body, and gives what it returns.
    pub(super) fn activate(
        &mut self,
        state: &mut State,
        function: &'u Function,
        frame: Frame,
        arguments: &[Expr],
        place: Source,
    ) -> Value {
        let types = function.parameters.iter().map(|id| self.unit.variable(*id));
        let types: Vec<Qual> = types.flatten().map(|parameter| parameter.ty).collect();
        let objects = types.iter().any(|ty| self.has_destructor(*ty));
        let pairs: Vec<(Qual, &Expr)> = types.into_iter().zip(arguments).collect();
        let passed = self.in_any_order(state, &pairs, place);
        let number = frame.number;
        self.ran.extend(frame.function);
        self.frames.push(Frame { objects, ..frame });
        self.calls.push(place);
        for ((id, value), (ty, _)) in function.parameters.iter().zip(passed).zip(&pairs) {
            let to = self.variable(*id);
            if self.has_destructor(*ty) {
                self.leaked.insert(to);
            }
            state.variables.insert(to, value);
        }
        let switches = std::mem::take(&mut self.switches);
        let inner = std::mem::take(state);
        let backup = inner.clone();
        let end = match self.initializers(inner, function) {
            Some(inner) => match &function.body {
                Some(body) => self.statement(inner, body),
                None => Some(inner),
            },
            None => None,
        };
        let frame = self.frames.pop().unwrap_or_default();
        self.calls.pop();
        self.switches = switches;
        let why = Why {
            reason: format!("`{}` returns nothing", function.name),
            place,
        };
        let nothing = Value::Unknown(why);
        let mut result: Option<(State, Value)> = end.map(|end| (end, nothing.clone()));
        // From the last one on: of those that stand next to each other most is known in common.
        for (other, value) in frame.returns.into_iter().rev() {
            result = match result {
                None => Some((other, value)),
                Some((state, before)) => {
                    let meeting = Meeting::of(&other, &state, place);
                    let value = self.joined(value, before, Some(function.result), &meeting);
                    let joined = self.join(Some(other), Some(state), place);
                    Some((joined.unwrap_or_default(), value))
                }
            };
        }
        // One that does not return is as one that does, on a way that is not gone.
        let (left, value) = result.unwrap_or((backup, nothing));
        *state = left;
        for variable in self.owners(state, number) {
            self.end_owner(state, variable);
        }
        if frame.objects {
            let reason = "a destructor may change it".to_owned();
            self.disturb(state, &Why { reason, place });
        }
        if self.has_destructor(function.result) {
            self.meet_object();
            self.leak(&value);
        }
        // Of its own object a constructor takes care.
        let object = function_object(function);
        if !object {
            state.leave(number);
        }
        match self.integer(function.result) {
            Some(_) if !matches!(value, Value::Integer(_)) => {
                Value::Integer(self.as_number(value, function.result, place))
            }
            Some(_) | None => value,
        }
    }
}

/// Whether a function makes an object, which its caller looks at.
fn function_object(function: &Function) -> bool {
    matches!(function.membership, Membership::Constructor(_))
}
