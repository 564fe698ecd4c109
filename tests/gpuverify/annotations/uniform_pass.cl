//args: --local_size=64 --num_groups=2 --only-intra-group
//expect: pass
__kernel void k(__global int *p, int n) { __assert(__uniform_int(get_group_id(0) + n)); __assert(__uniform_bool(n > 3)); }
