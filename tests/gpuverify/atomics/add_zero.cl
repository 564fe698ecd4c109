//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(volatile __global int *c, __global int *q) { int i = atomic_add(c, 0); q[i] = get_local_id(0); }
