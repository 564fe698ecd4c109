//! What recursive and abstract functions read: their symbols are applied to the maps of
//! just that, so that their values change when it does and not otherwise.

use super::state::{Heap, OwnArray, Resource};
use super::{Engine, FunctionAxioms, State};
use ir::{
    AssertionKind, Expr, ExprKind, FieldId, Function, FunctionBody, FunctionId, Location,
    PredicateId, Program,
};
use solver::term::{self, Node, Sort, Term};

/// The parts of the heap that a function reads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footprint {
    /// Fields, of any object.
    pub fields: Vec<FieldId>,
    /// Elements of arrays that are parameters: the parameter's number, the element sort.
    pub arrays: Vec<(usize, Sort)>,
    /// Elements of any array, by their sort.
    pub sorts: Vec<Sort>,
}

impl Footprint {
    /// Sorts of the maps that the symbol is applied to.
    pub fn map_sorts(&self, program: &Program) -> Vec<Sort> {
        let fields = self
            .fields
            .iter()
            .map(|field| Sort::array(Sort::Ref, program.field(*field).sort.clone()));
        let arrays = self
            .arrays
            .iter()
            .map(|(_, sort)| Sort::array(Sort::Int, sort.clone()));
        let all = self
            .sorts
            .iter()
            .map(|sort| Sort::array(Sort::Ref, Sort::array(Sort::Int, sort.clone())));
        fields.chain(arrays).chain(all).collect()
    }
}

/// What a function and those it calls read.
pub fn of(program: &Program, function: FunctionId, group: &[FunctionId]) -> Footprint {
    let mut footprint = Footprint::default();
    let mut seen: Vec<FunctionId> = Vec::new();
    let mut work = vec![function];
    while let Some(next) = work.pop() {
        if seen.contains(&next) {
            continue;
        }
        seen.push(next);
        let declared = program.function(next);
        let mut visit = |e: &Expr| match &e.kind {
            ExprKind::Field(_, field) => push(&mut footprint.fields, *field),
            ExprKind::Element(array, _) | ExprKind::Values(array, ..) => {
                let sort = match &e.sort {
                    Sort::Seq(element) if matches!(e.kind, ExprKind::Values(..)) => {
                        (**element).clone()
                    }
                    sort => sort.clone(),
                };
                let own = match array.kind {
                    ExprKind::Local(local) if next == function => {
                        declared.params.iter().position(|param| *param == local)
                    }
                    _ => None,
                };
                match own.filter(|number| fixed(declared, function, *number)) {
                    Some(number) => push(&mut footprint.arrays, (number, sort)),
                    None => push(&mut footprint.sorts, sort),
                }
            }
            ExprKind::Call(callee, _) if *callee != next => work.push(*callee),
            _ => {}
        };
        declared.requires.visit(&mut visit);
        declared.ensures.visit(&mut visit);
        if let FunctionBody::Expr(body) = &declared.body {
            body.visit(&mut visit);
        }
        // What is required to be readable may be read by an abstract function.
        for part in declared.requires.conjuncts() {
            shares(part, &mut |location| match location {
                Location::Field(_, field) => push(&mut footprint.fields, *field),
                Location::Element(array, _, sort) => {
                    let own = match array.kind {
                        ExprKind::Local(local) if next == function => {
                            declared.params.iter().position(|param| *param == local)
                        }
                        _ => None,
                    };
                    match own.filter(|number| fixed(declared, function, *number)) {
                        Some(number) => push(&mut footprint.arrays, (number, sort.clone())),
                        None => push(&mut footprint.sorts, sort.clone()),
                    }
                }
                Location::Predicate(..) => {
                    // A predicate may give permission to read anything.
                    for number in 0..program.fields.len() {
                        let field = FieldId(u32::try_from(number).unwrap_or(u32::MAX));
                        push(&mut footprint.fields, field);
                    }
                    for sort in &program.element_sorts {
                        push(&mut footprint.sorts, sort.clone());
                    }
                }
            });
        }
    }
    let sorts = footprint.sorts.clone();
    footprint.arrays.retain(|(_, sort)| !sorts.contains(sort));
    if group.len() > 1 {
        // Members of a group pass arrays to each other in whatever order.
        for (_, sort) in std::mem::take(&mut footprint.arrays) {
            push(&mut footprint.sorts, sort);
        }
    }
    footprint.fields.sort();
    footprint.arrays.sort();
    footprint.sorts.sort();
    footprint
}

fn push<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

fn shares(part: &ir::Assertion, see: &mut dyn FnMut(&Location)) {
    match &part.kind {
        AssertionKind::Share(location, _) => see(location),
        AssertionKind::Star(parts) => parts.iter().for_each(|part| shares(part, see)),
        AssertionKind::Implies(_, body)
        | AssertionKind::Forall { body, .. }
        | AssertionKind::Let(_, _, body) => shares(body, see),
        AssertionKind::Ite(_, a, b) => {
            shares(a, see);
            shares(b, see);
        }
        AssertionKind::Pure(_) => {}
    }
}

