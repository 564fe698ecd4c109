// wrong:Assertion --local_size=64 --num_groups=4
// The neighbour's `x` is not this thread's.
__kernel void k(__global int *p) {
  __local int a[64];
  int x = p[get_global_id(0)];
  a[get_local_id(0)] = x;
  __barrier_invariant_1(a[get_local_id(0)] == x, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[0] == x);
}
