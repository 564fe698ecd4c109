//args: --local_size=64 --num_groups=1 --equality-abstraction
//expect: pass
__kernel void k(__global int *q) { __local int f; f = 3; int x = f; barrier(CLK_LOCAL_MEM_FENCE); }
