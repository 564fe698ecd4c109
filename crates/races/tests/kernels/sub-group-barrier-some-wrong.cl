// wrong:SubGroup --local_size=64 --num_groups=1
// The device may put all work-items of the group into one sub-group.
__kernel void k(__global int *a) {
  int t = get_local_id(0);
  if (t < 3) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t;
}
