// wrong --local_size=64 --num_groups=2
__kernel void k(__global int *p, int m) {
  __local int a[64];
  a[get_local_id(0)] = 1;
  if (m > 3) {
    __barrier_invariant_1(a[get_local_id(0)] == 1, 3);
    barrier(CLK_LOCAL_MEM_FENCE);
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  __assert(a[3] == 1);
}
