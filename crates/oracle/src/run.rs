//! A run: a method, called once on concrete values, all its threads to their ends.

use crate::exec::Running;
use crate::exec::call::Arguments;
use crate::exec::turns::once;
use crate::frame::{Thread, ThreadId};
use crate::heap::{Cell, Heap};
use crate::held::Held;
use crate::machine::{Limits, Machine, Start, cannot};
use crate::outcome::{Outcome, Stop};
use crate::program::{Tables, preconditions, yields};
use crate::resource::{Blame, Outside, Source, Way};
use crate::value::Value;
use spec_lang::ast::{Body, NodeId};
use std::task::Poll;

/// What a method is called with.
#[derive(Clone, Debug)]
pub struct Call {
    /// The method.
    pub method: NodeId,
    /// What there is before.
    pub heap: Heap,
    /// The object, for methods of objects.
    pub this: Option<Value>,
    /// The arguments.
    pub args: Vec<Value>,
    /// The ghost arguments, in the order declared.
    pub given: Vec<Value>,
}

/// Executes a call. The seed decides the order of the threads and whatever the program
/// leaves open. A program nested deeply needs a large stack (see [`on_large_stack`]).
pub fn run(tables: &Tables<'_>, call: &Call, limits: Limits, seed: u64) -> Outcome {
    let machine = Machine::new(tables, limits, seed);
    match machine.whole(call) {
        Ok((result, yields)) => Outcome::Done {
            result,
            yields,
            heap: machine.world.borrow().heap.clone(),
        },
        Err(stop) => Outcome::Stopped(stop),
    }
}

/// Runs something where deep nesting does not exhaust the stack.
///
/// # Errors
/// If no thread can be started, or what was run panicked.
pub fn on_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(1 << 30)
            .spawn_scoped(scope, run)
            .map_err(|error| error.to_string())?
            .join()
            .map_err(|_| "a fault of the program itself".to_owned())
    })
}

/// What a method gives, with its ghost results by name.
type Given = (Value, Vec<(String, Value)>);

