//! Barriers, fences, shuffles, votes, cooperative groups, asynchronous copies.

use super::{Known, OwnCall};
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, resized};
use crate::types::Shape;
use clang::tree::{Expr as CExpr, FunctionId};
use clang::types::{Type, TypeId};
use ir::kernel::{
    Atom, Barrier, BinaryOp, Collective, Expr, Fences, Order, Scalar, Scope, StmtKind,
};

const ALL: Fences = Fences {
    shared: true,
    global: true,
};

/// A group of cooperative groups.
enum Group {
    Block,
    Grid,
    Tile(u32),
    /// Threads that are together by chance.
    Coalesced,
}

impl Builder<'_> {
    fn barrier(&mut self, scope: Scope, fences: Fences) {
        self.push(StmtKind::Barrier(Barrier { scope, fences }));
    }

    fn full_mask(&self) -> Expr {
        Expr::int(32, -1)
    }

    /// The memory that OpenCL's flags name.
    fn fences(&mut self, flags: Option<&CExpr>) -> Lowered<Fences> {
        let Some(flags) = flags else {
            return Ok(ALL);
        };
        match self.value(flags)?.as_const() {
            Some(flags) => Ok(Fences {
                shared: flags & 1 != 0,
                global: flags & 2 != 0,
            }),
            None => self.refuse("K204", "a barrier whose flags are not constant"),
        }
    }

    /// Functions by which threads wait or exchange values.
    pub fn sync_function(&mut self, call: &OwnCall<'_>) -> Lowered<Known> {
        let arguments = call.arguments;
        match call.name {
            "__syncthreads" => self.barrier(Scope::Block, ALL),
            "__syncthreads_count" | "__syncthreads_and" | "__syncthreads_or" => {
                self.values(arguments)?;
                self.barrier(Scope::Block, ALL);
                return self.arbitrary(call).map(Some);
            }
            "barrier" | "work_group_barrier" => {
                let fences = self.fences(arguments.first())?;
                self.barrier(Scope::Block, fences);
            }
            "sub_group_barrier" => {
                let fences = self.fences(arguments.first())?;
                let mask = self.full_mask();
                self.barrier(Scope::Warp(mask), fences);
            }
            "__syncwarp" => {
                let mask = match arguments {
                    [mask] => self.value(mask)?,
                    _ => self.full_mask(),
                };
                self.barrier(Scope::Warp(mask), ALL);
            }
            "mem_fence" | "read_mem_fence" | "write_mem_fence" | "atomic_work_item_fence" => {
                self.values(arguments)?;
                self.push(StmtKind::Fence(Scope::Block, Order::AcquireRelease));
            }
            "__threadfence_block" => {
                self.push(StmtKind::Fence(Scope::Block, Order::AcquireRelease));
            }
            "__threadfence" => self.push(StmtKind::Fence(Scope::Grid, Order::AcquireRelease)),
            "__threadfence_system" => {
                self.push(StmtKind::Fence(Scope::System, Order::AcquireRelease));
            }
            "__nanosleep" | "__prof_trigger" | "prefetch" => {
                self.values(arguments)?;
            }
            "__trap" | "__brkpt" => self.end(ir::kernel::Terminator::Trap),
            "clock" | "clock64" => return self.arbitrary(call).map(Some),
            "__activemask" => {
                return self
                    .collective(call, Collective::ActiveMask, None)
                    .map(Some);
            }
            "__all" | "__any" | "__ballot" if call.e.ty.id != self.bool_type() => {
                return self.collective(call, Collective::Vote, None).map(Some);
            }
            "__all_sync" | "__any_sync" | "__uni_sync" | "__ballot_sync" | "__match_any_sync" => {
                return self.collective(call, Collective::Vote, Some(0)).map(Some);
            }
            "__shfl" | "__shfl_up" | "__shfl_down" | "__shfl_xor" => {
                return self.collective(call, Collective::Shuffle, None).map(Some);
            }
            "__shfl_sync" | "__shfl_up_sync" | "__shfl_down_sync" | "__shfl_xor_sync" => {
                return self
                    .collective(call, Collective::Shuffle, Some(0))
                    .map(Some);
            }
            "__reduce_add_sync" | "__reduce_min_sync" | "__reduce_max_sync"
            | "__reduce_and_sync" | "__reduce_or_sync" | "__reduce_xor_sync" => {
                return self.collective(call, Collective::Reduce, Some(0)).map(Some);
            }
            "sub_group_all"
            | "sub_group_any"
            | "sub_group_broadcast"
            | "sub_group_reduce_add"
            | "sub_group_reduce_min"
            | "sub_group_reduce_max"
            | "sub_group_scan_exclusive_add"
            | "sub_group_scan_inclusive_add"
            | "sub_group_shuffle"
            | "sub_group_shuffle_xor" => {
                return self.collective(call, Collective::Reduce, None).map(Some);
            }
            "work_group_all"
            | "work_group_any"
            | "work_group_broadcast"
            | "work_group_reduce_add"
            | "work_group_reduce_min"
            | "work_group_reduce_max"
            | "work_group_scan_exclusive_add"
            | "work_group_scan_inclusive_add" => {
                // All threads of the block come to it, as to a barrier that orders nothing.
                self.values(arguments)?;
                self.barrier(Scope::Block, Fences::default());
                return self.arbitrary(call).map(Some);
            }
            "this_thread_block" | "this_grid" | "coalesced_threads" | "tiled_partition" => {
                self.values(arguments)?;
                return self.arbitrary(call).map(Some);
            }
            "sync" | "synchronize" => {
                let [group] = arguments else {
                    return Ok(None);
                };
                let ty = group.ty.id;
                self.values(arguments)?;
                self.group_sync(ty)?;
            }
            "thread_rank" | "group_size" => {
                let [group] = arguments else {
                    return Ok(None);
                };
                let ty = group.ty.id;
                self.values(arguments)?;
                let value = match call.name {
                    "thread_rank" => self.rank(ty)?,
                    _ => self.group_size(ty)?,
                };
                return Ok(Some(Some(self.of_type(value, call)?)));
            }
            "reduce" | "inclusive_scan" | "exclusive_scan" if self.is_group(arguments.first()) => {
                return self.collective(call, Collective::Reduce, None).map(Some);
            }
            "async_work_group_copy" | "async_work_group_strided_copy" => {
                return self.async_copy(call).map(Some);
            }
            "wait_group_events" => {
                let [count, events] = arguments else {
                    return Ok(None);
                };
                return self.wait_events(count, events).map(|()| Some(None));
            }
            "__pipeline_memcpy_async" => {
                let [to, from, bytes, ..] = arguments else {
                    return Ok(None);
                };
                let (to, from) = (self.value(to)?, self.value(from)?);
                let bytes = self.value(bytes)?;
                let bytes = self.as_word(bytes, false);
                self.push(StmtKind::CopyAsync {
                    event: None,
                    to,
                    from,
                    bytes,
                    together: false,
                });
            }
            "__pipeline_commit" => {}
            "__pipeline_wait_prior" => {
                let [count] = arguments else {
                    return Ok(None);
                };
                match self.value(count)?.as_const() {
                    Some(0) => self.push(StmtKind::WaitAsync(None)),
                    // Waiting for older copies only: nothing is known to have ended.
                    _ => return self.refuse("K204", "a wait for some of the copies"),
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(None))
    }

    fn bool_type(&self) -> TypeId {
        // GPUVerify's `__all` takes and gives a truth value.
        let functions = &self.types.unit.functions;
        let found = functions.iter().find(|f| f.name == "__all");
        found.map_or(TypeId(u32::MAX), |f| match self.types.shape(f.result.id) {
            Some(Shape::Scalar(Scalar::Bool, _)) => f.result.id,
            _ => TypeId(u32::MAX),
        })
    }

    /// An exchange among the threads of a warp.
    fn collective(
        &mut self,
        call: &OwnCall<'_>,
        op: Collective,
        mask_at: Option<usize>,
    ) -> Lowered<Option<Expr>> {
        let mut operands = self.values(call.arguments)?;
        let mask = mask_at
            .filter(|at| *at < operands.len())
            .map(|at| operands.remove(at))
            .map(|mask| resized(mask, Scalar::Int(32), false));
        match self.shape(call.e.ty.id)? {
            Shape::Scalar(scalar, _) => {
                let to = self.temporary(scalar);
                self.push(StmtKind::Collective {
                    to,
                    op,
                    mask,
                    operands,
                });
                Ok(Some(Expr::local(to, scalar)))
            }
            Shape::Void | Shape::Object => {
                let to = self.temporary(Scalar::Int(32));
                self.push(StmtKind::Collective {
                    to,
                    op,
                    mask,
                    operands,
                });
                self.arbitrary(call)
            }
        }
    }

    fn group(&self, ty: TypeId) -> Option<Group> {
        let ty = match self.types.get(ty) {
            Type::Reference { to, .. } => to.id,
            _ => ty,
        };
        let Type::Record(id) = self.types.get(ty) else {
            return None;
        };
        let name = &self.types.unit.record(*id)?.name;
        let name = name.rsplit("cooperative_groups::").next().unwrap_or(name);
        if let Some(arguments) = name.strip_prefix("thread_block_tile<") {
            let digits: String = arguments.chars().take_while(char::is_ascii_digit).collect();
            return digits.parse().ok().map(Group::Tile);
        }
        match name {
            "thread_block" => Some(Group::Block),
            "grid_group" => Some(Group::Grid),
            "coalesced_group" => Some(Group::Coalesced),
            _ => None,
        }
    }

    fn is_group(&self, argument: Option<&CExpr>) -> bool {
        argument.is_some_and(|argument| self.group(argument.ty.id).is_some())
    }

    fn group_sync(&mut self, ty: TypeId) -> Lowered<()> {
        match self.group(ty) {
            Some(Group::Block) => self.barrier(Scope::Block, ALL),
            Some(Group::Grid) => self.barrier(Scope::Grid, ALL),
            Some(Group::Tile(size)) => self.barrier(Scope::Tile(size), ALL),
            Some(Group::Coalesced) | None => {
                return self.refuse("K204", "a barrier of this group");
            }
        }
        Ok(())
    }

    fn rank(&mut self, ty: TypeId) -> Lowered<Expr> {
        Ok(match self.group(ty) {
            Some(Group::Block) => self.flat_thread(),
            Some(Group::Grid) => {
                let size = self.volume(Atom::BlockSize);
                let blocks = binary(BinaryOp::Mul, self.flat_block(), size);
                binary(BinaryOp::Add, blocks, self.flat_thread())
            }
            Some(Group::Tile(size)) => binary(
                BinaryOp::RemUnsigned,
                self.flat_thread(),
                Expr::int(32, i128::from(size)),
            ),
            Some(Group::Coalesced) | None => return self.refuse("K204", "a rank in this group"),
        })
    }

    fn group_size(&mut self, ty: TypeId) -> Lowered<Expr> {
        Ok(match self.group(ty) {
            Some(Group::Block) => self.volume(Atom::BlockSize),
            Some(Group::Grid) => {
                let block = self.volume(Atom::BlockSize);
                binary(BinaryOp::Mul, self.volume(Atom::GridSize), block)
            }
            Some(Group::Tile(size)) => Expr::int(32, i128::from(size)),
            Some(Group::Coalesced) | None => return self.refuse("K204", "the size of this group"),
        })
    }

    /// A member of a class of our headers.
    pub fn own_method(
        &mut self,
        e: &CExpr,
        id: FunctionId,
        base: &CExpr,
        arrow: bool,
        arguments: &[CExpr],
        to: Option<&Expr>,
    ) -> Lowered<Option<Expr>> {
        let Some(function) = self.types.unit.function(id) else {
            return self.refuse("K204", "this function");
        };
        let name = function.name.clone();
        let call = OwnCall {
            name: &name,
            e,
            arguments,
            to,
        };
        let ty = match arrow {
            true => self.pointee(base.ty.id)?.id,
            false => base.ty.id,
        };
        if self.group(ty).is_none() {
            let what = format!("`{}`", function.qualified);
            return self.refuse("K204", &what);
        }
        self.whole(base, arrow)?;
        match name.as_str() {
            "sync" => {
                self.group_sync(ty)?;
                Ok(None)
            }
            "thread_rank" => {
                let rank = self.rank(ty)?;
                Ok(Some(self.of_type(rank, &call)?))
            }
            "size" | "num_threads" => {
                let size = self.group_size(ty)?;
                Ok(Some(self.of_type(size, &call)?))
            }
            "meta_group_rank" => match self.group(ty) {
                Some(Group::Tile(size)) => {
                    let flat = self.flat_thread();
                    let rank = binary(BinaryOp::DivUnsigned, flat, Expr::int(32, i128::from(size)));
                    Ok(Some(self.of_type(rank, &call)?))
                }
                _ => self.arbitrary(&call),
            },
            "shfl" | "shfl_up" | "shfl_down" | "shfl_xor" => {
                self.collective(&call, Collective::Shuffle, None)
            }
            "any" | "all" | "ballot" | "match_any" => {
                self.collective(&call, Collective::Vote, None)
            }
            "is_valid" => Ok(Some(Expr::bool_(true))),
            "group_index" | "block_index" => self.triple(&call, Atom::Block),
            "thread_index" => self.triple(&call, Atom::Thread),
            "group_dim" | "dim_threads" => self.triple(&call, Atom::BlockSize),
            "dim_blocks" => self.triple(&call, Atom::GridSize),
            "block_rank" => {
                let rank = self.flat_block();
                Ok(Some(self.of_type(rank, &call)?))
            }
            "num_blocks" => {
                let count = self.volume(Atom::GridSize);
                Ok(Some(self.of_type(count, &call)?))
            }
            "meta_group_size" => {
                self.values(arguments)?;
                self.arbitrary(&call)
            }
            _ => {
                let what = format!("`{}`", function.qualified);
                self.refuse("K204", &what)
            }
        }
    }

    /// A `dim3` of three numbers.
    fn triple(
        &mut self,
        call: &OwnCall<'_>,
        make: fn(ir::kernel::Dimension) -> Atom,
    ) -> Lowered<Option<Expr>> {
        use ir::kernel::Dimension::{X, Y, Z};
        let to = match call.to {
            Some(to) => to.clone(),
            None => self.scratch(call.e.ty.id)?,
        };
        for (at, dimension) in (0u64..).zip([X, Y, Z]) {
            let place = self.further(to.clone(), 4 * at);
            self.store(place, Expr::atom(make(dimension)), false);
        }
        Ok(Some(to))
    }

    fn async_copy(&mut self, call: &OwnCall<'_>) -> Lowered<Option<Expr>> {
        let [to, from, count, .., event] = call.arguments else {
            return self.refuse("K204", "this call");
        };
        if call.name != "async_work_group_copy" {
            return self.refuse("K204", "a strided asynchronous copy");
        }
        let element = self.pointee(to.ty.id)?;
        let Some(size) = self.types.size(element.id) else {
            return self.refuse("K203", "a copy of elements of unknown size");
        };
        let to = self.value(to)?;
        let from = self.value(from)?;
        let signed = self.signed(count.ty.id);
        let count = self.value(count)?;
        let count = self.as_word(count, signed);
        let bytes = binary(BinaryOp::Mul, count, self.word(size));
        let given = self.value(event)?;
        // The event given back is the one given, or a new one if that is none.
        let event = self.temporary(Scalar::Handle);
        self.push(StmtKind::CopyAsync {
            event: Some(event),
            to,
            from,
            bytes: crate::convert::folded(bytes),
            together: true,
        });
        match given.kind {
            ir::kernel::ExprKind::Null => Ok(Some(Expr::local(event, Scalar::Handle))),
            _ => self.refuse("K204", "a copy that joins another's event"),
        }
    }

    fn wait_events(&mut self, count: &CExpr, events: &CExpr) -> Lowered<()> {
        let number = self.value(count)?.as_const();
        let address = self.value(events)?;
        let Some(number) = number
            .and_then(|n| u64::try_from(n).ok())
            .filter(|n| *n <= 64)
        else {
            return self.refuse("K204", "a wait for a number of events that is not constant");
        };
        let size = u64::from(self.types.pointer());
        for at in 0..number {
            let place = self.further(address.clone(), at * size);
            let event = self.load(place, Scalar::Handle, false);
            self.push(StmtKind::WaitAsync(Some(event)));
        }
        Ok(())
    }
}
