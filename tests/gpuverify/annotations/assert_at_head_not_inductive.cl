//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
//says: loop invariant might not be maintained by the loop
__kernel void k(__global int *p, int n, int a) {
  int j = 0;
  for (int i = 0; __assert(j < 50), i < n; ++i) { j += a; }
}
