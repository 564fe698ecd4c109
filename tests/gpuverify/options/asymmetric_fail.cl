//args: --local_size=64 --num_groups=1 --asymmetric-asserts
//expect: NOT_ALL_VERIFIED
//says: this assertion might not hold
__kernel void k(__global int *p) { __assert(get_local_id(0) < 63); p[get_global_id(0)] = 1; }
