//! Addresses of functions as values.
//!
//! Such an address is a number that stands for it, one for each address: 0 for null, 1 and up for
//! the functions of the program. Nothing is said of the bits of the address, so the numbers have a
//! width that no integer of the program has.

use crate::accesses::Reason;
use crate::execution::state::State;
use crate::execution::value::{Case, Pointer, Target, Value};
use crate::execution::{Exec, Executed};
use kernel_graph::{ExprKind, Function, FunctionId, LocalId, Module, Place, Scalar};
use solver::term::{Op, Sort, Term, and, bv, eq, ff, int, ite, not, or, tt};
use std::collections::BTreeSet;

/// How many bits the number of a function has: enough for every address there is.
pub(crate) const BITS: u32 = 65;

/// In larger terms null is not sought.
const MOST_CHOICES: usize = 1_000;

/// The number of a function, or of null.
pub(crate) fn number(function: Option<FunctionId>) -> Term {
    bv::lit(function.map_or(0, |id| u64::from(id.0) + 1), BITS)
}

/// Whether a value is the address of a function, or may hold one.
pub(crate) fn is_function(value: &Value) -> bool {
    matches!(value, Value::Bits(term) if *term.sort() == Sort::BitVec(BITS))
}

/// The functions of a module whose addresses are taken, in statements or in constant tables.
pub(crate) fn address_taken(module: &Module) -> BTreeSet<FunctionId> {
    let mut taken = BTreeSet::new();
    for function in &module.functions {
        visit(function, &mut |kind| {
            if let ExprKind::FunctionAddress(id) = kind {
                taken.insert(*id);
            }
        });
    }
    let tables = module.arrays.iter();
    taken.extend(tables.flat_map(|array| array.functions.values().copied()));
    taken
}

/// That the program says null. What is not known may be null, too, but that is no fault of its own.
fn written_null(code: &Term) -> Term {
    let mut ways = Vec::new();
    let mut work = vec![(tt(), code)];
    let mut left = MOST_CHOICES;
    while let Some((when, code)) = work.pop() {
        if code.as_bits().is_some_and(|bits| bits.is_zero()) {
            ways.push(when);
        } else if let Some([condition, then, otherwise]) = code.as_op(Op::Ite)
            && let Some(rest) = left.checked_sub(1)
        {
            left = rest;
            work.push((and(vec![when.clone(), condition.clone()]), then));
            work.push((and(vec![when, not(condition.clone())]), otherwise));
        }
    }
    or(ways)
}

fn visit(function: &Function, see: &mut dyn FnMut(&ExprKind)) {
    for block in &function.blocks {
        let within = block.stmts.iter().flat_map(|stmt| stmt.kind.exprs());
        for e in within.chain(block.end.exprs()) {
            e.visit(&mut |part| see(&part.kind));
        }
    }
}

impl Exec<'_> {
    /// The address of a function as one in memory.
    pub(crate) fn function_in_memory(&mut self, code: &Term) -> Value {
        let is = |which: Term| eq(code.clone(), which);
        let case = |guard: Term, target: Target| Case {
            guard,
            target,
            offset: int(0),
        };
        let taken = address_taken(self.module);
        let mut cases: Vec<Case> = taken
            .iter()
            .map(|id| case(is(number(Some(*id))), Target::Function(*id)))
            .collect();
        cases.push(case(is(number(None)), Target::Null));
        let none = not(or(cases.iter().map(|case| case.guard.clone()).collect()));
        cases.push(case(none, Target::Unknown));
        cases.retain(|case| !case.guard.is_false());
        cases.sort_by_key(|case| case.target);
        Value::Pointer(Pointer { cases })
    }

    /// The function at an address in memory.
    pub(crate) fn function_at(&mut self, pointer: &Pointer) -> Value {
        let mut code = self.fresh(Sort::BitVec(BITS), "function");
        for case in &pointer.cases {
            let start = eq(case.offset.clone(), int(0));
            let found = match case.target {
                Target::Function(id) => number(Some(id)),
                Target::Null => number(None),
                // What lies in an array is no function, and may be at the address of none.
                Target::Array(_) | Target::Unknown => continue,
            };
            code = ite(and(vec![case.guard.clone(), start]), found, code);
        }
        Value::Bits(code)
    }

    /// A call of a function that is none of those a pointer was compared with: it must not happen.
    pub(crate) fn call_nowhere(
        &mut self,
        state: &mut State,
        (value, to): (Value, Option<LocalId>),
        place: Place,
    ) {
        let here = state.path.condition();
        match value {
            Value::Bits(code) if *code.sort() == Sort::BitVec(BITS) => {
                let null = written_null(&code);
                let on_null = and(vec![here.clone(), null.clone()]);
                self.oblige(&on_null, ff(), Reason::NullAccess, place);
                let elsewhere = and(vec![here, not(null)]);
                self.oblige(&elsewhere, ff(), Reason::UnknownCallee, place);
            }
            Value::Bits(_)
            | Value::Bool(_)
            | Value::Pointer(_)
            | Value::Event(_)
            | Value::Opaque => {
                self.oblige(&here, ff(), Reason::UnknownCallee, place);
            }
        }
        self.any_result(state, to);
    }

    /// A call that would begin anew a function that is being executed: it must not happen.
    pub(crate) fn call_again(&mut self, state: &mut State, to: Option<LocalId>, place: Place) {
        let here = state.path.condition();
        self.oblige(&here, ff(), Reason::Recursion, place);
        self.any_result(state, to);
    }

    fn any_result(&mut self, state: &mut State, to: Option<LocalId>) {
        if let Some(to) = to {
            let scalar = self.function.local(to).map_or(Scalar::Handle, |l| l.scalar);
            let value = self.arbitrary(scalar, "result");
            self.set(state, to, value);
        }
    }

    /// Requires that an address, in a state, is known to point somewhere: nobody knows what an access
    /// by it would read or change.
    ///
    /// # Errors
    /// None; what fails is told when the questions are asked.
    pub(crate) fn known_address(
        &mut self,
        state: &State,
        guard: &Term,
        place: Place,
    ) -> Executed<()> {
        let here = and(vec![state.path.condition(), guard.clone()]);
        self.oblige(&here, ff(), Reason::UnknownAddress, place);
        Ok(())
    }
}
