//args: --local_size=64 --num_groups=1 --no-inline
//expect: NOT_ALL_VERIFIED
//says: 6:38: error: a precondition for this call might not hold
//says: note: this is the precondition that might not hold
void f(int x) { __requires(x > 3); }
__kernel void k(__global int *p) {   f(2); }
