//args: --blockDim=256 --gridDim=4
//expect: NOT_ALL_VERIFIED
__global__ void fill(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 20; j++)
    for (int k = 0; k < 31; k++)
      a[(i * 20 + j) * 30 + k] = i + k;
}
