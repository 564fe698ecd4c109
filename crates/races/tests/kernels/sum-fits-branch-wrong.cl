// wrong:Broken(Assertion) --local_size=64 --num_groups=1
// Where there is no sum, none fits.
__kernel void k(unsigned x, unsigned y, int c) {
  unsigned z = c ? __add_noovfl_unsigned_int(x, y) : x + y;
  __assert(z >= x);
}
