//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { if (get_local_id(0) > 3) __global_assert(get_local_id(0) > 2); }