impl<'p> Machine<'p> {
    fn whole(&self, call: &Call) -> Result<Given, Stop> {
        let Some(info) = self.tables.methods.get(&call.method).copied() else {
            return cannot("this method", text::span::Span::default());
        };
        if matches!(info.method.body, Body::Abstract) {
            let name = self.tables.method_name(&info);
            return cannot(
                format!("`{name}`, which has no body"),
                info.method.name.span,
            );
        }
        let contract = &info.method.contract;
        let mut heap = call.heap.clone();
        for field in &self.tables.static_fields {
            if !heap.statics.contains_key(field) {
                let value = self.zero(&self.tables.declared(*field));
                std::rc::Rc::make_mut(&mut heap.statics).insert(*field, value);
            }
        }
        self.world.borrow_mut().heap = heap;
        let id = self.new_thread("the first thread".to_owned());
        let mut this = call.this.clone();
        let mut fields = Held::default();
        if info.is_constructor() {
            let object = self.new_object(info.class, info.method.name.span)?;
            this = Some(object);
        }
        let params = crate::program::given(contract).map(|param| param.id);
        let frame = self.entered(
            &info,
            Arguments {
                this,
                args: call.args.clone(),
                given: params.zip(call.given.iter().cloned()).collect(),
            },
        );
        for param in info
            .method
            .params
            .iter()
            .chain(crate::program::given(contract))
        {
            if let Some(value) = frame.locals.get(&param.id) {
                self.receives(param.id, value);
            }
        }
        self.is_this(frame.this.as_ref());
        if info.is_constructor() {
            self.first_values(&frame, info.class, id)?;
            fields = self.own_fields(&frame);
            self.idle_token(&mut fields, frame.this.as_ref(), info.class);
        }
        let name = self.tables.method_name(&info);
        let blame = Blame::new(
            id,
            info.method.name.span,
            format!("the precondition of `{name}`"),
        );
        let outside = Outside::default();
        let mut entry = frame.clone();
        let mut held = Held::default();
        for formula in preconditions(contract) {
            let way = Way {
                source: Source::Create,
                to: &mut held,
                blame: &blame,
                outside: &outside,
            };
            self.transfer(&mut entry, formula, way)?;
        }
        let own = frame.this.as_ref().filter(|_| info.is_constructor());
        self.locks(id, &held, own, &blame)?;
        self.settle(Source::Create, &mut held, &blame)?;
        held.absorb(fields);
        let mut thread = Thread {
            id,
            frame,
            held,
            blocks: Vec::new(),
            invariants: Vec::new(),
        };
        self.take_fresh(&mut thread);
        let first: Running<'_, Given> = Box::pin(async {
            let (result, _) = self.body(&mut thread, &info, &name).await?;
            let named = yields(contract).filter_map(|param| {
                let value = thread.frame.locals.get(&param.id)?.clone();
                Some((param.name.name.clone(), value))
            });
            Ok((result, named.collect()))
        });
        self.all_threads(first)
    }

    /// What nobody holds at the start is in the locks of the objects there are, but for the
    /// one that is being constructed.
    fn locks(
        &self,
        thread: usize,
        held: &Held,
        own: Option<&Value>,
        blame: &Blame,
    ) -> Result<(), Stop> {
        let objects = self.world.borrow().heap.objects.len();
        for object in 0..objects {
            let class = self.class_of(object).filter(|class| class.has_lock());
            let Some(class) = class.filter(|_| own != Some(&Value::Object(object))) else {
                continue;
            };
            let mut world = self.world.borrow_mut();
            let lock = world.locks.entry(object).or_default();
            lock.committed |= class.lock_predicate.is_some();
            if held.some_of(&Cell::Lock(object)) {
                lock.committed = true;
                lock.holder = Some(thread);
                continue;
            }
            if !lock.committed {
                continue;
            }
            drop(world);
            let (formulas, mut frame) = self.lock_invariant(object);
            let outside = Outside::default();
            let created = self.world.borrow().created.clone();
            let pool = self.transfer_all(&mut frame, formulas, Source::Create, blame, &outside);
            let mut world = self.world.borrow_mut();
            match pool {
                Ok(pool) => world.locks.entry(object).or_default().pool = pool,
                // What it should hold is elsewhere: somebody has the lock, and will not release it.
                Err(Stop::Vacuous(..)) => {
                    world.created = created;
                    world.locks.entry(object).or_default().holder = Some(ThreadId::MAX);
                }
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    fn forked(&self, start: Start) -> Running<'_, ()> {
        Box::pin(async move {
            let Some(info) = self.tables.methods.get(&start.run).copied() else {
                return cannot("this `run`", text::span::Span::default());
            };
            let arguments = Arguments {
                this: Some(Value::Object(start.object)),
                args: Vec::new(),
                given: Vec::new(),
            };
            let frame = self.entered(&info, arguments);
            let mut thread = Thread {
                id: start.thread,
                frame,
                held: start.held,
                blocks: Vec::new(),
                invariants: Vec::new(),
            };
            let (_, given) = self.body(&mut thread, &info, "run").await?;
            let mut world = self.world.borrow_mut();
            if let Some(forked) = world.forked.get_mut(&start.object) {
                forked.given = Some(given);
            }
            Ok(())
        })
    }

    /// The first thread and those that are forked, until all have ended.
    fn all_threads(&self, first: Running<'_, Given>) -> Result<Given, Stop> {
        let mut first = Some(first);
        let mut others: Vec<Option<Running<'_, ()>>> = Vec::new();
        let mut given = (Value::Nothing, Vec::new());
        let choice = self.choice();
        let mut last = 0;
        loop {
            let starts = std::mem::take(&mut self.world.borrow_mut().starts);
            for start in starts {
                others.push(Some(self.forked(start)));
            }
            let mut able: Vec<usize> = Vec::new();
            if first.is_some() {
                able.push(0);
            }
            able.extend(
                (0..others.len())
                    .filter(|at| others.get(*at).is_some_and(Option::is_some))
                    .map(|at| at + 1),
            );
            if able.is_empty() {
                return Ok(given);
            }
            let at = self.choose(choice, &able, last);
            last = at;
            if at == 0 {
                if let Some(running) = &mut first
                    && let Poll::Ready(result) = once(running)
                {
                    given = result?;
                    first = None;
                }
            } else if let Some(slot) = others.get_mut(at - 1)
                && let Some(running) = slot
                && let Poll::Ready(result) = once(running)
            {
                result?;
                *slot = None;
            }
        }
    }
}
