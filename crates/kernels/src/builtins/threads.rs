//! Numbers of threads, blocks and sizes.

use super::BuiltinCall;
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, compare, resized, select};
use crate::known::Number;
use clang::tree::{Expr as CExpr, ExprKind as C, VariableId};
use kernel_graph::{Atom, BinaryOp, CompareOp, Dimension, Expr, Scalar};
use text::code::Code;

const DIMENSIONS: [Dimension; 3] = [Dimension::X, Dimension::Y, Dimension::Z];

type Make = fn(Dimension) -> Atom;

impl Builder<'_> {
    /// The variable's name, if our headers declare it.
    fn own_name(&self, id: VariableId) -> Option<&str> {
        let variable = self.types.unit.variable(id)?;
        let file = variable.name_place.span.file as usize;
        let file = self.types.unit.files.get(file)?;
        (file.role == clang::place::Role::Own).then_some(variable.name.as_str())
    }

    fn coordinates(&self, id: VariableId) -> Option<Make> {
        Some(match self.own_name(id)? {
            "threadIdx" => Atom::Thread,
            "blockIdx" => Atom::Block,
            "blockDim" => Atom::BlockSize,
            "gridDim" => Atom::GridSize,
            _ => return None,
        })
    }

    /// Of `threadIdx` and its like, whether it is about the grid.
    pub(crate) fn is_of_grid(&self, id: VariableId) -> Option<bool> {
        match self.own_name(id)? {
            "blockIdx" | "gridDim" => Some(true),
            "threadIdx" | "blockDim" => Some(false),
            _ => None,
        }
    }

    /// The value of `threadIdx.x` and its like, and of `warpSize`.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "other places have the value that memory has"
    )]
    pub(crate) fn own_variable(&mut self, e: &CExpr) -> Lowered<Option<Expr>> {
        match &e.kind {
            C::Variable(id) if self.own_name(*id) == Some("warpSize") => {
                Ok(Some(Expr::int(32, 32)))
            }
            C::Field { base, arrow, field } if !*arrow => {
                let C::Variable(id) = &base.kind else {
                    return Ok(None);
                };
                let Some(make) = self.coordinates(*id) else {
                    return Ok(None);
                };
                let dimension = DIMENSIONS.get(field.index as usize);
                Ok(dimension.map(|dimension| Expr::atom(make(*dimension))))
            }
            _ => Ok(None),
        }
    }

    /// An object with the value of `threadIdx` and its like, for where it is used as a whole.
    pub(crate) fn own_object(&mut self, id: VariableId) -> Lowered<Option<Expr>> {
        let Some(make) = self.coordinates(id) else {
            return Ok(None);
        };
        let Some(variable) = self.types.unit.variable(id) else {
            return Ok(None);
        };
        let to = self.private(&variable.name, variable.ty.id)?;
        for (at, dimension) in (0u64..).zip(DIMENSIONS) {
            let place = self.further(to.clone(), 4 * at);
            self.store(place, Expr::atom(make(dimension)), false);
        }
        Ok(Some(to))
    }

    /// `get_local_id(d)` and its like.
    pub(crate) fn number(
        &mut self,
        call: &BuiltinCall<'_>,
        number: Number,
    ) -> Lowered<Option<Expr>> {
        let value = match number {
            Number::Of(make, outside) => return self.by_dimension(call, make, outside),
            Number::FlatThread => self.flat_thread(),
            Number::FlatGlobal => self.flat_global(),
            Number::Dimensions => Expr::atom(Atom::Dimensions),
            Number::Unknown => {
                self.values(call.arguments)?;
                return self.arbitrary(call);
            }
        };
        Ok(Some(self.of_type(value, call)?))
    }

    /// The number of a dimension, which is the call's argument.
    fn by_dimension(
        &mut self,
        call: &BuiltinCall<'_>,
        make: Make,
        outside: u32,
    ) -> Lowered<Option<Expr>> {
        let [argument] = call.arguments else {
            return self.refuse(Code::K204, "this call");
        };
        let dimension = self.value(argument)?;
        let value = |d: Dimension| {
            let number = Expr::atom(make(d));
            // `get_global_id` counts from the offset.
            if let Atom::Global(d) = make(d) {
                return binary(BinaryOp::Add, number, Expr::atom(Atom::GlobalOffset(d)));
            }
            number
        };
        let result = match dimension.as_const() {
            Some(d) => match usize::try_from(d).ok().and_then(|d| DIMENSIONS.get(d)) {
                Some(d) => value(*d),
                None => Expr::int(32, i128::from(outside)),
            },
            None => {
                let is = |n: i128| {
                    let bits = if let Scalar::Int(bits) = dimension.scalar {
                        bits
                    } else {
                        32
                    };
                    compare(CompareOp::Eq, dimension.clone(), Expr::int(bits, n))
                };
                let mut result = Expr::int(32, i128::from(outside));
                for (n, d) in (0i128..).zip(DIMENSIONS) {
                    result = select(is(n), value(d), result);
                }
                result
            }
        };
        Ok(Some(self.of_type(result, call)?))
    }

    /// An unsigned number as the type of a call.
    pub(crate) fn of_type(&self, value: Expr, call: &BuiltinCall<'_>) -> Lowered<Expr> {
        let (scalar, _) = self.scalar(call.e.ty.id)?;
        Ok(resized(value, scalar, false))
    }

    /// The thread's number in its block, over all dimensions.
    pub(crate) fn flat_thread(&self) -> Expr {
        flat(&Expr::atom, Atom::Thread, Atom::BlockSize)
    }

    /// The thread's number in the grid, over all dimensions, without offsets; as wide as a pointer, for
    /// all threads may be more than 2^32.
    fn flat_global(&self) -> Expr {
        let word = |atom| self.as_word(Expr::atom(atom), false);
        flat(&word, Atom::Global, Atom::GlobalSize)
    }

    /// The block's number in the grid, over all dimensions; in 64 bits, for all blocks may be more
    /// than 2^32.
    pub(crate) fn flat_block(&self) -> Expr {
        flat(&wide, Atom::Block, Atom::GridSize)
    }

    /// The number of threads of a block.
    pub(crate) fn block_volume(&self) -> Expr {
        volume(&Expr::atom, Atom::BlockSize)
    }

    /// The number of blocks, in 64 bits.
    pub(crate) fn blocks(&self) -> Expr {
        volume(&wide, Atom::GridSize)
    }

    /// The thread's number in the grid, block by block, in 64 bits.
    pub(crate) fn grid_rank(&self) -> Expr {
        let before = binary(
            BinaryOp::Mul,
            self.flat_block(),
            volume(&wide, Atom::BlockSize),
        );
        let mine = flat(&wide, Atom::Thread, Atom::BlockSize);
        binary(BinaryOp::Add, before, mine)
    }

    /// The number of threads of the grid, in 64 bits.
    pub(crate) fn grid_volume(&self) -> Expr {
        binary(BinaryOp::Mul, self.blocks(), volume(&wide, Atom::BlockSize))
    }
}

fn wide(atom: Atom) -> Expr {
    resized(Expr::atom(atom), Scalar::Int(64), false)
}

/// A number of three dimensions as one, by the sizes.
fn flat(
    make: &dyn Fn(Atom) -> Expr,
    number: fn(Dimension) -> Atom,
    size: fn(Dimension) -> Atom,
) -> Expr {
    let [x, y, z] = DIMENSIONS.map(|d| make(number(d)));
    let size = |d| make(size(d));
    let rows = binary(
        BinaryOp::Add,
        y,
        binary(BinaryOp::Mul, z, size(Dimension::Y)),
    );
    binary(
        BinaryOp::Add,
        x,
        binary(BinaryOp::Mul, rows, size(Dimension::X)),
    )
}

/// The product of three sizes.
fn volume(make: &dyn Fn(Atom) -> Expr, size: fn(Dimension) -> Atom) -> Expr {
    let [x, y, z] = DIMENSIONS.map(|d| make(size(d)));
    binary(BinaryOp::Mul, x, binary(BinaryOp::Mul, y, z))
}
