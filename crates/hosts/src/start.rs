//! Where a kernel is started.

use crate::launch::{Argument, Launch, Passed, Target};
use crate::machine::Machine;
use crate::number::Number;
use crate::state::State;
use crate::value::{Base, Location, Name, Place, Pointer, Value, Variable, Why};
use clang::tree::{Expr, FunctionId};
use clang::types::{AddressSpace, Qual, Type};

impl Machine<'_> {
    /// `k<<<…>>>(…)`.
    pub(crate) fn chevrons(
        &mut self,
        state: &mut State,
        expr: &Expr,
        (callee, configuration, arguments): (&Expr, &[Expr], &[Expr]),
    ) {
        let kernel = self.called(state, callee);
        let parameters = self.parameters(kernel);
        let types: Vec<Qual> = arguments
            .iter()
            .enumerate()
            .map(|(at, argument)| parameters.get(at).map_or(argument.ty, |(_, ty)| *ty))
            .collect();
        let mut pairs: Vec<(Qual, &Expr)> =
            configuration.iter().map(|part| (part.ty, part)).collect();
        pairs.extend(types.iter().copied().zip(arguments));
        let mut values = self.in_any_order(state, &pairs, expr.place);
        let passed = values.split_off(configuration.len().min(values.len()));
        let passed = passed.into_iter().zip(types).collect();
        self.start(
            state,
            expr,
            (kernel, callee),
            (values, configuration),
            passed,
        );
    }

    /// `cudaLaunchKernel(…)`.
    pub(crate) fn launch_function(
        &mut self,
        state: &mut State,
        expr: &Expr,
        arguments: &[Expr],
    ) -> Value {
        let status = self.lost(expr.ty, "it is returned by a launch", expr.place);
        let pairs: Vec<(Qual, &Expr)> = arguments.iter().map(|part| (part.ty, part)).collect();
        // The list is read when all of them are computed.
        let values = self.in_any_order(state, &pairs, expr.place);
        let ([callee, _, _, list, ..], [called, grid, block, list_value, rest @ ..]) =
            (arguments, &values[..])
        else {
            return status;
        };
        let kernel = self.target(callee).or(match called {
            Value::Function(id) => Some(*id),
            Value::Integer(_) | Value::Pointer(_) | Value::Parts(_) | Value::Unknown(_) => None,
        });
        let sizes = [grid, block].into_iter().chain(rest.first());
        let sizes: Vec<Value> = sizes.cloned().collect();
        let mut passed = Vec::new();
        for (at, (name, ty)) in self.parameters(kernel).into_iter().enumerate() {
            // An array of the addresses of the arguments.
            let element = match list_value {
                Value::Pointer(Pointer {
                    base: Base::Variable(place),
                    offset: Number::Literal(0),
                }) => place.path.split_last().and_then(|(first, rest)| {
                    let mut place = Place {
                        variable: place.variable,
                        path: rest.to_vec(),
                    };
                    place.path.push(first.checked_add(at)?);
                    state.read(&place).cloned()
                }),
                _ => None,
            };
            let at = element.map_or(Location::Anywhere, |element| self.pointed(&element));
            let value = match at {
                Location::Exact(_) => self.read(state, &at, ty, expr.place),
                Location::Element(..)
                | Location::Inside(_)
                | Location::Apart
                | Location::Anywhere => Value::Unknown(Why {
                    reason: format!("the argument for `{name}` is not followed"),
                    place: list.place,
                }),
            };
            // What lies there may be of another type than the parameter.
            let fits = match (&value, self.ty(ty)) {
                (Value::Integer(number), _) => {
                    match (self.integer(ty), self.symbols.bounds(number)) {
                        (Some((bits, signed)), Some((low, high))) => {
                            let range = crate::number::range(bits, signed);
                            range.0 <= low
                                && high <= range.1
                                && self.holder_is(state, list_value, at_index(&passed), ty)
                        }
                        _ => false,
                    }
                }
                (Value::Pointer(_), Type::Pointer(_)) => true,
                _ => false,
            };
            let value = match (fits, value) {
                (true, value) => value,
                (false, Value::Unknown(why)) => Value::Unknown(why),
                (
                    false,
                    Value::Integer(_) | Value::Pointer(_) | Value::Parts(_) | Value::Function(_),
                ) => Value::Unknown(Why {
                    reason: format!("the argument for `{name}` has another type"),
                    place: list.place,
                }),
            };
            passed.push((value, ty));
        }
        self.start(state, expr, (kernel, callee), (sizes, &[]), passed);
        status
    }

    /// Whether the variable that an element of a list of addresses points to has this type.
    fn holder_is(&self, state: &State, list: &Value, at: usize, ty: Qual) -> bool {
        let Value::Pointer(Pointer {
            base: Base::Variable(place),
            ..
        }) = list
        else {
            return false;
        };
        let Some((first, rest)) = place.path.split_last() else {
            return false;
        };
        let mut element = Place {
            variable: place.variable,
            path: rest.to_vec(),
        };
        element.path.push(first.saturating_add(at));
        match state.read(&element) {
            Some(Value::Pointer(Pointer {
                base:
                    Base::Variable(Place {
                        variable:
                            Variable {
                                id: Name::Declared(id),
                                ..
                            },
                        path,
                    }),
                ..
            })) => {
                path.is_empty()
                    && self
                        .unit
                        .variable(*id)
                        .is_some_and(|held| self.integer(held.ty) == self.integer(ty))
            }
            _ => false,
        }
    }

    /// The names and types of a kernel's parameters.
    fn parameters(&self, kernel: Option<FunctionId>) -> Vec<(String, Qual)> {
        let function = kernel.and_then(|id| self.unit.function(id));
        let ids = function.map_or(&[][..], |function| &function.parameters);
        let all = ids.iter().filter_map(|id| self.unit.variable(*id));
        all.map(|variable| (variable.name.clone(), variable.ty))
            .collect()
    }

    fn start(
        &mut self,
        state: &mut State,
        expr: &Expr,
        (kernel, callee): (Option<FunctionId>, &Expr),
        (configuration, written): (Vec<Value>, &[Expr]),
        passed: Vec<(Value, Qual)>,
    ) {
        self.started = self.started.saturating_add(1);
        for (value, _) in &passed {
            let mut found = Vec::new();
            value.points_to(&mut found);
            // The kernel may write there.
            self.leaked.extend(found);
        }
        let why = self.why("a kernel may change it", expr);
        if self.muted == 0 {
            let function = kernel.and_then(|id| self.unit.function(id));
            for (passed, state) in self.cases(state, passed) {
                let sizes = (configuration.clone(), written);
                let passed = self.passed_by(&state, expr, kernel, sizes, passed);
                self.launches.push(Launch {
                    place: expr.place,
                    callee: callee.place,
                    kernel: function
                        .map(|function| function.qualified.clone())
                        .unwrap_or_default(),
                    function: kernel,
                    entry: self.entry,
                    called_here: None,
                    calls: self.calls.clone(),
                    passed,
                });
            }
        }
        self.forget_device(state, &why);
    }

    fn passed_by(
        &mut self,
        state: &State,
        expr: &Expr,
        kernel: Option<FunctionId>,
        (configuration, written): (Vec<Value>, &[Expr]),
        passed: Vec<(Value, Qual)>,
    ) -> Result<Passed, Why> {
        let function = kernel.and_then(|id| self.unit.function(id));
        let Some(function) = function.filter(|function| function.kernel) else {
            return Err(self.why("which kernel is started is not known", expr));
        };
        let mut parts = configuration.into_iter();
        let mut three = |machine: &Self| match parts.next() {
            Some(Value::Parts(parts)) => match <[Value; 3]>::try_from(parts) {
                Ok([Value::Integer(x), Value::Integer(y), Value::Integer(z)]) => Ok([x, y, z]),
                Ok(_) | Err(_) => Err(machine.why("its sizes are not followed", expr)),
            },
            Some(Value::Unknown(why)) => Err(why),
            _ => Err(machine.why("its sizes are not followed", expr)),
        };
        let grid = three(self)?;
        let block = three(self)?;
        let shared = match parts.next() {
            Some(Value::Integer(number)) => number,
            None if written.is_empty() => Number::Literal(0),
            Some(_) | None => return Err(self.why("its shared memory is not followed", expr)),
        };
        let names: Vec<String> = self
            .parameters(kernel)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        if names.len() != passed.len() || function.variadic {
            return Err(self.why("its arguments are not those of the kernel", expr));
        }
        let mut arguments = Vec::new();
        for (name, (value, ty)) in names.into_iter().zip(passed) {
            arguments.push((name, self.argument(state, value, ty, expr)));
        }
        Ok(Passed {
            grid,
            block,
            shared,
            arguments,
            facts: state.facts.clone(),
        })
    }

    fn argument(&self, state: &State, value: Value, ty: Qual, expr: &Expr) -> Argument {
        match (value, self.ty(ty)) {
            (Value::Integer(number), _) if self.integer(ty).is_some() => Argument::Integer(number),
            (Value::Pointer(Pointer { base, offset }), Type::Pointer(to)) => {
                let target = match base {
                    Base::Null => Target::Null,
                    Base::Allocation(id) if state.freed.contains(&id) => Target::Freed(id),
                    Base::Allocation(id) => Target::Allocation(id),
                    Base::Unknown { symbol, .. } => Target::Unknown(symbol),
                    Base::Apart(_) | Base::Variable(_) => Target::Host,
                };
                Argument::Pointer {
                    target,
                    offset,
                    element: self.unit.size_of(to.id).filter(|size| *size > 0),
                }
            }
            (Value::Parts(parts), Type::Record(id)) => {
                let fields = self
                    .unit
                    .record(*id)
                    .map_or(&[][..], |record| &record.fields);
                let all = parts.into_iter().zip(fields);
                Argument::Record(
                    all.map(|(part, field)| {
                        (
                            field.name.clone(),
                            self.argument(state, part, field.ty, expr),
                        )
                    })
                    .collect(),
                )
            }
            (Value::Unknown(why), _) => Argument::Unknown(why),
            _ => Argument::Unknown(self.why("an argument of a type that is not followed", expr)),
        }
    }

    /// Variables of the device may have other values.
    pub(crate) fn forget_device(&mut self, state: &mut State, why: &Why) {
        let all: Vec<Variable> = state
            .variables
            .keys()
            .filter(|variable| match variable.id {
                Name::Declared(id) => self.unit.variable(id).is_some_and(|declared| {
                    matches!(
                        declared.space,
                        AddressSpace::Global | AddressSpace::Constant
                    )
                }),
                Name::Temporary(_) => false,
            })
            .copied()
            .collect();
        for variable in all {
            self.forget(state, variable, why);
        }
    }
}

fn at_index(passed: &[(Value, Qual)]) -> usize {
    passed.len()
}
