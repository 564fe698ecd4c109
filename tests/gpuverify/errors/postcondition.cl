//args: --local_size=64 --num_groups=1 --no-inline
//expect: NOT_ALL_VERIFIED
//says: error: postcondition might not hold on all return paths
int f(int x) { __ensures(__return_val_int() > 3); return 2; }
__kernel void k(__global int *p) { p[get_local_id(0)] = f(2); }
