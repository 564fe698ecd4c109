//! The symbolic execution: what it shares, and what is forgotten when.

use crate::either::Either;
use crate::known::{self, RESETS};
use crate::launch::{Entry, Launch};
use crate::number::{Number, Symbol};
use crate::state::State;
use crate::symbols::{Origin, Symbols};
use crate::value::{AllocationId, Base, Location, Name, Pointer, Value, Variable, Why};
use clang::place::{Place as Source, Role};
use clang::tree::{Function, FunctionId, Membership, Storage, Unit, VariableId};
use clang::types::{Qual, Type};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use text::span::Span;

/// So many statements and expressions are executed for one function that is begun with.
const STEPS: u64 = 60_000;

/// So many for a file.
const ALL_STEPS: u64 = 600_000;

/// Arrays with more elements are not followed.
const ELEMENTS: u64 = 64;

/// Records are followed so deep.
const DEPTH: u32 = 6;

/// Memory that the device can access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// How many bytes it has.
    pub bytes: Number,
    /// Where it is asked for.
    pub place: Source,
}

/// What a part of the program may have changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    pub variables: BTreeSet<Variable>,
    pub freed: BTreeSet<AllocationId>,
}

/// A `switch` that is being executed.
#[derive(Clone, Debug)]
pub(crate) struct Switch {
    /// What is known wherever a case begins.
    pub begin: State,
    /// What is looked at.
    pub value: Number,
    /// Values of which each has a case.
    pub labels: Vec<i128>,
}

/// An activation of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    pub number: u32,
    /// The object of a method.
    pub this: Option<Value>,
    pub function: Option<FunctionId>,
    /// Whether objects with destructors are in it.
    pub objects: bool,
    /// What is known at each `return`, and what is returned.
    pub returns: Vec<(State, Value)>,
}

/// The execution.
pub(crate) struct Machine<'u> {
    pub unit: &'u Unit,
    pub symbols: Symbols,
    pub allocations: Vec<Allocation>,
    pub launches: Vec<Launch>,
    /// Uses of kernels' names by functions that do not start them.
    pub asked: Vec<Source>,
    pub entry: Entry,
    /// The calls that are being executed, outermost first.
    pub calls: Vec<Source>,
    pub frames: Vec<Frame>,
    pub next: u32,
    /// Variables whose addresses may be known to code that is not followed.
    pub leaked: BTreeSet<Variable>,
    /// Those of them that nothing changes while only functions of libraries run: what references of the function that
    /// was begun with refer to.
    pub quiet: BTreeSet<Variable>,
    /// Allocations whose addresses may be.
    pub exposed: BTreeSet<AllocationId>,
    /// Allocations to which pointers of variables may point whose values are not known.
    pub hidden: BTreeSet<AllocationId>,
    /// What is changed, from the outermost loop to the innermost.
    pub changes: Vec<Changes>,
    /// Above zero, nothing is reported: a loop is executed to see what it changes.
    pub muted: u32,
    /// What loops changed whose changes were looked for, by activation and place.
    pub loops: HashMap<(u32, Source), Changes>,
    /// Whether pointers that a loop exchanges are known: then no loop in it is assumed to change more than it does.
    pub turning: bool,
    /// How many launches were met, also where nothing is reported.
    pub started: u64,
    /// Pointers that are one of two, by the symbols that stand for them.
    pub either: HashMap<Symbol, Either>,
    /// How often what is executed is executed by loops around it, turn by turn.
    pub around: u32,
    /// Loops that are executed for their launches, and of which not all that they change was seen.
    pub unstable: u32,
    /// The `switch`es of the activation that are being executed, from the outermost in.
    pub switches: Vec<Switch>,
    /// Steps that are left for the function that was begun with.
    pub left: u64,
    /// Steps that are left for those behind it.
    pub spare: u64,
    /// Functions that were called and not followed, or whose address is taken.
    pub not_followed: BTreeSet<FunctionId>,
    /// Functions whose calls were followed.
    pub followed: BTreeSet<FunctionId>,
    /// Where names of functions stand whose calls were followed, each in the body of the function that calls.
    pub call_names: BTreeSet<(u32, u32)>,
    /// Statements that are not executed for what their conditions are.
    pub skipped: BTreeSet<Span>,
    /// Those of them that are cases of a `switch`.
    pub left_out: BTreeSet<Span>,
    /// Functions that were executed since one was begun with.
    pub ran: BTreeSet<FunctionId>,
    /// Whether all of a function that was begun with was executed.
    pub complete: bool,
    /// Whether code of the file that is not followed may give all memory back.
    pub resets: bool,
    /// Variables of a block: what they own is given back at its end.
    pub of_blocks: BTreeSet<VariableId>,
    /// How deep classes are being looked into.
    pub looking: Cell<u32>,
    /// The values of constants of the file.
    pub constants: HashMap<VariableId, Option<Value>>,
}

