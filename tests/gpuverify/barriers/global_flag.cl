//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { p[get_local_id(0)] = get_local_id(0); barrier(CLK_GLOBAL_MEM_FENCE); int x = p[63 - get_local_id(0)]; }
