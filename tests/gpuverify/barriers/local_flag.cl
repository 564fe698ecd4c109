//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { p[get_local_id(0)] = get_local_id(0); barrier(CLK_LOCAL_MEM_FENCE); int x = p[63 - get_local_id(0)]; }
