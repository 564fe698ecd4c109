// unknown:Exchange --blockDim=64 --gridDim=1
// Lanes that the mask names do not come, in any launch; whether that is shown is for an execution.
__global__ void k(int *a) {
  int t = threadIdx.x;
  if (t < 5) a[t] = __shfl_sync(0xffffffff, t, 0);
}
