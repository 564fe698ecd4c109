//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p, int n) { __assert(__uniform_int(get_local_id(0) + n)); }
