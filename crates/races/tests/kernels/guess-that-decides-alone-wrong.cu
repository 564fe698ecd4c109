// wrong:Race --blockDim=* --gridDim=*
__global__ void k(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (*a < i) atomicMax(a, i);
}
