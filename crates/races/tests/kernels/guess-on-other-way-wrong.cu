// wrong:Race --blockDim=* --gridDim=*
__global__ void k(int *a, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 0;
  if (i % 2 == 0) atomicCAS(a, v, 1);
  else { v = *a; out[i] = v; }
}
