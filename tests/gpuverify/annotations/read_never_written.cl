//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p, __global int *q) { q[get_global_id(0)] = p[get_global_id(0)]; __assert(!__read(p)); }
