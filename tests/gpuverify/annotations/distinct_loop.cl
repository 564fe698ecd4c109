//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  int x = get_global_id(0);
  for (int i = 0; __invariant(__distinct_int(x)), __invariant(__uniform_int(i)), __invariant(__uniform_bool(__enabled())), i < n; ++i) { x += 3 * i; }
}
