// wrong:Race --blockDim=64 --gridDim=1
template<class T> __device__ void gpuAtomicAdd(T *a, T v) { *a = *a + v; }
__global__ void k(int *p) { gpuAtomicAdd(&p[0], 1); }
