//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: race on p
__kernel void k(__global int *p) { __global char *c = (__global char *)p; c[get_local_id(0)] = 1; p[get_local_id(0)] = get_local_id(0); }
