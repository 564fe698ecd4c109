// Arrays that are longer than a block: with a margin on both sides, or with a second half.

// Right: 128 threads and three elements on each side.
__global__ void smoothed(const float *in, float *out, int n) {
  __shared__ float line[134];
  int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 3;
  line[l] = g < n ? in[g] : 0;
  if (threadIdx.x < 3) {
    line[l - 3] = g >= 3 && g < n ? in[g - 3] : 0;
    line[l + blockDim.x] = g + blockDim.x < n ? in[g + blockDim.x] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int o = -3; o <= 3; o++) sum += line[l + o];
  if (g < n) out[g] = sum;
}

// Wrong: neighbours are read before they are written.
__global__ void smoothed_soon(const float *in, float *out, int n) {
  __shared__ float line[134];
  int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 3;
  line[l] = g < n ? in[g] : 0;
  if (threadIdx.x < 3) {
    line[l - 3] = g >= 3 && g < n ? in[g - 3] : 0;
    line[l + blockDim.x] = g + blockDim.x < n ? in[g + blockDim.x] : 0;
  }
  float sum = 0;
  for (int o = -3; o <= 3; o++) sum += line[l + o];
  if (g < n) out[g] = sum;
}

// Right: each thread has two elements.
__global__ void least_of_two(const float *in, float *out) {
  __shared__ float both[256];
  int t = threadIdx.x;
  both[t] = in[t];
  both[t + blockDim.x] = in[t + blockDim.x];
  for (int d = blockDim.x; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) both[t] = fminf(both[t], both[t + d]);
  }
  if (t == 0) out[blockIdx.x] = both[0];
}

// Wrong: the halves are not apart by a barrier.
__global__ void least_of_two_soon(const float *in, float *out) {
  __shared__ float both[256];
  int t = threadIdx.x;
  both[t] = in[t];
  both[t + blockDim.x] = in[t + blockDim.x];
  for (int d = blockDim.x; d > 0; d /= 2)
    if (t < d) both[t] = fminf(both[t], both[t + d]);
  if (t == 0) out[blockIdx.x] = both[0];
}
