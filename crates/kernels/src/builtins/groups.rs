//! Cooperative groups.

use super::BuiltinCall;
use super::sync::ALL;
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, folded};
use crate::known::{self, Cooperative};
use clang::tree::{Expr as CExpr, FunctionId};
use clang::types::{Type, TypeId};
use kernel_graph::{Atom, BinaryOp, Collective, Expr, Fences, Scalar, Scope, StmtKind};
use text::code::Code;

/// A group of cooperative groups, by its type.
#[derive(Clone, Copy)]
enum Group {
    Block,
    Grid,
    /// Of so many threads; whether it is known to be a part of the block rather than of a tile.
    Tile(u32, bool),
    /// Threads that are together by chance.
    Coalesced,
    /// Any of these.
    Any,
}

impl Builder<'_> {
    /// The name of the class that a type is, or refers to, without the groups' namespace.
    fn class_name(&self, ty: TypeId) -> Option<&str> {
        let mut class = self.types.get(ty);
        if let Type::Reference { to, .. } = class {
            class = self.types.get(to.id);
        }
        let Type::Record(id) = class else {
            return None;
        };
        let name = &self.types.unit.record(*id)?.name;
        Some(name.strip_prefix("cooperative_groups::").unwrap_or(name))
    }

    fn group(&self, ty: TypeId) -> Option<Group> {
        let name = self.class_name(ty)?;
        if let Some(arguments) = name.strip_prefix("thread_block_tile<") {
            let digits: String = arguments.chars().take_while(char::is_ascii_digit).collect();
            let size = digits.parse().ok().filter(|n| *n > 0)?;
            // Else its type does not say of what it is a part, or it is one of a larger tile.
            let of_block = arguments.ends_with("::thread_block>") || self.tiles_are_of_blocks();
            return Some(Group::Tile(size, of_block));
        }
        match name {
            "thread_block" => Some(Group::Block),
            "grid_group" => Some(Group::Grid),
            "coalesced_group" => Some(Group::Coalesced),
            "thread_group" => Some(Group::Any),
            _ => None,
        }
    }

    /// Whether nothing in the file divides anything but a block into tiles: then all tiles are parts of
    /// blocks, also those whose type does not say it (`thread_block_tile<32> t = tiled_partition<32>(block)`).
    fn tiles_are_of_blocks(&self) -> bool {
        let unit = self.types.unit;
        let mut divisions = unit.functions.iter();
        divisions.all(|function| {
            let divides = function.own && function.name == "tiled_partition";
            let whole = || unit.variable(*function.parameters.first()?);
            !divides || whole().is_some_and(|of| self.class_name(of.ty.id) == Some("thread_block"))
        })
    }

    /// The group that the first argument of a function is.
    fn first_group(&self, call: &BuiltinCall<'_>) -> Option<Group> {
        // A `thread_block` that goes where any group may go is one still.
        let mut group = call.arguments.first()?;
        while let clang::tree::ExprKind::Cast { operand, .. } = &group.kind {
            group = operand;
        }
        self.group(group.ty.id)
    }

    /// A function of cooperative groups.
    pub(crate) fn cooperative(
        &mut self,
        call: &BuiltinCall<'_>,
        which: Cooperative,
    ) -> Lowered<Option<Expr>> {
        if which == Cooperative::Handle {
            self.values(call.arguments)?;
            let scope = match self.group(call.e.ty.id) {
                Some(Group::Block) => Scope::Block,
                Some(Group::Grid) => Scope::Grid,
                _ => return self.refuse(Code::K204, "this group"),
            };
            self.barrier(scope, Fences::default());
            return self.arbitrary(call);
        }
        if which == Cooperative::Coalesced {
            return self.arbitrary(call);
        }
        let Some(group) = self.first_group(call) else {
            return self.refuse(Code::K204, &format!("`{}`", call.name));
        };
        if which == Cooperative::Copy {
            return self.group_copy(call, group);
        }
        let values = self.values(call.arguments)?;
        self.of_group(call, which, group, values)
    }

    /// Whether a type is one of a group.
    pub(crate) fn is_group(&self, ty: TypeId) -> bool {
        self.group(ty).is_some()
    }

    /// A group made from another: its handle says nothing.
    pub(crate) fn group_made(&mut self, to: &Expr, ty: clang::types::Qual) -> Lowered<bool> {
        if !self.is_group(ty.id) {
            return Ok(false);
        }
        let fresh = self.scratch(ty.id)?;
        self.copy(to.clone(), fresh, ty)?;
        Ok(true)
    }

    /// A member of a class of our headers.
    pub(crate) fn own_method(
        &mut self,
        call: &BuiltinCall<'_>,
        id: FunctionId,
        base: &CExpr,
        arrow: bool,
    ) -> Lowered<Option<Expr>> {
        let Some(function) = self.types.unit.function(id) else {
            return self.refuse(Code::K204, "this function");
        };
        let ty = match arrow {
            true => self.pointee(base.ty.id)?.id,
            false => base.ty.id,
        };
        if let Type::Record(record) = self.types.get(ty)
            && self.is_half(*record)
        {
            let object = self.whole(base, arrow)?;
            return self.half_member(call, (object, ty));
        }
        let (Some(group), Some(which)) = (self.group(ty), known::member(call.name)) else {
            let what = format!("`{}`", function.qualified);
            return self.refuse(Code::K204, &what);
        };
        self.whole(base, arrow)?;
        let values = self.values(call.arguments)?;
        self.of_group(call, which, group, values)
    }

    fn of_group(
        &mut self,
        call: &BuiltinCall<'_>,
        which: Cooperative,
        group: Group,
        values: Vec<Expr>,
    ) -> Lowered<Option<Expr>> {
        let value = match which {
            Cooperative::Handle | Cooperative::Coalesced => return self.arbitrary(call),
            Cooperative::Partition => {
                self.together(group, Fences::default())?;
                return self.arbitrary(call);
            }
            Cooperative::Sync => {
                self.together(group, ALL)?;
                return Ok(None);
            }
            Cooperative::Exchange(op) => {
                if call.arguments.iter().any(|e| self.is_foreign(e)) {
                    return self.refuse(Code::K204, "a reduction by a function of the program's");
                }
                let among = match group {
                    // Which threads of the warp the group has nobody knows; where not all of the warp come, that
                    // they do is to be listed.
                    Group::Coalesced => Scope::Warp(self.full_mask()),
                    Group::Block | Group::Grid | Group::Tile(..) | Group::Any => {
                        self.together(group, Fences::default())?
                    }
                };
                // Which threads are together by chance, and so their numbers, nobody knows.
                let op = match group {
                    Group::Tile(..) => op,
                    Group::Block | Group::Grid | Group::Coalesced | Group::Any => Collective::Other,
                };
                // The group itself and what is reduced by are no values of the threads.
                let values = values.into_iter();
                let values = values
                    .filter(|value| value.scalar != Scalar::Pointer)
                    .collect();
                return self.exchange(call, op, Some(among), values);
            }
            Cooperative::Copy => return self.refuse(Code::K204, "this asynchronous copy"),
            // What other threads of a larger group copy is not waited for.
            Cooperative::Wait if !matches!(group, Group::Block | Group::Grid) => {
                return self.refuse(Code::K204, "a wait of this group");
            }
            Cooperative::Wait => {
                self.push(StmtKind::WaitAsync(None));
                self.together(group, ALL)?;
                return Ok(None);
            }
            Cooperative::MetaRank => match group {
                Group::Tile(size, true) => binary(
                    BinaryOp::DivUnsigned,
                    self.flat_thread(),
                    Expr::int(32, i128::from(size)),
                ),
                Group::Tile(_, false)
                | Group::Block
                | Group::Grid
                | Group::Coalesced
                | Group::Any => return self.arbitrary(call),
            },
            Cooperative::MetaSize => match group {
                Group::Tile(size, true) => {
                    let most = Expr::int(32, i128::from(size) - 1);
                    let raised = binary(BinaryOp::Add, self.block_volume(), most);
                    let size = Expr::int(32, i128::from(size));
                    binary(BinaryOp::DivUnsigned, raised, size)
                }
                Group::Tile(_, false)
                | Group::Block
                | Group::Grid
                | Group::Coalesced
                | Group::Any => return self.arbitrary(call),
            },
            Cooperative::Rank => match self.rank(group) {
                Some(rank) => rank,
                None => return self.arbitrary(call),
            },
            Cooperative::Size => match self.group_size(group) {
                Some(size) => size,
                None => return self.arbitrary(call),
            },
            // A grid is one only where it was launched as one.
            Cooperative::Valid => return self.arbitrary(call),
            Cooperative::BlockIndex => return self.triple(call, Atom::Block),
            Cooperative::ThreadIndex => return self.triple(call, Atom::Thread),
            // Of a grid it is an older name of the number of its blocks.
            Cooperative::BlockSize => match group {
                Group::Block => return self.triple(call, Atom::BlockSize),
                Group::Grid => return self.triple(call, Atom::GridSize),
                Group::Tile(..) | Group::Coalesced | Group::Any => return self.arbitrary(call),
            },
            Cooperative::GridSize => return self.triple(call, Atom::GridSize),
            Cooperative::BlockRank => self.flat_block(),
            Cooperative::Blocks => self.blocks(),
        };
        Ok(Some(self.of_type(value, call)?))
    }

    /// Whether an argument is an object of a class of the program's, whose members may do anything.
    fn is_foreign(&self, e: &CExpr) -> bool {
        let Type::Record(id) = self.types.get(e.ty.id) else {
            return false;
        };
        let file = self
            .types
            .unit
            .record(*id)
            .map(|record| record.place.span.file);
        let file = file.and_then(|file| self.types.unit.files.get(file as usize));
        file.is_none_or(|file| file.role != clang::place::Role::Own)
    }

    /// All threads of a group come here.
    fn together(&mut self, group: Group, fences: Fences) -> Lowered<Scope> {
        let scope = match group {
            Group::Block => Scope::Block,
            Group::Grid => Scope::Grid,
            Group::Tile(size, _) => Scope::Tile(size),
            Group::Coalesced | Group::Any => {
                return self.refuse(
                    Code::K204,
                    "a barrier of a group that its type does not name",
                );
            }
        };
        self.barrier(scope.clone(), fences);
        Ok(scope)
    }

    fn rank(&self, group: Group) -> Option<Expr> {
        Some(match group {
            Group::Block => self.flat_thread(),
            Group::Grid => self.grid_rank(),
            Group::Tile(size, _) => binary(
                BinaryOp::RemUnsigned,
                self.flat_thread(),
                Expr::int(32, i128::from(size)),
            ),
            Group::Coalesced | Group::Any => return None,
        })
    }

    fn group_size(&self, group: Group) -> Option<Expr> {
        Some(match group {
            Group::Block => self.block_volume(),
            Group::Grid => self.grid_volume(),
            Group::Tile(size, _) => Expr::int(32, i128::from(size)),
            Group::Coalesced | Group::Any => return None,
        })
    }

    /// A `dim3` of three numbers.
    fn triple(
        &mut self,
        call: &BuiltinCall<'_>,
        make: fn(kernel_graph::Dimension) -> Atom,
    ) -> Lowered<Option<Expr>> {
        use kernel_graph::Dimension::{X, Y, Z};
        let to = self.destination(call)?;
        for (at, dimension) in (0u64..).zip([X, Y, Z]) {
            let place = self.further(to.clone(), 4 * at);
            self.store(place, Expr::atom(make(dimension)), false);
        }
        Ok(Some(to))
    }

    /// `memcpy_async(group, to, from, bytes)`.
    fn group_copy(&mut self, call: &BuiltinCall<'_>, group: Group) -> Lowered<Option<Expr>> {
        let [_, to, from, bytes] = call.arguments else {
            return self.refuse(Code::K204, "this asynchronous copy");
        };
        if !matches!(group, Group::Block) {
            return self.refuse(Code::K204, "an asynchronous copy of this group");
        }
        let (to, from) = (self.value(to)?, self.value(from)?);
        let (to, from) = (self.evaluated(to), self.evaluated(from));
        let signed = self.signed(bytes.ty.id);
        let bytes = self.value_or_load(bytes)?;
        let Scalar::Int(_) = bytes.scalar else {
            return self.refuse(Code::K204, "this asynchronous copy");
        };
        let bytes = self.as_word(bytes, signed);
        self.together(group, Fences::default())?;
        self.push(StmtKind::CopyAsync {
            event: None,
            to,
            from,
            bytes: folded(bytes),
            read: None,
            together: true,
            joins: None,
            stride: None,
        });
        Ok(None)
    }
}
