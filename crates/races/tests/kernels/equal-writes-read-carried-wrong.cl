// wrong:Race --local_size=64 --num_groups=1 --tolerate-equal-writes
// The read is of what the iteration before wrote, which is not looked at.
__kernel void k(__local int *a, __global int *b) {
  for (int i = 0; i < 10; i++) {
    b[get_local_id(0)] = a[0];
    a[0] = 7;
  }
}
