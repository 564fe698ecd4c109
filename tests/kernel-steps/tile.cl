// Work-items of OpenCL that take several elements; the host is in another file.
//:: --tile inter:4@add
//:: --tile intra:4@add --block 32 --grid 2 --sizes n=60
//:: --tile inter:2@grey/y --block 8,4 --grid 2,4 --sizes w=15,h=13
//:: --tile inter:2@hist --block 16 --grid 2 --sizes n=30
__kernel void add(__global const float *a, __global const float *b, __global float *c, const uint n) {
  size_t i = get_global_id(0);
  if (i < n)
    c[i] = a[i] + b[i]; // one of n
}

//@ requires w <= 4096 && h <= 4096;
__kernel void grey(__global uchar *out, __global const uchar4 *in, int w, int h) {
  const int x = get_global_id(0), row = w;
  const int y = get_global_id(1);
  if (x < w && y < h) {
    uchar4 p = in[y * row + x];
    out[y * row + x] = (p.x + p.y + p.z) / 3;
  }
}

__kernel void hist(__global const uchar *in, __global int *bins, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  atomic_add(&bins[in[i]], 1);
}
