// verified --blockDim=64 --gridDim=1
__global__ void k(int *p, int *a) { a[threadIdx.x] = __atomic_fetch_add(p, 1, __ATOMIC_RELAXED); }
