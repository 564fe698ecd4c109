//args: --local_size=64 --num_groups=1
//expect: pass
typedef union { int i; uchar c[4]; } U;
__kernel void k(__global int *p) { U u; u.i = 0x01020304; __assert(u.c[0] == 4); p[get_local_id(0)] = u.i; }
