//args: --local_size=64 --num_groups=1 --no-infer
//expect: NOT_ALL_VERIFIED
//says: race on p
__kernel void k(__global int *p) {
  for (int i = get_local_id(0); i < 1024; i += get_local_size(0)) p[i] = get_local_id(0);
}