impl<'u> Machine<'u> {
    pub(crate) fn new(unit: &'u Unit) -> Self {
        Machine {
            unit,
            symbols: Symbols::default(),
            allocations: Vec::new(),
            launches: Vec::new(),
            asked: Vec::new(),
            entry: Entry::Elsewhere,
            calls: Vec::new(),
            frames: Vec::new(),
            next: 1,
            leaked: BTreeSet::new(),
            quiet: BTreeSet::new(),
            exposed: BTreeSet::new(),
            hidden: BTreeSet::new(),
            changes: Vec::new(),
            muted: 0,
            loops: HashMap::new(),
            turning: false,
            started: 0,
            either: HashMap::new(),
            around: 1,
            unstable: 0,
            switches: Vec::new(),
            left: 0,
            spare: ALL_STEPS,
            not_followed: BTreeSet::new(),
            followed: BTreeSet::new(),
            call_names: BTreeSet::new(),
            skipped: BTreeSet::new(),
            left_out: BTreeSet::new(),
            ran: BTreeSet::new(),
            complete: true,
            resets: resets(unit),
            of_blocks: BTreeSet::new(),
            looking: Cell::new(0),
            constants: HashMap::new(),
        }
    }

    /// Begins with another function.
    pub(crate) fn begin(&mut self, entry: Entry) {
        self.entry = entry;
        self.spare = self.spare.saturating_add(self.left);
        self.left = self.spare.min(STEPS);
        self.spare = self.spare.saturating_sub(self.left);
        self.leaked.clear();
        self.exposed.clear();
        self.hidden.clear();
        self.quiet.clear();
        self.frames.clear();
        self.calls.clear();
        self.changes.clear();
        self.switches.clear();
        self.muted = 0;
        self.loops.clear();
        self.turning = false;
        self.around = 1;
        self.unstable = 0;
        self.ran.clear();
    }

    /// One step of the budget; whether there was one.
    pub(crate) fn step(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.complete &= self.left > 0;
        self.left > 0
    }

    pub(crate) fn number(&mut self) -> u32 {
        self.next = self.next.saturating_add(1);
        self.next
    }

