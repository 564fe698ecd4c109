//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { p[get_global_id(0)] = 1; barrier(CLK_GLOBAL_MEM_FENCE); __assert(__no_write(p)); }
