//! Functions that read the heap: their symbols are applied to the maps of their footprint, and
//! frame each other by these.

use crate::engine::Engine;
use crate::function_axioms::{FunctionAxioms, InstanceReader};
use crate::function_symbol;
use crate::state::{Heap, OwnArray, Resource, State};
use ir::{FunctionId, Program};
use itertools::Itertools;
use solver::term::{self, Node, Sort, Term};

impl Engine<'_> {
    /// After the heap changed: a function that reads only what a predicate instance
    /// hides keeps its value while some permission to the instance is held, since no
    /// thread can write there.
    pub(crate) fn carry_over(&mut self, state: &mut State, before: &Heap) {
        let mut done: Vec<(ir::PredicateId, Vec<Term>)> = Vec::new();
        let heap = std::rc::Rc::clone(&state.heap);
        for chunk in &heap.chunks {
            let Resource::Predicate(predicate) = chunk.resource else {
                continue;
            };
            let instance: Option<Vec<Term>> = chunk.fixed.iter().cloned().collect();
            let Some(instance) = instance else { continue };
            if self.program().predicate(predicate).token
                || done.contains(&(predicate, instance.clone()))
            {
                continue;
            }
            done.push((predicate, instance.clone()));
            let held = state.held(&heap, &chunk.resource, &instance);
            let held = term::lt(crate::state::no_permission(), held);
            self.carry_instance(state, before, predicate, &instance, &held);
        }
    }

    /// What is read of an instance keeps its value where the instance is held: functions of it, and
    /// the cells in it.
    pub(crate) fn carry_instance(
        &mut self,
        state: &mut State,
        before: &Heap,
        predicate: ir::PredicateId,
        instance: &[Term],
        held: &Term,
    ) {
        let functions = self.around.functions;
        let readers = functions.instances.iter();
        for reader in readers.filter(|reader| reader.predicate == predicate) {
            self.carry_function(state, before, reader, instance, held);
        }
        self.carry_cells(state, before, predicate, instance, held);
    }

    pub(crate) fn carry_function(
        &mut self,
        state: &mut State,
        before: &Heap,
        reader: &InstanceReader,
        instance: &[Term],
        held: &Term,
    ) {
        let InstanceReader {
            function,
            positions,
            condition,
            ..
        } = reader;
        let function = *function;
        let declared = self.program().function(function);
        let mut args: Vec<Term> = Vec::new();
        let mut open = Vec::new();
        for (number, param) in declared.params.iter().enumerate() {
            match positions.iter().position(|position| *position == number) {
                Some(at) => args.push(instance[at].clone()),
                None => {
                    let local = self.program().local(*param);
                    let var = self.symbols.fresh_bound(&local.name, local.sort.clone());
                    open.push(var.clone());
                    args.push(var);
                }
            }
        }
        let heap = std::rc::Rc::clone(&state.heap);
        let now = self.footprint_maps(state, &heap, function, &args);
        let then = self.footprint_maps(state, before, function, &args);
        if now == then {
            return;
        }
        let symbol =
            function_symbol::stopping_symbol(self.program(), self.around.functions, function);
        let apply = |maps: Vec<Term>| {
            let mut all = args.clone();
            all.extend(maps);
            term::app(&symbol, all)
        };
        let (now, then) = (apply(now), apply(then));
        // Where it requires no instance it reads nothing.
        let held = match condition {
            Some(condition) => {
                let mut of_args = crate::context::Context::granted();
                let params = declared.params.iter().copied();
                of_args.locals = params.zip(args.iter().cloned()).collect();
                let required = self.eval(&mut state.clone(), &of_args, condition);
                term::implies(required, held.clone())
            }
            None => held.clone(),
        };
        let same = term::implies(held, term::eq(now.clone(), then));
        let fact = term::forall(open, vec![vec![now]], same, "carried");
        state.assume(fact);
    }

    /// The maps that a function's symbol is applied to, in a heap.
    pub(crate) fn footprint_maps(
        &mut self,
        state: &State,
        heap: &Heap,
        function: FunctionId,
        args: &[Term],
    ) -> Vec<Term> {
        let Some(footprint) = self.around.functions.footprint(function).cloned() else {
            return Vec::new();
        };
        let mut maps = Vec::new();
        for field in &footprint.fields {
            maps.extend(heap.fields.get(field).cloned());
        }
        for (number, sort) in &footprint.arrays {
            maps.extend(array_map(state, heap, &args[*number], sort));
        }
        for sort in &footprint.sorts {
            maps.extend(whole_map(heap, sort));
        }
        maps
    }
}

