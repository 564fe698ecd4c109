//! Calls of methods, and creation of objects.

use super::Flow;
use crate::eval::Cx;
use crate::frame::{Entry, Frame, Reader, Thread};
use crate::heap::Cell;
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::Stop;
use crate::program::{MethodInfo, ghost_expressions, given, postconditions, preconditions, yields};
use crate::resource::{Blame, Outside, Source};
use crate::value::Value;
use num_rational::BigRational;
use num_traits::One;
use spec_lang::ast::{Body, Call, Expr, ModifierKind, NodeId};
use spec_lang::resolve::{Reference, Type};
use std::collections::HashMap;
use std::rc::Rc;
use text::span::Span;

/// What a call is made with.
pub(crate) struct Arguments {
    pub this: Option<Value>,
    pub args: Vec<Value>,
    pub given: Vec<(NodeId, Value)>,
}

impl<'p> Machine<'p> {
    /// Whether a call has no effects by itself.
    pub(super) fn is_pure_call(&self, e: &Expr) -> bool {
        match self.tables.reference(e.id) {
            Some(Reference::Method(id, _)) => self
                .tables
                .methods
                .get(id)
                .is_some_and(|info| info.is(ModifierKind::Pure)),
            Some(Reference::DefaultConstructor(_)) => false,
            _ => true,
        }
    }

    /// A call of a method, or a creation.
    pub(super) async fn call(
        &self,
        thread: &mut Thread,
        e: &Expr,
        call: &Call,
    ) -> Result<Value, Stop> {
        let (id, implied) = match self.tables.reference(e.id) {
            Some(Reference::Method(id, implied)) => (*id, *implied),
            Some(Reference::DefaultConstructor(class)) => {
                return self.default_object(thread, *class, e.span);
            }
            _ => return cannot("this call", e.span),
        };
        let Some(info) = self.tables.methods.get(&id).copied() else {
            return cannot("this call", e.span);
        };
        let this = if info.is_constructor() {
            Some(self.new_object(info.class, e.span)?)
        } else {
            let mut cx = self.real(thread);
            self.receiver(&mut cx, e, call, info.has_this(), implied)?
        };
        let args = self.all(&mut self.real(thread), &call.args)?;
        let written = ghost_expressions(call);
        let find = |id: NodeId| written.iter().copied().find(|e| e.id == id);
        let ghosts = self.ghost_arguments(&mut self.real(thread), e, call)?;
        let arguments = Arguments {
            this: this.clone(),
            args,
            given: ghosts,
        };
        self.take_fresh(thread);
        let (result, frame) = self.invoke(thread, &info, arguments, e.span).await?;
        for (target, source) in self
            .tables
            .resolution
            .yields
            .get(&e.id)
            .into_iter()
            .flatten()
        {
            let (Some(target), Some(value)) = (find(*target), frame.locals.get(source)) else {
                return cannot("this ghost result", e.span);
            };
            let place = self.target(&mut self.formula_cx(thread), target)?;
            let value = value.clone();
            self.assign(&mut self.formula_cx(thread), &place, value, e.span)?;
        }
        Ok(match this {
            Some(this) if info.is_constructor() => this,
            _ => result,
        })
    }

    /// An operator declared in a class that has effects.
    pub(super) async fn call_operator(
        &self,
        thread: &mut Thread,
        e: &Expr,
        left: &Expr,
        right: &Expr,
    ) -> Result<Value, Stop> {
        let info = match self.tables.reference(e.id) {
            Some(Reference::Method(id, _)) => self.tables.methods.get(id).copied(),
            _ => None,
        };
        let Some(info) = info else {
            return cannot("this operator", e.span);
        };
        let (this, argument) = self.operands(&mut self.real(thread), &info, left, right)?;
        self.take_fresh(thread);
        let arguments = Arguments {
            this: Some(this),
            args: vec![argument],
            given: Vec::new(),
        };
        let (result, _) = self.invoke(thread, &info, arguments, e.span).await?;
        Ok(result)
    }

