//! Reading, writing and forgetting the values of the heap.

use crate::context::Context;
use crate::engine::Engine;
use crate::reference::{length_of, null};
use crate::state;
use crate::state::State;
use crate::state::{Chunk, Heap, OwnArray, Resource};
use ir::FieldId;
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver::term::{self, Node, Op, Sort, Term};
use std::rc::Rc;

impl Engine<'_> {
    /// The map of a field in the heap that is read.
    pub(crate) fn field_map(&mut self, state: &State, context: &Context, field: FieldId) -> Term {
        match self.read_heap(state, context).fields.get(&field) {
            Some(map) => map.clone(),
            // The heap begins with all fields of the program.
            None => {
                let sort = Sort::array(Sort::Ref, self.program().field(field).sort.clone());
                self.fresh("field", &sort)
            }
        }
    }

    /// The map of all arrays with an element sort, but for those with maps of their own.
    pub(crate) fn rest_map(&mut self, state: &State, context: &Context, sort: &Sort) -> Term {
        match self.read_heap(state, context).rest.get(sort) {
            Some(map) => map.clone(),
            None => {
                let inner = Sort::array(Sort::Int, sort.clone());
                self.fresh("elements", &Sort::array(Sort::Ref, inner))
            }
        }
    }

    /// A heap of which nothing is known and nothing held. It has a map for every field and
    /// every element sort of the program, so that forgetting forgets all of them.
    pub(crate) fn arbitrary_heap(&mut self) -> Heap {
        let mut heap = Heap::default();
        for (number, field) in self.program().fields.iter().enumerate() {
            let id = FieldId(u32::try_from(number).unwrap_or(u32::MAX));
            let sort = Sort::array(Sort::Ref, field.sort.clone());
            let map = self.fresh(&field.name, &sort);
            heap.fields.insert(id, map);
        }
        for sort in &self.program().element_sorts {
            let inner = Sort::array(Sort::Int, sort.clone());
            let map = self.fresh("elements", &Sort::array(Sort::Ref, inner));
            heap.rest.insert(sort.clone(), map);
        }
        heap
    }

    /// The value of an element, whatever is held.
    pub(crate) fn select_element(
        &mut self,
        state: &mut State,
        context: &Context,
        array: &Term,
        index: &Term,
        sort: &Sort,
    ) -> Term {
        let heap = self.read_heap(state, context);
        if let Some(own) = heap.own_map(array) {
            return term::select(own.map.clone(), index.clone());
        }
        let rest = self.rest_map(state, context, sort);
        let heap = self.read_heap(state, context);
        let mut value = term::select(term::select(rest.clone(), array.clone()), index.clone());
        let resource = Resource::Element(sort.clone());
        for own in heap.own.iter().filter(|own| own.sort == *sort) {
            if own.untouched(&rest) {
                // Whichever array it is, the map of all others has its cells as well.
                continue;
            }
            let same = state.same(&resource, &own.array, array);
            if same.is_false() {
                continue;
            }
            value = term::ite(same, term::select(own.map.clone(), index.clone()), value);
        }
        value
    }

    /// Writes a field.
    pub(crate) fn write_field(
        &mut self,
        state: &mut State,
        field: FieldId,
        receiver: Term,
        value: Term,
    ) {
        let before = Rc::clone(&state.heap);
        let context = Context::granted();
        let map = self.field_map(state, &context, field);
        let name = self.program().field(field).name.clone();
        let map = self.named(&name, term::store(map, receiver, value));
        state.heap_mut().fields.insert(field, map);
        // A final field is written without a share, so that functions that read it may change
        // whatever instances are held.
        if !self.program().field(field).is_final {
            self.carry_over(state, &before);
        }
    }

    /// Writes an element.
    pub(crate) fn write_element(
        &mut self,
        state: &mut State,
        array: &Term,
        index: &Term,
        value: Term,
    ) {
        let before = Rc::clone(&state.heap);
        self.write_cell(state, array, index, value);
        self.carry_over(state, &before);
    }

    /// Where a cell is written no more than the whole of it is held: so it is none of the cells
    /// that another share covers. Said only where shares cover places by a condition, as those of
    /// the rows of a matrix do; arrays that are named are told apart without it.
    pub(crate) fn nobody_else(&self, state: &mut State, resource: &Resource, most: Term) {
        let open = |chunk: &Chunk| {
            chunk.resource == *resource && chunk.fixed.first().is_some_and(Option::is_none)
        };
        if !self.semantics().fixed_rows && state.heap.chunks.iter().any(open) {
            state.assume(most);
        }
    }

    fn write_cell(&mut self, state: &mut State, array: &Term, index: &Term, value: Term) {
        let context = Context::granted();
        let sort = value.sort().clone();
        let hint = hint(array);
        let heap = Rc::clone(&state.heap);
        if let Some(at) = heap.own.iter().position(|own| own.array == *array) {
            let map = term::store(heap.own[at].map.clone(), index.clone(), value);
            let map = self.named(&hint, map);
            state.heap_mut().own[at].map = map;
            return;
        }
        let rest = self.rest_map(state, &context, &sort);
        let inner = term::select(rest.clone(), array.clone());
        let changed = term::store(
            rest,
            array.clone(),
            term::store(inner, index.clone(), value.clone()),
        );
        let changed = self.named("elements", changed);
        let resource = Resource::Element(sort.clone());
        let mut own = heap.own.clone();
        for one in own.iter_mut().filter(|one| one.sort == sort) {
            let same = state.same(&resource, &one.array, array);
            if !same.is_false() {
                let written = term::store(one.map.clone(), index.clone(), value.clone());
                let map = term::ite(same, written, one.map.clone());
                one.map = self.named(&hint, map);
            }
        }
        let heap = state.heap_mut();
        heap.rest.insert(sort, changed);
        heap.own = own;
    }

    /// Gives arrays maps of their own where they are known to share no cell (R12).
    pub(crate) fn separate_arrays(&mut self, state: &mut State) {
        let mut candidates: Vec<(Term, Sort)> = Vec::new();
        for chunk in &state.heap.chunks {
            if let Resource::Element(sort) = &chunk.resource
                && let Some(Some(array)) = chunk.fixed.first()
                && !array.contains_bound()
                && *array != null()
                && state.heap.own_map(array).is_none()
                && !candidates.iter().any(|(other, _)| other == array)
            {
                candidates.push((array.clone(), sort.clone()));
            }
        }
        let mut left: Vec<(Term, Sort, usize)> = Vec::new();
        for (array, sort) in candidates {
            // One that may be the same as some is still told apart from the others.
            let own = own_arrays(state, &sort);
            let together = own
                .iter()
                .filter(|other| !self.share_no_cell(state, &sort, &array, other))
                .count();
            if together == 0 {
                self.give_own_map(state, &array, &sort);
            } else {
                left.push((array, sort, own.len()));
            }
        }
        // Also from those that came after it, for a write there must not touch what is read here.
        for (number, (array, sort, asked)) in left.iter().enumerate() {
            let own = own_arrays(state, sort);
            let others = left.iter().skip(number + 1);
            let others = others.filter(|(_, other, _)| other == sort);
            for other in own.iter().skip(*asked).chain(others.map(|(a, _, _)| a)) {
                self.share_no_cell(state, sort, array, other);
            }
        }
    }

    fn give_own_map(&mut self, state: &mut State, array: &Term, sort: &Sort) {
        let context = Context::granted();
        let rest = self.rest_map(state, &context, sort);
        let map = term::select(rest.clone(), array.clone());
        // The rows of a matrix keep the name that shares of their cells know them by.
        let map = if *sort == Sort::Ref {
            map
        } else {
            self.named(&hint(array), map)
        };
        state.heap_mut().own.push(OwnArray {
            array: array.clone(),
            sort: sort.clone(),
            taken: Some((rest, map.clone())),
            map,
        });
    }

    /// Whether two arrays cannot share a cell: on some cell that exists if any does, the
    /// shares held would exceed the whole if they were the same array.
    fn share_no_cell(&mut self, state: &mut State, sort: &Sort, a: &Term, b: &Term) -> bool {
        if state.apart.contains(&(a.clone(), b.clone())) {
            return true;
        }
        let resource = Resource::Element(sort.clone());
        if !may_exceed_the_whole(state, &resource, [a, b]) {
            return false;
        }
        let mut assumptions = vec![term::eq(a.clone(), b.clone())];
        if !self.semantics().total_arrays {
            assumptions.push(term::lt(term::int(0), length_of(a.clone())));
        }
        let mut witnesses: Vec<Term> = Vec::new();
        for chunk in &state.heap.chunks {
            let about = chunk.fixed.first().and_then(Option::as_ref);
            if chunk.resource == resource
                && about.is_some_and(|array| array == a || array == b)
                && let Some(witness) = &chunk.witness
                && !witness.contains_bound()
                && !witnesses.contains(witness)
            {
                witnesses.push(witness.clone());
            }
        }
        if witnesses.is_empty() {
            return false;
        }
        for witness in witnesses {
            let held = state.held(&state.heap, &resource, &[a.clone(), witness]);
            assumptions.push(term::le(held, state::whole()));
        }
        // If they were one matrix, their rows would be the same, and so would be a cell of them.
        for chunk in &state.heap.chunks {
            if let (Some(row), Some(witness)) = (&chunk.row, &chunk.witness)
                && !row.contains_bound()
                && !witness.contains_bound()
                && row.any_subterm(|part| part == a || part == b)
            {
                let cell = [row.clone(), witness.clone()];
                let held = state.held(&state.heap, &chunk.resource, &cell);
                assumptions.push(term::le(held, state::whole()));
            }
        }
        let answer = self.decide(state, &assumptions, &term::ff());
        if answer {
            state.apart.insert((a.clone(), b.clone()));
            state.apart.insert((b.clone(), a.clone()));
            // Two empty arrays may be the same.
            let mut fact = vec![term::ne(a.clone(), b.clone())];
            if !self.semantics().total_arrays {
                fact.push(term::eq(length_of(a.clone()), term::int(0)));
            }
            state.assume(term::or(fact));
        }
        answer
    }

    /// After shares were given away: values stay where something is still held, and are
    /// arbitrary elsewhere (R13). `given` are the demands, without those for `read`,
    /// which always leave something.
    pub(crate) fn forget_given(&mut self, state: &mut State, given: &[Chunk]) {
        let before = Rc::clone(&state.heap);
        self.forget(state, given);
        self.carry_over(state, &before);
    }

    fn forget(&mut self, state: &mut State, given: &[Chunk]) {
        // A predicate instance hides cells that are not known here: when it is given away
        // for good, everything that is not held is forgotten.
        let hides = given.iter().any(|chunk| match &chunk.resource {
            Resource::Predicate(predicate) => !self.program().predicate(*predicate).token,
            _ => false,
        });
        if hides && !self.instances_remain(state, given) {
            self.forget_unheld(state);
            return;
        }
        let mut fields: Vec<FieldId> = Vec::new();
        let mut sorts: Vec<Sort> = Vec::new();
        for chunk in given {
            match &chunk.resource {
                Resource::Field(field) if !fields.contains(field) => fields.push(*field),
                Resource::Element(sort) if !sorts.contains(sort) => sorts.push(sort.clone()),
                _ => {}
            }
        }
        for field in fields {
            self.forget_field(state, given, field);
        }
        for sort in sorts {
            self.forget_elements(state, given, &sort);
        }
    }

    /// Whether some share of each predicate instance given is still held.
    fn instances_remain(&mut self, state: &State, given: &[Chunk]) -> bool {
        given.iter().all(|chunk| {
            let Resource::Predicate(predicate) = &chunk.resource else {
                return true;
            };
            if self.program().predicate(*predicate).token {
                return true;
            }
            let args: Option<Vec<Term>> = chunk.fixed.iter().cloned().collect();
            let Some(args) = args else { return false };
            let left = state.held(&state.heap, &chunk.resource, &args);
            self.decide(state, &[], &term::lt(state::no_share(), left))
        })
    }

    fn forget_field(&mut self, state: &mut State, given: &[Chunk], field: FieldId) {
        if self.program().is_constant(field) {
            return;
        }
        let context = Context::granted();
        let resource = Resource::Field(field);
        let before = self.field_map(state, &context, field);
        let name = self.program().field(field).name.clone();
        let value_sort = self.program().field(field).sort.clone();
        let points: Option<Vec<Term>> = given
            .iter()
            .filter(|chunk| chunk.resource == resource)
            .map(|chunk| chunk.fixed.first().cloned().flatten())
            .collect();
        let after = match points {
            Some(receivers) => {
                let mut map = before;
                for receiver in receivers {
                    let left = state.held(&state.heap, &resource, std::slice::from_ref(&receiver));
                    let kept = term::lt(state::no_share(), left);
                    let value = self.fresh(&name, &value_sort);
                    map = term::ite(kept, map.clone(), term::store(map, receiver, value));
                }
                self.named(&name, map)
            }
            None => {
                let sort = before.sort().clone();
                let after = self.fresh(&name, &sort);
                let receiver = self.symbols.fresh_bound("o", Sort::Ref);
                let left = state.held(&state.heap, &resource, std::slice::from_ref(&receiver));
                let read = term::select(after.clone(), receiver.clone());
                let fact = term::forall(
                    vec![receiver.clone()],
                    vec![vec![read.clone()]],
                    term::implies(
                        term::lt(state::no_share(), left),
                        term::eq(read, term::select(before, receiver)),
                    ),
                    "frame.field",
                );
                self.symbols.define(fact);
                after
            }
        };
        state.heap_mut().fields.insert(field, after);
    }

    fn forget_elements(&mut self, state: &mut State, given: &[Chunk], sort: &Sort) {
        let resource = Resource::Element(sort.clone());
        let relevant: Vec<Chunk> = given
            .iter()
            .filter(|chunk| chunk.resource == resource)
            .cloned()
            .collect();
        let heap = Rc::clone(&state.heap);
        let rest = self.rest_map(state, &Context::granted(), sort);
        // Rows of matrices that were read only stay with the map of all others, so that matrices
        // of which it is not known whether they are one are read by one word.
        let together = |one: &OwnArray| {
            *sort == Sort::Ref
                && one.untouched(&rest)
                && relevant
                    .iter()
                    .any(|chunk| chunk.fixed.first().is_some_and(Option::is_none))
        };
        // Arrays with maps of their own.
        let mut own = heap.own.clone();
        for one in own.iter_mut().filter(|one| one.sort == *sort) {
            if together(one) {
                continue;
            }
            let mut touched = false;
            let mut points: Option<Vec<Term>> = Some(Vec::new());
            for chunk in &relevant {
                match chunk.fixed.first().and_then(Option::as_ref) {
                    Some(array) if *array == one.array => {
                        touched = true;
                        match (chunk.fixed.get(1).cloned().flatten(), &mut points) {
                            (Some(index), Some(points)) => points.push(index),
                            _ => points = None,
                        }
                    }
                    Some(array) if state.same(&resource, array, &one.array).is_false() => {}
                    _ => {
                        touched = true;
                        points = None;
                    }
                }
            }
            if touched {
                one.map = self.forget_map(state, &resource, &one.array, &one.map, points);
            }
        }
        // All others.
        let mut others: Vec<Term> = Vec::new();
        let mut all = false;
        for chunk in &relevant {
            match chunk.fixed.first().and_then(Option::as_ref) {
                Some(array) if heap.own_map(array).is_some() => {}
                Some(array) => {
                    if !others.contains(array) {
                        others.push(array.clone());
                    }
                }
                None => all = true,
            }
        }
        if all || !others.is_empty() {
            let before = rest.clone();
            let after = if all {
                let map_sort = before.sort().clone();
                let after = self.fresh("elements", &map_sort);
                let array = self.symbols.fresh_bound("a", Sort::Ref);
                let index = self.symbols.fresh_bound("i", Sort::Int);
                let left = state.held(&state.heap, &resource, &[array.clone(), index.clone()]);
                let read = term::select(term::select(after.clone(), array.clone()), index.clone());
                let fact = term::forall(
                    vec![array.clone(), index.clone()],
                    vec![vec![read.clone()]],
                    term::implies(
                        term::lt(state::no_share(), left),
                        term::eq(read, term::select(term::select(before, array), index)),
                    ),
                    "frame.elements",
                );
                self.symbols.define(fact);
                after
            } else {
                let mut map = before;
                for array in others {
                    let inner = term::select(map.clone(), array.clone());
                    let inner = self.forget_map(state, &resource, &array, &inner, None);
                    map = term::store(map, array, inner);
                }
                self.named("elements", map)
            };
            for one in own.iter_mut().filter(|one| one.sort == *sort) {
                if together(one) {
                    one.map = term::select(after.clone(), one.array.clone());
                    one.taken = Some((after.clone(), one.map.clone()));
                }
            }
            state.heap_mut().rest.insert(sort.clone(), after);
        }
        state.heap_mut().own = own;
    }

    fn forget_map(
        &mut self,
        state: &State,
        resource: &Resource,
        array: &Term,
        before: &Term,
        points: Option<Vec<Term>>,
    ) -> Term {
        let hint = hint(array);
        let value_sort = match before.sort() {
            Sort::Array(_, value) => (**value).clone(),
            other => other.clone(),
        };
        if let Some(points) = points {
            let mut map = before.clone();
            for index in points {
                let left = state.held(&state.heap, resource, &[array.clone(), index.clone()]);
                let kept = term::lt(state::no_share(), left);
                let value = self.fresh(&hint, &value_sort);
                map = term::ite(kept, map.clone(), term::store(map, index, value));
            }
            return self.named(&hint, map);
        }
        let sort = before.sort().clone();
        let after = self.fresh(&hint, &sort);
        let index = self.symbols.fresh_bound("i", Sort::Int);
        let left = state.held(&state.heap, resource, &[array.clone(), index.clone()]);
        let read = term::select(after.clone(), index.clone());
        let fact = term::forall(
            vec![index.clone()],
            vec![vec![read.clone()]],
            term::implies(
                term::lt(state::no_share(), left),
                term::eq(read, term::select(before.clone(), index)),
            ),
            "frame.array",
        );
        self.symbols.define(fact);
        after
    }

    /// Forgets every value of which nothing is held: at the start of a thread or side
    /// proof, where others may have written.
    pub(crate) fn forget_unheld(&mut self, state: &mut State) {
        let heap = Rc::clone(&state.heap);
        for (field, _) in heap.fields.iter() {
            let everything = Chunk {
                resource: Resource::Field(*field),
                fixed: vec![None],
                amount: state::whole(),
                witness: None,
                row: None,
            };
            self.forget_field(state, &[everything], *field);
        }
        let mut sorts: Vec<Sort> = heap.rest.keys().cloned().collect();
        for own in &heap.own {
            if !sorts.contains(&own.sort) {
                sorts.push(own.sort.clone());
            }
        }
        for sort in sorts {
            let everything = Chunk {
                resource: Resource::Element(sort.clone()),
                fixed: vec![None, None],
                amount: state::whole(),
                witness: None,
                row: None,
            };
            self.forget_elements(state, &[everything], &sort);
        }
    }
}

