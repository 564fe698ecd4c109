//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { p[get_global_id(0)] = 1; __assert(__no_write(p)); }
