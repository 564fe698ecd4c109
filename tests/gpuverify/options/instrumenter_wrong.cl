//args: --local_size=64 --num_groups=1 --race-instrumenter=nothing
//expect: COMMAND_LINE_ERROR
__kernel void k(__global int *p) { p[get_local_id(0)] = 1; }
