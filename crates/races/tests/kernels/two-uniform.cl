// verified --local_size=64 --num_groups=4
// All threads go through the loop together, with the same values.
__kernel void k(int n) {
  int d = 1;
  while (__invariant(__uniform_bool(__enabled())), __invariant(__uniform_int(d)), d < n) {
    d = d * 2 + 1;
  }
  __assert(__uniform_int(d));
  __assert(__all(get_local_id(0) < get_local_size(0)));
}
