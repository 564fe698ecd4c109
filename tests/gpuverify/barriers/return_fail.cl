//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { if (get_local_id(0) == 3) return; barrier(CLK_LOCAL_MEM_FENCE); }
