// unknown:Exchange --local_size=64 --num_groups=1
// Not all work-items of the sub-group come to the sum, in any launch; whether that is shown is for an execution.
__kernel void k(__global int *a) {
  int t = get_local_id(0);
  if (t < 3) a[t] = sub_group_reduce_add(t);
}
