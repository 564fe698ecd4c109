//! Calls: of functions whose body is seen, of those that are known by name, and of all others.

use crate::known::{self, Known};
use crate::machine::{Allocation, Changes, Frame, Machine};
use crate::number::Number;
use crate::state::State;
use crate::symbols::Origin;
use crate::value::{AllocationId, Base, Location, Name, Place, Pointer, Value, Variable, Why};
use clang::place::Place as Source;
use clang::tree::{
    Category, Expr, ExprKind, Function, FunctionId, InitializerTarget, Membership, UnaryOp,
};
use clang::types::{Qual, Type};
use std::collections::BTreeSet;

/// Calls are followed so deep.
const DEPTH: usize = 12;

impl<'u> Machine<'u> {
    /// The function that an expression names.
    pub(crate) fn target(&self, expr: &Expr) -> Option<FunctionId> {
        match &expr.kind {
            ExprKind::Function(id) => Some(*id),
            ExprKind::Cast { operand, .. } | ExprKind::Temporary(operand) => self.target(operand),
            ExprKind::Unary {
                op: UnaryOp::Address | UnaryOp::Deref,
                operand,
            } => self.target(operand),
            _ => None,
        }
    }

    /// The function that is called: the one that an expression names, or has as its value.
    pub(crate) fn called(&mut self, state: &mut State, callee: &Expr) -> Option<FunctionId> {
        if let Some(id) = self.target(callee) {
            return Some(id);
        }
        match self.value(state, callee) {
            Value::Function(id) => Some(id),
            other @ (Value::Integer(_)
            | Value::Pointer(_)
            | Value::Parts(_)
            | Value::Unknown(_)) => {
                self.leak(&other);
                None
            }
        }
    }

    /// Whether a statement is left by this expression and not behind it.
    pub(crate) fn ends(&self, expr: &Expr) -> bool {
        if is_throw(expr) {
            return true;
        }
        let ExprKind::Call { callee, .. } = &expr.kind else {
            return false;
        };
        let function = self.target(callee).and_then(|id| self.unit.function(id));
        function
            .is_some_and(|function| function.noreturn || self.known(function) == Some(Known::Exit))
    }

    /// What a function of a library does. One that the file defines itself is none.
    pub(crate) fn known(&self, function: &Function) -> Option<Known> {
        let free = function.membership == Membership::Free;
        let external = function.body.is_none()
            && function.mangled == function.name
            && function.name.starts_with("cuda");
        let known = known::of(&function.name).filter(|_| free && (function.own || external))?;
        let by_body = matches!(known, Known::Min | Known::Max);
        (function.body.is_none() || by_body).then_some(known)
    }

    /// A call.
    pub(crate) fn call(
        &mut self,
        state: &mut State,
        expr: &Expr,
        callee: &Expr,
        arguments: &'_ [Expr],
    ) -> Value {
        if let ExprKind::Method {
            base,
            arrow,
            function,
        } = &stripped(callee).kind
        {
            let this = match arrow {
                true => self.value(state, base),
                false => {
                    let at = self.location(state, base);
                    self.address(&at, base)
                }
            };
            return self.follow(state, expr, *function, Some(this), arguments);
        }
        let Some(id) = self.called(state, callee) else {
            return self.unseen(state, expr, "a function that is not known", arguments);
        };
        let Some(function) = self.unit.function(id) else {
            return self.unseen(state, expr, "a function that is not known", arguments);
        };
        if let Some(known) = self.known(function) {
            return self.library(state, expr, known, (function, arguments));
        }
        match function.membership {
            Membership::Method(record) => {
                let Some((object, rest)) = arguments.split_first() else {
                    return self.unseen(state, expr, &function.name, arguments);
                };
                let copies = self.unit.record(record).is_some_and(|record| record.copies);
                let at = self.location(state, object);
                if let (None, true, "operator=", [from]) =
                    (&function.body, copies, function.name.as_str(), rest)
                {
                    let from_at = self.location(state, from);
                    let value = self.read(state, &from_at, object.ty, expr.place);
                    let why = self.why("its value is not followed", expr);
                    self.write(state, &at, value, &why);
                    return self.address(&at, expr);
                }
                let this = self.address(&at, object);
                self.follow(state, expr, id, Some(this), rest)
            }
            Membership::Free | Membership::StaticMethod(_) => {
                self.follow(state, expr, id, None, arguments)
            }
            Membership::Constructor(_) | Membership::Destructor(_) => {
                self.unseen(state, expr, &function.name, arguments)
            }
        }
    }

