//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  int j = 0;
  for (int i = 0; __candidate_invariant(j == 2 * i), __candidate_invariant(j == 7), i < n; ++i) { j += 2; }
}
