// wrong:Race --local_size=64 --num_groups=1 --warp-sync=32
// The last step reads across the border of the warp.
__kernel void scan(local int *a) {
  int t = get_local_id(0);
  unsigned lane = t & 31;
  if (lane >= 1) a[t] = a[t - 1] + a[t];
  if (lane >= 2) a[t] = a[t - 2] + a[t];
  if (lane >= 4) a[t] = a[(t + 28) & 63] + a[t];
}
