// wrong --blockDim=256 --gridDim=1
__global__ void k(curandStateMtgp32 *s, unsigned *a, unsigned *n) {
  for (unsigned i = 0; i < n[threadIdx.x]; i++) a[threadIdx.x] = curand(s);
}
