//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(volatile __global int *c, __global int *q) { int i = atomic_inc(c); int j = atomic_inc(c); q[i] = get_local_id(0); q[j] = get_local_id(0) + 100; }
