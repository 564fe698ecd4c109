// wrong:Race --local_size=64 --num_groups=64 --tolerate-equal-writes
// The read comes first: others may have written already.
__kernel void k(__global int *a, __global int *b) {
  b[get_global_id(0)] = a[0];
  a[0] = 5;
}