    /// Carries out a call: the precondition's permissions go in, the postcondition's come out.
    pub(crate) fn invoke<'a>(
        &'a self,
        thread: &'a mut Thread,
        info: &'a MethodInfo<'p>,
        arguments: Arguments,
        span: Span,
    ) -> super::Running<'a, (Value, Frame)> {
        Box::pin(async move {
            self.enter()?;
            let name = self.tables.method_name(info);
            let mut frame = self.entered(info, arguments);
            let blame = Blame::new(thread.id, span, format!("the precondition of `{name}`"));
            let mut held = {
                let outside = Outside::default();
                let formulas = preconditions(&info.method.contract);
                let source = Source::Take(&mut thread.held);
                self.transfer_all(&mut frame, formulas, source, &blame, &outside)?
            };
            if info.is_constructor() {
                self.first_values(&frame, info.class, thread.id)?;
                held.absorb(self.own_fields(&frame));
                self.idle_token(&mut held, frame.this.as_ref(), info.class);
            }
            let caller = std::mem::replace(&mut thread.frame, frame);
            let rest = std::mem::replace(&mut thread.held, held);
            // Arrays among the first values are the constructor's.
            self.take_fresh(thread);
            let (result, given) = self.body(thread, info, &name).await?;
            let frame = std::mem::replace(&mut thread.frame, caller);
            let mut inner = std::mem::replace(&mut thread.held, rest);
            thread.held.absorb(given);
            // The token of a new thread comes out, whether the contract says so or not.
            if let (true, Some(Value::Object(object))) = (info.is_constructor(), &frame.this) {
                let token = Cell::Idle(*object);
                if inner.take(&token, &BigRational::one()) {
                    thread.held.add(token, BigRational::one());
                }
            }
            self.leave();
            Ok((result, frame))
        })
    }

    /// The locals at the start of a method.
    pub(crate) fn entered(&self, info: &MethodInfo<'_>, arguments: Arguments) -> Frame {
        let mut frame = self.callee(info.id, arguments.this, &info.method.params, arguments.args);
        let contract = &info.method.contract;
        frame.locals.extend(arguments.given);
        let locals: HashMap<NodeId, Value> = frame.locals.clone();
        debug_assert!(given(contract).all(|param| locals.contains_key(&param.id)));
        for param in yields(contract) {
            let value = self.arbitrary(&self.tables.declared(param.id));
            frame.locals.insert(param.id, value);
        }
        let heap = info
            .uses_old
            .then(|| Rc::new(self.world.borrow().heap.clone()));
        frame.entry = Rc::new(Entry { locals, heap });
        frame
    }

    /// The body of a method in a thread that is set up for it, and its postcondition.
    pub(crate) async fn body(
        &self,
        thread: &mut Thread,
        info: &MethodInfo<'p>,
        name: &str,
    ) -> Result<(Value, Held), Stop> {
        let method = info.method;
        let result = match &method.body {
            Body::Abstract => self.unknown_end(thread, info, name)?,
            Body::Expr(e) => self.value(thread, e).await?,
            Body::Block(block) => match self.block(thread, block).await? {
                Flow::Return(value) => value,
                Flow::Next => Value::Nothing,
                _ => return cannot("a jump out of a method", method.name.span),
            },
        };
        let returns = self.tables.declared(info.id);
        let constructor = info.is_constructor();
        // A result that is never set may be anything.
        let result = match result {
            Value::Nothing if !constructor && returns != Type::Void => self.arbitrary(&returns),
            result => result,
        };
        let mut frame = thread.frame.for_contract();
        frame.result = Some(result.clone());
        if constructor {
            self.establish_lock(thread, info.class, &frame, method.name.span)?;
        }
        let span = method.name.span;
        let blame = Blame::new(thread.id, span, format!("the postcondition of `{name}`"));
        let given = self.give(thread, &mut frame, postconditions(&method.contract), &blame)?;
        let formulas: Vec<&Expr> = postconditions(&method.contract).collect();
        if !constructor {
            self.other_result(&formulas, &mut frame, &given, thread.id);
        }
        let ghosts = || yields(&method.contract);
        self.other_yields(ghosts(), &formulas, &mut frame, &given, thread.id);
        for param in ghosts() {
            if let Some(value) = frame.locals.get(&param.id) {
                thread.frame.locals.insert(param.id, value.clone());
            }
        }
        let result = frame.result.clone().unwrap_or(result);
        let stated: Vec<_> = formulas.into_iter().map(|e| (e, frame.clone())).collect();
        self.disturb(&stated, &given, thread.id);
        Ok((result, given))
    }

    /// Takes what formulas ask for from a thread; they are read by what is taken.
    pub(crate) fn give<'e>(
        &self,
        thread: &mut Thread,
        frame: &mut Frame,
        formulas: impl IntoIterator<Item = &'e Expr>,
        blame: &Blame,
    ) -> Result<Held, Stop> {
        let outside = Outside::default();
        self.transfer_all(
            frame,
            formulas,
            Source::Take(&mut thread.held),
            blame,
            &outside,
        )
    }

    pub(crate) fn new_object(&self, class: Option<NodeId>, span: Span) -> Result<Value, Stop> {
        let Some((id, info)) = class.and_then(|id| Some((id, self.tables.classes.get(&id)?)))
        else {
            return cannot("this creation", span);
        };
        self.allocate(info.fields.len())?;
        let fields = info
            .fields
            .iter()
            .map(|field| (*field, self.zero(&self.tables.declared(*field))))
            .collect();
        let number = self.world.borrow_mut().heap.add_object(id, fields);
        Ok(Value::Object(number))
    }

    /// Gives the fields of a new object what is written at their declarations, in that order.
    pub(crate) fn first_values(
        &self,
        frame: &Frame,
        class: Option<NodeId>,
        thread: usize,
    ) -> Result<(), Stop> {
        let Some(info) = class.and_then(|class| self.tables.classes.get(&class)) else {
            return Ok(());
        };
        let Some(Value::Object(object)) = &frame.this else {
            return Ok(());
        };
        for field in &info.fields {
            let Some(init) = self.tables.initialised.get(field) else {
                continue;
            };
            if self.tables.effects.contains(&init.id) {
                return cannot("a first value with effects", init.span);
            }
            let mut inner = Frame {
                this: frame.this.clone(),
                ..Frame::default()
            };
            let mut cx = Cx::formula(&mut inner, Reader::free(), thread);
            let value = self.eval(&mut cx, init)?;
            let cell = Cell::Field(*object, *field);
            self.world.borrow_mut().heap.set(&cell, value);
        }
        Ok(())
    }

    /// All fields of a new object.
    pub(crate) fn own_fields(&self, frame: &Frame) -> Held {
        let mut held = Held::default();
        let Some(Value::Object(number)) = &frame.this else {
            return held;
        };
        let fields = self
            .world
            .borrow()
            .heap
            .objects
            .get(*number)
            .map(|o| o.fields.clone());
        for field in fields.unwrap_or_default().keys() {
            let cell = Cell::Field(*number, *field);
            self.create(&cell, &BigRational::one());
            held.add(cell, BigRational::one());
        }
        held
    }

    pub(crate) fn idle_token(&self, held: &mut Held, this: Option<&Value>, class: Option<NodeId>) {
        let runs = class
            .and_then(|class| self.tables.classes.get(&class))
            .is_some_and(|class| class.run.is_some());
        if let (true, Some(Value::Object(number))) = (runs, this) {
            self.create(&Cell::Idle(*number), &BigRational::one());
            held.add(Cell::Idle(*number), BigRational::one());
        }
    }

    /// `new C()` where no constructor is declared.
    fn default_object(
        &self,
        thread: &mut Thread,
        class: NodeId,
        span: Span,
    ) -> Result<Value, Stop> {
        let this = self.new_object(Some(class), span)?;
        let frame = Frame {
            this: Some(this.clone()),
            ..Frame::default()
        };
        self.first_values(&frame, Some(class), thread.id)?;
        self.take_fresh(thread);
        thread.held.absorb(self.own_fields(&frame));
        self.idle_token(&mut thread.held, Some(&this), Some(class));
        self.establish_lock(thread, Some(class), &frame, span)?;
        Ok(this)
    }
}
