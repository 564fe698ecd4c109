//! GPUVerify's annotations, and `assert`.

use super::BuiltinCall;
use crate::Lowered;
use crate::builder::Builder;
use crate::builder::ResultTo;
use crate::call::direct;
use crate::convert::{binary, compare, resized, select, truth};
use crate::known::{self, Meaning, Says, Speaks, Spec};
use crate::types::Shape;
use clang::tree::{Expr as CExpr, ExprKind as C, Function};
use kernel_graph::{Annotation, BinaryOp, CastOp, CompareOp, Expr, ExprKind, Scalar, StmtKind};
use text::code::Code;
use text::diagnostics::Diagnostic;

impl Builder<'_> {
    /// Does something that takes no part in races.
    fn as_ghost<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let before = std::mem::replace(&mut self.tables.ghost, true);
        let result = work(self);
        self.tables.ghost = before;
        result
    }

    fn say(&mut self, annotation: Annotation) {
        self.push(StmtKind::Annotation(annotation));
    }

    /// `__assert(e)` and its like.
    pub(crate) fn annotation(
        &mut self,
        call: &BuiltinCall<'_>,
        what: Says,
        of: Speaks,
    ) -> Lowered<Option<Expr>> {
        let make: fn(Expr) -> Annotation = match what {
            Says::Assert | Says::ProgramAssert => Annotation::Assert,
            Says::Assume => Annotation::Assume,
            Says::Invariant => Annotation::Invariant,
            Says::Candidate => Annotation::Candidate,
            Says::Requires => Annotation::Requires,
            Says::Ensures => Annotation::Ensures,
        };
        let [e] = call.arguments else {
            return self.refuse(Code::K204, "this annotation");
        };
        let before = std::mem::replace(&mut self.of_entry, what == Says::Ensures);
        let said = match what == Says::ProgramAssert {
            true => self.truth(e),
            false => self.as_ghost(|b| b.truth(e)),
        };
        self.of_entry = before;
        let said = said?;
        let said = make(said);
        self.say(match of {
            Speaks::Here => said,
            Speaks::Everywhere => Annotation::Everywhere(Box::new(said)),
            Speaks::EveryLoop => Annotation::EveryLoop(Box::new(said)),
        });
        Ok(None)
    }

    fn ghost_value(&mut self, e: &CExpr) -> Lowered<Expr> {
        self.as_ghost(|b| b.value(e))
    }

    fn ghost_truth(&mut self, e: &CExpr) -> Lowered<Expr> {
        Ok(truth(self.ghost_value(e)?))
    }

    /// "Of both threads", GPUVerify's `__all`.
    pub(crate) fn of_both(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        self.spec(call, Spec::All)
    }

    /// Functions that stand within annotations, and annotations about arrays.
    pub(crate) fn spec(&mut self, call: &BuiltinCall<'_>, which: Spec) -> Lowered<Option<Expr>> {
        let scalar = match self.shape(call.e.ty.id)? {
            Shape::Scalar(scalar, _) => scalar,
            Shape::Void => Scalar::Bool,
            Shape::Object => return self.refuse(Code::K204, "this annotation"),
        };
        if let Some(said) = self.statement(call, which)? {
            self.say(said);
            return Ok(None);
        }
        let test = |kind: ExprKind| Expr::new(Scalar::Bool, kind);
        let other = |e: &Expr| Expr::new(e.scalar, ExprKind::Other(Box::new(e.clone())));
        let accessed = |write: bool, array: Expr| {
            test(ExprKind::Accessed {
                write,
                array: Box::new(array),
            })
        };
        let value = match (which, call.arguments) {
            (Spec::Implies, [a, b]) => {
                let (a, b) = (self.truth_of(a)?, self.truth_of(b)?);
                select(a, b, Expr::bool_(true))
            }
            (Spec::Enabled, []) => test(ExprKind::Enabled),
            (Spec::EnabledAbove, []) => test(ExprKind::EnabledAbove),
            (Spec::SameBlock, []) => test(ExprKind::SameBlock),
            (Spec::All, [e]) => {
                let value = self.ghost_truth(e)?;
                let other = other(&value);
                binary(BinaryOp::And, value, other)
            }
            (Spec::Exclusive, [e]) => {
                let value = self.ghost_truth(e)?;
                let other = other(&value);
                binary(BinaryOp::And, value, other).negated()
            }
            (Spec::Uniform | Spec::Distinct, [e]) => {
                let value = self.ghost_value(e)?;
                let other = other(&value);
                let op = match which == Spec::Uniform {
                    true => CompareOp::Eq,
                    false => CompareOp::Ne,
                };
                compare(op, value, other)
            }
            (Spec::Other, [e]) => other(&self.ghost_value(e)?),
            (Spec::Base, [e]) => self.array_of(e, scalar)?,
            (Spec::OtherBase, [e]) => other(&self.array_of(e, scalar)?),
            (Spec::OffsetIn, [e]) => {
                let value = self.ghost_value(e)?;
                Expr::new(scalar, ExprKind::OffsetIn(Box::new(value)))
            }
            (Spec::Accessed(write, turned), [array]) => {
                let logged = accessed(write, self.ghost_value(array)?);
                if turned { logged.negated() } else { logged }
            }
            (Spec::AccessedImplies(write, turned), [array, what]) => {
                let logged = accessed(write, self.ghost_value(array)?);
                let what = self.ghost_truth(what)?;
                match turned {
                    true => select(logged, Expr::bool_(true), what),
                    false => select(logged, what, Expr::bool_(true)),
                }
            }
            (Spec::AccessOffset(write), [array]) => {
                let array = Box::new(self.ghost_value(array)?);
                Expr::new(scalar, ExprKind::AccessOffset { write, array })
            }
            (Spec::Old, [e]) => {
                let value = self.ghost_value(e)?;
                Expr::new(value.scalar, ExprKind::Old(Box::new(value)))
            }
            (Spec::Result, []) => match self.function.result == Some(scalar) {
                true => Expr::new(scalar, ExprKind::Result),
                false => return self.another_type(),
            },
            (Spec::Ite, [c, a, b]) => {
                let c = self.truth_of(c)?;
                let (a, b) = (self.value(a)?, self.value(b)?);
                select(c, a, b)
            }
            (Spec::ModPow2, [a, b]) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let one = crate::convert::one(b.scalar);
                let mask = binary(BinaryOp::Sub, b, one);
                binary(BinaryOp::And, a, mask)
            }
            (Spec::NoOverflow, [first, rest @ ..]) => self.no_overflow(first, rest)?,
            (Spec::Sum, [a, b]) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.fitting_sum((a, b), self.signed(call.e.ty.id))
            }
            (Spec::Taken, [array, offset, value]) => {
                let signed = self.signed(offset.ty.id);
                let element = self.pointee(array.ty.id)?;
                let array = self.ghost_value(array)?;
                let offset = self.ghost_value(offset)?;
                let address = self.advance(array, offset, signed, element.id, false)?;
                let value = self.ghost_value(value)?;
                test(ExprKind::Taken(Box::new(address), Box::new(value)))
            }
            _ => return self.refuse(Code::K204, "this annotation"),
        };
        Ok(Some(self.as_scalar(value, scalar)))
    }

    /// An annotation that is a statement of its own.
    fn statement(&mut self, call: &BuiltinCall<'_>, which: Spec) -> Lowered<Option<Annotation>> {
        Ok(Some(match (which, call.arguments) {
            (Spec::BarrierInvariant(pairs), [what, threads @ ..]) => {
                let what = self.ghost_truth(what)?;
                let mut numbers = Vec::new();
                for thread in threads {
                    numbers.push(self.ghost_value(thread)?);
                }
                Annotation::BarrierInvariant {
                    what,
                    pairs,
                    threads: numbers,
                }
            }
            (Spec::ReadPermission, [e]) => Annotation::ReadPermission(self.ghost_value(e)?),
            (Spec::Footprint(write), [e]) => Annotation::Footprint {
                write,
                array: self.ghost_value(e)?,
                only: Vec::new(),
            },
            (Spec::Fresh, [e]) => Annotation::Fresh(self.ghost_value(e)?),
            _ => return Ok(None),
        }))
    }

    /// The address where the function at work puts its result, if an expression says so
    /// (`__return_val_int4()`): the result is an object.
    pub(crate) fn result_object(&mut self, e: &CExpr) -> Lowered<Option<Expr>> {
        let C::Call {
            callee, arguments, ..
        } = &e.kind
        else {
            return Ok(None);
        };
        let Some(C::Function(id)) = direct(callee) else {
            return Ok(None);
        };
        let function = self.types.unit.function(*id);
        let named = function.is_some_and(|function| {
            let known = known::meaning(&function.name, self.types.unit.language);
            function.own && matches!(known, Some(Meaning::Spec(Spec::Result)))
        });
        if !named || !arguments.is_empty() {
            return Ok(None);
        }
        match (&self.result, self.result_type == Some(e.ty.id)) {
            (ResultTo::Memory(_), true) => Ok(Some(Expr::new(Scalar::Pointer, ExprKind::Result))),
            _ => self.another_type(),
        }
    }

    /// Says that an annotation takes the function for one of another type.
    fn another_type<T>(&self) -> Lowered<T> {
        Err(Box::new(
            Diagnostic::error(
                Code::K208,
                self.place.expansion,
                "the function does not give a value of this type".to_owned(),
            )
            .with_note("a kernel that reaches it is unknown"),
        ))
    }

    /// A truth value or number as the type that a call gives.
    fn as_scalar(&self, value: Expr, scalar: Scalar) -> Expr {
        match (value.scalar, scalar) {
            (Scalar::Bool, Scalar::Int(_)) => crate::convert::cast(CastOp::FromBool, value, scalar),
            (_, Scalar::Bool) => truth(value),
            _ => value,
        }
    }

    fn array_of(&mut self, e: &CExpr, scalar: Scalar) -> Lowered<Expr> {
        let value = self.ghost_value(e)?;
        Ok(Expr::new(scalar, ExprKind::ArrayOf(Box::new(value))))
    }

    /// A condition outside of an annotation reads memory as any does.
    fn truth_of(&mut self, e: &CExpr) -> Lowered<Expr> {
        Ok(truth(self.value(e)?))
    }

    /// A sum that the user takes to fit.
    fn fitting_sum(&mut self, (a, b): (Expr, Expr), signed: bool) -> Expr {
        let wide = |e: &Expr| resized(e.clone(), Scalar::Int(64), signed);
        let exact = binary(BinaryOp::Add, wide(&a), wide(&b));
        let sum = binary(BinaryOp::Add, a, b);
        let narrow = matches!(sum.scalar, Scalar::Int(bits) if bits < 64);
        // Within an annotation it may be a part that is not meant.
        if narrow && !self.tables.ghost {
            let fits = compare(CompareOp::Eq, exact, wide(&sum));
            self.say(Annotation::Assume(fits));
        }
        sum
    }

    /// Whether a sum of words is the sum of their values, read without a sign.
    fn no_overflow(&mut self, first: &CExpr, rest: &[CExpr]) -> Lowered<Expr> {
        let mut sum = resized(self.value(first)?, Scalar::Int(64), false);
        for e in rest {
            let next = resized(self.value(e)?, Scalar::Int(64), false);
            sum = binary(BinaryOp::Add, sum, next);
        }
        let narrow = resized(sum.clone(), Scalar::Int(32), false);
        let back = resized(narrow, Scalar::Int(64), false);
        Ok(compare(CompareOp::Eq, sum, back))
    }

    /// Whether `DECLARE_UF_UNARY` and its like declare the function.
    pub(crate) fn is_uninterpreted(&self, function: &Function) -> bool {
        let files = &self.types.unit.files;
        !function.own
            && function.attributes.iter().any(|attribute| {
                let file = attribute.place.text_span().file as usize;
                attribute.kind == clang::kinds::AttributeKind::ConstAttr
                    && files
                        .get(file)
                        .is_some_and(|file| file.role == clang::place::Role::Own)
            })
    }

    /// A function that the program declares as uninterpreted.
    pub(crate) fn uninterpreted(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let mut values = Vec::new();
        for argument in call.arguments {
            let value = self.value(argument)?;
            values.push(self.evaluated(value));
        }
        let (scalar, _) = self.scalar(call.e.ty.id)?;
        let kind = ExprKind::Uninterpreted(call.name.to_owned(), values);
        Ok(Some(Expr::new(scalar, kind)))
    }
}
