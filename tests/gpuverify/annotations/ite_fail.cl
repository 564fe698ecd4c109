//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p, int n) { __assert(__ite(n > 3, n, 4) > 4); }
