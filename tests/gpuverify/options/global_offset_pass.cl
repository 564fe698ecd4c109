//args: --local_size=64 --num_groups=2 --global_offset=16
//expect: pass
__kernel void k(__global int *p) {
  __assert(get_global_offset(0) == 16);
  __assert(get_global_id(0) >= 16);
  __assert(get_global_id(0) == get_group_id(0) * 64 + get_local_id(0) + 16);
  p[get_global_id(0)] = 1;
}
