//args: --local_size=64 --num_groups=1 --loop-unwind=5
//expect: NOT_ALL_VERIFIED
//says: this assertion might not hold
__kernel void k(__global int *p) {
  for (int i = 0; i < 10; ++i) { if (i >= 3) __assert(false); }
}
