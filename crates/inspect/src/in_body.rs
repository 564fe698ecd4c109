//! `__requires(…)` and `assert(…)` at the start of a kernel as clauses of its contract: where an assertion fails the device
//! stops, so that nobody wants such a launch.
//!
//! It is one if it compares parameters, sizes and literals so that the arithmetic of the machine and whole numbers agree:
//! every conversion in it keeps the value. Of all else the statement is what it is: an assumption.

use crate::written::Written;
use clang::place::Role;
use clang::tree::{
    BinaryOp, Expr, ExprKind, Function, FunctionId, Stmt, StmtKind, UnaryOp, Unit, VariableId,
};
use clang::types::{Qual, Type};
use contracts::{Argument, Axis, Clause, Number, Relation, Size, Value};
use text::source::SourceFile;
use text::span::Span;

/// The clauses that a kernel's first statements say, each with its statement.
pub(crate) fn in_body(unit: &Unit, function: &Function, file: &SourceFile) -> Vec<(Written, Span)> {
    let reader = Reader { unit, function };
    let stmts = match function.body.as_ref().map(|body| &body.kind) {
        Some(StmtKind::Block(stmts)) => stmts.as_slice(),
        _ => &[],
    };
    // Behind anything else a parameter may have another value.
    let first = stmts.iter().map_while(|stmt| reader.required(stmt));
    let clauses = first.filter_map(|(says, condition, span)| {
        let clauses = reader.condition(condition)?;
        let line = file.line_column(span.start as usize).line;
        let evidence = match span.file {
            0 => format!("`{says}` in line {line}"),
            _ => format!("`{says}` in a header"),
        };
        Some((Written { clauses, evidence }, span))
    });
    clauses.collect()
}

struct Reader<'a> {
    unit: &'a Unit,
    function: &'a Function,
}

/// An integer as the machine has it, whose value is that of a whole number.
struct Whole {
    number: Number,
    /// The bits of its type.
    bits: u64,
    /// Whether its type has a sign.
    signed: bool,
    /// Whether it is never negative.
    natural: bool,
    /// A literal's value.
    literal: Option<i128>,
    /// Whether nothing is known of it but whether it is 0.
    zero_alone: bool,
}

impl<'a> Reader<'a> {
    /// The condition of a statement `__requires(…)` or `assert(…)`, with the word that the programmer wrote.
    fn required(&self, stmt: &'a Stmt) -> Option<(&'static str, &'a Expr, Span)> {
        let StmtKind::Expr(expr) = &stmt.kind else {
            return None;
        };
        let expr = without_casts(expr);
        let ExprKind::Call {
            callee, arguments, ..
        } = &expr.kind
        else {
            return None;
        };
        match (self.called(callee), arguments.as_slice()) {
            (Some("__requires"), [condition]) => Some(("__requires", condition, expr.place.span)),
            // What our header has for the macro.
            (Some("__alp_assert"), [condition]) => Some(("assert", condition, expr.place.span)),
            _ => None,
        }
    }

