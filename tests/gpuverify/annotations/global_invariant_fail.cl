//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p, int n) {
  if (get_local_id(0) > 3)
    for (int i = 0; __global_invariant(get_local_id(0) > 3), i < n; ++i) { p[get_global_id(0)] = i; }
}
