//args: --local_size=64 --num_groups=2 --math-int
//expect: pass
__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }
