// wrong:Race --local_size=64 --num_groups=*
// Elements of vectors wrap round.
__kernel void k(__global int *out) {
  int2 v = (int2)(get_global_id(0), 0) * 1048576;
  if (v.x >= 0) out[v.x] = 1;
}
