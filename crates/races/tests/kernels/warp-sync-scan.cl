// verified --local_size=64 --num_groups=1 --warp-sync=32
// A thread that is above another takes part in all steps of that one.
__kernel void scan(local int *a) {
  int t = get_local_id(0);
  unsigned lane = t & 31;
  if (lane >= 1) a[t] = a[t - 1] + a[t];
  if (lane >= 2) a[t] = a[t - 2] + a[t];
  if (lane >= 4) a[t] = a[t - 4] + a[t];
}
