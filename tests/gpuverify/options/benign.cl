//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { p[0] = 1; }
