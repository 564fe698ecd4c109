//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p) {
  __assert(get_global_offset(0) == 0);
  p[get_global_id(0)] = 1;
}
