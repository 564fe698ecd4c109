// wrong:Broken(Postcondition) --local_size=64 --num_groups=2
// One of two returns breaks it.
int4 next(int4 v, int n) {
  __ensures(__return_val_int4().x == 1);
  if (n > 7) return v;
  return (int4)(1);
}
__kernel void k(int n) { int4 a = next((int4)(2), n); }
