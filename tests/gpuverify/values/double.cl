//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global double *p) { double d = 1.0; __assert(d == 1.0); p[get_local_id(0)] = d + p[get_local_id(0)]; }
