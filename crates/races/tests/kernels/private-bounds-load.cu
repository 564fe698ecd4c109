// wrong --blockDim=64 --gridDim=1
// as private-bounds-store, for a load.
__global__ void k(int *A) { int a[4] = {1,2,3,4}; A[threadIdx.x] = a[threadIdx.x]; }
