// wrong:Race --local_size=64 --num_groups=1 --tolerate-equal-writes
__kernel void k(__local int *a, __global int *b) {
  a[0] = get_local_id(0) / 63;
  b[get_local_id(0)] = a[0];
}
