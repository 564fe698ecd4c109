//! From the surface language to the core: each construct is one rule here.
//!
//! What has no rule is reported with a `U…` code and its place; the declaration it
//! stands in is then not checked at all (architecture.md, rule 9).

mod adt;
mod assertion;
mod contract;
mod data;
pub mod data_codes;
mod effects;
mod expr;
mod fields;
mod final_fields;
mod fold;
mod function;
mod function_body;
mod generic;
mod method;
mod monitor;
mod par;
mod quantifier;
mod region;
mod stmt;
mod uniform;
mod wider;

use ir::Trusted;
use ir::{
    DataType, FieldId, FunctionId, LabelId, Local, LocalId, LoweredProgram, OLD, PredicateId,
    Program,
};
use logic::Sort;
use spec_lang::ast::{self, NodeId};
use spec_lang::resolve::{Profile, Resolution, Type};
use std::collections::HashMap;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// A rule's result; the error is a construct without a rule.
type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Lowers a resolved program.
pub fn lower(program: &ast::Program, resolution: &Resolution, profile: Profile) -> LoweredProgram {
    let mut lowerer = Lowerer::new(program, resolution, profile);
    lowerer.core.semantics = semantics(profile);
    lowerer.program();
    LoweredProgram {
        program: lowerer.core,
        trusted: lowerer.trusted,
        warnings: lowerer.warnings,
    }
}

/// What a profile grants.
fn semantics(profile: Profile) -> ir::Semantics {
    match profile {
        Profile::Sound => ir::Semantics::default(),
        Profile::VerCors14 => ir::Semantics {
            fixed_rows: true,
            total_arrays: true,
            total_maps: true,
            injectivity_assumed: true,
            termination_assumed: true,
            finals_need_permission: true,
        },
    }
}

/// Says that a construct has no rule.
fn unsupported<T>(code: &'static str, span: Span, what: impl Into<String>) -> Lowered<T> {
    Err(Box::new(
        Diagnostic::error(
            code,
            span,
            format!("the checker has no rule for {} yet", what.into()),
        )
        .with_note("nothing is proved about a declaration that uses it"),
    ))
}

/// Where `break` and `continue` of a loop go.
#[derive(Clone, Copy)]
struct LoopLabels {
    leave: LabelId,
    next: LabelId,
    /// Whether the loop is proof text.
    ghost: bool,
}

/// What a name such as `this` or `\old` means at the present place.
#[derive(Clone)]
struct Scope {
    /// The receiver.
    this: Option<LocalId>,
    /// What `\result` stands for.
    result: Option<LocalId>,
    /// The state that `\old` means.
    old: LabelId,
    /// Where `return` goes, and the local that takes the value.
    end: Option<LabelId>,
    /// Within an assertion that is shown (for `\polarity_dependent`).
    shown: bool,
}

