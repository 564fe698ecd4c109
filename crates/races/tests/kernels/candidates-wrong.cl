// wrong:Assertion --local_size=64 --num_groups=4 --invariants-as-candidates
__kernel void k(__global int *p) {
  int x = p[0];
  for (int i = 0; __invariant(x == 1), i < 10; i++) {
    x = 1;
  }
  __assert(x == 20);
}
