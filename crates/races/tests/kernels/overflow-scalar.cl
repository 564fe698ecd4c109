// verified:Fits --local_size=64 --num_groups=*
// The same without a vector.
__kernel void k(__global int *out) {
  int v = (int)get_global_id(0) * 1048576;
  if (v >= 0) out[v] = 1;
}
