//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(volatile __global int *c, __global int *q, int m) { for (int n = 0; n < m; ++n) { int i = atomic_inc(c); q[i] = get_local_id(0); } }
