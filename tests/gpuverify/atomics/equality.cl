//args: --local_size=64 --num_groups=2 --equality-abstraction
//expect: GPUVERIFYVCGEN_ERROR
//says: --equality-abstraction cannot be used with atomics
__kernel void k(volatile __global int *c) { atomic_inc(c); }
