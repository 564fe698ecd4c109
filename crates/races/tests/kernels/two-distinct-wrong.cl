// wrong:Broken(Entry) --local_size=64 --num_groups=2
// Threads of different blocks have equal values.
__kernel void k(int n) {
  for (int i = get_local_id(0);
       __invariant(__implies(__enabled() & __uniform_bool(__enabled()), __distinct_int(i))),
       i < 100; i++) {
  }
}
