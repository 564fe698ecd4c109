//args: --local_size=64 --num_groups=1 --no-inline
//expect: NOT_ALL_VERIFIED
//says: a precondition for this call might not hold
int f(int x) { __requires(x > 0); return x; }
__kernel void k(__global int *p, int n) { p[get_local_id(0)] = f(n); }
