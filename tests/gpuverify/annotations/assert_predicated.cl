//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p) { if (get_local_id(0) > 3) __assert(get_local_id(0) > 2); }
