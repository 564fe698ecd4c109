//args: --local_size=64 --num_groups=1 --vcgen-opt=/atomics:rw
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { atomic_inc(p); int x = p[0]; }
