//args: --local_size=64
//expect: COMMAND_LINE_ERROR
__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }
