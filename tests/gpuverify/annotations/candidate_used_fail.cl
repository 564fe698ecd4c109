//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p, int n) {
  int a = get_local_id(0), b = get_local_id(0);
  for (int i = 0; __candidate_invariant(a == b), i < n; ++i) {
    if ((i ^ n) & 1) { int t = a * 5 + i; a = b * 5 + i; b = t + 1; }
  }
  __assert(a == b);
}
