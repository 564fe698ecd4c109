//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global long *p) { long x = 1L << 40; __assert(x == 1099511627776L); p[get_local_id(0)] = x; __assert((uchar)300 == 44); __assert((char)200 == -56); }
