// verified --local_size=64 --num_groups=1 --tolerate-equal-writes
__kernel void k(__local int *a, __global int *b, int n) {
  for (int i = 0; i < n; i++) {
    a[i % 16] = i;
    b[get_local_id(0)] += a[i % 16];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
