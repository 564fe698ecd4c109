//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p) { __assert(get_local_id(0) < get_local_size(0)); }
