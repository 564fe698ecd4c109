//args: --local_size=64 --num_groups=1
//expect: unknown
//says: K407
__kernel void k(__local int *A, __global int *B, int n) {
  int t = get_local_id(0);
  A[t] = t * 2;
  __barrier_invariant_binary_1(__implies(get_local_id(0) < __other_int(get_local_id(0)), A[get_local_id(0)] < __other_int(A[get_local_id(0)])), t, 63);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(__implies(t < 63, A[t] < A[63]));
}
