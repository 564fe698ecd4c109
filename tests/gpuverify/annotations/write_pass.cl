//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { p[get_global_id(0)] = 1; __assert(__implies(__write(p), __write_offset_bytes(p) == 4 * get_global_id(0))); __assert(__no_read(p)); }
