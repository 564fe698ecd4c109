//! What calls of CUDA's and OpenCL's own functions become: a rule for each [`Meaning`].

mod annotation;
mod atomics;
mod copies;
mod groups;
mod halves;
mod images;
mod memory;
mod numbers;
mod random;
mod sync;
mod threads;

pub(crate) use self::sync::ALL;

use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, cast};
use crate::known::{self, Compiler, Meaning};
use crate::types::Shape;
use clang::tree::{Expr as CExpr, ExprKind as C, FunctionId};
use kernel_graph::{
    Atom, BinaryOp, Callee, CastOp, Expr, ExprKind, LANE_OF_ROW, Scalar, StmtKind, Terminator,
};
use text::code::Code;

/// A call that is being lowered.
pub(crate) struct BuiltinCall<'c> {
    /// The name without namespaces.
    pub name: &'c str,
    /// The call, for its type.
    pub e: &'c CExpr,
    /// The arguments as written.
    pub arguments: &'c [CExpr],
    /// Where an object goes.
    pub to: Option<&'c Expr>,
}

impl Builder<'_> {
    /// A call of a function without a body.
    pub(crate) fn own_call(
        &mut self,
        e: &CExpr,
        id: FunctionId,
        arguments: &[CExpr],
        to: Option<&Expr>,
    ) -> Lowered<Option<Expr>> {
        let Some(function) = self.types.unit.function(id) else {
            return self.refuse(Code::K204, "this function");
        };
        let language = self.types.unit.language;
        let name = function.name.clone();
        let call = BuiltinCall {
            name: &name,
            e,
            arguments,
            to,
        };
        if self.is_uninterpreted(function) {
            return self.uninterpreted(&call);
        }
        if let clang::tree::Membership::Method(record) = function.membership {
            if function.own && self.is_half(record) {
                return self.half_operator(&call);
            }
            return self.refuse(Code::K204, &format!("`{}`", function.qualified));
        }
        // A function that the program declares is one of the language's only if it has just its name,
        // outside of all namespaces.
        let outermost = function.qualified == function.name;
        let declared = outermost && known::is_reserved(&name, language);
        let known = match function.own {
            true => known::meaning(&name, language),
            false if declared => known::named(&name, language),
            false => None,
        };
        match known {
            Some(meaning) => self.meant(&call, meaning),
            None if function.own => self.refuse(Code::K204, &format!("`{name}`")),
            None => {
                let value = self.external(&call)?;
                if function.noreturn {
                    self.end(Terminator::Unreachable);
                }
                Ok(value)
            }
        }
    }

    fn meant(&mut self, call: &BuiltinCall<'_>, meaning: Meaning) -> Lowered<Option<Expr>> {
        match meaning {
            Meaning::Number(number) => self.number(call, number),
            Meaning::Barrier(group, orders) => self.barrier_call(call, group, orders),
            Meaning::BarrierVote(vote) => self.barrier_vote(call, vote),
            Meaning::BlockValue => self.block_value_call(call),
            Meaning::Fence(group) => self.fence_call(call, group),
            Meaning::Warp(op, mask) => self.collective(call, op, mask),
            Meaning::OfWarp => self.of_warp(call),
            Meaning::MatchAll => self.match_all(call),
            Meaning::VoteOrBoth => self.vote_or_both(call),
            Meaning::Atomic(what, group) => self.atomic_call(call, what, group),
            Meaning::Cooperative(which) => self.cooperative(call, which),
            Meaning::Says(what, of) => self.annotation(call, what, of),
            Meaning::Spec(which) => self.spec(call, which),
            Meaning::Whole(which) => self.pure(call, Some(which)),
            Meaning::Pure => self.pure(call, None),
            Meaning::PureWhole => self.pure_whole(call),
            Meaning::Make => self.make(call),
            Meaning::Convert => self.conversion(call),
            Meaning::Bits => self.bits(call),
            Meaning::TowardsZero | Meaning::Nearest => self.plain_conversion(call),
            Meaning::Unknown => {
                if call.arguments.iter().any(|a| self.is_pointer(a.ty.id)) {
                    return self.external(call);
                }
                self.values(call.arguments)?;
                self.arbitrary(call)
            }
            Meaning::Memory(how) => self.memory(call, how),
            Meaning::Async(how) => self.async_call(call, how),
            Meaning::Compiler(what) => self.compiler(call, what),
            Meaning::Nothing => {
                self.values(call.arguments)?;
                self.arbitrary(call)
            }
            Meaning::Print => self.print(call),
            Meaning::ImageRead => self.image_read(call),
            Meaning::ImageWrite => self.image_write(call),
            Meaning::External => self.external(call),
            Meaning::Refused(what) => self.refuse(Code::K204, what),
        }
    }

    fn compiler(&mut self, call: &BuiltinCall<'_>, what: Compiler) -> Lowered<Option<Expr>> {
        match what {
            Compiler::First | Compiler::Aligned => {
                let mut values = self.values(call.arguments)?;
                match values.is_empty() {
                    true => self.refuse(Code::K204, "this call"),
                    false => Ok(Some(values.swap_remove(0))),
                }
            }
            Compiler::Lane => self.of_type(Expr::atom(Atom::Lane), call).map(Some),
            Compiler::MeetWarp => {
                let operands = self.values(call.arguments)?;
                self.matrix_meets(operands);
                Ok(None)
            }
            Compiler::LaneOfRow => {
                let rows = self.values(call.arguments)?;
                let lane = ExprKind::Uninterpreted(LANE_OF_ROW.to_owned(), rows);
                let lane = Expr::new(Scalar::Int(32), lane);
                let lane = binary(BinaryOp::And, lane, Expr::int(32, 31));
                self.of_type(lane, call).map(Some)
            }
            Compiler::SharedAddress => {
                let [address] = call.arguments else {
                    return self.refuse(Code::K204, "this call");
                };
                let address = self.value(address)?;
                let number = cast(CastOp::PointerToInt, address, Scalar::Int(32));
                self.of_type(number, call).map(Some)
            }
            Compiler::Unreachable => {
                self.end(Terminator::Unreachable);
                Ok(None)
            }
            Compiler::Trap => {
                self.values(call.arguments)?;
                self.end(Terminator::Trap);
                Ok(None)
            }
            Compiler::Infinity => self.special(call, false),
            Compiler::NotANumber => self.special(call, true),
            // The operand is not evaluated.
            Compiler::ConstantP => self.arbitrary(call),
        }
    }

    /// Writes to the standard output read nothing but what their arguments are, unless a string of
    /// the program's memory is among them.
    fn print(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let plain = call.arguments.first().is_some_and(|format| {
            literal_text(format).is_some_and(|text| !follows_addresses(text))
        });
        if !plain {
            return self.external(call);
        }
        self.values(call.arguments)?;
        self.arbitrary(call)
    }

    /// A function of whose body nothing is known.
    pub(crate) fn external(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        let values = self.values(call.arguments)?;
        let (result, object) = match self.shape(call.e.ty.id)? {
            Shape::Scalar(scalar, _) if call.e.category == clang::tree::Category::Value => {
                (Some(scalar), None)
            }
            // The address that a reference stands for.
            _ if call.e.category != clang::tree::Category::Value => {
                (Some(kernel_graph::Scalar::Pointer), None)
            }
            Shape::Void => (None, None),
            Shape::Scalar(scalar, _) => (Some(scalar), None),
            // The object's bytes are arbitrary, which a fresh one's are.
            Shape::Object => (None, self.arbitrary(call)?),
        };
        let value = self.emit(Callee::External(call.name.to_owned()), values, result);
        Ok(value.or(object))
    }

    /// The values of all arguments, in order; of objects their addresses.
    pub(crate) fn values(&mut self, arguments: &[CExpr]) -> Lowered<Vec<Expr>> {
        let mut values = Vec::new();
        for argument in arguments {
            let value = match (argument.category, self.shape(argument.ty.id)?) {
                (clang::tree::Category::Value, Shape::Object) => self.object(argument)?,
                (clang::tree::Category::Value, _) => self.value(argument)?,
                _ => self.place(argument)?,
            };
            values.push(self.evaluated(value));
        }
        Ok(values)
    }

    /// An arbitrary value of the call's type.
    pub(crate) fn arbitrary(&mut self, call: &BuiltinCall<'_>) -> Lowered<Option<Expr>> {
        match self.shape(call.e.ty.id)? {
            Shape::Void => Ok(None),
            Shape::Scalar(scalar, _) => {
                let to = self.temporary(scalar);
                self.push(StmtKind::Havoc(to));
                Ok(Some(Expr::local(to, scalar)))
            }
            Shape::Object => {
                let fresh = self.scratch(call.e.ty.id)?;
                match call.to {
                    Some(to) => {
                        self.copy(to.clone(), fresh, call.e.ty)?;
                        Ok(Some(to.clone()))
                    }
                    None => Ok(Some(fresh)),
                }
            }
        }
    }

    /// Where a call's object goes: where it is wanted, or into a temporary.
    pub(crate) fn destination(&mut self, call: &BuiltinCall<'_>) -> Lowered<Expr> {
        match call.to {
            Some(to) => Ok(to.clone()),
            None => self.scratch(call.e.ty.id),
        }
    }
}

/// Whether a format has a conversion that reads or writes what an argument points to (`%s`, `%8.3s`, `%n`), or
/// one that is not known.
fn follows_addresses(format: &[u8]) -> bool {
    let mut bytes = format.iter();
    while bytes.any(|byte| *byte == b'%') {
        // Flags, width, precision, length and the size of a vector stand before the letter.
        let letter = bytes.find(|byte| !b"-+ #0123456789.*hljztLv".contains(byte));
        if !letter.is_some_and(|letter| b"%cdiouxXeEfFgGaAp".contains(letter)) {
            return true;
        }
    }
    false
}

/// The bytes of a string literal, through conversions.
fn literal_text(mut e: &CExpr) -> Option<&[u8]> {
    while let C::Cast { operand, .. } = &e.kind {
        e = operand;
    }
    let C::Text(bytes) = &e.kind else {
        return None;
    };
    Some(bytes)
}
