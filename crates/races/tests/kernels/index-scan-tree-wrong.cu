// wrong:Race --blockDim=128 --gridDim=*
// No barrier on the way down.
__global__ void k(int *a) {
  __shared__ int s[256];
  int t = threadIdx.x, *mine = a + blockIdx.x * 256;
  s[t] = mine[t], s[t + 128] = mine[t + 128];
  for (int d = 1; d < 256; d *= 2) {
    __syncthreads();
    int at = (t + 1) * d * 2 - 1;
    if (at < 256) s[at] += s[at - d];
  }
  for (int d = 64; d > 0; d /= 2) {
    int at = (t + 1) * d * 2 - 1;
    if (at + d < 256) s[at + d] += s[at];
  }
  __syncthreads();
  mine[t] = s[t], mine[t + 128] = s[t + 128];
}
