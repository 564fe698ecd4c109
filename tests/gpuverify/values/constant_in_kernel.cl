//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { __constant int T[2] = {1, 2}; p[get_local_id(0) * T[0]] = get_local_id(0); }
