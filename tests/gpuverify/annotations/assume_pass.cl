//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p, int n) { __assume(n == 1); p[n * get_local_id(0)] = get_local_id(0); }
