//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__local int *A) {
  int t = get_local_id(0);
  A[t] = t * 2;
  __barrier_invariant_2(A[get_local_id(0)] == get_local_id(0) * 2, t, (t + 5) % 64);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(A[(t + 5) % 64] == 2 * ((t + 5) % 64));
  __assert(A[t] == t * 2);
}
