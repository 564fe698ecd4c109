//args: --local_size=64 --num_groups=2 --only-intra-group
//expect: pass
//says: no data races within work groups
__kernel void k(__global int *p) { p[get_local_id(0)] = get_group_id(0); }
