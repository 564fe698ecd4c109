// wrong:Broken(Postcondition) --local_size=64 --num_groups=2
int4 next() {
  __ensures(__return_val_int4().x == 0);
  int4 result;
  result.y = 0;
  return result;
}
__kernel void k() { int4 a = next(); }
