//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { __assert(__distinct_int(get_local_id(0))); }
