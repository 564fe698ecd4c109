//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: this barrier invariant might not hold
__kernel void k(__local int *A) {
  A[get_local_id(0)] = get_local_id(0);
  __barrier_invariant_1(A[get_local_id(0)] == get_local_id(0) + 1, (get_local_id(0) + 1) % 64);
  barrier(CLK_LOCAL_MEM_FENCE);
}