    /// The name of a function of our own headers.
    fn called(&self, callee: &Expr) -> Option<&'a str> {
        let ExprKind::Function(id) = &without_casts(callee).kind else {
            return None;
        };
        let function: &'a Function = self.unit.function(FunctionId(id.0))?;
        function.own.then_some(function.name.as_str())
    }

    fn condition(&self, expr: &Expr) -> Option<Vec<Clause>> {
        // Each conversion of a boolean keeps whether it is zero.
        let ExprKind::Binary { op, left, right } = &without_casts(expr).kind else {
            return None;
        };
        let relation = match op {
            BinaryOp::LogicalAnd => {
                let mut all = self.condition(left)?;
                all.extend(self.condition(right)?);
                return Some(all);
            }
            BinaryOp::Lt => Relation::Less,
            BinaryOp::Le => Relation::AtMost,
            BinaryOp::Gt => Relation::More,
            BinaryOp::Ge => Relation::AtLeast,
            BinaryOp::Eq => Relation::Equal,
            BinaryOp::Ne => Relation::Different,
            _ => return None,
        };
        let (left, right) = (self.whole(left)?, self.whole(right)?);
        let equality = matches!(relation, Relation::Equal | Relation::Different);
        let known =
            |one: &Whole, other: &Whole| !one.zero_alone || (equality && other.literal == Some(0));
        let fits = known(&left, &right) && known(&right, &left);
        let clause = Clause::Compare(left.number, relation, right.number);
        // What is printed is what is meant.
        let again = Clause::parse(&clause.to_string());
        (fits && again.as_deref() == Ok(std::slice::from_ref(&clause))).then(|| vec![clause])
    }

    fn whole(&self, expr: &Expr) -> Option<Whole> {
        let (bits, signed) = self.integer(expr.ty)?;
        let of = |number: Number| Whole {
            number,
            bits,
            signed,
            natural: !signed,
            literal: None,
            zero_alone: false,
        };
        let literal = |value: i128| Whole {
            natural: value >= 0,
            literal: Some(value),
            ..of(Number::Literal(value.into()))
        };
        Some(match &expr.kind {
            ExprKind::Integer(value) => literal(*value),
            ExprKind::Unary {
                op: UnaryOp::Minus,
                operand,
            } if signed => literal(self.whole(operand)?.literal?.checked_neg()?),
            ExprKind::Cast { operand, .. } => {
                let inner = self.whole(operand)?;
                kept(&inner, (bits, signed)).then_some(Whole {
                    bits,
                    signed,
                    natural: inner.natural || !signed,
                    ..inner
                })?
            }
            ExprKind::Variable(id) => of(self.parameter(*id)?),
            ExprKind::Field { base, field, .. } => of(self.size(base, field.index)?),
            ExprKind::Call {
                callee, arguments, ..
            } => {
                let size = match self.called(callee)? {
                    "get_local_size" => Size::Block,
                    "get_num_groups" => Size::Grid,
                    _ => return None,
                };
                let [dimension] = arguments.as_slice() else {
                    return None;
                };
                let dimension = self.whole(dimension)?.literal?;
                let axis = Axis::ALL.get(usize::try_from(dimension).ok()?)?;
                of(Number::Value(Value::Size(size, *axis)))
            }
            ExprKind::Binary {
                op: BinaryOp::Rem,
                left,
                right,
            } => {
                let (left, right) = (self.whole(left)?, self.whole(right)?);
                let divides = right.literal.is_some_and(|value| value > 0);
                if !divides || left.zero_alone {
                    return None;
                }
                Whole {
                    natural: left.natural,
                    // The machine's remainder has the sign of the dividend.
                    zero_alone: !left.natural,
                    ..of(Number::Remainder(
                        Box::new(left.number),
                        Box::new(right.number),
                    ))
                }
            }
            _ => return None,
        })
    }

    /// Bits and sign of an integer type; none of booleans.
    fn integer(&self, ty: Qual) -> Option<(u64, bool)> {
        let Type::Int(kind) = self.unit.types.get(ty.id) else {
            return None;
        };
        let opencl = self.unit.language == clang::tree::Language::OpenCl;
        let bits = kind.bytes(self.unit.target, opencl).checked_mul(8)?;
        (*kind != clang::types::IntKind::Bool).then_some((bits, kind.signed()))
    }

    fn parameter(&self, id: VariableId) -> Option<Number> {
        let own = self.function.parameters.contains(&id);
        let variable = self.unit.variable(id).filter(|_| own)?;
        // What is passed for a narrower one may be cut off.
        let (bits, _) = self.integer(variable.ty)?;
        if bits < 32 {
            return None;
        }
        let name = Argument::new(&variable.name).ok()?;
        Some(Number::Value(Value::Argument(name)))
    }

    /// `blockDim.x` and its like.
    fn size(&self, base: &Expr, index: u32) -> Option<Number> {
        let ExprKind::Variable(id) = &base.kind else {
            return None;
        };
        let variable = self.unit.variable(*id)?;
        let file = variable.name_place.span.file as usize;
        let own = self.unit.files.get(file)?.role == Role::Own;
        let size = match variable.name.as_str() {
            "blockDim" if own => Size::Block,
            "gridDim" if own => Size::Grid,
            _ => return None,
        };
        let axis = Axis::ALL.get(usize::try_from(index).ok()?)?;
        Some(Number::Value(Value::Size(size, *axis)))
    }
}

/// Whether a conversion to a type of so many bits, with or without a sign, keeps a value.
fn kept(inner: &Whole, (bits, signed): (u64, bool)) -> bool {
    if let Some(value) = inner.literal {
        let room = bits - u64::from(signed);
        let most = 1i128.checked_shl(u32::try_from(room).unwrap_or(u32::MAX));
        return most.is_none_or(|most| value < most)
            && (value >= 0 || (signed && most.is_none_or(|most| value >= -most)));
    }
    let needed = inner.bits - u64::from(inner.signed);
    let room = bits - u64::from(signed);
    needed <= room && (signed || inner.natural)
}

fn without_casts(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => without_casts(operand),
        _ => expr,
    }
}
