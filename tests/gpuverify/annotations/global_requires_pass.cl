//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) { __global_requires(n == 4); p[get_global_id(0) * n] = 1; __assert(n == 4); }
