// wrong:Divergence --blockDim=64 --gridDim=1 --find-bugs=2
__global__ void k(int *a) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  for (int m = 0; m < i; m++) __syncthreads();
  a[i] = s[i];
}
