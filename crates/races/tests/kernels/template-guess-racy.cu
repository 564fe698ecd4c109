// wrong:Race --blockDim=64 --gridDim=1
// It is the instance with `true` that races; the other is verified.
template <typename T, bool Last>
__global__ void k(T *p) {
  __shared__ T tile[64];
  tile[threadIdx.x] = p[threadIdx.x];
  if (!Last) __syncthreads();
  p[threadIdx.x] = Last ? tile[63] : tile[63 - threadIdx.x];
}