/// The arrays of an element sort that have maps of their own.
fn own_arrays(state: &State, sort: &Sort) -> Vec<Term> {
    let own = state.heap.own.iter().filter(|own| own.sort == *sort);
    own.map(|own| own.array.clone()).collect()
}

/// Whether the shares held of two arrays could be more than the whole if they were the same.
/// False only if that is plain from the amounts; it saves questions whose answer is known.
fn may_exceed_the_whole(state: &State, resource: &Resource, arrays: [&Term; 2]) -> bool {
    let mut sum = BigRational::zero();
    for chunk in state.heap.chunks.iter().filter(|c| c.resource == *resource) {
        let about = chunk.fixed.first().and_then(Option::as_ref);
        let elsewhere = about.is_some_and(|about| {
            let apart = |array: &&Term| state.same(resource, about, array).is_false();
            arrays.iter().all(apart)
        });
        if !elsewhere {
            match largest(&chunk.amount) {
                Some(amount) => sum += amount,
                None => return true,
            }
        }
    }
    sum > BigRational::one()
}

/// The largest of the constants that an amount can be; none if it is not chosen among constants.
fn largest(amount: &Term) -> Option<BigRational> {
    match amount.node() {
        Node::Real(value) => Some(value.clone()),
        Node::Op(Op::Ite, parts) => match parts.as_slice() {
            [_, yes, no] => Some(largest(yes)?.max(largest(no)?)),
            _ => None,
        },
        _ => None,
    }
}

/// A readable name for the map of an array.
fn hint(array: &Term) -> String {
    let text = match array.node() {
        term::Node::Const(symbol) => symbol.name().to_owned(),
        term::Node::Op(Op::Select, _) => "row".to_owned(),
        _ => "array".to_owned(),
    };
    text.split('!').next().unwrap_or("array").to_owned()
}
