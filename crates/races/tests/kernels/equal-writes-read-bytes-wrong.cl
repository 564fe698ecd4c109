// wrong:Race --local_size=64 --num_groups=1 --tolerate-equal-writes
// A thread wrote one byte, and reads four.
__kernel void k(__local int *a, __global int *b) {
  if (get_local_id(0) == 1) a[0] = 0x01010101;
  else ((__local char *)a)[0] = 1;
  b[get_local_id(0)] = a[0];
}
