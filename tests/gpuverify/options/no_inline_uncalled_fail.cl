//args: --local_size=64 --num_groups=1 --no-inline
//expect: NOT_ALL_VERIFIED
//says: this assertion might not hold
void f(__global int *q, int x) { __assert(x == 1); q[0] = x; }
__kernel void k(__global int *p) { p[get_local_id(0)] = 1; }
