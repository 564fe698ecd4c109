//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *q) { volatile __local int c; c = 0; barrier(CLK_LOCAL_MEM_FENCE); int i = atomic_inc(&c); q[i] = get_global_id(0); }
