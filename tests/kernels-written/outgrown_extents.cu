// The extent of an array names the block: what else goes wrong in other blocks is wrong.

// Wrong: in blocks of 21 to 29 threads all write one element.
__global__ void other_blocks(int *a, int n) {
  __shared__ int s[512];
  s[threadIdx.x] = n;
  __syncthreads();
  if (n == 12345 && blockDim.x > 20 && blockDim.x < 30) a[0] = threadIdx.x;
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// Right for any block: the number of elements is required to be no more than there are.
//@ requires n <= 64;
__global__ void first_threads(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = n;
  __syncthreads();
  if (t < n) a[blockIdx.x * blockDim.x + t] = s[t];
}
