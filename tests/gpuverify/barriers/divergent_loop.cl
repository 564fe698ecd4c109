//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: barrier may be reached by non-uniform control flow
__kernel void k(__global int *p) { for (int i = 0; i < get_local_id(0); ++i) barrier(CLK_LOCAL_MEM_FENCE); }
