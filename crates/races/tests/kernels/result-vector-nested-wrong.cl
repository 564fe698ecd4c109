// wrong --local_size=64 --num_groups=1
int4 g(int4 v) { __ensures(__return_val_int4().x == v.x + 2); v.x++; return v; }
int4 f(int4 v) { __ensures(__return_val_int4().x == v.x + 1); return g(v); }
__kernel void k() { int4 a = f((int4)(1)); }
