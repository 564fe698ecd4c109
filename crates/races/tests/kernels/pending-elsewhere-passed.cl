// verified --local_size=32 --num_groups=2
// All threads have passed the barrier when they come to the loop.
__kernel void k(__local int *a, __global int *p, int n) {
  int t = get_local_id(0);
  a[t] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = t; __global_invariant(__no_write(a)), i < n; i += 32) p[32 * get_group_id(0) + t] = i;
}
