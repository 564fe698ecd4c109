//args: --local_size=64 --num_groups=1 --no-infer
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) {
  int i = 0;
  while (i < 100) { i += 2; }
  __assert(i == 100);
}
