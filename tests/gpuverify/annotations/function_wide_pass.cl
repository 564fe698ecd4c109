//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, __local int *l, int n) {
  for (int i = 0; i < n; ++i) p[get_global_id(0)] = i;
  __function_wide_invariant(get_local_id(0) < 64);
}
