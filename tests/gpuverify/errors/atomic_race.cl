//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: possible (atomic-read|read-atomic) race on p\[0\]
__kernel void a(__global int *p, __global int *q) { atomic_inc(p); q[get_local_id(0)] = p[0]; }
