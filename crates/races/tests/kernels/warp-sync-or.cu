// verified --blockDim=32 --gridDim=1 --warp-sync=32
// One condition, though two are looked at.
__global__ void either(int *a) {
  int t = threadIdx.x;
  if (t < 8 || t >= 24)
    a[t] = a[31 - t];
}
