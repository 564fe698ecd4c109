//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { int x = get_local_id(0); __assert(x != __other_int(x)); __assert(__other_bool(x >= 0)); }
