//args: --local_size=64 --num_groups=1 --only-divergence
//expect: NOT_ALL_VERIFIED
//says: kernel|barrier may be reached by non-uniform control flow
__kernel void k(__global int *p) { if (get_local_id(0)) barrier(CLK_LOCAL_MEM_FENCE); }
