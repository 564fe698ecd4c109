// verified --local_size=64 --num_groups=4 --invariants-as-candidates
// The first invariant does not hold and is left out.
__kernel void k(int n) {
  int x = 0;
  for (int i = 0; __invariant(x == 1), __invariant(x == 2 * i), i < 10; i++) {
    x += 2;
  }
  __assert(x == 20);
}
