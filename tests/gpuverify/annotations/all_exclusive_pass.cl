//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { __assert(__all(get_local_id(0) < 64)); __assert(__exclusive(get_local_id(0) == 0)); }
