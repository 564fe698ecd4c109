// wrong:Broken(Postcondition) --local_size=64 --num_groups=2
// An argument is what came in, not what the function made of it.
int4 next(int4 v) {
  __ensures(__return_val_int4().x == v.x);
  v.x = v.x + 1;
  return v;
}
__kernel void k() { int4 a = next((int4)(2)); }
