//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(volatile __global int *c) { int x = atomic_xchg(c, 1); __assert(x == 1); }
