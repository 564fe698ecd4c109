//! Core programs.

use crate::{Assertion, Expr, Semantics, Stmt};
use logic::Sort;
use text::span::Span;

/// Names a local, parameter or bound variable; unique in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// Names a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(pub u32);

/// Names a pure function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// Names a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PredicateId(pub u32);

/// What a value of a sort additionally is, for facts that hold by typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataType {
    /// Nothing more than its sort.
    Plain,
    /// A permission amount in (0, 1].
    Fraction,
    /// A permission amount in [0, 1].
    ZeroPermission,
    /// One of this many values, as integers from 0, which is `null`.
    Enum(usize),
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// The user's name; made-up ones are in angle brackets.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// What holds by typing.
    pub data: DataType,
    /// Where it is declared.
    pub span: Span,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The class.
    pub class: String,
    /// Sort of its values.
    pub sort: Sort,
    /// What holds by typing.
    pub data: DataType,
    /// `final`: readable without a permission, never written after construction.
    pub is_final: bool,
}

/// What a pure function is by definition.
#[derive(Clone, Debug)]
pub enum FunctionBody {
    /// Nothing is said: trusted to exist.
    Abstract,
    /// Its value.
    Expr(Expr),
}

/// A pure function.
#[derive(Clone, Debug)]
pub struct Function {
    /// `Class.name` or a plain name, with a number if overloaded.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Receiver first.
    pub params: Vec<LocalId>,
    /// Sort of its value.
    pub sort: Sort,
    /// What holds of the value by typing.
    pub data: DataType,
    /// The local that stands for the value in the postcondition.
    pub result: LocalId,
    /// What must hold and be readable.
    pub requires: Assertion,
    /// What holds of the value (pure).
    pub ensures: Assertion,
    /// Its definition.
    pub body: FunctionBody,
    /// The measure as written; none if not written.
    pub decreases: Option<Vec<Expr>>,
    /// `decreases assume;`: that its recursion ends is assumed.
    pub measure_assumed: bool,
    /// `inline`.
    pub inline: bool,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// `Class.name` or a plain name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Receiver first.
    pub params: Vec<LocalId>,
    /// None if abstract.
    pub body: Option<Assertion>,
    /// A token of locks or threads, which hides nothing.
    pub token: bool,
    /// Once it is there it is there for good, for everybody: a fact, which nobody can give away. Only tokens
    /// are.
    pub lasting: bool,
}

/// A method, constructor or other thing with a body to check.
#[derive(Clone, Debug)]
pub struct Method {
    /// `Class.name` or a plain name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Receiver, parameters, `given` parameters.
    pub params: Vec<LocalId>,
    /// Whether the first parameter is a receiver, which is not null.
    pub has_receiver: bool,
    /// Result (if any) and `yields`.
    pub results: Vec<LocalId>,
    /// Given at a call.
    pub requires: Assertion,
    /// Inhaled after a call.
    pub ensures: Assertion,
    /// None if abstract. Parameters are copied to assignable locals within.
    pub body: Option<Vec<Stmt>>,
    /// The measure as written.
    pub decreases: Option<Vec<Expr>>,
    /// `decreases assume;`: that it ends is assumed.
    pub measure_assumed: bool,
    /// Whether it might wait for other threads, or start one: a lock, `wait`, `fork`, `join`,
    /// `atomic`, a barrier.
    pub waits: bool,
    /// The first result is a new object.
    pub is_constructor: bool,
    /// Whether the contract could be lowered; if not, callers have no rule either.
    pub has_contract: bool,
    /// The first construct without a rule, if there is one.
    pub unsupported: Option<text::diagnostics::Diagnostic>,
}

/// A formula that the user asks to assume in every state.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// Its name, or where it stands.
    pub name: String,
    /// Its place.
    pub span: Span,
    /// The formula; it reads no heap.
    pub formula: Expr,
}

/// A core program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// By [`LocalId`].
    pub locals: Vec<Local>,
    /// By [`FieldId`].
    pub fields: Vec<Field>,
    /// By [`FunctionId`].
    pub functions: Vec<Function>,
    /// By [`PredicateId`].
    pub predicates: Vec<Predicate>,
    /// In order of the program text.
    pub methods: Vec<Method>,
    /// In order of the program text.
    pub axioms: Vec<Axiom>,
    /// Sorts of array elements that occur, in order.
    pub element_sorts: Vec<Sort>,
    /// What it means where readings differ.
    pub semantics: Semantics,
    /// Whether cells are read whose type has fewer values than their sort, such as those of an array of
    /// an enumeration; of locals, parameters and results it is said which they are.
    pub narrow_cells: bool,
    /// Whether some class extends another. Which objects then belong to no two classes is not said.
    pub inherits: bool,
}

impl Method {
    /// A method of which only the name is known.
    pub fn declared(name: String, span: Span) -> Self {
        Method {
            name,
            span,
            params: Vec::new(),
            has_receiver: false,
            results: Vec::new(),
            requires: Assertion::empty(span),
            ensures: Assertion::empty(span),
            body: None,
            decreases: None,
            measure_assumed: false,
            waits: false,
            is_constructor: false,
            has_contract: false,
            unsupported: None,
        }
    }
}

impl Program {
    /// A variable.
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }
    /// A field.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }
    /// Whether a field never changes once its object is constructed, so that reading it needs no
    /// permission.
    pub fn is_constant(&self, id: FieldId) -> bool {
        self.field(id).is_final && !self.semantics.finals_need_permission
    }
    /// A function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }
    /// A predicate.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }
}
