//! Functions that read the heap: their symbols are applied to the maps of their footprint, and
//! frame each other by these.

use crate::engine::Engine;
use crate::function::axioms::{FunctionAxioms, InstanceReader};
use crate::function::reach::Reach;
use crate::function::symbol;
use crate::state::{Heap, OwnArray, Resource, State};
use core_lang::{FunctionId, Program};
use itertools::Itertools;
use solver::term::{self, Node, Sort, Symbol, Term};

impl Engine<'_> {
    /// After the heap changed: a function that reads only what a predicate instance
    /// hides keeps its value while some permission to the instance is held, since no
    /// thread can write there.
    pub(crate) fn carry_over(&mut self, state: &mut State, before: &Heap) {
        let mut done: Vec<(core_lang::PredicateId, Vec<Term>)> = Vec::new();
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
        predicate: core_lang::PredicateId,
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
        let symbol = symbol::stopping_symbol(self.program(), self.around.functions, function);
        let apply = |maps: Vec<Term>| {
            let mut all = args.clone();
            all.extend(maps);
            term::app(&symbol, all)
        };
        let (now, then) = (apply(now), apply(then));
        // Where it requires no instance it reads nothing.
        let held = match condition {
            Some(condition) => {
                let mut of_args = crate::engine::context::Context::granted();
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
pub(crate) fn symbolic_heap(
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

/// Applications of one function.
struct Applied {
    function: FunctionId,
    /// Arguments of those without bound variables, the maps last.
    ground: Vec<Vec<Term>>,
    /// The maps of the others.
    maps: Vec<Vec<Term>>,
}

/// So many applications of one function are compared with each other, and with so many heaps.
const COMPARED: usize = 12;
const HEAPS: usize = 4;

/// For two applications of one function on two heaps: if they differ, an argument does, or
/// some cell of the footprint does. An application is compared with one to the same arguments on each
/// heap on which the function is applied under a quantifier, too.
pub(crate) fn framing(
    functions: &FunctionAxioms,
    program: &Program,
    terms: &[Term],
    supply: &mut term::Supply,
) -> Vec<Term> {
    let mut lemmas = Vec::new();
    for applied in applications(functions, program, terms) {
        let plain = program.function(applied.function).params.len();
        let framed = Framed {
            symbol: symbol::symbol(program, functions, applied.function),
            plain,
            reaches: functions
                .reaches
                .get(applied.function.0 as usize)
                .map_or(&[], Vec::as_slice),
        };
        let ground: Vec<&Vec<Term>> = applied.ground.iter().take(COMPARED).collect();
        for (one, other) in ground.iter().tuple_combinations() {
            lemmas.push(framed.lemma(one, other, supply));
        }
        for (one, maps) in ground
            .iter()
            .cartesian_product(applied.maps.iter().take(HEAPS))
        {
            let mut other = one[..plain.min(one.len())].to_vec();
            other.extend(maps.iter().cloned());
            if !applied.ground.contains(&other) {
                lemmas.push(framed.lemma(one, &other, supply));
            }
        }
    }
    lemmas
}

fn applications(functions: &FunctionAxioms, program: &Program, terms: &[Term]) -> Vec<Applied> {
    let mut found: Vec<Applied> = Vec::new();
    for part in term::postorder(terms) {
        let Node::App(symbol, args) = part.node() else {
            continue;
        };
        let Some(number) = functions.number_of(symbol) else {
            continue;
        };
        let function = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
        let plain = program.function(function).params.len().min(args.len());
        let at = found
            .iter()
            .position(|applied| applied.function == function);
        let at = at.unwrap_or_else(|| {
            found.push(Applied {
                function,
                ground: Vec::new(),
                maps: Vec::new(),
            });
            found.len() - 1
        });
        let Some(applied) = found.get_mut(at) else {
            continue;
        };
        let maps = &args[plain..];
        if !part.contains_bound() {
            if !applied.ground.contains(args) {
                applied.ground.push(args.clone());
            }
        } else if !maps.iter().any(Term::contains_bound)
            && !applied.maps.iter().any(|known| known == maps)
        {
            applied.maps.push(maps.to_vec());
        }
    }
    found
}

/// A function that reads the heap.
struct Framed<'a> {
    symbol: Symbol,
    /// How many of its arguments are no maps.
    plain: usize,
    reaches: &'a [Reach],
}

impl Framed<'_> {
    fn lemma(&self, one: &[Term], other: &[Term], supply: &mut term::Supply) -> Term {
        let mut differ = Vec::new();
        for (a, b) in one.iter().zip(other).take(self.plain) {
            differ.push(term::ne(a.clone(), b.clone()));
        }
        for (a, b) in one.iter().zip(other).skip(self.plain) {
            differ.push(self.maps_differ(one, a, b, supply));
        }
        differ.push(term::eq(
            term::app(&self.symbol, one.to_vec()),
            term::app(&self.symbol, other.to_vec()),
        ));
        term::or(differ)
    }

    /// Somewhere that the function may read with these arguments, for two maps that are not the same.
    fn maps_differ(&self, args: &[Term], a: &Term, b: &Term, supply: &mut term::Supply) -> Term {
        if a == b {
            return term::ff();
        }
        // The map of one array.
        let of_array = |reach: &&Reach| *a.sort() == Sort::array(Sort::Int, reach.sort().clone());
        let Some(reach) = self.reaches.iter().find(of_array) else {
            return differ(a, b, supply);
        };
        let at = supply.fresh_const("differ", Sort::Int);
        term::and(vec![
            reach.readable(&args[..self.plain.min(args.len())], &at),
            term::ne(
                term::select(a.clone(), at.clone()),
                term::select(b.clone(), at),
            ),
        ])
    }
}

/// Somewhere, for two maps that are not the same.
fn differ(a: &Term, b: &Term, supply: &mut term::Supply) -> Term {
    if a == b {
        return term::ff();
    }
    let Sort::Array(index, _) = a.sort() else {
        return term::ne(a.clone(), b.clone());
    };
    let at = supply.fresh_const("differ", (**index).clone());
    differ(
        &term::select(a.clone(), at.clone()),
        &term::select(b.clone(), at),
        supply,
    )
}
