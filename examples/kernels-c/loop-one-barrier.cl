// wrong K301: an iteration writes while others still read in the one before
// options: --block 32 --grid *

__kernel void rounds(__local int *s, __global int *out, int n) {
  int i = get_local_id(0);
  int sum = 0;
  for (int round = 0; round < n; round++) {
    s[i] = round;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += s[31 - i];
  }
  out[get_global_id(0)] = sum;
}
