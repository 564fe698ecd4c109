//args: --local_size=0 --num_groups=1
//expect: COMMAND_LINE_ERROR
__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }
