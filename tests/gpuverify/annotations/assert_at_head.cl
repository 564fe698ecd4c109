//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  int j = 0;
  for (int i = 0; __assert(j == 2 * i), i < n; ++i) { j += 2; }
}
