//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p, int n) {
  int x = get_local_id(0);
  for (int i = 0; __invariant(__uniform_int(i)), __invariant(__uniform_bool(__enabled())), __invariant(__implies(x == __other_int(x), get_local_id(0) == __other_int(get_local_id(0)))), i < n; ++i) { x += i; }
}
