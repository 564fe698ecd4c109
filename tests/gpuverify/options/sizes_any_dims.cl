//args: --local_size=[*,8] --global_size=[*,64]
//expect: pass
__kernel void k(__global int *p) { p[get_local_id(1)] = 1; __assert(get_num_groups(1) == 8); __assert(get_global_size(0) % get_local_size(0) == 0); }
