//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  if (get_local_id(0) > 7)
  for (int i = 0; __global_invariant(__implies(__enabled(), __dominator_enabled())), i < n; ++i) {
    p[get_global_id(0)] = i;
  }
}
