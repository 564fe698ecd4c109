// verified --local_size=64 --num_groups=1 --tolerate-equal-writes
__kernel void k(__local int *a, __global int *b) {
  if (get_local_id(0) < 32) a[0] = 5;
  if (get_local_id(0) < 16) b[get_local_id(0)] = a[0];
}