/// The work in progress.
struct Lowerer<'a> {
    source: &'a ast::Program,
    resolution: &'a Resolution,
    profile: Profile,
    core: Program,
    trusted: Vec<Trusted>,
    warnings: Vec<Diagnostic>,
    /// Class declarations.
    classes: HashMap<NodeId, &'a ast::Class>,
    /// Method and function declarations.
    methods: HashMap<NodeId, &'a ast::Method>,
    /// Functions of abstract data types, with what they belong to.
    adt_functions: HashMap<NodeId, NodeId>,
    /// Abstract data types.
    adts: HashMap<NodeId, &'a ast::Adt>,
    /// Predicate declarations.
    predicates: HashMap<NodeId, &'a ast::Predicate>,
    /// Enum constants with their number and the number of constants.
    enum_constants: HashMap<NodeId, (usize, usize)>,
    /// Number of constants of each enum.
    enums: HashMap<NodeId, usize>,
    /// Fields by their variable.
    fields: HashMap<NodeId, FieldId>,
    /// Fields of each class.
    class_fields: HashMap<NodeId, Vec<FieldId>>,
    /// Fields of each class that begin with a value of their own.
    initial_values: HashMap<NodeId, Vec<(FieldId, NodeId, &'a ast::Expr)>>,
    /// What static fields begin with.
    static_values: Vec<(FieldId, &'a ast::Expr)>,
    /// Fields that are one cell for all objects of their class.
    static_fields: std::collections::HashSet<FieldId>,
    /// Pure functions by declaration.
    functions: HashMap<NodeId, FunctionId>,
    /// Instances of functions and methods with type parameters.
    generic_functions: HashMap<(NodeId, Vec<Type>), FunctionId>,
    generic_methods: HashMap<(NodeId, Vec<Type>), usize>,
    pending: Vec<generic::Pending<'a>>,
    /// What type parameters stand for at present.
    type_args: HashMap<String, Type>,
    /// Functions that could not be lowered.
    bad_functions: HashMap<FunctionId, Box<Diagnostic>>,
    /// Predicates by declaration.
    predicate_ids: HashMap<NodeId, PredicateId>,
    /// Methods by declaration (index into the core's methods).
    method_ids: HashMap<NodeId, usize>,
    /// What names mean at present.
    locals: HashMap<NodeId, LocalId>,
    /// Expressions with effects, carried out already, by the local with their value.
    hoisted: HashMap<NodeId, LocalId>,
    /// Labels by statement.
    labels: HashMap<NodeId, LabelId>,
    next_label: u32,
    /// By loop.
    loop_labels: HashMap<NodeId, LoopLabels>,
    /// Labels whose statement was lowered already: a jump there would go back.
    passed_labels: Vec<NodeId>,
    /// The value of a compound assignment's target before its right side's effects.
    read_before: Option<LocalId>,
    /// Within an assignment statement, which may give a final field its value.
    plain_assignment: bool,
    /// The step of a ranged loop, which stands nowhere in the text.
    pending_update: Option<ir::Stmt>,
    /// What is left of its range.
    pending_measure: Option<ir::Expr>,
    /// Whether the method has a measure, and so its loops need one.
    ends: bool,
    /// Within proof text, which nobody runs.
    ghost: bool,
    /// Of a formula whose truth is what is stated: whether it stands within an odd number of
    /// negations. None where its truth is a value, which counts both ways.
    negated: Option<bool>,
    /// `context_everywhere` clauses of the method, with its own parameters.
    everywhere: Vec<ir::Assertion>,
    /// Blocks of parallel statements around the present place, innermost last.
    blocks: Vec<par::OpenBlock>,
    /// Resources of the `invariant` blocks around the present place, with how many parallel
    /// blocks were around each.
    open_invariants: HashMap<NodeId, (ir::Assertion, usize)>,
    /// Invariants opened by `atomic` in the present thread.
    open_atomics: Vec<NodeId>,
    /// Invariants opened by `atomic` around the present block.
    outer_atomics: Vec<NodeId>,
    /// Tokens of locks and threads.
    tokens: HashMap<&'static str, PredicateId>,
    /// How deep inline expansion is, against cycles that the resolver missed.
    inline_depth: usize,
    scope: Scope,
    /// Within `\\polarity_dependent`.
    apart: bool,
    /// Name of the declaration at work, for what is trusted.
    owner_name: String,
}

impl<'a> Lowerer<'a> {
    fn new(source: &'a ast::Program, resolution: &'a Resolution, profile: Profile) -> Self {
        Lowerer {
            source,
            resolution,
            profile,
            core: Program::default(),
            trusted: Vec::new(),
            warnings: Vec::new(),
            classes: HashMap::new(),
            methods: HashMap::new(),
            adt_functions: HashMap::new(),
            adts: HashMap::new(),
            predicates: HashMap::new(),
            enum_constants: HashMap::new(),
            enums: HashMap::new(),
            fields: HashMap::new(),
            class_fields: HashMap::new(),
            initial_values: HashMap::new(),
            static_values: Vec::new(),
            static_fields: std::collections::HashSet::new(),
            functions: HashMap::new(),
            generic_functions: HashMap::new(),
            generic_methods: HashMap::new(),
            pending: Vec::new(),
            type_args: HashMap::new(),
            bad_functions: HashMap::new(),
            predicate_ids: HashMap::new(),
            method_ids: HashMap::new(),
            locals: HashMap::new(),
            hoisted: HashMap::new(),
            labels: HashMap::new(),
            next_label: 1,
            loop_labels: HashMap::new(),
            passed_labels: Vec::new(),
            pending_update: None,
            pending_measure: None,
            ends: false,
            ghost: false,
            negated: None,
            plain_assignment: false,
            read_before: None,
            everywhere: Vec::new(),
            blocks: Vec::new(),
            open_invariants: HashMap::new(),
            open_atomics: Vec::new(),
            outer_atomics: Vec::new(),
            tokens: HashMap::new(),
            inline_depth: 0,
            scope: Scope {
                this: None,
                result: None,
                old: OLD,
                end: None,
                shown: false,
            },
            apart: false,
            owner_name: String::new(),
        }
    }

    fn legacy(&self) -> bool {
        self.profile == Profile::VerCors14
    }

    fn fresh_label(&mut self) -> LabelId {
        let label = LabelId(self.next_label);
        self.next_label += 1;
        label
    }

    fn fresh_local(&mut self, name: &str, sort: Sort, data: DataType, span: Span) -> LocalId {
        let id = LocalId(u32::try_from(self.core.locals.len()).unwrap_or(u32::MAX));
        self.core.locals.push(Local {
            name: name.to_owned(),
            sort,
            data,
            span,
        });
        id
    }

    /// Declares a variable of the program text.
    fn declare(&mut self, id: NodeId, name: &ast::Ident) -> Lowered<LocalId> {
        let ty = self
            .resolution
            .declared
            .get(&id)
            .cloned()
            .unwrap_or(Type::Error);
        let sort = self.sort(&ty, name.span)?;
        let data = self.data_type(&ty);
        let local = self.fresh_local(&name.name, sort, data, name.span);
        self.locals.insert(id, local);
        Ok(local)
    }

    fn sort(&self, ty: &Type, span: Span) -> Lowered<Sort> {
        let ty = &self.instantiated(ty);
        Ok(match ty {
            Type::Int | Type::Enum(_) | Type::Char => Sort::Int,
            Type::Boolean => Sort::Bool,
            Type::Frac | Type::ZFrac | Type::Rational | Type::Float32 | Type::Float64 => Sort::Real,
            Type::Null | Type::Class(..) | Type::Array(_) | Type::Any => Sort::Ref,
            Type::String => Sort::String,
            Type::Parameter(name) => Sort::Parameter(name.clone()),
            Type::Seq(element) => Sort::seq(self.sort(element, span)?),
            Type::Set(element) => Sort::set(self.sort(element, span)?),
            Type::Bag(element) => Sort::bag(self.sort(element, span)?),
            Type::Option(element) => Sort::option(self.sort(element, span)?),
            Type::Map(key, value) => Sort::map(self.sort(key, span)?, self.sort(value, span)?),
            Type::Tuple(parts) => Sort::Tuple(
                parts
                    .iter()
                    .map(|part| self.sort(part, span))
                    .collect::<Lowered<Vec<_>>>()?,
            ),
            Type::Adt(id, args) => self.adt_sort(*id, args, span)?,
            Type::Void => return unsupported("U099", span, "a value of type `void`"),
            Type::Resource => return unsupported("U098", span, "a resource as a value"),
            Type::Other(name) => return unsupported("U011", span, format!("the type `{name}`")),
            Type::Error => return unsupported("U097", span, "an expression without a type"),
        })
    }

    fn data_type(&self, ty: &Type) -> DataType {
        match &self.instantiated(ty) {
            Type::Frac => DataType::Share,
            Type::ZFrac => DataType::ZeroShare,
            Type::Enum(id) => DataType::Enum(self.enums.get(id).copied().unwrap_or(0)),
            _ => DataType::Plain,
        }
    }

    fn trust(&mut self, kind: &'static str, span: Span) {
        let entry = Trusted {
            kind,
            name: self.owner_name.clone(),
            span,
        };
        if !self.trusted.contains(&entry) {
            self.trusted.push(entry);
        }
    }
}
