// verified --local_size=64 --num_groups=4
// In each iteration the invariant of the one before is known.
__kernel void k(int n) {
  __local int a[64];
  a[get_local_id(0)] = get_local_id(0);
  for (int i = 0; i < n; i++) {
    __barrier_invariant_binary_1(a[get_local_id(0)] != a[__other_int(get_local_id(0))],
      get_local_id(0), __other_int(get_local_id(0)));
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_local_id(0)] += 3;
  }
}