/// The map of one array.
pub(crate) fn array_map(state: &State, heap: &Heap, array: &Term, sort: &Sort) -> Option<Term> {
    if let Some(own) = heap.own_map(array) {
        return Some(own.map.clone());
    }
    let mut map = term::select(heap.rest.get(sort)?.clone(), array.clone());
    let resource = crate::state::Resource::Element(sort.clone());
    for own in heap.own.iter().filter(|own| own.sort == *sort) {
        let same = state.same(&resource, &own.array, array);
        if !same.is_false() {
            map = term::ite(same, own.map.clone(), map);
        }
    }
    Some(map)
}

/// The map of all arrays with an element sort.
fn whole_map(heap: &Heap, sort: &Sort) -> Option<Term> {
    let mut map = heap.rest.get(sort)?.clone();
    for own in heap.own.iter().filter(|own| own.sort == *sort) {
        map = term::store(map, own.array.clone(), own.map.clone());
    }
    Some(map)
}

/// A heap of bound variables, on which a function's definition is evaluated.
pub fn symbolic_heap(
    engine: &mut Engine<'_>,
    function: FunctionId,
    args: &[Term],
) -> (Heap, Vec<Term>) {
    let mut heap = engine.arbitrary_heap();
    let mut vars = Vec::new();
    let Some(footprint) = engine.around.functions.footprint(function).cloned() else {
        return (heap, vars);
    };
    for field in &footprint.fields {
        let sort = Sort::array(Sort::Ref, engine.program().field(*field).sort.clone());
        let var = engine.symbols.supply.fresh_bound("field", sort);
        vars.push(var.clone());
        heap.fields.insert(*field, var);
    }
    for (number, sort) in &footprint.arrays {
        let map = Sort::array(Sort::Int, sort.clone());
        let var = engine.symbols.supply.fresh_bound("map", map);
        vars.push(var.clone());
        heap.own.push(OwnArray {
            array: args[*number].clone(),
            sort: sort.clone(),
            map: var,
            taken: None,
        });
    }
    for sort in &footprint.sorts {
        let map = Sort::array(Sort::Ref, Sort::array(Sort::Int, sort.clone()));
        let var = engine.symbols.supply.fresh_bound("elements", map);
        vars.push(var.clone());
        heap.rest.insert(sort.clone(), var);
    }
    (heap, vars)
}

/// For two applications of one function on two heaps: if they differ, an argument does, or
/// some cell of the footprint does.
pub fn framing(
    functions: &FunctionAxioms,
    program: &Program,
    terms: &[Term],
    supply: &mut term::Supply,
) -> Vec<Term> {
    let mut found: Vec<(usize, Vec<Vec<Term>>)> = Vec::new();
    for part in term::postorder(terms) {
        let Node::App(symbol, args) = part.node() else {
            continue;
        };
        if part.contains_bound() {
            continue;
        }
        let Some(number) = functions.number_of(symbol) else {
            continue;
        };
        match found.iter_mut().find(|(other, _)| *other == number) {
            Some((_, all)) if all.contains(args) => {}
            Some((_, all)) => all.push(args.clone()),
            None => found.push((number, vec![args.clone()])),
        }
    }
    let mut lemmas = Vec::new();
    for (number, all) in found {
        let id = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
        let plain = program.function(id).params.len();
        let symbol = function_symbol::symbol(program, functions, id);
        for (one, other) in all.iter().take(12).tuple_combinations() {
            let mut differ = Vec::new();
            for (a, b) in one.iter().zip(other).take(plain) {
                differ.push(term::ne(a.clone(), b.clone()));
            }
            for (a, b) in one.iter().zip(other).skip(plain) {
                differ.push(maps_differ(a, b, supply));
            }
            let same = term::eq(
                term::app(&symbol, one.clone()),
                term::app(&symbol, other.clone()),
            );
            differ.push(same);
            lemmas.push(term::or(differ));
        }
    }
    lemmas
}

/// Somewhere, for two maps that are not the same.
fn maps_differ(a: &Term, b: &Term, supply: &mut term::Supply) -> Term {
    if a == b {
        return term::ff();
    }
    match a.sort() {
        Sort::Array(index, _) => {
            let at = supply.fresh_const("differ", (**index).clone());
            maps_differ(
                &term::select(a.clone(), at.clone()),
                &term::select(b.clone(), at),
                supply,
            )
        }
        _ => term::ne(a.clone(), b.clone()),
    }
}
