//! The forms of host code that are understood, all of them. What is not here is not understood: it may change whatever it
//! can reach, and a launch that depends on it is unchecked.
//!
//! Each form has a test of its name, `tests/it/forms/NAME.cu`.

use clang::tree::{BinaryOp, Expr, ExprKind, StmtKind, UnaryOp};

macro_rules! forms {
    ($($(#[doc = $doc:literal])+ $form:ident $name:literal,)*) => {
        /// A form of host code that is understood.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Form {
            $($(#[doc = $doc])+ $form,)*
        }

        impl Form {
            /// All of them.
            pub const ALL: &'static [Form] = &[$(Form::$form),*];

            /// The name, that of the form's test.
            pub fn name(self) -> &'static str {
                match self {
                    $(Form::$form => $name,)*
                }
            }
        }
    };
}

forms! {
    /// `k<<<grid, block, bytes, stream>>>(…)`.
    Chevrons "chevrons",
    /// `cudaLaunchKernel(k, grid, block, arguments, bytes, stream)`.
    LaunchFunction "launch-function",
    /// `cudaMalloc(&a, bytes)` and its like.
    Allocation "allocation",
    /// `cudaFree(a)` and its like: the launch needs memory that is not given back.
    Release "release",
    /// A function of C or of CUDA's run time that keeps no address.
    LibraryCall "library-call",
    /// `throw e`: the function is left.
    Throw "throw",
    /// `exit(1)`, a function that does not return.
    Exit "exit",
    /// `scanf("%d", &n)`, `std::cin >> n`: a number from outside.
    Scan "scan",
    /// `check(cudaMalloc(&a, n), "…")`: arguments of which one changes something, and the others are the same before and
    /// behind it.
    Check "check",
    /// `std::vector<T> v(n)`, `v.size()`: its length is followed, its elements are not.
    Container "container",
    /// An object whose destructor gives back what its members point to, and does nothing else.
    Owner "owner",
    /// A function that this file alone calls, if it has `main`: what other files may pass is kept apart.
    CalledHere "called-here",
    /// `std::min(a, b)`, `max(a, b)`.
    Extremum "extremum",
    /// A call of a function whose body is in the file.
    Helper "helper",
    /// A call of a method whose body is in the file.
    Method "method",
    /// `new T[n]`, `delete p`, `malloc(n)`: memory of the host, whose contents are not followed.
    HostMemory "host-memory",
    /// A lambda: what it captures is known to code that is not followed.
    Lambda "lambda",
    /// `dim3 d(x, y)`, `P p(n)`: an object made by a constructor.
    Construction "construction",
    /// `{ a, b }`.
    Aggregate "aggregate",
    /// `1`, `'a'`, `true`, `nullptr`, `""`.
    Constant "constant",
    /// `n`, also one of the file.
    Variable "variable",
    /// `a + b`, `a - b`, `a * b`, `-a`.
    Arithmetic "arithmetic",
    /// `a / b`, `a % b`.
    Division "division",
    /// `a << 3`, `a >> 3`, `1 << n`, `a & 31`, `a & ~31`.
    Bits "bits",
    /// `a < b`, `a && b`, `!a`.
    Truth "truth",
    /// `c ? a : b`.
    Choice "choice",
    /// `a = b`, `a += b`.
    Assignment "assignment",
    /// `a++`.
    Increment "increment",
    /// `sizeof(T)`.
    Sizeof "sizeof",
    /// A conversion between integers, or between pointers.
    Conversion "conversion",
    /// `p.width`, `p->width`.
    Field "field",
    /// `v[1]`.
    Element "element",
    /// `&n`, `*p`, `p + 1`.
    Pointer "pointer",
    /// A reference, a temporary.
    Reference "reference",
    /// `a, b`.
    Comma "comma",
    /// A declaration of variables.
    Declaration "declaration",
    /// `{ … }`, and what is tried.
    Block "block",
    /// `if`.
    If "if",
    /// `do { … } while (0)`.
    Once "once",
    /// A loop: what it changes is not known in it and behind it.
    Loop "loop",
    /// `for (int i = a; …; i++)`: at the begin of each iteration `i` is not smaller than `a`.
    Counter "counter",
    /// `for (x : v)`, as the loop that it stands for.
    RangeLoop "range-loop",
    /// A loop that exchanges pointers, or the numbers 0 and 1, in each iteration: they are known in each of its turns.
    Exchange "exchange",
    /// `for (int b = 64; b <= 512; b *= 2)`: a loop with few turns that are all known is executed turn by turn.
    Turns "turns",
    /// `if (n < 256) n = 256;`: of a number that has one of two values it is known when it has which.
    Meeting "meeting",
    /// `SIZES[level]`: an element of a small array of numbers or pointers that are known.
    Table "table",
    /// `k % 2 ? a : b`: a pointer that is one of two, where it is known what tells which, is passed to a kernel.
    Either "either",
    /// `switch`: what it changes is not known in it and behind it; a case that no other one falls into knows the value.
    Switch "switch",
    /// `goto` to a label below: nothing is known behind the label.
    Jump "jump",
    /// `return`.
    Return "return",
}

/// The form of an expression, if it is understood.
pub(crate) fn of_expression(expr: &Expr) -> Option<Form> {
    Some(match &expr.kind {
        ExprKind::Integer(_) | ExprKind::NullPointer | ExprKind::Zero | ExprKind::Text(_) => {
            Form::Constant
        }
        ExprKind::Variable(_) | ExprKind::Function(_) | ExprKind::This => Form::Variable,
        ExprKind::Field { .. } => Form::Field,
        ExprKind::Index { .. } => Form::Element,
        ExprKind::Unary { op, .. } => match op {
            UnaryOp::Plus | UnaryOp::Minus => Form::Arithmetic,
            UnaryOp::Not => Form::Bits,
            UnaryOp::LogicalNot => Form::Truth,
            UnaryOp::Address | UnaryOp::Deref => Form::Pointer,
            UnaryOp::PreIncrement
            | UnaryOp::PreDecrement
            | UnaryOp::PostIncrement
            | UnaryOp::PostDecrement => Form::Increment,
            UnaryOp::Extension => Form::Conversion,
            UnaryOp::Real | UnaryOp::Imag => return None,
        },
        ExprKind::Binary { op, .. } => match op {
            BinaryOp::Mul | BinaryOp::Add | BinaryOp::Sub => Form::Arithmetic,
            BinaryOp::Div | BinaryOp::Rem => Form::Division,
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::And | BinaryOp::Xor | BinaryOp::Or => {
                Form::Bits
            }
            BinaryOp::Lt
            | BinaryOp::Gt
            | BinaryOp::Le
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::LogicalAnd
            | BinaryOp::LogicalOr => Form::Truth,
            BinaryOp::Comma => Form::Comma,
            BinaryOp::Compare | BinaryOp::MemberPointer | BinaryOp::MemberPointerArrow => {
                return None;
            }
        },
        ExprKind::Assign { .. } => Form::Assignment,
        ExprKind::Conditional { .. } => Form::Choice,
        ExprKind::Cast { .. } => Form::Conversion,
        ExprKind::Call { .. } => Form::Helper,
        ExprKind::Method { .. } => Form::Method,
        ExprKind::Launch { .. } => Form::Chevrons,
        ExprKind::Construct { .. } => Form::Construction,
        ExprKind::InitList { .. } | ExprKind::Compound(_) => Form::Aggregate,
        ExprKind::Measure { .. } => Form::Sizeof,
        ExprKind::Temporary(_) => Form::Reference,
        ExprKind::New(_) | ExprKind::Delete(_) => Form::HostMemory,
        ExprKind::Lambda { .. } => Form::Lambda,
        ExprKind::Floating(_)
        | ExprKind::Swizzle { .. }
        | ExprKind::BinaryConditional { .. }
        | ExprKind::Common
        | ExprKind::OffsetOf { .. }
        | ExprKind::Block(_)
        | ExprKind::Reinterpret(_)
        | ExprKind::Shuffle(_)
        | ExprKind::ConvertVector(_)
        | ExprKind::Atomic { .. }
        | ExprKind::ArrayLoop { .. }
        | ExprKind::ArrayIndex
        | ExprKind::VaArg(_)
        | ExprKind::Throw(_)
        | ExprKind::EndLife(_)
        | ExprKind::Opaque(_) => return None,
    })
}

/// The form of a statement, if it is understood. An expression has its own.
pub(crate) fn of_statement(kind: &StmtKind) -> Option<Form> {
    Some(match kind {
        StmtKind::Block(_) | StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Attributed { .. } => {
            Form::Block
        }
        StmtKind::Declare(_) => Form::Declaration,
        StmtKind::If { .. } => Form::If,
        StmtKind::Do { .. } => Form::Once,
        StmtKind::While { .. } | StmtKind::For { .. } | StmtKind::ForRange { .. } => Form::Loop,
        StmtKind::Switch { .. } | StmtKind::Case { .. } | StmtKind::Default(_) => Form::Switch,
        StmtKind::Break | StmtKind::Continue => Form::Loop,
        StmtKind::Return(_) => Form::Return,
        StmtKind::Label { .. } | StmtKind::Goto(_) => Form::Jump,
        StmtKind::Asm { .. } | StmtKind::Opaque(_) => return None,
    })
}
