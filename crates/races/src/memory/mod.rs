//! Loads and stores.

pub(crate) mod barrier_stable;
pub(crate) mod contents;
pub(crate) mod may_alias;
pub(crate) mod private;
pub(crate) mod rewritten;
pub(crate) mod view;

use crate::accesses::{Access, Kind, Load, Reason};
use crate::calls::function_address::number;
use crate::execution::state::{Private, State};
use crate::execution::symbols::Varies;
use crate::execution::value::{Case, Pointer, Target, Value, sort_of};
use crate::execution::{Exec, Executed};
use crate::memory::private::{MOST_ENTRIES, Wanted, assembled, chosen, constant, forget, updated};
use kernel_graph::{ArrayId, FunctionId, Place, Scalar, Space};
use solver::term::{Sort, Term, and, app, bv, ff, implies, int, tt};

/// The bytes of a wider cell, the least significant first.
fn part_of(cells: &Private, at: u64, bytes: u32) -> Option<Value> {
    let (start, (width, Value::Bits(whole))) = cells.range(..=at).next_back()? else {
        return None;
    };
    let from = u32::try_from(at.checked_sub(*start)?).ok()?;
    let end = from.checked_add(bytes)?;
    let bits = whole.sort().width()?;
    (bytes > 0 && end <= *width && bits == width.checked_mul(8)?)
        .then(|| Value::Bits(bv::extract(8 * end - 1, 8 * from, whole.clone())))
}

/// The cells of an array whose first bytes the program gives, for values of one width.
fn table(initial: &[u8], bytes: u32) -> Private {
    let size = bytes as usize;
    let mut cells = Private::new();
    if size == 0 || initial.len() / size > MOST_ENTRIES {
        return cells;
    }
    for (number, part) in (0u64..).zip(initial.chunks_exact(size)) {
        let value = num_bigint::BigInt::from_bytes_le(num_bigint::Sign::Plus, part);
        let term = bv::lit(value, 8 * bytes);
        cells.insert(number * u64::from(bytes), (bytes, Value::Bits(term)));
    }
    cells
}

