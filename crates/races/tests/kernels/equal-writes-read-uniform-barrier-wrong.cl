// wrong --local_size=64 --num_groups=1 --tolerate-equal-writes
// barrier between, in a branch of all
__kernel void k(__local int *a, __global int *b, int n) {
  a[0] = 5;
  if (n > 3) barrier(CLK_LOCAL_MEM_FENCE);
  b[get_local_id(0)] = a[0];
  if (n > 3 && get_local_id(0) == 2) a[0] = 7;
}
