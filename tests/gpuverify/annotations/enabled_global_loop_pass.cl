//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  for (int i = get_local_id(0); __global_invariant(__implies(__enabled(), get_local_id(0) <= i)), __invariant(i >= 0), __invariant(i >= (int)get_local_id(0)), i < n; ++i) {
    p[get_global_id(0)] = i;
  }
}
