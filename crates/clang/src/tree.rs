//! The typed tree of a kernel and of everything that it reaches: no implicit conversion is left out,
//! names are resolved, templates are instances.

use std::collections::BTreeSet;
use text::span::Span;

use crate::kinds::{AttributeKind, CastKind};
use crate::place::{File, Place};
use crate::types::{AddressSpace, Qual, Target, Types};

/// A function, by its position in [`Unit::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A variable or parameter, by its position in [`Unit::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// A struct, class or union, by its position in [`Unit::records`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(pub u32);

/// An enumeration, by its position in [`Unit::enums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub u32);

/// A label of a function, unique in the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// The language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// OpenCL C.
    OpenCl,
    /// CUDA C++.
    Cuda,
}

/// What was read of one file: what kernels reach.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The language.
    pub language: Language,
    /// The machine.
    pub target: Target,
    /// The files; 0 is the one that was asked for.
    pub files: Vec<File>,
    /// The types.
    pub types: Types,
    /// Structs, classes and unions.
    pub records: Vec<Record>,
    /// Enumerations.
    pub enums: Vec<Enum>,
    /// Variables: global ones, parameters and local ones.
    pub variables: Vec<Variable>,
    /// Functions.
    pub functions: Vec<Function>,
    /// What lambdas capture.
    pub closures: Vec<Closure>,
    /// GPUVerify's `__axiom(e)` at file scope: functions that return `e`.
    pub axioms: Vec<FunctionId>,
}

/// What a lambda captures, for its body, where captured variables have the names that they have outside.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The closure's type.
    pub record: RecordId,
    /// Each variable with the field that holds it, or a reference to it; `None` for `this`.
    pub captures: Vec<(Option<VariableId>, FieldId)>,
}

/// An argument of a template's instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateArgument {
    /// A type.
    Type(Qual),
    /// A number, also of an enumeration or `bool`.
    Integer(i128),
    /// Several, for a parameter pack.
    Pack(Vec<TemplateArgument>),
    /// A function, variable, template or other thing, as clang writes it.
    Other(String),
}

/// A field of a record, by position; bases come before as fields of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldId {
    /// The record.
    pub record: RecordId,
    /// The position in [`Record::fields`].
    pub index: u32,
}

/// A struct, class or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// The name with namespaces and template arguments; empty for one without.
    pub name: String,
    /// Whether its fields share their place.
    pub union: bool,
    /// The closure of a lambda.
    pub lambda: bool,
    /// Whether its fields are known.
    pub complete: bool,
    /// Whether something is done when an object ends: its destructor, or that of a part, has a body.
    pub ends: bool,
    /// Whether a copy of an object is a copy of its bytes.
    pub copies: bool,
    /// Whether it may have virtual functions or bases, its own or inherited: which function a call of a
    /// member executes is then not known.
    pub dynamic: bool,
    /// The types that it inherits from, in order.
    pub bases: Vec<Qual>,
    /// The fields in order.
    pub fields: Vec<Field>,
    /// Sizes; `None` where they are not known: incomplete, with virtual functions or bases.
    pub layout: Option<Layout>,
    /// Where its name is.
    pub place: Place,
}

/// Bytes of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// `sizeof`.
    pub size: u64,
    /// `alignof`.
    pub align: u64,
    /// The offset of each base, in bytes.
    pub bases: Vec<u64>,
    /// The offset of each field, in bits.
    pub fields: Vec<u64>,
    /// Where a class that inherits from this one may begin to put its fields.
    pub data_size: u64,
}

/// A field of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name; empty for a nameless struct or union inside, and for what a lambda captures.
    pub name: String,
    /// The type.
    pub ty: Qual,
    /// The width of a bit field.
    pub bits: Option<u32>,
    /// `alignas`, in bytes.
    pub align: Option<u64>,
    /// Whether it lies at once behind what is before it.
    pub packed: bool,
    /// The initial value in the class.
    pub init: Option<Expr>,
    /// Where it is declared.
    pub place: Place,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The name with namespaces; empty for one without.
    pub name: String,
    /// The integer type below.
    pub underlying: Qual,
    /// Names and values in order.
    pub constants: Vec<(String, i128)>,
    /// Where it is declared.
    pub place: Place,
}

/// How long a variable lives, and who sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// A parameter.
    Parameter,
    /// Of a block of a function.
    Local,
    /// `static` in a function or class; shared memory in a function.
    Static,
    /// Of a file or namespace.
    Global,
    /// `extern`: with `__shared__`, dynamic shared memory.
    Extern,
}

