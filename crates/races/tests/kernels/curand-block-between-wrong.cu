// wrong --blockDim=256 --gridDim=1
__global__ void k(curandStateMtgp32 *s, unsigned *a) {
  a[threadIdx.x] = curand(s);
  if (threadIdx.x == 3) s->offset = 1;
  a[threadIdx.x] += curand(s);
}
