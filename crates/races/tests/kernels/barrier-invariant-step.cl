// verified --local_size=64 --num_groups=2
__kernel void k(int n) {
  __local int a[64];
  a[get_local_id(0)] = 0;
  for (int i = 0; i < n; i++) {
    __barrier_invariant_2(a[get_local_id(0)] == i, get_local_id(0), 3);
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_local_id(0)] += 1;
  }
}
