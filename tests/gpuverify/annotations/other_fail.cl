//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { int x = get_local_id(0); __assert(x + 1 != __other_int(x)); }
