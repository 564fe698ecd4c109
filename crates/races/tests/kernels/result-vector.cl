// verified --local_size=64 --num_groups=2
int4 next(int4 v) {
  __ensures(__return_val_int4().x == v.x + 1);
  __ensures(__return_val_int4().w == v.w);
  if (v.x > 100) { v.x += 1; return v; }
  int4 result;
  result.x = v.x + 1;
  result.w = v.w;
  return result;
}
__kernel void k() {
  int4 a = (int4)(0, 1, 2, 3);
  a = next(a);
  __assert(a.x == 1);
  __assert(a.w == 3);
}
