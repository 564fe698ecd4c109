// wrong:Race --local_size=64 --num_groups=2
// Each block has a counter of its own.
__kernel void k(__global int *a) {
  __local int m;
  if (get_local_id(0) == 0) m = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[atomic_inc(&m)] = get_local_id(0);
}