    /// A call of a function that is not seen whole: it may change all whose address it may know.
    fn unseen(&mut self, state: &mut State, expr: &Expr, name: &str, arguments: &[Expr]) -> Value {
        self.not_seen(state, expr, (name, false), arguments)
    }

    /// The same; one that runs `alone` changes only what its arguments lead to, now or later.
    fn not_seen(
        &mut self,
        state: &mut State,
        expr: &Expr,
        (name, alone): (&str, bool),
        arguments: &[Expr],
    ) -> Value {
        for argument in arguments {
            let held = match argument.category {
                Category::Value => self.value(state, argument),
                Category::Place | Category::Expiring => {
                    let at = self.location(state, argument);
                    self.address(&at, argument)
                }
            };
            let number = argument.category == Category::Value
                && matches!(self.ty(argument.ty), Type::Float(_));
            if !number {
                self.leak(&held);
            }
        }
        if self.has_destructor(expr.ty) {
            self.meet_object();
        }
        let why = self.why(
            format!("it depends on `{name}`, which is not followed"),
            expr,
        );
        match alone {
            true => self.forget_leaked(state, &why),
            false => self.disturb(state, &why),
        }
        if known::resets(name) {
            self.free_all(state);
        }
        self.any(expr.ty, &Origin::Lost(why), 0)
    }

