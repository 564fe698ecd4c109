//args: --local_size=64 --num_groups=2 --cruncher-opt=/noHoudini
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) {
  for (int i = get_global_id(0); i < 1024; i += get_local_size(0))
    p[i] = get_global_id(0);
}
