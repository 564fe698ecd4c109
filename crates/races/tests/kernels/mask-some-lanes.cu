// unknown --blockDim=64 --gridDim=1
// Lanes that the mask names do not come, in no launch: nothing may rest on that they do.
__global__ void k(int *a) {
  int t = threadIdx.x;
  if (t < 5) __syncwarp(0xff);
  a[t] = t;
}
