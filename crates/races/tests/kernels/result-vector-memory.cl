// unknown --local_size=64 --num_groups=1
// What a pointer names may have changed.
int4 f(int4 *p) { __ensures(__return_val_int4().x == p->x); int4 r = *p; p->x = 9; return r; }
__kernel void k() { int4 a = (int4)(1); int4 b = f(&a); }
