//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p) { __assert(__distinct_int(get_global_id(0))); __assert(__implies(__same_group, __distinct_int(get_local_id(0)))); }
