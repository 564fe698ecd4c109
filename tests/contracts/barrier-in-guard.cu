// wrong: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// A length of rows says nothing of a barrier that not all threads reach.
__global__ void k(int *out, const int *a, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    s[threadIdx.x] = a[(size_t)i * n];
    __syncthreads();
    out[i] = s[255 - threadIdx.x];
  }
}
