// wrong:Broken(Postcondition) --local_size=64 --num_groups=2
int4 next(int4 v) {
  __ensures(__return_val_int4().x == v.x + 1);
  int4 result;
  result.x = v.y + 1;
  return result;
}
__kernel void k() { int4 a = next((int4)(0, 1, 2, 3)); }
