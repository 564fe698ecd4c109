//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { vstore4((int4)(get_local_id(0)), 0, p + 3 * get_local_id(0)); }
