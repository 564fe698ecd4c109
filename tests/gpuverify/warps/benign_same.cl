//args: --local_size=64 --num_groups=1 --equality-abstraction
//expect: pass
__kernel void k(__global int *q) { __local int f; f = 0; barrier(CLK_LOCAL_MEM_FENCE); if (q[get_local_id(0)] > 3) f = 1; barrier(CLK_LOCAL_MEM_FENCE); q[get_local_id(0)] = f; }
