// wrong:Race --blockDim=256 --gridDim=1
// Another file may define what is weak, as zeros.
__attribute__((weak)) extern __device__ const int tab[2] = {1, 1};
__global__ void k(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * tab[0]] = 1;
}
