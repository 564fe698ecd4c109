//args: --local_size=64 --num_groups=1 --race-instrumenter=watchdog-multiple
//expect: pass
__kernel void k(__global int *p) { p[get_local_id(0)] = 1; }
