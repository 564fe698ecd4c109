// verified --blockDim=64 --gridDim=1
// No launch names an instance: float, and both conditions.
template <typename T, bool Last>
__global__ void k(T *p) {
  __shared__ T tile[64];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = Last ? tile[63] : tile[63 - threadIdx.x];
}
