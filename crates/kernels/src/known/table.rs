//! The table. Each name stands once for each place.

use super::Async::{
    Commit, Group as GroupCopy, Strided as StridedCopy, Thread as ThreadCopy, WaitGroup, WaitPrior,
};
use super::Atomics::{self, Do, Greatest, Least};
use super::Compiler as C;
use super::Cooperative as G;
use super::Group::{Block, Grid, Mask, System, Warp as WarpOf};
use super::Meaning::{
    Async, Atomic, Barrier, BarrierVote, Bits, BlockValue, Compiler, Convert, Cooperative,
    External, Fence, ImageRead, ImageWrite, Make, MatchAll, Memory, Nearest, Nothing, Number,
    OfWarp, Print, Pure, PureWhole, Refused, Says, Spec, TowardsZero, Unknown, VoteOrBoth, Warp,
    Whole,
};
use super::Memory as M;
use super::Number::{Dimensions, FlatGlobal, FlatThread, Of, Unknown as NoNumber};
use super::Orders::{All, Flags, Shared};
use super::Row;
use super::Says as S;
use super::Speaks::{EveryLoop, Everywhere, Here};
use super::Spec as A;
use super::Where::{Both, Cuda, Group, OpenCl};
use super::Whole as W;
use kernel_graph::Atom;
use kernel_graph::AtomicOp::{
    Add, And, CompareExchange, Decrement, Exchange, Increment, Load, Or, Store, Sub, Xor,
};
use kernel_graph::BinaryOp as B;
use kernel_graph::Collective::{ActiveMask, Other, Reduce, Shuffle, Vote};
use kernel_graph::Shuffle::{Down, From, Up, Xor as ByBits};
use kernel_graph::Vote as V;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    // Threads, blocks and sizes.
    ("get_local_id", OpenCl, Number(Of(Atom::Thread, 0))),
    ("get_group_id", OpenCl, Number(Of(Atom::Block, 0))),
    ("get_local_size get_enqueued_local_size", OpenCl, Number(Of(Atom::BlockSize, 1))),
    ("get_num_groups", OpenCl, Number(Of(Atom::GridSize, 1))),
    ("get_global_id", OpenCl, Number(Of(Atom::Global, 0))),
    ("get_global_size", OpenCl, Number(Of(Atom::GlobalSize, 1))),
    ("get_global_offset", OpenCl, Number(Of(Atom::GlobalOffset, 0))),
    ("get_local_linear_id", OpenCl, Number(FlatThread)),
    ("get_global_linear_id", OpenCl, Number(FlatGlobal)),
    ("get_work_dim", OpenCl, Number(Dimensions)),
    // How many work-items a sub-group has is the device's choice.
    ("get_sub_group_local_id get_sub_group_id", OpenCl, Number(NoNumber)),
    ("get_sub_group_size get_max_sub_group_size get_num_sub_groups \
      get_enqueued_num_sub_groups", OpenCl, Number(NoNumber)),

    // Barriers and fences. OpenCL says of the functions of a work-group that all its work-items come to
    // them, and not that they order accesses.
    ("__syncthreads", Cuda, Barrier(Block, All)),
    // Of the bodies that stand for a library's functions.
    ("__alp_shared_barrier", Cuda, Barrier(Block, Shared)),
    ("__alp_any", Cuda, Unknown),
    ("__alp_lane", Cuda, Compiler(C::Lane)),
    ("__alp_meet_warp", Cuda, Compiler(C::MeetWarp)),
    ("__alp_lane_of_row", Cuda, Compiler(C::LaneOfRow)),
    ("__syncthreads_count", Cuda, BarrierVote(V::Count)),
    ("__syncthreads_and", Cuda, BarrierVote(V::All)),
    ("__syncthreads_or", Cuda, BarrierVote(V::Any)),
    ("__syncwarp", Cuda, Barrier(Mask, All)),
    ("barrier work_group_barrier", OpenCl, Barrier(Block, Flags)),
    ("sub_group_barrier", OpenCl, Barrier(WarpOf, Flags)),
    ("work_group_all work_group_any work_group_broadcast work_group_reduce_* \
      work_group_scan_exclusive_* work_group_scan_inclusive_*", OpenCl, BlockValue),
    ("mem_fence read_mem_fence write_mem_fence atomic_work_item_fence", OpenCl, Fence(Block)),
    ("__threadfence_block", Cuda, Fence(Block)),
    ("__threadfence atomic_thread_fence", Cuda, Fence(Grid)),
    ("__threadfence_system", Cuda, Fence(System)),

    // Warps.
    ("__activemask", Cuda, Warp(ActiveMask, None)),
    ("__any", Cuda, Warp(Vote(V::Any), None)),
    ("__ballot", Cuda, Warp(Vote(V::Ballot), None)),
    ("__all", Both, VoteOrBoth),
    ("__all_sync", Cuda, Warp(Vote(V::All), Some(0))),
    ("__any_sync", Cuda, Warp(Vote(V::Any), Some(0))),
    ("__uni_sync", Cuda, Warp(Vote(V::Alike), Some(0))),
    ("__ballot_sync", Cuda, Warp(Vote(V::Ballot), Some(0))),
    ("__match_any_sync", Cuda, Warp(Vote(V::MatchAny), Some(0))),
    ("__match_all_sync", Cuda, MatchAll),
    ("__shfl", Cuda, Warp(Shuffle(From), None)),
    ("__shfl_up", Cuda, Warp(Shuffle(Up), None)),
    ("__shfl_down", Cuda, Warp(Shuffle(Down), None)),
    ("__shfl_xor", Cuda, Warp(Shuffle(ByBits), None)),
    ("__shfl_sync", Cuda, Warp(Shuffle(From), Some(0))),
    ("__shfl_up_sync", Cuda, Warp(Shuffle(Up), Some(0))),
    ("__shfl_down_sync", Cuda, Warp(Shuffle(Down), Some(0))),
    ("__shfl_xor_sync", Cuda, Warp(Shuffle(ByBits), Some(0))),
    ("__reduce_add_sync", Cuda, Warp(Reduce(B::Add), Some(0))),
    ("__reduce_min_sync", Cuda, Warp(Reduce(B::MinUnsigned), Some(0))),
    ("__reduce_max_sync", Cuda, Warp(Reduce(B::MaxUnsigned), Some(0))),
    ("__reduce_and_sync", Cuda, Warp(Reduce(B::And), Some(0))),
    ("__reduce_or_sync", Cuda, Warp(Reduce(B::Or), Some(0))),
    ("__reduce_xor_sync", Cuda, Warp(Reduce(B::Xor), Some(0))),
    // How many work-items a sub-group has is the device's choice, and so are the values.
    ("sub_group_all sub_group_any sub_group_broadcast sub_group_shuffle sub_group_shuffle_xor \
      sub_group_shuffle_up sub_group_shuffle_down sub_group_reduce_* sub_group_scan_exclusive_* \
      sub_group_scan_inclusive_*", OpenCl, OfWarp),

    // Atomic operations.
    ("atomicAdd", Cuda, Atomic(Do(Add), Grid)),
    ("atomicAdd_block", Cuda, Atomic(Do(Add), Block)),
    ("atomicAdd_system", Cuda, Atomic(Do(Add), System)),
    ("atomicSub", Cuda, Atomic(Do(Sub), Grid)),
    ("atomicSub_block", Cuda, Atomic(Do(Sub), Block)),
    ("atomicSub_system", Cuda, Atomic(Do(Sub), System)),
    ("atomicExch", Cuda, Atomic(Do(Exchange), Grid)),
    ("atomicExch_block", Cuda, Atomic(Do(Exchange), Block)),
    ("atomicExch_system", Cuda, Atomic(Do(Exchange), System)),
    ("atomicMin", Cuda, Atomic(Least, Grid)),
    ("atomicMin_block", Cuda, Atomic(Least, Block)),
    ("atomicMin_system", Cuda, Atomic(Least, System)),
    ("atomicMax", Cuda, Atomic(Greatest, Grid)),
    ("atomicMax_block", Cuda, Atomic(Greatest, Block)),
    ("atomicMax_system", Cuda, Atomic(Greatest, System)),
    ("atomicInc", Cuda, Atomic(Do(Increment), Grid)),
    ("atomicInc_block", Cuda, Atomic(Do(Increment), Block)),
    ("atomicInc_system", Cuda, Atomic(Do(Increment), System)),
    ("atomicDec", Cuda, Atomic(Do(Decrement), Grid)),
    ("atomicDec_block", Cuda, Atomic(Do(Decrement), Block)),
    ("atomicDec_system", Cuda, Atomic(Do(Decrement), System)),
    ("atomicCAS", Cuda, Atomic(Do(CompareExchange), Grid)),
    ("atomicCAS_block", Cuda, Atomic(Do(CompareExchange), Block)),
    ("atomicCAS_system", Cuda, Atomic(Do(CompareExchange), System)),
    ("atomicAnd", Cuda, Atomic(Do(And), Grid)),
    ("atomicAnd_block", Cuda, Atomic(Do(And), Block)),
    ("atomicAnd_system", Cuda, Atomic(Do(And), System)),
    ("atomicOr", Cuda, Atomic(Do(Or), Grid)),
    ("atomicOr_block", Cuda, Atomic(Do(Or), Block)),
    ("atomicOr_system", Cuda, Atomic(Do(Or), System)),
    ("atomicXor", Cuda, Atomic(Do(Xor), Grid)),
    ("atomicXor_block", Cuda, Atomic(Do(Xor), Block)),
    ("atomicXor_system", Cuda, Atomic(Do(Xor), System)),
    ("atomic_add atom_add atomic_fetch_add atomic_fetch_add_explicit", Both, Atomic(Do(Add), Grid)),
    ("atomic_sub atom_sub atomic_fetch_sub atomic_fetch_sub_explicit", Both, Atomic(Do(Sub), Grid)),
    ("atomic_xchg atom_xchg atomic_exchange atomic_exchange_explicit", Both, Atomic(Do(Exchange), Grid)),
    ("atomic_inc atom_inc", Both, Atomic(Do(Increment), Grid)),
    ("atomic_dec atom_dec", Both, Atomic(Do(Decrement), Grid)),
    ("atomic_min atom_min atomic_fetch_min atomic_fetch_min_explicit", Both, Atomic(Least, Grid)),
    ("atomic_max atom_max atomic_fetch_max atomic_fetch_max_explicit", Both, Atomic(Greatest, Grid)),
    ("atomic_and atom_and atomic_fetch_and atomic_fetch_and_explicit", Both, Atomic(Do(And), Grid)),
    ("atomic_or atom_or atomic_fetch_or atomic_fetch_or_explicit", Both, Atomic(Do(Or), Grid)),
    ("atomic_xor atom_xor atomic_fetch_xor atomic_fetch_xor_explicit", Both, Atomic(Do(Xor), Grid)),
    ("atomic_cmpxchg atom_cmpxchg", Both, Atomic(Do(CompareExchange), Grid)),
    ("atomic_load atomic_load_explicit", Both, Atomic(Do(Load), Grid)),
    ("atomic_store atomic_store_explicit", Both, Atomic(Do(Store), Grid)),
    ("atomic_compare_exchange_strong atomic_compare_exchange_strong_explicit \
      atomic_compare_exchange_weak atomic_compare_exchange_weak_explicit", Both,
        Atomic(Atomics::CompareExchange, Grid)),
    ("atomic_init", Both, Atomic(Atomics::Init, Grid)),

    // Cooperative groups. Their documents say that all threads of a group make its handle and its parts.
    ("this_thread_block this_grid", Cuda, Cooperative(G::Handle)),
    ("coalesced_threads", Cuda, Cooperative(G::Coalesced)),
    ("tiled_partition labeled_partition binary_partition", Cuda, Cooperative(G::Partition)),
    ("sync synchronize", Both, Cooperative(G::Sync)),
    ("sync", Group, Cooperative(G::Sync)),
    ("thread_rank", Cuda, Cooperative(G::Rank)),
    ("thread_rank", Group, Cooperative(G::Rank)),
    ("group_size", Cuda, Cooperative(G::Size)),
    ("size num_threads", Group, Cooperative(G::Size)),
    ("meta_group_rank", Group, Cooperative(G::MetaRank)),
    ("meta_group_size", Group, Cooperative(G::MetaSize)),
    ("shfl", Group, Cooperative(G::Exchange(Shuffle(From)))),
    ("shfl_up", Group, Cooperative(G::Exchange(Shuffle(Up)))),
    ("shfl_down", Group, Cooperative(G::Exchange(Shuffle(Down)))),
    ("shfl_xor", Group, Cooperative(G::Exchange(Shuffle(ByBits)))),
    ("any", Group, Cooperative(G::Exchange(Vote(V::Any)))),
    ("all", Group, Cooperative(G::Exchange(Vote(V::All)))),
    ("ballot", Group, Cooperative(G::Exchange(Vote(V::Ballot)))),
    ("match_any", Group, Cooperative(G::Exchange(Vote(V::MatchAny)))),
    ("reduce inclusive_scan exclusive_scan", Cuda, Cooperative(G::Exchange(Other))),
    ("group_index block_index", Group, Cooperative(G::BlockIndex)),
    ("thread_index", Group, Cooperative(G::ThreadIndex)),
    ("group_dim dim_threads", Group, Cooperative(G::BlockSize)),
    ("dim_blocks", Group, Cooperative(G::GridSize)),
    ("block_rank", Group, Cooperative(G::BlockRank)),
    ("num_blocks", Group, Cooperative(G::Blocks)),
    ("is_valid", Group, Cooperative(G::Valid)),
    ("memcpy_async", Cuda, Cooperative(G::Copy)),
    ("wait", Cuda, Cooperative(G::Wait)),

    // Annotations.
    ("__assert", Both, Says(S::Assert, Here)),
    ("__global_assert", Both, Says(S::Assert, Everywhere)),
    ("__alp_assert", Both, Says(S::ProgramAssert, Here)),
    ("__assume __non_temporal_assume __builtin_assume", Both, Says(S::Assume, Here)),
    ("__invariant", Both, Says(S::Invariant, Here)),
    ("__global_invariant", Both, Says(S::Invariant, Everywhere)),
    ("__function_wide_invariant", Both, Says(S::Invariant, EveryLoop)),
    ("__candidate_invariant __candidate_assert", Both, Says(S::Candidate, Here)),
    ("__candidate_global_invariant __candidate_global_assert", Both, Says(S::Candidate, Everywhere)),
    ("__function_wide_candidate_invariant", Both, Says(S::Candidate, EveryLoop)),
    ("__requires", Both, Says(S::Requires, Here)),
    ("__global_requires", Both, Says(S::Requires, Everywhere)),
    ("__ensures", Both, Says(S::Ensures, Here)),
    ("__global_ensures", Both, Says(S::Ensures, Everywhere)),
    ("__implies", Both, Spec(A::Implies)),
    ("__enabled", Both, Spec(A::Enabled)),
    ("__dominator_enabled", Both, Spec(A::EnabledAbove)),
    ("__alp_same_group", Both, Spec(A::SameBlock)),
    ("__exclusive", Both, Spec(A::Exclusive)),
    ("__uniform_int __uniform_bool", Both, Spec(A::Uniform)),
    ("__distinct_int __distinct_bool", Both, Spec(A::Distinct)),
    ("__other_int __other_bool", Both, Spec(A::Other)),
    ("__other_ptr_base", Both, Spec(A::OtherBase)),
    ("__ptr_base", Both, Spec(A::Base)),
    ("__ptr_offset_bytes", Both, Spec(A::OffsetIn)),
    ("__read", Both, Spec(A::Accessed(false, false))),
    ("__write", Both, Spec(A::Accessed(true, false))),
    ("__no_read", Both, Spec(A::Accessed(false, true))),
    ("__no_write", Both, Spec(A::Accessed(true, true))),
    ("__read_implies", Both, Spec(A::AccessedImplies(false, false))),
    ("__write_implies", Both, Spec(A::AccessedImplies(true, false))),
    ("__no_read_implies", Both, Spec(A::AccessedImplies(false, true))),
    ("__no_write_implies", Both, Spec(A::AccessedImplies(true, true))),
    ("__read_offset_bytes", Both, Spec(A::AccessOffset(false))),
    ("__write_offset_bytes", Both, Spec(A::AccessOffset(true))),
    ("__old_int __old_bool", Both, Spec(A::Old)),
    ("__return_val_int __return_val_bool __return_val_ptr __return_val_int4", Both, Spec(A::Result)),
    ("__return_val_funptr", Both, Refused("a postcondition about such a value")),
    ("__ite", Both, Spec(A::Ite)),
    ("__mod_pow2", Both, Spec(A::ModPow2)),
    ("__add_noovfl", Both, Spec(A::NoOverflow)),
    ("__add_noovfl_*", Both, Spec(A::Sum)),
    ("__atomic_has_taken_value", Both, Spec(A::Taken)),
    ("__barrier_invariant_*", Both, Spec(A::BarrierInvariant(false))),
    ("__barrier_invariant_binary_*", Both, Spec(A::BarrierInvariant(true))),
    ("__alp_read_permission", Both, Spec(A::ReadPermission)),
    ("__reads_from", Both, Spec(A::Footprint(false))),
    ("__writes_to", Both, Spec(A::Footprint(true))),
    ("__requires_fresh_array", Both, Spec(A::Fresh)),
    ("__array_snapshot", Both, Refused("a snapshot of an array")),

    // Integers.
    ("abs labs llabs", Both, Whole(W::Abs)),
    ("__popc __popcll popcount __builtin_popcount __builtin_popcountl __builtin_popcountll", Both, Whole(W::PopCount)),
    ("__clz __clzll clz", Both, Whole(W::LeadingZeros)),
    ("ctz", OpenCl, Whole(W::TrailingZeros)),
    ("__brev __brevll", Cuda, Whole(W::ReverseBits)),
    ("__ffs __ffsll __builtin_ffs __builtin_ffsl __builtin_ffsll", Both, Whole(W::FirstSet)),
    ("min umin llmin ullmin", Both, Whole(W::Min)),
    ("max umax llmax ullmax", Both, Whole(W::Max)),
    ("__mulhi __umulhi __mul64hi __umul64hi mul_hi", Both, Whole(W::MulHigh)),
    ("mul24 __mul24 __umul24", Both, Whole(W::Mul24)),
    ("mad24", Both, Whole(W::Mad24)),
    ("clamp", Both, Whole(W::Clamp)),
    ("__byte_perm __funnelshift_* __fns __sad __usad __rhadd __uhadd __urhadd __dp4a __dp2a_*", Cuda, Pure),
    ("__viaddmax_* __viaddmin_* __vimax3_* __vimin3_* __vimax_* __vimin_*", Cuda, Pure),
    ("__vibmax_* __vibmin_*", Cuda, Memory(M::Results(false))),
    ("__vadd* __vsub* __vmax* __vmin* __vabs* __vneg* __vcmp* __vset* __vavg* __vhadd* __vsad*", Cuda, Pure),
    ("abs_diff add_sat sub_sat hadd rhadd mad_hi mad_sat rotate upsample bitselect select any all \
      bitfield_insert bitfield_extract_signed bitfield_extract_unsigned bit_reverse", OpenCl, Pure),
    ("dot_acc_sat* dot_4x8packed*", OpenCl, PureWhole),

    // Floating point numbers.
    ("sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p \
      logb sqrt rsqrt cbrt ceil floor trunc round rint fabs erf erfc tgamma lgamma pow fmod remainder atan2 \
      hypot fmax fmin fdim copysign nextafter fma ldexp ilogb nan sinpi cospi isnan isinf isfinite signbit", Both, Pure),
    ("nearbyint rcbrt erfinv erfcinv erfcx normcdf normcdfinv j0 j1 y0 y1 jn yn rhypot norm3d rnorm3d norm4d \
      rnorm4d scalbn scalbln lround lrint llround llrint fdivide __fdivide saturate __saturate __finite \
      __isnan __isinf __sin __cos __tan __exp __exp10 __exp2 __log __log2 __log10 __pow __tanh \
      cyl_bessel_i0 cyl_bessel_i1 \
      __frcp_* __fsqrt_* __frsqrt_* __fadd_* __fsub_* __fmul_* __fdiv_* __fmaf_* __fma_* __dadd_* __dsub_* \
      __dmul_* __ddiv_* __dsqrt_* __drcp_*", Cuda, Pure),
    ("acospi asinpi atanpi tanpi atan2pi mad maxmag minmag pown powr rootn degrees radians sign step smoothstep \
      mix isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered isunordered \
      isnormal native_* half_*", OpenCl, Pure),
    ("dot cross length distance normalize fast_length fast_distance fast_normalize shuffle shuffle2", OpenCl, PureWhole),
    ("sincos __sincos sincospi frexp modf remquo lgamma_r fract", Both, Memory(M::Results(false))),
    ("__float2int_rz __float2uint_rz __float2ll_rz __float2ull_rz __double2int_rz __double2uint_rz \
      __double2ll_rz __double2ull_rz", Cuda, TowardsZero),
    ("__int2float_rn __uint2float_rn __ll2float_rn __ull2float_rn __int2double_rn __uint2double_rn \
      __ll2double_rn __ull2double_rn __double2float_rn", Cuda, Nearest),
    ("__float2int_* __float2uint_* __float2ll_* __float2ull_* __double2int_* __double2uint_* __double2ll_* \
      __double2ull_* __int2float_* __uint2float_* __ll2float_* __ull2float_* __ll2double_* __ull2double_* \
      __double2float_* __double2hiint __double2loint __hiloint2double", Cuda, Pure),
    ("__float_as_int __float_as_uint __int_as_float __uint_as_float __double_as_longlong \
      __longlong_as_double", Cuda, Bits),
    ("convert_*", OpenCl, Convert),
    ("make_*", Cuda, Make),

    // Halves: values are unknown.
    ("__half2* __float2half* __floats2half* __halves2* __low2* __high2* __lows2* __highs2* __int2half_* \
      __uint2half_* __short2half_* __ushort2half_* __ll2half_* __ull2half_* __double2half __half_as_* __short_as_half \
      __lowhigh2highlow __uint2bfloat16_* __short2bfloat16_* __ushort2bfloat16_* __ll2bfloat16_* __ull2bfloat16_* \
      __ushort_as_half __hisnan __hisinf __hisnan2 __float22half2_rn __half22float2 \
      __bfloat162* __float2bfloat16* __float22bfloat162_rn __floats2bfloat162* __halves2bfloat162 \
      __bfloat16_as_* __bfloat1622float2 __ushort_as_bfloat16 __short_as_bfloat16 __int2bfloat16_* \
      __double2bfloat16 \
      __hadd __hadd2 __hsub __hsub2 __hmul __hmul2 __hdiv __h2div __hmax __hmax2 __hmin __hmin2 __hfma __hfma2 \
      __hneg __hneg2 __habs __habs2 __heq __hne __hlt __hgt __hle __hge \
      __hadd_sat __hsub_sat __hmul_sat __hfma_sat __hfma_relu \
      __hadd_rn __hsub_rn __hmul_rn __hmax_nan __hmin_nan __hadd2_sat __hsub2_sat __hmul2_sat __hadd2_rn __hsub2_rn \
      __hmul2_rn __hmax2_nan __hmin2_nan __hfma2_sat __hfma2_relu __hdiv2 __hequ __hneu __hltu __hgtu __hleu __hgeu \
      __heq2 __hne2 __hlt2 __hgt2 __hle2 __hge2 __hbeq2 __hbne2 __hblt2 __hbgt2 __hble2 __hbge2 \
      hsqrt hrsqrt hexp hexp2 hexp10 hlog hlog2 hlog10 hsin hcos hrcp htanh hfloor hceil hrint htrunc \
      h2sqrt h2rsqrt h2exp h2exp2 h2exp10 h2log h2log2 h2log10 h2sin h2cos h2rcp h2tanh h2floor h2ceil h2rint h2trunc \
      __nv_cvt_* __float_to_tf32 \
      operator+ operator- operator* operator/ operator< operator> operator<= operator>= operator== \
      operator!=", Cuda, Unknown),

    // Memory.
    ("memcpy __builtin_memcpy", Both, Memory(M::Copy)),
    ("memmove __builtin_memmove", Both, Memory(M::Move)),
    ("memset __builtin_memset", Both, Memory(M::Fill)),
    ("__ldg __ldcg __ldca __ldcs __ldlu", Cuda, Memory(M::Load(false))),
    ("__ldcv", Cuda, Memory(M::Load(true))),
    ("__stcg __stcs __stwb __stwt", Cuda, Memory(M::Store)),
    ("vload2 vload3 vload4 vload8 vload16", OpenCl, Memory(M::VectorLoad)),
    ("vstore2 vstore3 vstore4 vstore8 vstore16", OpenCl, Memory(M::VectorStore)),
    ("vload_half vload_half2 vload_half3 vload_half4 vload_half8 vload_half16 vloada_half2 vloada_half3 \
      vloada_half4 vloada_half8 vloada_half16", OpenCl, Memory(M::HalfLoad)),
    ("vstore_half* vstorea_half*", OpenCl, Memory(M::HalfStore)),
    ("curand curand_* curand4 curand_init skipahead*", Cuda, Memory(M::Results(true))),
    ("async_work_group_copy", OpenCl, Async(GroupCopy(false))),
    ("__alp_async_work_group_copy", OpenCl, Async(GroupCopy(true))),
    ("async_work_group_strided_copy", OpenCl, Async(StridedCopy(false))),
    ("__alp_async_work_group_strided_copy", OpenCl, Async(StridedCopy(true))),
    ("wait_group_events __alp_wait_group_events", OpenCl, Async(WaitGroup)),
    ("__pipeline_memcpy_async", Cuda, Async(ThreadCopy)),
    ("__pipeline_commit", Cuda, Async(Commit)),
    ("__pipeline_wait_prior", Cuda, Async(WaitPrior)),
    ("tex1D* tex2D* tex3D* texCubemap*", Cuda, Unknown),
    ("surf1Dread surf2Dread surf3Dread", Cuda, Unknown),
    ("surf1Dwrite surf2Dwrite surf3Dwrite", Cuda, Refused("a write to a surface")),
    ("get_image_*", OpenCl, Unknown),
    ("read_image*", OpenCl, ImageRead),
    ("write_image*", OpenCl, ImageWrite),
    ("__cvta_generic_to_shared", Cuda, Compiler(C::SharedAddress)),
    ("__cvta_generic_to_global", Cuda, Unknown),
    ("__isGlobal __isShared", Cuda, Unknown),

    // The rest.
    ("__builtin_expect __builtin_expect_with_probability", Both, Compiler(C::First)),
    ("__builtin_assume_aligned", Both, Compiler(C::Aligned)),
    ("__builtin_unreachable", Both, Compiler(C::Unreachable)),
    ("__trap __brkpt __builtin_trap abort exit", Both, Compiler(C::Trap)),
    ("__builtin_inff __builtin_inf __builtin_huge_valf __builtin_huge_val", Both, Compiler(C::Infinity)),
    ("__builtin_nanf __builtin_nan", Both, Compiler(C::NotANumber)),
    ("__builtin_constant_p", Both, Compiler(C::ConstantP)),
    ("__builtin_isnan __builtin_isinf __builtin_isfinite __builtin_sqrtf __builtin_fabsf __builtin_fabs \
      __builtin_expf", Both, Pure),
    ("__nanosleep __prof_trigger", Cuda, Nothing),
    ("prefetch", OpenCl, Nothing),
    ("clock clock64", Cuda, Unknown),
    ("printf", Both, Print),
    ("malloc calloc free sprintf snprintf memcmp strlen", Cuda, External),
];
