//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
//says: error: loop invariant might not be maintained by the loop for work item
__kernel void k(__global int *p, int n) {
  int j = 0;
  for (int i = 0; __invariant(j == 2 * i), i < n; ++i) { j += 3; }
}
