//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(volatile __global int *c, volatile __global uint *u, volatile __global float *f, volatile __local int *l) { atomic_add(c, 1); atomic_sub(c, 1); atomic_xchg(c, 1); atomic_cmpxchg(c, 1, 2); atomic_min(c, 3); atomic_max(c, 3); atomic_and(c, 1); atomic_or(c, 1); atomic_xor(c, 1); atomic_inc(u); atom_add(l, 3); atom_inc(l); atomic_xchg(f, 1.0f); }
