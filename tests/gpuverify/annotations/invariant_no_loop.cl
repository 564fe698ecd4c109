//args: --local_size=64 --num_groups=2
//expect: GPUVERIFYVCGEN_ERROR
//says: user-specified invariant does not appear at loop head
__kernel void k(__global int *p, int n) { __invariant(n == n); p[get_global_id(0)] = 1; }