    pub(crate) fn frame(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.number)
    }

    pub(crate) fn temporary(&mut self) -> Variable {
        Variable {
            frame: self.frame(),
            id: Name::Temporary(self.number()),
        }
    }

    pub(crate) fn ty(&self, ty: Qual) -> &'u Type {
        self.unit.types.get(ty.id)
    }

    /// The width and sign of an integer type or enumeration.
    pub(crate) fn integer(&self, ty: Qual) -> Option<(u32, bool)> {
        match self.ty(ty) {
            Type::Int(kind) => {
                let bytes = kind.bytes(self.unit.target, false);
                let bits = if *kind == clang::types::IntKind::Bool {
                    1
                } else {
                    u32::try_from(bytes).ok()? * 8
                };
                (bits <= 64).then_some((bits, kind.signed()))
            }
            Type::Enum(id) => {
                let made = self.unit.enums.get(id.0 as usize)?;
                self.integer(made.underlying)
            }
            _ => None,
        }
    }

    /// A value of a type of which nothing else is known.
    pub(crate) fn any(&mut self, ty: Qual, origin: &Origin, depth: u32) -> Value {
        let why = |reason: &str| match origin {
            Origin::Lost(why) => why.clone(),
            Origin::Given(name) => Why {
                reason: format!("{reason} (`{name}`)"),
                place: Source::default(),
            },
        };
        if let Some((bits, signed)) = self.integer(ty) {
            let range = crate::number::range(bits, signed);
            let symbol = self.symbols.make(origin.clone(), Some(range));
            return Value::Integer(Number::Symbol(symbol));
        }
        match self.ty(ty).clone() {
            Type::Pointer(to) if !matches!(self.ty(to), Type::Function { .. }) => {
                let symbol = self.symbols.make(origin.clone(), None);
                let early = matches!(origin, Origin::Given(_));
                Value::pointer(Base::Unknown { symbol, early })
            }
            Type::Record(id) if depth < DEPTH => {
                let Some(record) = self.unit.record(id) else {
                    return Value::Unknown(why("a type that is not known"));
                };
                if record.union || !record.complete || record.lambda {
                    return Value::Unknown(why("a union, or a type that is not followed"));
                }
                let types: Vec<(String, Qual)> = record
                    .fields
                    .iter()
                    .map(|f| (f.name.clone(), f.ty))
                    .collect();
                let mut parts = Vec::new();
                for (name, ty) in types {
                    let origin = match origin {
                        Origin::Given(of) => Origin::Given(format!("{of}.{name}")),
                        Origin::Lost(_) => origin.clone(),
                    };
                    parts.push(self.any(ty, &origin, depth + 1));
                }
                Value::Parts(parts)
            }
            Type::Array {
                element,
                count: Some(count),
            } if count <= ELEMENTS && depth < DEPTH => {
                let all = (0..count).map(|_| self.any(element, origin, depth + 1));
                Value::Parts(all.collect())
            }
            Type::Float(_) => Value::Unknown(why("it is computed of floating-point numbers")),
            _ => Value::Unknown(why("its type is not followed")),
        }
    }

    pub(crate) fn lost(&mut self, ty: Qual, reason: impl Into<String>, place: Source) -> Value {
        let reason = reason.into();
        self.any(ty, &Origin::Lost(Why { reason, place }), 0)
    }

    /// The number that a value is; of one that is none, an unknown number of the type.
    pub(crate) fn as_number(&mut self, value: Value, ty: Qual, place: Source) -> Number {
        let why = match value {
            Value::Integer(number) if number.size() < 200 => return number,
            Value::Integer(_) => "its expression is too large".to_owned(),
            Value::Unknown(why) => {
                return match self.any(ty, &Origin::Lost(why), 0) {
                    Value::Integer(number) => number,
                    _ => self.unbounded(place),
                };
            }
            Value::Pointer(_) | Value::Parts(_) | Value::Function(_) => {
                self.leak(&value);
                "it is computed of an address".to_owned()
            }
        };
        match self.lost(ty, why, place) {
            Value::Integer(number) => number,
            _ => self.unbounded(place),
        }
    }

    fn unbounded(&mut self, place: Source) -> Number {
        let reason = "its type is not followed".to_owned();
        Number::Symbol(self.symbols.make(Origin::Lost(Why { reason, place }), None))
    }

    /// Whether a variable is one of the file, or keeps its value from call to call.
    pub(crate) fn is_global(&self, id: VariableId) -> bool {
        self.unit
            .variable(id)
            .is_none_or(|variable| !matches!(variable.storage, Storage::Local | Storage::Parameter))
    }

    /// Addresses in a value become known to code that is not followed.
    pub(crate) fn leak(&mut self, value: &Value) {
        let mut found = Vec::new();
        value.points_to(&mut found);
        self.leaked.extend(found);
        value.allocations(&mut self.exposed);
        self.expose_hidden(value);
    }

    /// Addresses in a value may be those of pointers that are not known, and that the program has.
    pub(crate) fn hide(&mut self, value: &Value) {
        let mut found = Vec::new();
        value.points_to(&mut found);
        self.leaked.extend(found);
        value.allocations(&mut self.hidden);
    }

    /// What is not known may be any address that was forgotten.
    fn expose_hidden(&mut self, value: &Value) {
        if value.may_be_address() {
            self.exposed.extend(self.hidden.iter().copied());
        }
    }

    /// All that can be reached from variables whose addresses are known to code that is not followed is known to it, too.
    fn close(&mut self, state: &State) {
        let global = |variable: &&Variable| variable.frame == 0;
        let globals = state.variables.keys().filter(global);
        let mut pending: Vec<Variable> = self.leaked.iter().chain(globals).copied().collect();
        while let Some(variable) = pending.pop() {
            let mut found = Vec::new();
            if self.is_floating(variable) {
                continue;
            }
            if let Some(value) = state.variables.get(&variable) {
                value.points_to(&mut found);
                value.allocations(&mut self.exposed);
                self.expose_hidden(value);
            }
            pending.extend(found.into_iter().filter(|found| self.leaked.insert(*found)));
        }
    }

    pub(crate) fn note(&mut self, variable: Variable) {
        for changes in &mut self.changes {
            changes.variables.insert(variable);
        }
    }

    /// A variable has another value, which is not known.
    pub(crate) fn forget(&mut self, state: &mut State, variable: Variable, why: &Why) {
        self.note(variable);
        let Some(old) = state.variables.remove(&variable) else {
            return;
        };
        // It may still hold the address.
        self.hide(&old);
        let Name::Declared(id) = variable.id else {
            return;
        };
        let Some(declared) = self.unit.variable(id) else {
            return;
        };
        if matches!(self.ty(declared.ty), Type::Reference { .. }) {
            // A reference refers to the same object for ever.
            state.variables.insert(variable, old);
            return;
        }
        let value = self.any(declared.ty, &Origin::Lost(why.clone()), 0);
        state.variables.insert(variable, value);
    }

    /// Code runs that is not followed.
    pub(crate) fn disturb(&mut self, state: &mut State, why: &Why) {
        self.close(state);
        let global = |variable: &Variable| variable.frame == 0;
        let all: Vec<Variable> = state
            .variables
            .keys()
            .filter(|variable| global(variable) || self.leaked.contains(variable))
            .filter(|variable| !self.is_fixed(**variable))
            .copied()
            .collect();
        for variable in all {
            self.forget(state, variable, why);
        }
        if self.resets {
            self.free_all(state);
        }
        for id in self.exposed.clone() {
            self.free(state, id);
        }
    }

    /// Whether a variable is a constant, which nobody may change.
    pub(crate) fn is_fixed(&self, variable: Variable) -> bool {
        let Name::Declared(id) = variable.id else {
            return false;
        };
        self.unit.variable(id).is_some_and(|declared| {
            let ty = declared.ty;
            let plain = self.integer(ty).is_some() || matches!(self.ty(ty), Type::Pointer(_));
            let of_device = declared.space != clang::types::AddressSpace::Default;
            plain && (ty.constant || declared.constexpr) && !ty.volatile && !of_device
        })
    }

    /// Variables may be different whose addresses are known to code that is not followed.
    pub(crate) fn forget_leaked(&mut self, state: &mut State, why: &Why) {
        for variable in self.leaked.clone() {
            if self.quiet.contains(&variable) {
                continue;
            }
            if state.variables.contains_key(&variable) {
                self.forget(state, variable, why);
            }
        }
    }

    /// Everything may be different.
    pub(crate) fn forget_all(&mut self, state: &mut State, why: &Why) {
        let all: Vec<Variable> = state.variables.keys().copied().collect();
        for variable in all {
            self.forget(state, variable, why);
        }
        self.free_all(state);
    }

    /// Any memory may have been given back.
    pub(crate) fn free_all(&mut self, state: &mut State) {
        let count = u32::try_from(self.allocations.len()).unwrap_or(u32::MAX);
        let all: BTreeSet<AllocationId> = (0..count).map(AllocationId).collect();
        for changes in &mut self.changes {
            changes.freed.extend(all.iter().copied());
        }
        state.freed.extend(all);
    }

    pub(crate) fn free(&mut self, state: &mut State, id: AllocationId) {
        for changes in &mut self.changes {
            changes.freed.insert(id);
        }
        state.freed.insert(id);
    }

    /// Code that consists of these words runs: what it may mention may be different, and what its address may be known of.
    pub(crate) fn run_words(
        &mut self,
        state: &mut State,
        words: Option<&BTreeSet<String>>,
        why: &Why,
    ) {
        let mentioned = |machine: &Self, variable: &Variable| match variable.id {
            Name::Temporary(_) => true,
            Name::Declared(id) => machine
                .unit
                .variable(id)
                .is_none_or(|declared| words.is_none_or(|words| words.contains(&declared.name))),
        };
        for (at, function) in self.unit.functions.iter().enumerate() {
            if function.body.is_some() && words.is_none_or(|words| words.contains(&function.name)) {
                self.not_followed
                    .insert(FunctionId(u32::try_from(at).unwrap_or(u32::MAX)));
            }
        }
        let all: Vec<Variable> = state
            .variables
            .keys()
            .filter(|variable| mentioned(self, variable))
            .copied()
            .collect();
        for variable in all {
            self.leaked.insert(variable);
            if let Some(value) = state.variables.get(&variable).cloned() {
                self.leak(&value);
            }
        }
        self.disturb(state, why);
        if words.is_some_and(|words| words.iter().any(|word| known::resets(word))) {
            self.free_all(state);
        }
    }

    pub(crate) fn is_floating(&self, variable: Variable) -> bool {
        let Name::Declared(id) = variable.id else {
            return false;
        };
        let declared = self.unit.variable(id).map(|declared| self.ty(declared.ty));
        matches!(declared, Some(Type::Float(_)))
    }

    pub(crate) fn is_volatile(&self, variable: Variable) -> bool {
        let Name::Declared(id) = variable.id else {
            return false;
        };
        let declared = self.unit.variable(id).map(|declared| declared.ty);
        declared.is_some_and(|mut ty| {
            while let (false, Type::Array { element, .. }) = (ty.volatile, self.ty(ty)) {
                ty = *element;
            }
            ty.volatile
        })
    }

    /// A variable is met that no declaration was executed of: one of the file, or of a function around a lambda.
    pub(crate) fn first_seen(&mut self, state: &mut State, variable: Variable) {
        let Name::Declared(id) = variable.id else {
            return;
        };
        let Some(declared) = self.unit.variable(id) else {
            return;
        };
        if matches!(self.ty(declared.ty), Type::Void) {
            let reason = format!("`{}` is declared with an error", declared.name);
            let place = declared.name_place;
            let value = Value::Unknown(Why { reason, place });
            state.variables.insert(variable, value);
            return;
        }
        if let Some(value) = self.constant(id) {
            state.variables.insert(variable, value);
            return;
        }
        let origin = match self.is_global(id) {
            true => Origin::Given(declared.name.clone()),
            false => Origin::Lost(Why {
                reason: format!("`{}` is not followed here", declared.name),
                place: declared.name_place,
            }),
        };
        let value = self.any(declared.ty, &origin, 0);
        state.variables.insert(variable, late(value));
    }

    /// The value of a constant of the program, if all of it is constant.
    fn constant(&mut self, id: VariableId) -> Option<Value> {
        if let Some(known) = self.constants.get(&id) {
            return known.clone();
        }
        // A constant that is made of itself has no value.
        self.constants.insert(id, None);
        let declared = self.unit.variable(id)?;
        let constant = declared.constexpr || declared.ty.constant;
        let mut ty = declared.ty;
        let mut all_constant = constant;
        while let Type::Array { element, .. } = self.ty(ty) {
            ty = *element;
            all_constant |= ty.constant;
        }
        let init = declared
            .init
            .as_ref()
            .filter(|_| all_constant && !ty.volatile)?;
        let outer = (
            std::mem::take(&mut self.frames),
            std::mem::take(&mut self.changes),
        );
        self.muted += 1;
        let number = self.number();
        self.frames.push(Frame {
            number,
            ..Frame::default()
        });
        let value = self.initial(&mut State::default(), declared.ty, init);
        self.muted -= 1;
        (self.frames, self.changes) = outer;
        // Other objects may have parts that change all the same.
        let plain = match self.ty(ty) {
            Type::Record(id) => self
                .unit
                .record(*id)
                .is_some_and(|record| record.name == "dim3"),
            _ => true,
        };
        let value = Some(value).filter(|value| plain && is_literal(value));
        self.constants.insert(id, value.clone());
        value
    }

    /// The variable of a name in the innermost activation.
    pub(crate) fn variable(&self, id: VariableId) -> Variable {
        let frame = if self.is_global(id) { 0 } else { self.frame() };
        Variable {
            frame,
            id: Name::Declared(id),
        }
    }

    /// Where a pointer points, as a place of host memory.
    pub(crate) fn pointed(&self, value: &Value) -> Location {
        match value {
            Value::Pointer(Pointer { base, offset }) => match base {
                Base::Variable(place) => match offset {
                    Number::Literal(0) => Location::Exact(place.clone()),
                    _ => Location::Inside(place.variable),
                },
                Base::Allocation(_) | Base::Apart(_) => Location::Apart,
                // Of the variables that are followed it can only point to those of the file.
                Base::Unknown { .. } | Base::Null => Location::Anywhere,
            },
            _ => Location::Anywhere,
        }
    }
}

