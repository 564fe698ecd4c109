// OpenCL: a sum in a row against a work-group.
//:: reordered: old 1 1, new 1 8, n=8
__kernel void old(__global const float *x, __global float *y, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i]; y[0] = s; }
__kernel void fresh(__global const float *x, __global float *y, int n) {
  __local float s[8];
  int t = get_local_id(0);
  s[t] = x[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 4; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; barrier(CLK_LOCAL_MEM_FENCE); }
  if (t == 0) y[0] = s[0];
}
