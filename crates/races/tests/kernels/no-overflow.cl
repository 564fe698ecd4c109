// verified --local_size=64 --num_groups=1
__kernel void k(unsigned x, unsigned y, unsigned z) {
  __requires(__add_noovfl(x, y, z));
  unsigned w = x + y + z;
  __assert(w >= x && w >= y && w >= z);
}
