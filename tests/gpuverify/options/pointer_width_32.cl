//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { __assert(sizeof(size_t) == 4); __assert(sizeof(long) == 8); p[get_global_id(0)] = 1; }
