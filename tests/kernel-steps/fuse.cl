// Kernels of OpenCL, whose host is elsewhere: parameters of one name are one.
//:: --fuse blur,sharpen --block 32 --grid 2 --sizes n=64
//:: --fuse blur,threshold --block 32 --grid 2 --sizes n=50

__kernel void blur(__global const float *in, __global float *mid, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  mid[i] = 0.5f * in[i] + 0.25f; // smoothed
}

// The neighbour's value is another work-item's.
//@ requires n >= 1;
__kernel void sharpen(__global const float *mid, __global float *out, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  out[i] = 2 * mid[i] - mid[n - 1 - i];
}

__kernel void threshold(__global const float *mid, __global uchar *bits, float at, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  bits[i] = mid[i] > at;
}
