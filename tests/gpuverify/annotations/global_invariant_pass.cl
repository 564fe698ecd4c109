//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  for (int i = 0; __global_invariant(get_local_id(0) < 64), i < n; ++i) { p[get_global_id(0)] = i; }
}
