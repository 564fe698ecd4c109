//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
//says: (write-atomic|atomic-write) race on c\[0\]
__kernel void k(volatile __global int *c) { atomic_inc(c); if (get_global_id(0) == 3) c[0] = 1; }
