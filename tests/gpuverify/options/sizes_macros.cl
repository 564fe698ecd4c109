//args: --local_size=64 --num_groups=3
//expect: pass
__kernel void k(__global int *p) {
  __assert(__LOCAL_SIZE_0 == 64); __assert(__NUM_GROUPS_0 == 3);
  p[get_global_id(0)] = 1;
}
