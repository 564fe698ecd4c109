// verified --blockDim=256 --gridDim=1
__device__ const int tab[2] = {1, 1};
__global__ void k(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * tab[0]] = 1;
}
