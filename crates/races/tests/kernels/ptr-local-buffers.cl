// verified --local_size=64 --num_groups=2
__kernel void k(__global float *in, __global float *out, int n) {
  __local float a[64], b[64];
  __local float *buf[2] = { a, b };
  int i = get_local_id(0);
  buf[0][i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 0; s < n; ++s) {
    buf[(s + 1) & 1][i] = buf[s & 1][63 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = buf[n & 1][i];
}
