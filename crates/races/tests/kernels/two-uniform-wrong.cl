// wrong:Broken(Invariant) --local_size=64 --num_groups=4
// Threads with high numbers leave the loop early.
__kernel void k(int n) {
  for (int i = get_local_id(0); __invariant(__uniform_bool(__enabled())), i < 100; i++) {
  }
}
