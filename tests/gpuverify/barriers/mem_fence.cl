//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__local int *l) { l[get_local_id(0)] = get_local_id(0); mem_fence(CLK_LOCAL_MEM_FENCE); int x = l[63 - get_local_id(0)]; }
