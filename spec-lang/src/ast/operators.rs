//! The operators, and the one table of what is known about each: how it is written, how tightly
//! it binds, to which side, what it takes, and how the printer groups it.

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`.
    Neg,
    /// `+`.
    Plus,
    /// `!`.
    Not,
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `==>`.
    Implies,
    /// `<==>`.
    Iff,
    /// `-*`.
    Wand,
    /// `||`.
    Or,
    /// `&&`.
    And,
    /// `**`.
    Star,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// `\in`, `in`.
    In,
    /// `+`: numbers, sequences, bags, sets, strings, or a declared operator.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Mod,
    /// `\`: the fraction.
    Frac,
    /// `++`: concatenation, also `m ++ (k, v)`.
    Concat,
    /// `::`: prepend.
    Cons,
    /// `^^`: power.
    Pow,
    /// `&`, `|`, `^`, `<<`, `>>`, `>>>`: read, without meaning yet.
    BitAnd,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `>>>`.
    UShr,
    /// `\union`.
    Union,
    /// `\intersect` or `\cap`.
    Intersect,
    /// `\subset` (strict).
    Subset,
    /// `\subseteq`.
    SubsetEq,
}

/// `= += -= *= /= %=` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignOp {
    /// `=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Sub,
    /// `*=`.
    Mul,
    /// `/=`.
    Div,
    /// `%=`.
    Mod,
}

/// How tightly an infix operator binds, loosest first (VerCors 2.x).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Level {
    Equivalence,
    Implication,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Comparison,
    Shift,
    Sum,
    Product,
    Power,
    Sequence,
}

/// To which side a chain of operators of one level leans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Associativity {
    /// `a op b op c` is `(a op b) op c`.
    Left,
    /// `a op b op c` is `a op (b op c)`.
    Right,
}

/// What an infix operator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operands {
    /// Truth values, and assertions where an assertion may stand.
    Formulas,
    /// Two values of types that fit.
    Comparable,
    /// Two values of one ordered type; the result is a truth value.
    Ordered,
    /// A value and a collection.
    Membership,
    /// Numbers, or collections and strings where the type says what it means.
    Arithmetic,
    /// Sequences, elements, or a map and a pair.
    Sequences,
    /// Integers, or truth values.
    Bits,
    /// Two collections of one kind.
    Collections,
}

/// Groups of infix operators as the printer sees them, loosest first. Operators of the last two
/// groups are read differently by different tools, or are rare, so that they are always set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// `==> <==> -*`.
    Implication,
    /// `||`.
    Or,
    /// `&& **`.
    And,
    /// `== != < <= > >= \in \subset \subseteq`.
    Comparison,
    /// `+ -`.
    Sum,
    /// `* / %`.
    Product,
    /// `\ ++ :: ^^ \union \intersect`: tighter than comparisons in every grammar.
    Special,
    /// `& | ^ << >> >>>`.
    Bits,
}

/// What is known about an infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Its ASCII form, which the printer writes.
    pub symbol: &'static str,
    /// Other words for it; the lexer reads the characters of Unicode as the ASCII form.
    pub also: &'static [&'static str],
    /// How tightly it binds.
    pub level: Level,
    /// To which side it leans.
    pub associativity: Associativity,
    /// What it takes.
    pub operands: Operands,
    /// How the printer groups it.
    pub group: Group,
    /// Whether a class may declare it as a method.
    pub declarable: bool,
    /// Whether it says itself which permissions are held.
    pub permissions: bool,
    /// Where an assertion may stand: what it holds, the whole holds under some condition.
    pub assertions: Sides,
}

/// Sides of an infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Neither.
    Neither,
    /// The right one.
    Right,
    /// Both.
    Both,
}

