//args: --local_size=64 --num_groups=1 --asymmetric-asserts
//expect: pass
__kernel void k(__global int *p) { __assert(get_local_id(0) < 64); p[get_global_id(0)] = 1; }