/// A variable or parameter.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name; empty for a parameter without.
    pub name: String,
    /// The type.
    pub ty: Qual,
    /// How long it lives.
    pub storage: Storage,
    /// The memory that it is in, from its type or its attribute; `Default` for a local variable of CUDA
    /// and for a global one that has no attribute.
    pub space: AddressSpace,
    /// The initial value.
    pub init: Option<Expr>,
    /// `constexpr`.
    pub constexpr: bool,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// Where its name is.
    pub name_place: Place,
    /// Where it is declared.
    pub place: Place,
}

/// An attribute with what is known of its arguments.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Which.
    pub kind: AttributeKind,
    /// The integer arguments that are constant, in order.
    pub values: Vec<i128>,
    /// Where it is.
    pub place: Place,
}

/// What a function belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Membership {
    /// Nothing.
    Free,
    /// A class, which it gets no object of.
    StaticMethod(RecordId),
    /// A class; `this` is the object.
    Method(RecordId),
    /// It makes an object.
    Constructor(RecordId),
    /// It ends an object.
    Destructor(RecordId),
}

/// A function. Those of templates are instances.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name without namespaces and template arguments.
    pub name: String,
    /// The name with namespaces, classes and template arguments.
    pub qualified: String,
    /// The linker's name; empty where clang gives none.
    pub mangled: String,
    /// The template arguments.
    pub template_arguments: Vec<TemplateArgument>,
    /// The class it is of.
    pub membership: Membership,
    /// What it returns.
    pub result: Qual,
    /// What it takes.
    pub parameters: Vec<VariableId>,
    /// `...`.
    pub variadic: bool,
    /// `__global__`, `__kernel`.
    pub kernel: bool,
    /// It says that it does not return.
    pub noreturn: bool,
    /// Neither `__device__` nor `__global__`, although CUDA asks for one to call it on the device.
    pub host_only: bool,
    /// Generated or `= default`ed: a member-wise copy and the like.
    pub defaulted: bool,
    /// What a constructor does before its body.
    pub initializers: Vec<Initializer>,
    /// The body.
    pub body: Option<Stmt>,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// Where its name is.
    pub name_place: Place,
    /// Where all of it is.
    pub place: Place,
    /// Whether this program's headers declare it: its meaning is known by its name.
    pub own: bool,
}

impl Function {
    /// Whether no other file can name it.
    pub fn is_internal(&self) -> bool {
        self.mangled.starts_with("_ZL") || self.mangled.contains("_GLOBAL__N_")
    }
}

/// What a constructor initializes.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// What.
    pub target: InitializerTarget,
    /// With what.
    pub value: Expr,
}

/// What a constructor may initialize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitializerTarget {
    /// A field.
    Field(FieldId),
    /// A base class, by type.
    Base(Qual),
    /// The object, by another constructor of the same class.
    Delegate(Qual),
}

/// A part of host code that is not understood: it may do anything to what it can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// Why it is not.
    pub why: String,
    /// The words that it consists of, with those of the macros among them; none if that is not known.
    pub words: Option<BTreeSet<String>>,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it is.
    pub place: Place,
}

/// The statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `{ … }`.
    Block(Vec<Stmt>),
    /// `;`.
    Empty,
    /// An expression for its effect.
    Expr(Expr),
    /// Variables, in order; types and the like declare nothing that is left.
    Declare(Vec<VariableId>),
    /// `if`.
    If {
        /// `if (init; …)`, and a variable declared in the condition.
        before: Vec<Stmt>,
        /// The condition.
        condition: Expr,
        /// What follows if it holds; absent for the discarded part of `if constexpr`.
        then: Option<Box<Stmt>>,
        /// What follows if not.
        otherwise: Option<Box<Stmt>>,
        /// `if constexpr`.
        constexpr: bool,
    },
    /// `while`.
    While {
        /// A variable declared in the condition, anew each time.
        variable: Option<Box<Stmt>>,
        /// The condition.
        condition: Expr,
        /// The body.
        body: Box<Stmt>,
    },
    /// `do … while`.
    Do {
        /// The body.
        body: Box<Stmt>,
        /// The condition.
        condition: Expr,
    },
    /// `for`.
    For {
        /// What comes before.
        init: Option<Box<Stmt>>,
        /// A variable declared in the condition, anew each time.
        variable: Option<Box<Stmt>>,
        /// The condition; always true without.
        condition: Option<Expr>,
        /// What comes after each time.
        step: Option<Expr>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `for (x : range)`, with its parts as the language defines them.
    ForRange {
        /// The statement before, the range, its begin and its end.
        before: Vec<Stmt>,
        /// Whether to go on.
        condition: Expr,
        /// What comes after each time.
        step: Expr,
        /// The variable, anew each time.
        variable: Box<Stmt>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `switch`.
    Switch {
        /// `switch (init; …)`, and a variable declared in the condition.
        before: Vec<Stmt>,
        /// What is looked at.
        value: Expr,
        /// The body, with its cases somewhere inside.
        body: Box<Stmt>,
    },
    /// `case`; with `last`, a range of GCC's.
    Case {
        /// The first value.
        first: Expr,
        /// The last value of a range.
        last: Option<Expr>,
        /// What follows.
        body: Box<Stmt>,
    },
    /// `default`.
    Default(Box<Stmt>),
    /// `name:`.
    Label {
        /// Which.
        label: LabelId,
        /// Its name.
        name: String,
        /// What follows.
        body: Box<Stmt>,
    },
    /// `goto`.
    Goto(LabelId),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Expr>),
    /// A statement with attributes, such as `#pragma unroll`.
    Attributed {
        /// Which.
        attributes: Vec<Attribute>,
        /// The statement.
        body: Box<Stmt>,
    },
    /// Something that is not understood, in code of the host.
    Opaque(Opaque),
    /// Inline assembly, as written.
    Asm {
        /// All of it.
        text: String,
        /// The expressions that it reads and writes.
        operands: Vec<Expr>,
    },
}

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// A value.
    Value,
    /// A place in memory.
    Place,
    /// A place whose contents may be moved away.
    Expiring,
}