impl BinaryOp {
    /// All of them.
    pub const ALL: &[BinaryOp] = &[
        BinaryOp::Implies,
        BinaryOp::Iff,
        BinaryOp::Wand,
        BinaryOp::Or,
        BinaryOp::And,
        BinaryOp::Star,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
        BinaryOp::In,
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Mod,
        BinaryOp::Frac,
        BinaryOp::Concat,
        BinaryOp::Cons,
        BinaryOp::Pow,
        BinaryOp::BitAnd,
        BinaryOp::BitOr,
        BinaryOp::BitXor,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::UShr,
        BinaryOp::Union,
        BinaryOp::Intersect,
        BinaryOp::Subset,
        BinaryOp::SubsetEq,
    ];

    /// What is known about it.
    pub const fn facts(self) -> Operator {
        use Associativity::{Left, Right};
        use Operands::{
            Arithmetic, Bits, Collections, Comparable, Formulas, Membership, Ordered, Sequences,
        };
        const fn row(
            symbol: &'static str,
            level: Level,
            associativity: Associativity,
            operands: Operands,
            group: Group,
        ) -> Operator {
            Operator {
                symbol,
                also: &[],
                level,
                associativity,
                operands,
                group,
                declarable: false,
                permissions: false,
                assertions: Sides::Neither,
            }
        }
        /// One that joins assertions.
        const fn joins(operator: Operator, assertions: Sides) -> Operator {
            Operator {
                assertions,
                ..operator
            }
        }
        /// One that a class may declare.
        const fn declared(operator: Operator) -> Operator {
            Operator {
                declarable: true,
                ..operator
            }
        }
        const fn also(operator: Operator, also: &'static [&'static str]) -> Operator {
            Operator { also, ..operator }
        }
        use Group as G;
        use Level as L;
        match self {
            BinaryOp::Implies => joins(
                row("==>", L::Implication, Right, Formulas, G::Implication),
                Sides::Right,
            ),
            BinaryOp::Iff => row("<==>", L::Equivalence, Left, Formulas, G::Implication),
            BinaryOp::Wand => Operator {
                permissions: true,
                assertions: Sides::Right,
                ..row("-*", L::Implication, Right, Formulas, G::Implication)
            },
            BinaryOp::Or => declared(row("||", L::Or, Left, Formulas, G::Or)),
            BinaryOp::And => joins(
                declared(row("&&", L::And, Left, Formulas, G::And)),
                Sides::Both,
            ),
            BinaryOp::Star => joins(row("**", L::And, Left, Formulas, G::And), Sides::Both),
            BinaryOp::Eq => row("==", L::Equality, Left, Comparable, G::Comparison),
            BinaryOp::Ne => row("!=", L::Equality, Left, Comparable, G::Comparison),
            BinaryOp::Lt => row("<", L::Comparison, Left, Ordered, G::Comparison),
            BinaryOp::Le => row("<=", L::Comparison, Left, Ordered, G::Comparison),
            BinaryOp::Gt => row(">", L::Comparison, Left, Ordered, G::Comparison),
            BinaryOp::Ge => row(">=", L::Comparison, Left, Ordered, G::Comparison),
            BinaryOp::In => also(
                row("\\in", L::Comparison, Left, Membership, G::Comparison),
                &["in", "\\memberof"],
            ),
            BinaryOp::Add => declared(row("+", L::Sum, Left, Arithmetic, G::Sum)),
            BinaryOp::Sub => declared(row("-", L::Sum, Left, Arithmetic, G::Sum)),
            BinaryOp::Mul => declared(row("*", L::Product, Left, Arithmetic, G::Product)),
            BinaryOp::Div => declared(row("/", L::Product, Left, Arithmetic, G::Product)),
            BinaryOp::Mod => declared(row("%", L::Product, Left, Arithmetic, G::Product)),
            BinaryOp::Frac => row("\\", L::Product, Left, Arithmetic, G::Special),
            BinaryOp::Concat => declared(row("++", L::Sequence, Left, Sequences, G::Special)),
            BinaryOp::Cons => declared(row("::", L::Sequence, Right, Sequences, G::Special)),
            BinaryOp::Pow => declared(row("^^", L::Power, Left, Arithmetic, G::Special)),
            BinaryOp::BitAnd => row("&", L::BitAnd, Left, Bits, G::Bits),
            BinaryOp::BitOr => row("|", L::BitOr, Left, Bits, G::Bits),
            BinaryOp::BitXor => row("^", L::BitXor, Left, Bits, G::Bits),
            BinaryOp::Shl => row("<<", L::Shift, Left, Bits, G::Bits),
            BinaryOp::Shr => row(">>", L::Shift, Left, Bits, G::Bits),
            BinaryOp::UShr => row(">>>", L::Shift, Left, Bits, G::Bits),
            BinaryOp::Union => row("\\union", L::Sum, Left, Collections, G::Special),
            BinaryOp::Intersect => also(
                row("\\intersect", L::Product, Left, Collections, G::Special),
                &["\\cap"],
            ),
            BinaryOp::Subset => row("\\subset", L::Comparison, Left, Collections, G::Comparison),
            BinaryOp::SubsetEq => row(
                "\\subseteq",
                L::Comparison,
                Left,
                Collections,
                G::Comparison,
            ),
        }
    }

    /// Its ASCII form.
    pub const fn symbol(self) -> &'static str {
        self.facts().symbol
    }

    /// The operator of this form.
    pub fn of_symbol(symbol: &str) -> Option<BinaryOp> {
        BinaryOp::ALL.iter().copied().find(|op| {
            let facts = op.facts();
            facts.symbol == symbol || facts.also.contains(&symbol)
        })
    }
}

