//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { int3 v = vload3(get_local_id(0), p); vstore3(v + 1, get_local_id(0), p); }
