//args: --local_size=64 --num_groups=1 --only-divergence
//expect: pass
__kernel void k(__global int *p) { p[0] = get_local_id(0); }
