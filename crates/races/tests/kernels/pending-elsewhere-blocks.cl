// unknown --local_size=32 --num_groups=2
// Threads of other blocks may not have come to the barrier.
__kernel void k(__local int *a, int n) {
  int t = get_local_id(0);
  a[t] = 1;
  if (get_group_id(0) == 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    __global_assert(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == 31 - t));
  }
}
