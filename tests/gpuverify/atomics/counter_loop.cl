//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(volatile __global int *c, __global int *q) { for (int n = 0; n < 10; ++n) { int i = atomic_inc(c); q[i] = get_local_id(0); } }