impl UnaryOp {
    /// Its form.
    pub const fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::Plus => "+",
            UnaryOp::Not => "!",
        }
    }
}

impl AssignOp {
    /// All of them.
    pub const ALL: &[AssignOp] = &[
        AssignOp::Set,
        AssignOp::Add,
        AssignOp::Sub,
        AssignOp::Mul,
        AssignOp::Div,
        AssignOp::Mod,
    ];

    /// Its form.
    pub const fn symbol(self) -> &'static str {
        match self {
            AssignOp::Set => "=",
            AssignOp::Add => "+=",
            AssignOp::Sub => "-=",
            AssignOp::Mul => "*=",
            AssignOp::Div => "/=",
            AssignOp::Mod => "%=",
        }
    }

    /// The assignment of this form.
    pub fn of_symbol(symbol: &str) -> Option<AssignOp> {
        let mut all = AssignOp::ALL.iter().copied();
        all.find(|op| op.symbol() == symbol)
    }

    /// The operator between the old value and the right side; none for `=`, which does not read
    /// the old value.
    pub const fn operator(self) -> Option<BinaryOp> {
        match self {
            AssignOp::Set => None,
            AssignOp::Add => Some(BinaryOp::Add),
            AssignOp::Sub => Some(BinaryOp::Sub),
            AssignOp::Mul => Some(BinaryOp::Mul),
            AssignOp::Div => Some(BinaryOp::Div),
            AssignOp::Mod => Some(BinaryOp::Mod),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_names_one_operator() {
        for op in BinaryOp::ALL {
            let facts = op.facts();
            for form in [&[facts.symbol], facts.also].concat() {
                assert_eq!(BinaryOp::of_symbol(form), Some(*op));
            }
            assert_eq!(op.symbol(), facts.symbol);
        }
        for op in AssignOp::ALL {
            assert_eq!(AssignOp::of_symbol(op.symbol()), Some(*op));
        }
    }

    #[test]
    fn one_level_leans_to_one_side() {
        for one in BinaryOp::ALL {
            for other in BinaryOp::ALL {
                let (one, other) = (one.facts(), other.facts());
                let mixed = one.level == Level::Sequence;
                if one.level == other.level && !mixed {
                    assert_eq!(one.associativity, other.associativity);
                }
            }
        }
    }
}