/// An expression with its type, category and place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Qual,
    /// What it stands for.
    pub category: Category,
    /// Where it is.
    pub place: Place,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    LogicalNot,
    Address,
    Deref,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    Real,
    Imag,
    Extension,
}

/// Binary operators without assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    Compare,
    And,
    Xor,
    Or,
    LogicalAnd,
    LogicalOr,
    Comma,
    MemberPointer,
    MemberPointerArrow,
}

/// How a conversion was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastForm {
    /// Not at all.
    Implicit,
    /// `(T)x`.
    C,
    /// `T(x)`.
    Functional,
    /// `static_cast`.
    Static,
    /// `reinterpret_cast`.
    Reinterpret,
    /// `const_cast`.
    Const,
    /// `dynamic_cast`.
    Dynamic,
    /// `addrspace_cast`.
    AddressSpace,
    /// `__builtin_bit_cast`.
    Bit,
}

/// `sizeof` and its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `sizeof`.
    Size,
    /// `alignof`, `__alignof`.
    Align,
    /// `vec_step`.
    VecStep,
}

/// What a lambda captures.
#[derive(Clone, Debug)]
pub struct Capture {
    /// The field of the closure.
    pub field: FieldId,
    /// The variable inside the lambda's body; `None` for `this`.
    pub variable: Option<VariableId>,
    /// The value, or for a capture by reference the place.
    pub value: Expr,
}

