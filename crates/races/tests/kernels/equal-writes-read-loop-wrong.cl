// wrong:Race --local_size=64 --num_groups=1 --tolerate-equal-writes
// Without a barrier another thread is an iteration further, and writes another value.
__kernel void k(__local int *a, __global int *b, int n) {
  for (int i = 0; i < n; i++) {
    a[i % 16] = i;
    b[get_local_id(0)] += a[i % 16];
  }
}
