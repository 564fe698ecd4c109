//args: --local_size=64 --num_groups=1 --loop-unwind=2
//expect: pass
//says: No defects were found while analysing
__kernel void k(__global int *p) {
  for (int i = 0; i < 10; ++i) { if (i >= 3) __assert(false); }
}