impl Exec<'_> {
    /// A load; `kind` says whether an annotation makes it, and whether it is volatile.
    pub(crate) fn load(
        &mut self,
        state: &mut State,
        pointer: &Pointer,
        scalar: Scalar,
        kernel_graph::Access {
            ghost,
            volatile,
            guess,
            lanes: _,
        }: kernel_graph::Access,
        place: Place,
    ) -> Executed<Value> {
        let bytes = scalar.bytes(self.module.target.pointer);
        let mut result: Option<Value> = None;
        for case in &pointer.cases {
            let value = match case.target {
                Target::Unknown | Target::Function(_) => {
                    self.known_address(state, &case.guard, place)?;
                    continue;
                }
                Target::Null => {
                    self.null(state, case, ghost, place);
                    continue;
                }
                Target::Array(array) if self.is_private(array) => {
                    self.private_access(state, case, array, int(i64::from(bytes)), place);
                    self.private_value(state, array, &case.offset, scalar, bytes)
                }
                Target::Array(array)
                    if ghost && !volatile && self.memory.followed.contains(&array) =>
                {
                    match sort_of(scalar) {
                        Some(sort) => self.observe(state, (case, array), &sort, place),
                        None => self.arbitrary(scalar, "loaded"),
                    }
                }
                Target::Array(array) => {
                    if ghost && !volatile && self.trials == 0 && !self.is_read_only(array) {
                        self.summary.read.insert(array);
                    }
                    if !ghost {
                        let width = int(i64::from(bytes));
                        let before = self.summary.accesses.len();
                        self.shared_access(state, case, array, (width, Kind::Read, None), place);
                        for access in self.summary.accesses.iter_mut().skip(before) {
                            access.guess = guess;
                        }
                    }
                    let of = (array, &case.offset);
                    let value = self.shared_value(state, of, scalar, (ghost, volatile));
                    if !ghost && !volatile && self.is_read_only(array) {
                        for fact in self.between(array, &case.offset, &value) {
                            state.path.learn(implies(case.guard.clone(), fact));
                        }
                    }
                    value
                }
            };
            result = Some(match result {
                None => value,
                Some(before) => Value::choose(&case.guard, &value, &before),
            });
        }
        Ok(result.unwrap_or_else(|| self.arbitrary(scalar, "loaded")))
    }

    fn null(&mut self, state: &State, case: &Case, ghost: bool, place: Place) {
        if !ghost {
            let when = and(vec![state.path.condition(), case.guard.clone()]);
            self.oblige(&when, ff(), Reason::NullAccess, place);
        }
    }

    fn private_value(
        &mut self,
        state: &State,
        array: ArrayId,
        offset: &Term,
        scalar: Scalar,
        bytes: u32,
    ) -> Value {
        let cell = constant(offset)
            .zip(state.private.get(&array))
            .and_then(|(at, cells)| cells.get(&at))
            .filter(|(width, _)| *width == bytes)
            .map(|(_, value)| value.clone());
        let wanted = match (sort_of(scalar), scalar) {
            (Some(sort @ Sort::BitVec(_)), _) => Some(Wanted::Bits(sort)),
            (None, Scalar::Pointer) => Some(Wanted::Address),
            _ => None,
        };
        if let (None, Some(wanted), Some(cells)) =
            (constant(offset), &wanted, state.private.get(&array))
        {
            let other = self.arbitrary(scalar, "local");
            return chosen(cells, offset, (bytes, wanted), other);
        }
        let cell = cell.or_else(|| {
            let (at, cells) = constant(offset).zip(state.private.get(&array))?;
            part_of(cells, at, bytes)
        });
        match (cell, sort_of(scalar)) {
            (Some(value @ Value::Bits(_)), Some(sort @ Sort::BitVec(_)))
                if value.terms().iter().all(|term| *term.sort() == sort) =>
            {
                value
            }
            (Some(value @ Value::Bool(_)), Some(Sort::Bool)) => value,
            (Some(value @ Value::Pointer(_)), None) if scalar == Scalar::Pointer => value,
            (Some(value @ Value::Event(_)), None) if scalar == Scalar::Handle => value,
            // Where events are numbers.
            (Some(value @ Value::Event(_)), Some(Sort::BitVec(_))) => value,
            (_, Some(Sort::BitVec(width))) if width == 8 * bytes => {
                let cells = state.private.get(&array).zip(constant(offset));
                match cells.and_then(|(cells, at)| assembled(cells, at, bytes)) {
                    Some(term) => Value::Bits(term),
                    None => self.arbitrary(scalar, "local"),
                }
            }
            _ => self.arbitrary(scalar, "local"),
        }
    }

    /// The value at a place that others may see. All threads see the same in memory that no thread writes. Of what the
    /// thread has not written since the last barrier, all threads of the block see what lay there
    /// then: if another wrote it meanwhile, that is a race and found as one. Anything else may have
    /// been written since the last look; so may what is `unsettled`.
    fn shared_value(
        &mut self,
        state: &mut State,
        (array, offset): (ArrayId, &Term),
        scalar: Scalar,
        (ghost, volatile): (bool, bool),
    ) -> Value {
        let unsettled = ghost || volatile;
        let (Some(sort), Some(found)) = (sort_of(scalar), self.module.array(array)) else {
            return self.arbitrary(scalar, "loaded");
        };
        let (name, space) = (found.name.clone(), found.space);
        let initial = found.initial.clone();
        // Others than this kernel may write what is volatile.
        if self.is_constant(array) || (self.is_read_only(array) && !volatile) {
            let key = format!("contents {name} {}", array.0);
            let symbol = self.uninterpreted(&key, vec![Sort::Int], sort.clone());
            if space == Space::Shared {
                self.symbols.set_varies(&symbol, Varies::Block);
            }
            self.symbols.set_contents(&symbol, array);
            let term = app(&symbol, vec![offset.clone()]);
            let value = Value::of(term);
            if scalar == Scalar::Function {
                let cells = self.table_of_functions(array, scalar);
                let bytes = scalar.bytes(self.module.target.pointer);
                return chosen(&cells, offset, (bytes, &Wanted::Bits(sort)), value);
            }
            return match (&sort, initial) {
                (Sort::BitVec(width), Some(initial)) if width % 8 == 0 => {
                    let bytes = width / 8;
                    chosen(
                        &table(&initial, bytes),
                        offset,
                        (bytes, &Wanted::Bits(sort.clone())),
                        value,
                    )
                }
                _ => value,
            };
        }
        if let (false, Some(view)) = (unsettled, state.views.get(&array).cloned()) {
            let (value, facts) = self.seen(array, &view, offset, &sort);
            for fact in facts {
                state.path.learn(fact);
            }
            return Value::of(value);
        }
        let count = match space {
            Space::Shared => state.counts.shared.clone(),
            Space::Global | Space::Constant | Space::Private => state.counts.global.clone(),
        };
        if let (false, true, Some(count)) = (unsettled, self.is_settled(), count) {
            return Value::of(self.at_barrier(array, (count, offset.clone()), sort));
        }
        let term = self.fresh(sort, "loaded");
        if let (false, 0, Some(symbol)) = (unsettled, self.trials, term.symbol()) {
            self.summary.loads.push(Load {
                stmt: self.at,
                symbol: symbol.clone(),
                access: self.summary.accesses.len().saturating_sub(1),
            });
        }
        Value::of(term)
    }

    /// The functions whose addresses lie in a constant array.
    fn table_of_functions(&self, array: ArrayId, scalar: Scalar) -> Private {
        let bytes = scalar.bytes(self.module.target.pointer);
        let functions = self.module.array(array).map(|array| &array.functions);
        let functions = functions.into_iter().flatten();
        let cell = |id: FunctionId| (bytes, Value::Bits(number(Some(id))));
        functions.map(|(at, id)| (*at, cell(*id))).collect()
    }

    /// A store of a value of so many bytes.
    pub(crate) fn store(
        &mut self,
        state: &mut State,
        pointer: &Pointer,
        (value, bytes): (Value, u32),
        ghost: bool,
        place: Place,
    ) -> Executed<()> {
        for case in &pointer.cases {
            match case.target {
                Target::Unknown | Target::Function(_) => {
                    self.known_address(state, &case.guard, place)?;
                    continue;
                }
                Target::Null => self.null(state, case, ghost, place),
                Target::Array(array) if self.is_private(array) => {
                    self.private_access(state, case, array, int(i64::from(bytes)), place);
                    let Some(at) = constant(&case.offset) else {
                        let cells = state.private.get_mut(&array);
                        let what = (&value, bytes);
                        if !cells.is_some_and(|cells| updated(cells, case, what)) {
                            state.private.remove(&array);
                        }
                        continue;
                    };
                    let cells = state.private.entry(array).or_default();
                    let old = cells.get(&at).filter(|(width, _)| *width == bytes).cloned();
                    forget(cells, at, u64::from(bytes));
                    let new = match (case.guard.is_true(), old) {
                        (true, _) => Some(value.clone()),
                        (false, Some((_, old))) => Some(Value::choose(&case.guard, &value, &old)),
                        (false, None) => None,
                    };
                    if let Some(new) = new {
                        cells.insert(at, (bytes, new));
                    }
                }
                Target::Array(array) => {
                    let width = int(i64::from(bytes));
                    if let Some(view) = state.views.get_mut(&array) {
                        let at = (case.offset.clone(), width.clone());
                        view.write(case.guard.clone(), at, Some(&value));
                    }
                    let what = (width, Kind::Write, Some(value.clone()));
                    self.shared_access(state, case, array, what, place);
                }
            }
        }
        Ok(())
    }

    /// An access to memory of the thread's own: it is to stay within the array.
    fn private_access(
        &mut self,
        state: &State,
        case: &Case,
        array: ArrayId,
        bytes: Term,
        place: Place,
    ) {
        if self.trials == 0 {
            let condition = and(vec![state.path.condition(), case.guard.clone()]);
            self.within(&condition, array, (case.offset.clone(), bytes), place);
        }
    }

    fn shared_access(
        &mut self,
        state: &State,
        case: &Case,
        array: ArrayId,
        (bytes, kind, value): (Term, Kind, Option<Value>),
        place: Place,
    ) {
        let condition = and(vec![state.path.condition(), case.guard.clone()]);
        self.access(Access {
            condition,
            array,
            offset: case.offset.clone(),
            bytes,
            kind,
            guess: false,
            guard: case.guard.clone(),
            exact: value.is_some(),
            value,
            place,
            counts: state.counts.clone(),
            iterations: self.iteration_numbers(),
            stmt: self.at,
            way: state.path.clone(),
            within: tt(),
            copy: None,
            alone: false,
            lanes: false,
            order: self.summary.accesses.len(),
            margins: state.margins.clone(),
        });
    }

    /// An access to a range of bytes, whose values are arbitrary afterwards if it changes them.
    pub(crate) fn touch(
        &mut self,
        state: &mut State,
        pointer: &Pointer,
        bytes: &Term,
        kind: Kind,
        place: Place,
    ) -> Executed<()> {
        for case in &pointer.cases {
            match case.target {
                Target::Unknown | Target::Function(_) => {
                    self.known_address(state, &case.guard, place)?;
                    continue;
                }
                Target::Null => self.null(state, case, false, place),
                Target::Array(array) if self.is_private(array) => {
                    self.private_access(state, case, array, bytes.clone(), place);
                    if kind == Kind::Read {
                        continue;
                    }
                    match (constant(&case.offset), constant(bytes)) {
                        (Some(at), Some(bytes)) => {
                            let cells = state.private.entry(array).or_default();
                            forget(cells, at, bytes);
                        }
                        _ => {
                            state.private.remove(&array);
                        }
                    }
                }
                Target::Array(array) => {
                    if kind != Kind::Read
                        && let Some(view) = state.views.get_mut(&array)
                    {
                        let at = (case.offset.clone(), bytes.clone());
                        view.write(case.guard.clone(), at, None);
                    }
                    self.shared_access(state, case, array, (bytes.clone(), kind, None), place);
                }
            }
        }
        Ok(())
    }

    /// A write of all bytes of a range.
    pub(crate) fn overwrite(
        &mut self,
        state: &mut State,
        to: &Pointer,
        bytes: &Term,
        place: Place,
    ) -> Executed<()> {
        let before = self.summary.accesses.len();
        self.touch(state, to, bytes, Kind::Write, place)?;
        for access in self.summary.accesses.iter_mut().skip(before) {
            access.exact = true;
        }
        Ok(())
    }

    /// A copy of bytes. Values are kept where both ends are known places of private memory.
    pub(crate) fn copy(
        &mut self,
        state: &mut State,
        to: &Pointer,
        from: &Pointer,
        bytes: &Term,
        place: Place,
    ) -> Executed<()> {
        let moved = self.private_cells(state, from, bytes);
        self.touch(state, from, bytes, Kind::Read, place)?;
        self.overwrite(state, to, bytes, place)?;
        if let (Some(moved), [case]) = (moved, to.cases.as_slice())
            && let (Target::Array(array), Some(at)) = (case.target, constant(&case.offset))
            && self.is_private(array)
            && case.guard.is_true()
        {
            let cells = state.private.entry(array).or_default();
            for (offset, value) in moved {
                cells.insert(at.saturating_add(offset), value);
            }
        }
        Ok(())
    }

    /// The known values of a range of private memory, by their distance from its start.
    fn private_cells(&self, state: &State, from: &Pointer, bytes: &Term) -> Option<Private> {
        let [case] = from.cases.as_slice() else {
            return None;
        };
        let Target::Array(array) = case.target else {
            return None;
        };
        if !self.is_private(array) || !case.guard.is_true() {
            return None;
        }
        let (at, bytes) = (constant(&case.offset)?, constant(bytes)?);
        let end = at.checked_add(bytes)?;
        let cells = state.private.get(&array)?;
        let within = cells
            .range(at..end)
            .filter(|(offset, (width, _))| offset.saturating_add(u64::from(*width)) <= end);
        Some(
            within
                .map(|(offset, cell)| (offset - at, cell.clone()))
                .collect(),
        )
    }
}
