//! Functions: parameters, results, bodies.

use crate::builder::{Builder, ResultTo, base, place_of};
use crate::order::{self, Log};
use crate::stmt::Around;
use crate::types::{Shape, TypeView};
use crate::{Graphs, Lowered};
use clang::kinds::AttributeKind;
use clang::tree::{FunctionId as CId, InitializerTarget, Membership, Unit, VariableId};
use clang::types::{AddressSpace, Type};
use kernel_graph::{
    Array, ArrayId, Block, Callee, Expr, Function, FunctionId, Linkage, Module, Param, Scalar,
    Space, StmtKind, Target, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// The elements of a longer array are no parameters of their own.
const MOST_ELEMENTS: u64 = 64;

/// What the functions of a unit have in common, and the stacks of the one at work.
#[derive(Default)]
pub(crate) struct Tables {
    arrays: Vec<Array>,
    /// Variables that are not of a function's blocks.
    pub globals: BTreeMap<VariableId, ArrayId>,
    /// Functions by their number in the tree.
    pub functions: BTreeMap<CId, FunctionId>,
    /// CUDA's shared memory whose size the launch decides: all its variables begin at one address.
    pub dynamic: Option<ArrayId>,
    /// What `Common` stands for, innermost last.
    pub common: Vec<Expr>,
    /// What `ArrayIndex` stands for, innermost last.
    pub index: Vec<Expr>,
    /// Where `break` and its like go.
    pub around: Around,
    /// Whether what is lowered belongs to an annotation.
    pub ghost: bool,
    /// Whether points where a barrier could be put are wanted.
    pub points: bool,
}

impl Tables {
    /// A new array.
    pub(crate) fn array(&mut self, array: Array) -> ArrayId {
        let id = ArrayId(u32::try_from(self.arrays.len()).unwrap_or(u32::MAX));
        self.arrays.push(array);
        id
    }

    /// Says with which bytes an array begins.
    pub(crate) fn set_initial(&mut self, id: ArrayId, bytes: Vec<u8>) {
        if let Some(array) = self.arrays.get_mut(id.0 as usize) {
            array.initial = Some(bytes);
        }
    }

    /// Says which functions' addresses lie in an array, by their first byte.
    pub(crate) fn set_functions(&mut self, id: ArrayId, functions: BTreeMap<u64, FunctionId>) {
        if let Some(array) = self.arrays.get_mut(id.0 as usize) {
            array.functions = functions;
        }
    }
}

/// Lowers every function with a body.
pub(crate) fn lower(unit: &Unit, points: bool) -> Graphs {
    let types = TypeView { unit };
    let mut tables = Tables {
        points,
        ..Tables::default()
    };
    let mut wanted = Vec::new();
    for (at, function) in unit.functions.iter().enumerate() {
        let has_body = function.body.is_some() || !function.initializers.is_empty();
        if has_body {
            let id = CId(u32::try_from(at).unwrap_or(u32::MAX));
            let number = FunctionId(u32::try_from(wanted.len()).unwrap_or(u32::MAX));
            tables.functions.insert(id, number);
            wanted.push(id);
        }
    }
    let mut refused = BTreeMap::new();
    let mut functions = Vec::new();
    let mut logs = Vec::new();
    for id in wanted {
        tables.common.clear();
        tables.index.clear();
        tables.around = Around::default();
        tables.ghost = false;
        let Some(declared) = unit.function(id) else {
            continue;
        };
        let empty = header(declared);
        let mut builder = Builder::new(&mut tables, types, empty.clone());
        match builder.body(id) {
            Ok(()) => {
                functions.push(builder.function);
                logs.push(builder.order);
            }
            Err(diagnostic) => {
                refused.insert(id, *diagnostic);
                functions.push(empty);
                logs.push(Log::default());
            }
        }
    }
    order::settle(&mut functions, &tables.arrays, &logs);
    let mut graphs = Graphs {
        module: Module {
            target: Target {
                pointer: types.pointer(),
                warp: 32,
            },
            arrays: tables.arrays,
            functions,
        },
        refused,
        functions: tables.functions,
        axioms: Vec::new(),
    };
    spread(&mut graphs);
    // Callers of what is refused are refused by now, so what has no form has it by its own fault.
    demand_form(&mut graphs);
    spread(&mut graphs);
    let believed = unit
        .axioms
        .iter()
        .filter(|id| !graphs.refused.contains_key(id));
    graphs.axioms = believed
        .filter_map(|id| graphs.functions.get(id).copied())
        .collect();
    graphs
}

/// A function whose graph is not well-formed is refused: clang's tree or a rule here is wrong.
fn demand_form(graphs: &mut Graphs) {
    let mut wrong = Vec::new();
    for (id, number) in &graphs.functions {
        let Some(function) = graphs.module.functions.get(number.0 as usize) else {
            continue;
        };
        if graphs.refused.contains_key(id) {
            continue;
        }
        if let Err(fault) = kernel_graph::check_function(&graphs.module, function) {
            let place = fault.place.expansion;
            let said =
                Diagnostic::error(Code::K206, place, format!("a graph without form: {fault}"));
            wrong.push((*id, said));
        }
    }
    graphs.refused.extend(wrong);
}

/// No graph of any function, and why.
pub(crate) fn nothing(unit: &Unit, why: &str) -> Graphs {
    let mut refused = BTreeMap::new();
    for (at, function) in unit.functions.iter().enumerate() {
        let place = place_of(&function.name_place).expansion;
        let said = Diagnostic::error(Code::K206, place, why.to_owned());
        refused.insert(CId(u32::try_from(at).unwrap_or(u32::MAX)), said);
    }
    Graphs {
        module: Module {
            target: Target {
                pointer: TypeView { unit }.pointer(),
                warp: 32,
            },
            arrays: Vec::new(),
            functions: Vec::new(),
        },
        refused,
        functions: BTreeMap::new(),
        axioms: Vec::new(),
    }
}

/// A kernel or function that reaches a refused one is refused for the same reason.
fn spread(graphs: &mut Graphs) {
    let tree_id: BTreeMap<FunctionId, CId> =
        graphs.functions.iter().map(|(c, f)| (*f, *c)).collect();
    let mut callers: BTreeMap<CId, BTreeSet<CId>> = BTreeMap::new();
    for (number, function) in graphs.module.functions.iter().enumerate() {
        let id = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
        let Some(caller) = tree_id.get(&id) else {
            continue;
        };
        for block in &function.blocks {
            for stmt in &block.stmts {
                let mut mentioned = Vec::new();
                if let StmtKind::Call {
                    callee: Callee::Function(callee),
                    ..
                } = &stmt.kind
                {
                    mentioned.push(*callee);
                }
                for e in stmt.kind.exprs() {
                    e.visit(&mut |e| {
                        if let kernel_graph::ExprKind::FunctionAddress(callee) = e.kind {
                            mentioned.push(callee);
                        }
                    });
                }
                for callee in mentioned {
                    if let Some(callee) = tree_id.get(&callee) {
                        callers.entry(*callee).or_default().insert(*caller);
                    }
                }
            }
        }
    }
    let mut work: Vec<CId> = graphs.refused.keys().copied().collect();
    while let Some(next) = work.pop() {
        let Some(why) = graphs.refused.get(&next).cloned() else {
            continue;
        };
        for caller in callers.get(&next).into_iter().flatten() {
            if !graphs.refused.contains_key(caller) {
                graphs.refused.insert(*caller, why.clone());
                work.push(*caller);
            }
        }
    }
    // What is refused has no body, so nothing of it can be taken for an answer.
    for id in graphs.refused.keys() {
        let number = graphs.functions.get(id).map(|number| number.0 as usize);
        if let Some(function) = number.and_then(|n| graphs.module.functions.get_mut(n)) {
            *function = without_body(function);
        }
    }
}

/// A function of which only the name is left.
fn without_body(function: &Function) -> Function {
    Function {
        kernel: false,
        params: Vec::new(),
        result: None,
        locals: Vec::new(),
        blocks: vec![Block {
            stmts: Vec::new(),
            end_place: function.place,
            end: Terminator::Trap,
        }],
        inlined: Vec::new(),
        ..function.clone()
    }
}

fn header(declared: &clang::tree::Function) -> Function {
    let value = |kind: AttributeKind, at: usize| -> Option<u32> {
        let attribute = declared.attributes.iter().find(|a| a.kind == kind)?;
        u32::try_from(*attribute.values.get(at)?).ok()
    };
    let required = |at| value(AttributeKind::ReqdWorkGroupSizeAttr, at);
    Function {
        name: declared.qualified.clone(),
        place: place_of(&declared.name_place),
        kernel: declared.kernel,
        params: Vec::new(),
        result: None,
        locals: Vec::new(),
        blocks: Vec::new(),
        inlined: Vec::new(),
        required_block: required(0)
            .map(|x| [x, required(1).unwrap_or(1), required(2).unwrap_or(1)]),
        most_threads: value(AttributeKind::CUDALaunchBoundsAttr, 0),
        order_matters: Vec::new(),
        beside_accesses: false,
    }
}

impl Builder<'_> {
    /// The whole function.
    fn body(&mut self, id: CId) -> Lowered<()> {
        let Some(declared) = self.types.unit.function(id) else {
            return self.refuse(Code::K204, "this function");
        };
        self.place = place_of(&declared.name_place);
        self.membership = Some(declared.membership);
        self.closure_of(declared.membership);
        self.result_of(declared)?;
        if let Some(lambda) = self.invokes(declared) {
            return self.invoker(declared, lambda);
        }
        match declared.membership {
            Membership::Free | Membership::StaticMethod(_) => {}
            Membership::Method(_) | Membership::Constructor(_) | Membership::Destructor(_) => {
                let this = self.parameter("this", Scalar::Pointer);
                self.this = Some(this);
            }
        }
        for (number, param) in (0u32..).zip(&declared.parameters) {
            match declared.kernel {
                true => self.kernel_parameter(number, *param)?,
                false => self.function_parameter(*param)?,
            }
        }
        if declared.variadic && !declared.own {
            return self.refuse(Code::K204, "a function with any number of arguments");
        }
        for initializer in &declared.initializers {
            self.initializer(initializer)?;
        }
        if let Some(body) = &declared.body {
            self.body = Some(body.place.span);
            self.stmt(body)?;
        }
        self.fall_off();
        Ok(())
    }

    /// What the body of a lambda finds in its closure.
    fn closure_of(&mut self, membership: Membership) {
        let Membership::Method(id) = membership else {
            return;
        };
        self.lambda = self
            .types
            .unit
            .record(id)
            .is_some_and(|record| record.lambda);
        let closure = self.types.unit.closures.iter().find(|c| c.record == id);
        for (variable, field) in closure.into_iter().flat_map(|closure| &closure.captures) {
            match variable {
                Some(variable) => {
                    self.captures.insert(*variable, *field);
                }
                None => self.captured_this = Some(*field),
            }
        }
    }

    fn result_of(&mut self, declared: &clang::tree::Function) -> Lowered<()> {
        self.result_type = Some(declared.result.id);
        match self.shape(declared.result.id)? {
            Shape::Void => {}
            Shape::Scalar(scalar, _) => {
                self.function.result = Some(scalar);
                self.result = ResultTo::Value(scalar);
            }
            Shape::Object => {
                let to = self.parameter("result", Scalar::Pointer);
                self.result = ResultTo::Memory(to);
            }
        }
        Ok(())
    }

    /// A parameter of the graph, and its value.
    pub(crate) fn parameter(&mut self, name: &str, scalar: Scalar) -> Expr {
        let local = self.named(name, scalar, false);
        self.function.params.push(Param {
            name: name.to_owned(),
            local,
        });
        Expr::local(local, scalar)
    }

    /// A parameter of a function that is no kernel: a scalar comes as it is, an object by the address
    /// of the caller's copy.
    fn function_parameter(&mut self, id: VariableId) -> Lowered<()> {
        let Some(variable) = self.types.unit.variable(id) else {
            return Ok(());
        };
        match self.shape(variable.ty.id)? {
            Shape::Void => Ok(()),
            Shape::Scalar(scalar, _) => {
                let value = self.parameter(&variable.name, scalar);
                let address = self.private(&variable.name, variable.ty.id)?;
                self.store(address.clone(), value, false);
                self.variables.insert(id, address);
                Ok(())
            }
            Shape::Object => {
                let address = self.parameter(&variable.name, Scalar::Pointer);
                if let kernel_graph::ExprKind::Local(local) = address.kind {
                    self.copies.insert(local);
                }
                self.variables.insert(id, address);
                Ok(())
            }
        }
    }

    /// A parameter of a kernel: each scalar in it is a parameter, each pointer in it points to an
    /// array of its own.
    fn kernel_parameter(&mut self, number: u32, id: VariableId) -> Lowered<()> {
        let Some(variable) = self.types.unit.variable(id) else {
            return Ok(());
        };
        let ty = variable.ty.id;
        if let Type::Reference { .. } = self.types.get(ty) {
            return self.refuse(Code::K203, "a reference as a kernel's parameter");
        }
        self.image_parameter(number, id);
        let address = self.private(&variable.name, ty)?;
        self.variables.insert(id, address.clone());
        self.kernel_value(number, &variable.name, ty, &address, 0)
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "the shape of other types decides"
    )]
    fn kernel_value(
        &mut self,
        number: u32,
        name: &str,
        ty: clang::types::TypeId,
        to: &Expr,
        depth: u32,
    ) -> Lowered<()> {
        self.room()?;
        if depth > 16 {
            return self.refuse(Code::K203, "a parameter of so deep a type");
        }
        match self.types.get(ty) {
            Type::Pointer(pointed) => {
                if matches!(self.types.get(pointed.id), Type::Function { .. }) {
                    let local = self.named(name, Scalar::Function, false);
                    self.function.params.push(Param {
                        name: name.to_owned(),
                        local,
                    });
                    self.store(to.clone(), Expr::local(local, Scalar::Function), false);
                    return Ok(());
                }
                let space = match pointed.space {
                    AddressSpace::Local => Space::Shared,
                    AddressSpace::Constant => Space::Constant,
                    AddressSpace::Default
                    | AddressSpace::Private
                    | AddressSpace::Global
                    | AddressSpace::Generic => Space::Global,
                };
                let linkage = match space == Space::Shared {
                    true => Linkage::Dynamic,
                    false => Linkage::Parameter(number),
                };
                let layout = self.types.layout(pointed.id);
                let array = self.array(name, space, linkage, layout, None);
                self.store(to.clone(), base(array), false);
                Ok(())
            }
            Type::Record(id) => {
                let Some((record, layout)) = self
                    .types
                    .unit
                    .record(*id)
                    .and_then(|record| Some((record, record.layout.as_ref()?)))
                else {
                    return self.refuse(Code::K203, "a parameter whose layout is not known");
                };
                if record.union {
                    return self.opaque_value(name, ty, to);
                }
                for (at, offset) in record.bases.iter().zip(&layout.bases) {
                    let place = self.further(to.clone(), *offset);
                    self.kernel_value(number, name, at.id, &place, depth + 1)?;
                }
                if record.fields.iter().any(|field| field.bits.is_some()) {
                    return self.opaque_value(name, ty, to);
                }
                for (field, bit) in record.fields.iter().zip(&layout.fields) {
                    let place = self.further(to.clone(), bit / 8);
                    let name = format!("{name}.{}", field.name);
                    self.kernel_value(number, &name, field.ty.id, &place, depth + 1)?;
                }
                Ok(())
            }
            Type::Array {
                element,
                count: Some(count),
            } if *count <= MOST_ELEMENTS => {
                let size = self.types.size(element.id).unwrap_or(0);
                for at in 0..*count {
                    let place = self.further(to.clone(), at * size);
                    let name = format!("{name}[{at}]");
                    self.kernel_value(number, &name, element.id, &place, depth + 1)?;
                }
                Ok(())
            }
            Type::Array { count: Some(_), .. } => {
                // All threads get the same bytes.
                let bytes = self.types.size(ty);
                let layout = self.types.layout(ty);
                let linkage = Linkage::Parameter(number);
                let array = self.array(name, Space::Constant, linkage, layout, bytes);
                self.copy(to.clone(), base(array), clang::types::Qual::plain(ty))
            }
            Type::Vector { element, count, .. } => {
                let size = self.types.size(*element).unwrap_or(0);
                for at in 0..*count {
                    let place = self.further(to.clone(), u64::from(at) * size);
                    let lane = ["x", "y", "z", "w"].get(at as usize).map_or_else(
                        || format!("{name}.s{at:x}"),
                        |lane| format!("{name}.{lane}"),
                    );
                    self.kernel_value(number, &lane, *element, &place, depth + 1)?;
                }
                Ok(())
            }
            _ => match self.shape(ty)? {
                Shape::Scalar(scalar, signed) => {
                    let local = self.named(name, scalar, signed);
                    self.function.params.push(Param {
                        name: name.to_owned(),
                        local,
                    });
                    self.store(to.clone(), Expr::local(local, scalar), false);
                    Ok(())
                }
                Shape::Void | Shape::Object => self.refuse(Code::K203, "a parameter of this type"),
            },
        }
    }

    /// A parameter as bytes, eight at a time.
    fn opaque_value(&mut self, name: &str, ty: clang::types::TypeId, to: &Expr) -> Lowered<()> {
        let Some(size) = self.types.size(ty).filter(|size| *size <= 256) else {
            return self.refuse(Code::K203, "so large a parameter");
        };
        let mut at = 0;
        while at < size {
            let bytes = (size - at).min(8);
            let bits = u32::try_from(8 * bytes).unwrap_or(64);
            let local = self.named(&format!("{name}+{at}"), Scalar::Int(bits), false);
            self.function.params.push(Param {
                name: format!("{name}+{at}"),
                local,
            });
            let place = self.further(to.clone(), at);
            self.store(place, Expr::local(local, Scalar::Int(bits)), false);
            at += bytes;
        }
        Ok(())
    }

    fn initializer(&mut self, initializer: &clang::tree::Initializer) -> Lowered<()> {
        let Some(this) = self.this.clone() else {
            return self.refuse(Code::K201, "this initializer");
        };
        let value = &initializer.value;
        match initializer.target {
            InitializerTarget::Field(field) => {
                if let Some(record) = self.types.unit.record(field.record)
                    && record
                        .fields
                        .get(field.index as usize)
                        .is_some_and(|field| field.bits.is_some())
                {
                    return self.refuse(Code::K201, "an initializer of a bit field");
                }
                let bytes = self.field_offset(field)?;
                let to = self.further(this, bytes);
                self.initialize(value, &to, self.field_type(field))
            }
            InitializerTarget::Base(ty) => {
                let Some(Membership::Constructor(record)) = self.membership else {
                    return self.refuse(Code::K201, "this initializer");
                };
                let Some((declared, layout)) = self
                    .types
                    .unit
                    .record(record)
                    .and_then(|record| Some((record, record.layout.as_ref()?)))
                else {
                    return self.refuse(Code::K203, "a class whose layout is not known");
                };
                let at = declared.bases.iter().position(|base| base.id == ty.id);
                let Some(offset) = at.and_then(|at| layout.bases.get(at)) else {
                    return self.refuse(Code::K201, "this base class");
                };
                let to = self.further(this, *offset);
                self.write(value, &to)
            }
            InitializerTarget::Delegate(_) => self.write(value, &this),
        }
    }

    /// A function as a value.
    pub(crate) fn function_value(&mut self, id: CId) -> Lowered<Expr> {
        match self.tables.functions.get(&id) {
            Some(number) => Ok(Expr::new(
                Scalar::Function,
                kernel_graph::ExprKind::FunctionAddress(*number),
            )),
            None => self.refuse(Code::K207, "the address of a function without a body"),
        }
    }
}
