//args: --local_size=64 --num_groups=2 --only-intra-group
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { p[get_group_id(0)] = get_local_id(0); }
