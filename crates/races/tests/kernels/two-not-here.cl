// wrong:Broken(Assertion) --local_size=64 --num_groups=4
// The other thread need not be here, and then its variables have other values.
__kernel void k(int n) {
  int x = 0;
  if (get_local_id(0) < 32) {
    x = 5;
    __assert(__uniform_int(x));
  }
}
