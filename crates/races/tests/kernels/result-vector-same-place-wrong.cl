// wrong:Broken(Postcondition) --local_size=64 --num_groups=2
// The result goes where the argument came from.
int4 next(int4 v) {
  __ensures(__return_val_int4().x == v.x);
  return v + (int4)(1);
}
__kernel void k() { int4 a = (int4)(0); a = next(a); a = next(a); }
