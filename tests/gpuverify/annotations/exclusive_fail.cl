//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { __assert(__exclusive(get_local_id(0) <= 1)); }
