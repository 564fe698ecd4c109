//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p, int n) { for (int i = 0; i < n; ++i) barrier(CLK_LOCAL_MEM_FENCE); }
