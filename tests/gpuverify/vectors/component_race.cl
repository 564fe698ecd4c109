//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int4 *p) { p[0].x = get_local_id(0); }