/// Whether a function that gives all memory back is named in code that need not be followed: all but bodies of functions
/// that are called by name.
fn resets(unit: &Unit) -> bool {
    let lambda = |function: &Function| match function.membership {
        Membership::Method(record) => unit.record(record).is_none_or(|record| record.lambda),
        _ => false,
    };
    let bodies = |hidden: bool| {
        let all = unit.functions.iter().filter_map(move |function| {
            let plain = function.membership == Membership::Free;
            let body = function.body.as_ref()?;
            let which = match hidden {
                true => lambda(function),
                false => plain && crate::statements::jumps_forward(body),
            };
            which.then_some(body.place.span)
        });
        all.collect::<Vec<Span>>()
    };
    let (seen, hidden) = (bodies(false), bodies(true));
    let files = (0u32..).zip(&unit.files);
    let mut theirs = files.filter(|(_, file)| file.role != Role::Own);
    theirs.any(|(number, file)| {
        let text = &file.source.text;
        let named = RESETS.iter().flat_map(|name| text.match_indices(name));
        let mut places = named.filter_map(|(at, _)| u32::try_from(at).ok());
        places.any(|at| {
            let has = |span: &Span| span.file == number && span.start <= at && at < span.end;
            !seen.iter().any(has) || hidden.iter().any(has)
        })
    })
}

/// Whether nothing in a value is unknown.
pub(crate) fn is_literal(value: &Value) -> bool {
    match value {
        Value::Integer(number) => number.literal().is_some(),
        Value::Parts(parts) => parts.iter().all(is_literal),
        Value::Pointer(_) | Value::Function(_) | Value::Unknown(_) => false,
    }
}

/// Of a pointer that is found later it is not known that it was there before.
fn late(value: Value) -> Value {
    match value {
        Value::Pointer(Pointer {
            base: Base::Unknown { symbol, .. },
            offset,
        }) => Value::Pointer(Pointer {
            base: Base::Unknown {
                symbol,
                early: false,
            },
            offset,
        }),
        Value::Parts(parts) => Value::Parts(parts.into_iter().map(late).collect()),
        other
        @ (Value::Pointer(_) | Value::Integer(_) | Value::Function(_) | Value::Unknown(_)) => other,
    }
}
