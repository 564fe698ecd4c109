// verified --local_size=64 --num_groups=4
// Each thread gets a place of its own.
__kernel void k(__global int *a, __global unsigned *n, __local int *b) {
  __local int m;
  if (get_local_id(0) == 0) m = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[atomic_inc(n)] = get_local_id(0);
  b[atomic_add(&m, 3)] = get_local_id(0);
}
