//args: --local_size=64 --num_groups=*
//expect: pass
__axiom(get_num_groups(0) == 8);
__kernel void k(__global int *p) { __assert(get_global_size(0) == 512); }