/// The expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer, character, `true`, `false`.
    Integer(i128),
    /// A floating number as clang writes it: enough digits to be exact.
    Floating(String),
    /// A string with its final zero.
    Text(Vec<u8>),
    /// `nullptr`.
    NullPointer,
    /// A variable or parameter.
    Variable(VariableId),
    /// A function.
    Function(FunctionId),
    /// `this`.
    This,
    /// `a.b`, `a->b`.
    Field {
        /// The object, or with `arrow` the pointer to it.
        base: Box<Expr>,
        /// `->`.
        arrow: bool,
        /// Which.
        field: FieldId,
    },
    /// `a.f` of a call `a.f(…)`.
    Method {
        /// The object, or with `arrow` the pointer to it.
        base: Box<Expr>,
        /// `->`.
        arrow: bool,
        /// Which.
        function: FunctionId,
    },
    /// `v.xyz`, `v.s01`, `v.hi`.
    Swizzle {
        /// The vector, or with `arrow` the pointer to it.
        base: Box<Expr>,
        /// `->`.
        arrow: bool,
        /// The elements' numbers, in order; past the count for the fourth of three.
        elements: Vec<u8>,
        /// As written.
        name: String,
    },
    /// `a[i]`; either side may be the pointer. Of a vector, an element.
    Index {
        /// Left of the bracket.
        base: Box<Expr>,
        /// Inside.
        index: Box<Expr>,
    },
    /// A unary operator.
    Unary {
        /// Which.
        op: UnaryOp,
        /// Its operand.
        operand: Box<Expr>,
    },
    /// A binary operator.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
    },
    /// `=`, `+=`, ….
    Assign {
        /// The operator of `+=` and the like, with the types that the left side is converted to and that
        /// the result has before it is converted back.
        op: Option<(BinaryOp, Qual, Qual)>,
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
    },
    /// `c ? a : b`.
    Conditional {
        /// The condition.
        condition: Box<Expr>,
        /// If it holds.
        then: Box<Expr>,
        /// If not.
        otherwise: Box<Expr>,
    },
    /// `a ?: b`: `common` is computed once; `condition` and `then` refer to it by [`ExprKind::Common`].
    BinaryConditional {
        /// `a`.
        common: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
        /// If it holds.
        then: Box<Expr>,
        /// `b`.
        otherwise: Box<Expr>,
    },
    /// The value that the nearest surrounding [`ExprKind::BinaryConditional`], [`ExprKind::ArrayLoop`] or
    /// rewritten operator computed before.
    Common,
    /// A conversion.
    Cast {
        /// What it does.
        kind: CastKind,
        /// How it was written.
        form: CastForm,
        /// Of what.
        operand: Box<Expr>,
    },
    /// A call; of an overloaded operator too: of a member, the first argument is the object.
    Call {
        /// What is called.
        callee: Box<Expr>,
        /// With what.
        arguments: Vec<Expr>,
        /// Whether it was written as an operator.
        operator: bool,
    },
    /// `k<<<grid, block, bytes, stream>>>(…)`.
    Launch {
        /// What is in the angles.
        configuration: Vec<Expr>,
        /// The kernel.
        callee: Box<Expr>,
        /// With what.
        arguments: Vec<Expr>,
    },
    /// An object made by a constructor.
    Construct {
        /// Which; a defaulted one has no body of its own, and means member by member.
        constructor: FunctionId,
        /// With what.
        arguments: Vec<Expr>,
        /// Whether the memory is set to zero before.
        zeroing: bool,
    },
    /// `{ a, b }` of an array, record or vector, one for each element or field in order; of a union, the
    /// one field.
    InitList {
        /// The values. Missing ones at an end are as `filler` says.
        values: Vec<Expr>,
        /// The value of all other elements of an array.
        filler: Option<Box<Expr>>,
        /// The field of a union.
        field: Option<FieldId>,
    },
    /// A vector or record or array made in an expression: `(float4)(…)`, `(T){…}`.
    Compound(Box<Expr>),
    /// A zero of its type.
    Zero,
    /// `sizeof` and its like.
    Measure {
        /// Which.
        measure: Measure,
        /// Of what.
        of: Qual,
        /// How much, where it is known.
        value: Option<u64>,
    },
    /// `offsetof`.
    OffsetOf {
        /// As written.
        text: String,
        /// The bytes, where all indices are constant.
        value: Option<u64>,
    },
    /// A lambda.
    Lambda {
        /// The closure's type.
        record: RecordId,
        /// The function that a call runs; absent where it is never called.
        function: Option<FunctionId>,
        /// What it captures.
        captures: Vec<Capture>,
    },
    /// A value put into memory that lasts as long as the full expression, or a reference to it.
    Temporary(Box<Expr>),
    /// GNU's `({ … })`: the last statement is the value.
    Block(Vec<Stmt>),
    /// `as_int(x)`, `__builtin_astype`: the same bytes as another type.
    Reinterpret(Box<Expr>),
    /// `__builtin_shufflevector` and OpenCL's like.
    Shuffle(Vec<Expr>),
    /// `__builtin_convertvector`.
    ConvertVector(Box<Expr>),
    /// An operation of C11's, by name: the pointer first.
    Atomic {
        /// `__c11_atomic_load`, ….
        name: String,
        /// The operands as clang orders them.
        operands: Vec<Expr>,
    },
    /// An array copied element by element: `element` refers to the array by [`ExprKind::Common`] and to
    /// the position by [`ExprKind::ArrayIndex`].
    ArrayLoop {
        /// The array.
        common: Box<Expr>,
        /// Its element.
        element: Box<Expr>,
    },
    /// The position in the nearest surrounding [`ExprKind::ArrayLoop`].
    ArrayIndex,
    /// `va_arg`.
    VaArg(Box<Expr>),
    /// `new T`, for host code.
    New(Vec<Expr>),
    /// `delete p`, for host code.
    Delete(Box<Expr>),
    /// `throw`, for host code.
    Throw(Option<Box<Expr>>),
    /// An object ends: `p->~T()`.
    EndLife(Box<Expr>),
    /// Something that is not understood, in code of the host.
    Opaque(Opaque),
}

impl Unit {
    /// A function.
    pub fn function(&self, id: FunctionId) -> Option<&Function> {
        self.functions.get(id.0 as usize)
    }

    /// A variable.
    pub fn variable(&self, id: VariableId) -> Option<&Variable> {
        self.variables.get(id.0 as usize)
    }

    /// A record.
    pub fn record(&self, id: RecordId) -> Option<&Record> {
        self.records.get(id.0 as usize)
    }

    /// The text of a range.
    pub fn slice(&self, span: Span) -> &str {
        self.files
            .get(span.file as usize)
            .map_or("", |file| file.source.slice(span))
    }
}
