// verified --local_size=64 --num_groups=1
// All come.
__kernel void k(__global int *a, int n) {
  if (n > 3) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = n;
}
