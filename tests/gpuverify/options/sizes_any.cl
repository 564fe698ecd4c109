//args: --local_size=* --num_groups=*
//expect: pass
__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }
