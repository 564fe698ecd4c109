//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { p[get_global_id(0)] = get_local_id(0); barrier(CLK_GLOBAL_MEM_FENCE); int x = p[127 - get_global_id(0)]; }
