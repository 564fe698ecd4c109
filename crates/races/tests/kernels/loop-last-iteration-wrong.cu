// wrong:Bounds --blockDim=[64] --gridDim=[2]
// The last of four iterations is one too many.
__global__ void k(int *out) {
  __shared__ int s[3 * 64];
  int t = threadIdx.x;
  for (int i = 0; i <= 3; i++) s[i * 64 + t] = i;
  out[blockIdx.x * 64 + t] = s[t];
}
