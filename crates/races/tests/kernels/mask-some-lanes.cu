// verified:Gathering --blockDim=64 --gridDim=1
// Lanes that the mask names do not come: that they do is taken for granted, and said.
__global__ void k(int *a) {
  int t = threadIdx.x;
  if (t < 5) __syncwarp(0xff);
  a[t] = t;
}
