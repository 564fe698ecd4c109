//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__constant int4 C = (int4)(1, 2, 3, 4);
__kernel void k(__global int *p) { __assert(C.y == 1); }