    /// A call of a function, its body executed if it is seen.
    fn follow(
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

    fn is_followed(&self, id: FunctionId, function: &Function, count: usize) -> bool {
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
    fn activate(
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
        for (other, value) in frame.returns {
            result = match result {
                None => Some((other, value)),
                Some((state, before)) => {
                    let value = self.joined(before, value, Some(function.result), place);
                    let joined = self.join(Some(state), Some(other), place);
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

    /// The value that a parameter gets: of a reference, the address.
    pub(crate) fn passed(&mut self, state: &mut State, ty: Qual, argument: &Expr) -> Value {
        match matches!(self.ty(ty), Type::Reference { .. }) {
            true => {
                let at = self.location(state, argument);
                self.address(&at, argument)
            }
            false => self.initial(state, ty, argument),
        }
    }

    /// The values of arguments, which may be executed in any order: if one changes something, only what is the same before
    /// and behind it is known; if several do, nothing is.
    pub(crate) fn in_any_order(
        &mut self,
        state: &mut State,
        arguments: &[(Qual, &Expr)],
        place: Source,
    ) -> Vec<Value> {
        let before: BTreeSet<Variable> = state.variables.keys().copied().collect();
        let begin = state.clone();
        let mut values = Vec::new();
        let mut changed: BTreeSet<Variable> = BTreeSet::new();
        let mut changing = Vec::new();
        for (at, (ty, argument)) in arguments.iter().enumerate() {
            self.changes.push(Changes::default());
            values.push(self.passed(state, *ty, argument));
            let changes = self.changes.pop().unwrap_or_default();
            let outer: Vec<Variable> = changes.variables.intersection(&before).copied().collect();
            if !outer.is_empty() || !changes.freed.is_empty() {
                changing.push(at);
            }
            changed.extend(outer);
        }
        let same: Vec<bool> = match changing[..] {
            [] => return values,
            _ if arguments.len() < 2 => return values,
            [at] => self.same_elsewhere(begin, state, (arguments, &values), at),
            // A constant is the same wherever it stands.
            _ => {
                let constant = |argument: &Expr| crate::statements::constant(argument).is_some();
                arguments.iter().map(|(_, one)| constant(one)).collect()
            }
        };
        if same.iter().all(|same| *same) {
            return values;
        }
        let reason = "its arguments may be computed in any order, and one changes something";
        let why = Why {
            reason: reason.to_owned(),
            place,
        };
        for value in &values {
            self.leak(value);
        }
        // What one alone changes is the same behind all of them.
        if changing.len() > 1 {
            for variable in changed {
                self.forget(state, variable, &why);
            }
        }
        let all = arguments.iter().zip(values).zip(same);
        all.map(|(((ty, _), value), same)| match self.ty(*ty) {
            // The variable that a reference refers to is the same in any order.
            Type::Reference { .. } => value,
            _ if same => value,
            _ => self.any(*ty, &Origin::Lost(why.clone()), 0),
        })
        .collect()
    }

    /// Which arguments have the same values before and behind the one that changes something.
    fn same_elsewhere(
        &mut self,
        begin: State,
        end: &State,
        (arguments, values): (&[(Qual, &Expr)], &[Value]),
        changing: usize,
    ) -> Vec<bool> {
        self.muted += 1;
        let all = arguments.iter().zip(values).enumerate();
        let same = all.map(|(at, ((ty, argument), value))| {
            // Those in front of it are executed behind it, and those behind it in front.
            let mut state = match at < changing {
                true => end.clone(),
                false => begin.clone(),
            };
            at == changing || is_same(&self.passed(&mut state, *ty, argument), value)
        });
        let same = same.collect();
        self.muted -= 1;
        same
    }

    /// Executes what a constructor does before its body.
    pub(crate) fn initializers(&mut self, mut state: State, function: &Function) -> Option<State> {
        for initializer in &function.initializers {
            // Temporaries of the one before are gone.
            self.end_objects(&mut state, initializer.value.place);
            let this = self.frames.last().and_then(|frame| frame.this.clone());
            let at = this.map_or(Location::Anywhere, |this| self.pointed(&this));
            let why = self.why("its value is not followed", &initializer.value);
            let InitializerTarget::Field(field) = initializer.target else {
                let value = self.value(&mut state, &initializer.value);
                self.write(&mut state, &at, Value::Unknown(why.clone()), &why);
                self.leak(&value);
                continue;
            };
            let record = self.unit.record(field.record);
            let ty = record.and_then(|record| Some(record.fields.get(field.index as usize)?.ty));
            let ty = ty.unwrap_or(initializer.value.ty);
            let value = self.passed(&mut state, ty, &initializer.value);
            let to = match at {
                Location::Exact(place) => Location::Exact(place.part(field.index as usize)),
                other @ (Location::Inside(_) | Location::Apart | Location::Anywhere) => other,
            };
            self.write(&mut state, &to, value, &why);
        }
        Some(state)
    }

    /// An object made by a constructor.
    pub(crate) fn construct(&mut self, state: &mut State, expr: &Expr) -> Value {
        let value = self.constructed(state, expr);
        self.made(expr.ty, &value);
        value
    }

    /// An object is made: its destructor may do anything with what it holds, and what it does is not followed.
    pub(crate) fn made(&mut self, ty: Qual, value: &Value) {
        if self.has_destructor(ty) {
            self.meet_object();
            self.leak(value);
        }
    }

    pub(crate) fn constructed(&mut self, state: &mut State, expr: &Expr) -> Value {
        let ExprKind::Construct {
            constructor,
            arguments,
            ..
        } = &expr.kind
        else {
            return self.not_understood(state, expr);
        };
        let Some(function) = self.unit.function(*constructor) else {
            return self.unseen(state, expr, "a constructor", arguments);
        };
        let (Type::Record(id), Membership::Constructor(_)) =
            (self.ty(expr.ty), function.membership)
        else {
            return self.unseen(state, expr, &function.name, arguments);
        };
        let copies = self.unit.record(*id).is_some_and(|record| record.copies);
        if let (None, [from], true) = (&function.body, &arguments[..], copies)
            && self.ty(from.ty) == self.ty(expr.ty)
        {
            let at = self.location(state, from);
            return self.read(state, &at, expr.ty, expr.place);
        }
        if !self.is_followed(*constructor, function, arguments.len()) {
            self.not_followed.insert(*constructor);
            let types: Vec<Qual> = arguments.iter().map(|argument| argument.ty).collect();
            let alone = self.runs_alone(function, true, &types);
            return self.not_seen(state, expr, (&function.name, alone), arguments);
        }
        let number = self.number();
        let object = Variable {
            frame: number,
            id: crate::value::Name::Temporary(number),
        };
        let why = self.why("it has no value yet", expr);
        let before = self.any(expr.ty, &Origin::Lost(why.clone()), 0);
        state.variables.insert(object, before);
        let frame = Frame {
            number,
            this: Some(Value::Pointer(Pointer::to(Place::whole(object)))),
            function: Some(*constructor),
            ..Frame::default()
        };
        self.activate(state, function, frame, arguments, expr.place);
        let made = state.variables.remove(&object);
        state.leave(number);
        let mut found = Vec::new();
        for value in state.variables.values().chain(&made) {
            value.points_to(&mut found);
        }
        // Whoever has its address may change it where it comes to lie.
        match made {
            Some(made) if !found.contains(&object) && !self.leaked.contains(&object) => made,
            other => {
                if let Some(made) = other {
                    self.leak(&made);
                }
                Value::Unknown(self.why("its address is kept by its constructor", expr))
            }
        }
    }

    /// The value of an initializer for a variable of a type.
    pub(crate) fn initial(&mut self, state: &mut State, ty: Qual, expr: &Expr) -> Value {
        let value = self.initialized(state, ty, expr);
        self.made(ty, &value);
        value
    }

    fn initialized(&mut self, state: &mut State, ty: Qual, expr: &Expr) -> Value {
        let ExprKind::InitList {
            values,
            filler,
            field,
        } = &expr.kind
        else {
            return match &expr.kind {
                ExprKind::Compound(inner) | ExprKind::Temporary(inner) => {
                    self.initial(state, ty, inner)
                }
                _ => self.value(state, expr),
            };
        };
        let types: Option<Vec<Qual>> = match self.ty(ty) {
            Type::Array {
                element,
                count: Some(count),
            } if *count <= 64 => Some((0..*count).map(|_| *element).collect()),
            Type::Record(id) => self.unit.record(*id).and_then(|record| {
                let plain = field.is_none() && !record.union && record.bases.is_empty();
                plain.then(|| record.fields.iter().map(|field| field.ty).collect())
            }),
            Type::Array { .. } => None,
            _ => {
                return match &values[..] {
                    [only] => self.value(state, only),
                    _ => Value::Integer(Number::Literal(0)),
                };
            }
        };
        let Some(types) = types else {
            for value in values.iter().chain(filler.as_deref()) {
                let value = self.value(state, value);
                self.leak(&value);
            }
            return self.lost(ty, "a union or large array is not followed", expr.place);
        };
        // An initial value in the class may mean another `this`.
        let outer = match self.has_initial_values(ty) {
            true => self.frames.last_mut().and_then(|frame| frame.this.take()),
            false => None,
        };
        let mut parts = Vec::new();
        for (at, ty) in types.into_iter().enumerate() {
            parts.push(match values.get(at).or(filler.as_deref()) {
                Some(value) => self.passed(state, ty, value),
                None => self.lost(ty, "it has no value in a list", expr.place),
            });
        }
        if let (Some(outer), Some(frame)) = (outer, self.frames.last_mut()) {
            frame.this = Some(outer);
        }
        Value::Parts(parts)
    }

    fn has_initial_values(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Record(id) => self
                .unit
                .record(*id)
                .is_none_or(|record| record.fields.iter().any(|field| field.init.is_some())),
            Type::Array { element, .. } => self.has_initial_values(*element),
            _ => false,
        }
    }

    /// A call of a function of a library.
    fn library(
        &mut self,
        state: &mut State,
        expr: &Expr,
        known: Known,
        (function, arguments): (&Function, &[Expr]),
    ) -> Value {
        match known {
            Known::Launch => return self.launch_function(state, expr, arguments),
            Known::Min | Known::Max => return self.extremum(state, expr, known, arguments),
            _ => {}
        }
        let mut pairs = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let parameter = function
                .parameters
                .get(at)
                .and_then(|id| self.unit.variable(*id));
            let ty = parameter.map_or(argument.ty, |parameter| parameter.ty);
            pairs.push((ty, argument));
        }
        if known == Known::Plain {
            // They ask about a kernel, and do not start it.
            let named = arguments
                .iter()
                .filter(|argument| self.target(argument).is_some());
            let places: Vec<Source> = named.map(|argument| argument.place).collect();
            self.asked.extend(places);
        }
        let values = self.in_any_order(state, &pairs, expr.place).into_iter();
        let values: Vec<(Value, bool)> = values
            .zip(&pairs)
            .map(|(value, (ty, _))| (value, self.may_write(*ty)))
            .collect();
        let status = self.why(format!("it is returned by `{}`", function.name), expr);
        // Streams are returned by what writes to them, and reads from them.
        let stream = match function.name.as_str() {
            "operator<<" | "operator>>" => values.first().map(|(stream, _)| stream.clone()),
            _ => None,
        };
        match known {
            Known::Allocate { bytes } => {
                let size = match (values.get(bytes), arguments.get(bytes)) {
                    (Some((value, _)), Some(argument)) => {
                        self.as_number(value.clone(), argument.ty, argument.place)
                    }
                    _ => Number::Literal(0),
                };
                let id = AllocationId(u32::try_from(self.allocations.len()).unwrap_or(u32::MAX));
                self.allocations.push(Allocation {
                    bytes: size,
                    place: expr.place,
                });
                let at = values
                    .first()
                    .map_or(Location::Anywhere, |(to, _)| self.pointed(to));
                self.write(state, &at, Value::pointer(Base::Allocation(id)), &status);
            }
            Known::Release => match values.first() {
                Some((
                    Value::Pointer(Pointer {
                        base: Base::Allocation(id),
                        ..
                    }),
                    _,
                )) => {
                    self.free(state, *id);
                }
                _ => {
                    let any: Vec<AllocationId> =
                        self.exposed.union(&self.hidden).copied().collect();
                    for id in any {
                        self.free(state, id);
                    }
                }
            },
            Known::Reset => self.free_all(state),
            Known::HostMemory => {
                let symbol = self.symbols.make(Origin::Lost(status), None);
                return Value::pointer(Base::Apart(symbol));
            }
            Known::Read => {
                for (value, written) in &values {
                    if let (Location::Exact(Place { variable, .. }), true) =
                        (self.pointed(value), written)
                    {
                        self.forget(state, variable, &status);
                    }
                }
                let origin = Origin::Given(self.text(expr));
                return self.any(expr.ty, &origin, 0);
            }
            Known::Exit => {}
            Known::Scan => {
                for ((value, written), argument) in values.into_iter().zip(arguments) {
                    self.scan(state, (&value, written), argument, &status);
                }
                self.forget_leaked(state, &status);
            }
            Known::Later => {
                for (value, _) in &values {
                    let mut found = Vec::new();
                    value.points_to(&mut found);
                    self.leaked.extend(found);
                }
                self.forget_leaked(state, &status);
            }
            Known::Plain | Known::Launch | Known::Min | Known::Max => {
                for ((value, written), (ty, _)) in values.into_iter().zip(&pairs) {
                    if let Location::Exact(Place { variable, .. }) | Location::Inside(variable) =
                        self.pointed(&value)
                    {
                        // What is copied from there may be put somewhere else.
                        if let Some(held) = state.variables.get(&variable).cloned()
                            && !self.leads_to_floats(*ty)
                            && !self.is_floating(variable)
                        {
                            self.leak(&held);
                        }
                        if written {
                            self.forget(state, variable, &status);
                        }
                    } else if written
                        && matches!(
                            value,
                            Value::Pointer(Pointer {
                                base: Base::Unknown { .. },
                                ..
                            }) | Value::Unknown(_)
                        )
                    {
                        self.disturb(state, &status);
                    }
                }
                self.forget_device(state, &status);
                self.forget_leaked(state, &status);
            }
        }
        match stream.filter(|_| expr.category != Category::Value) {
            Some(stream) => stream,
            None => self.any(expr.ty, &Origin::Lost(status), 0),
        }
    }

    /// Whether a pointer or reference leads to floating-point numbers.
    fn leads_to_floats(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Pointer(to) | Type::Reference { to, .. } => {
                matches!(self.ty(*to), Type::Float(_))
            }
            _ => false,
        }
    }

    /// The width and sign of the integer that is at a place.
    fn integer_at(&self, place: &Place) -> Option<(u32, bool)> {
        let Name::Declared(id) = place.variable.id else {
            return None;
        };
        let mut ty = self.unit.variable(id)?.ty;
        for part in &place.path {
            ty = match self.ty(ty) {
                Type::Record(id) => self.unit.record(*id)?.fields.get(*part)?.ty,
                Type::Array { element, .. } => *element,
                _ => return None,
            };
        }
        self.integer(ty)
    }

    /// What a function reads from outside is put where an argument points.
    fn scan(
        &mut self,
        state: &mut State,
        (value, written): (&Value, bool),
        argument: &Expr,
        why: &Why,
    ) {
        let to = match self.ty(argument.ty) {
            Type::Pointer(to) => *to,
            _ => argument.ty,
        };
        let at = self.pointed(value);
        let same = match &at {
            Location::Exact(place) => self.integer_at(place).is_some_and(|(bits, signed)| {
                // A text is longer than one character.
                let text = bits == 8 && !place.path.is_empty();
                !text && self.integer(to) == Some((bits, signed))
            }),
            _ => false,
        };
        match (&at, value) {
            _ if !written => {}
            (Location::Exact(_), _) if same => {
                let text = self.text(argument);
                let origin = Origin::Given(text.trim_start_matches('&').trim().to_owned());
                let read = self.any(to, &origin, 0);
                self.write(state, &at, read, why);
            }
            (Location::Exact(Place { variable, .. }) | Location::Inside(variable), _) => {
                self.forget(state, *variable, why);
            }
            (
                _,
                Value::Pointer(Pointer {
                    base: Base::Unknown { .. },
                    ..
                })
                | Value::Unknown(_),
            ) => {
                self.disturb(state, why);
            }
            _ => {}
        }
    }

    /// Whether a function may write where an argument of this type points.
    pub(crate) fn may_write(&self, ty: Qual) -> bool {
        match self.ty(ty) {
            Type::Pointer(to) | Type::Reference { to, .. } => {
                // A handle such as a stream, whose type nobody sees.
                let handle = match self.ty(*to) {
                    Type::Record(id) => {
                        self.unit.record(*id).is_some_and(|record| !record.complete)
                    }
                    _ => false,
                };
                !to.constant && !handle
            }
            _ => true,
        }
    }

    fn extremum(
        &mut self,
        state: &mut State,
        expr: &Expr,
        known: Known,
        arguments: &[Expr],
    ) -> Value {
        let mut numbers = Vec::new();
        let mut ty = expr.ty;
        for argument in arguments {
            ty = argument.ty;
            let at = match argument.category {
                Category::Value => {
                    let value = self.value(state, argument);
                    numbers.push(value);
                    continue;
                }
                Category::Place | Category::Expiring => self.location(state, argument),
            };
            let value = self.read(state, &at, argument.ty, argument.place);
            numbers.push(value);
        }
        let by_reference = expr.category != Category::Value;
        let result = if by_reference { ty } else { expr.ty };
        let value = match (
            numbers.pop(),
            numbers.pop(),
            numbers.pop(),
            self.integer(result),
        ) {
            (Some(Value::Integer(b)), Some(Value::Integer(a)), None, Some((bits, signed))) => {
                let a = self.symbols.wrapped(a, bits, signed);
                let b = self.symbols.wrapped(b, bits, signed);
                Value::Integer(if known == Known::Min {
                    a.min(b)
                } else {
                    a.max(b)
                })
            }
            _ => self.lost(
                result,
                "a minimum or maximum that is not followed",
                expr.place,
            ),
        };
        if !by_reference {
            return value;
        }
        let variable = self.temporary();
        state.variables.insert(variable, value);
        Value::Pointer(Pointer::to(Place::whole(variable)))
    }

    /// The text of an expression, in one line and not too long.
    pub(crate) fn text(&self, expr: &Expr) -> String {
        let text = self.unit.slice(expr.place.span);
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").chars().take(60).collect()
    }
}

/// Whether an expression throws, and is nothing else: where that is caught, what is tried has no known values.
pub(crate) fn is_throw(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Throw(_) => true,
        ExprKind::Cast { operand, .. } | ExprKind::Temporary(operand) => is_throw(operand),
        _ => false,
    }
}

/// Whether two values are certainly the same, or are texts.
fn is_same(a: &Value, b: &Value) -> bool {
    let text = |value: &Value| match value {
        Value::Pointer(Pointer {
            base: Base::Apart(_),
            offset,
        }) => offset.literal() == Some(0),
        _ => false,
    };
    a == b || (text(a) && text(b))
}

/// Whether a function makes an object, which its caller looks at.
fn function_object(function: &Function) -> bool {
    matches!(function.membership, Membership::Constructor(_))
}

/// An expression without what only names it.
fn stripped(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => stripped(operand),
        _ => expr,
    }
}