/// Whether a function passes a parameter on to itself unchanged, in its place.
fn fixed(declared: &Function, function: FunctionId, number: usize) -> bool {
    let mut fixed = true;
    let mut see = |e: &Expr| {
        if let ExprKind::Call(callee, args) = &e.kind
            && *callee == function
        {
            fixed &= matches!(
                args.get(number).map(|arg| &arg.kind),
                Some(ExprKind::Local(local)) if *local == declared.params[number]
            );
        }
    };
    declared.requires.visit(&mut see);
    declared.ensures.visit(&mut see);
    if let FunctionBody::Expr(body) = &declared.body {
        body.visit(&mut see);
    }
    fixed
}

/// The one predicate instance that a function requires beside formulas: the predicate,
/// and which parameters its arguments are.
pub fn instance(program: &Program, function: FunctionId) -> Option<(PredicateId, Vec<usize>)> {
    let declared = program.function(function);
    let mut found = None;
    for part in declared.requires.conjuncts() {
        match &part.kind {
            AssertionKind::Pure(_) => {}
            AssertionKind::Share(Location::Predicate(predicate, args), _) if found.is_none() => {
                let params: Option<Vec<usize>> = args
                    .iter()
                    .map(|arg| match arg.kind {
                        ExprKind::Local(local) => {
                            declared.params.iter().position(|param| *param == local)
                        }
                        _ => None,
                    })
                    .collect();
                let params = params?;
                // The instance that is held has two arguments there, which may differ.
                let twice = |param| params.iter().filter(|other| *other == param).count() > 1;
                if params.iter().any(twice) {
                    return None;
                }
                found = Some((*predicate, params));
            }
            _ => return None,
        }
    }
    found
}

impl Engine<'_> {
    /// After the heap changed: a function that reads only what a predicate instance
    /// hides keeps its value while some share of the instance is held, since nobody can
    /// write there.
    pub(super) fn carry_over(&mut self, state: &mut State, before: &Heap) {
        let functions = self.around.functions;
        for (function, predicate, positions) in &functions.instances {
            let held: Vec<Vec<Term>> = state
                .heap
                .chunks
                .iter()
                .filter(|chunk| chunk.resource == Resource::Predicate(*predicate))
                .filter_map(|chunk| chunk.fixed.iter().cloned().collect())
                .collect();
            let mut done: Vec<Vec<Term>> = Vec::new();
            for instance in held {
                if done.contains(&instance) {
                    continue;
                }
                done.push(instance.clone());
                self.carry_function(state, before, *function, positions, &instance, *predicate);
            }
        }
    }

    fn carry_function(
        &mut self,
        state: &mut State,
        before: &Heap,
        function: FunctionId,
        positions: &[usize],
        instance: &[Term],
        predicate: PredicateId,
    ) {
        let declared = self.program().function(function);
        let mut args: Vec<Term> = Vec::new();
        let mut open = Vec::new();
        for (number, param) in declared.params.iter().enumerate() {
            match positions.iter().position(|position| *position == number) {
                Some(at) => args.push(instance[at].clone()),
                None => {
                    let local = self.program().local(*param);
                    let var = self.supply.fresh_bound(&local.name, local.sort.clone());
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
            super::function::stopping_symbol(self.program(), self.around.functions, function);
        let apply = |maps: Vec<Term>| {
            let mut all = args.clone();
            all.extend(maps);
            term::app(&symbol, all)
        };
        let (now, then) = (apply(now), apply(then));
        let held = state.held(&heap, &Resource::Predicate(predicate), instance);
        let same = term::implies(
            term::lt(super::state::no_share(), held),
            term::eq(now.clone(), then),
        );
        let fact = term::forall(open, vec![vec![now]], same, "carried");
        state.assume(fact);
    }

    /// The maps that a function's symbol is applied to, in a heap.
    pub(super) fn footprint_maps(
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
pub(super) fn array_map(state: &State, heap: &Heap, array: &Term, sort: &Sort) -> Option<Term> {
    if let Some(own) = heap.own_map(array) {
        return Some(own.map.clone());
    }
    let mut map = term::select(heap.rest.get(sort)?.clone(), array.clone());
    let resource = super::state::Resource::Element(sort.clone());
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
        let var = engine.supply.fresh_bound("field", sort);
        vars.push(var.clone());
        heap.fields.insert(*field, var);
    }
    for (number, sort) in &footprint.arrays {
        let map = Sort::array(Sort::Int, sort.clone());
        let var = engine.supply.fresh_bound("map", map);
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
        let var = engine.supply.fresh_bound("elements", map);
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
            Some((_, all)) => push(all, args.clone()),
            None => found.push((number, vec![args.clone()])),
        }
    }
    let mut lemmas = Vec::new();
    for (number, all) in found {
        let id = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
        let plain = program.function(id).params.len();
        let symbol = super::function::symbol(program, functions, id);
        for (at, one) in all.iter().enumerate().take(12) {
            for other in all.iter().take(12).skip(at + 1) {
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
