// verified --local_size=64 --num_groups=1
// The user takes the sum to fit.
__kernel void k(unsigned x, unsigned y) {
  unsigned z = __add_noovfl_unsigned_int(x, y);
  __assert(z >= x && z >= y);
}
