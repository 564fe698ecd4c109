#include <curand_kernel.h>
#include <cuda_runtime.h>

__global__ void setup_kernel(curandState *state, unsigned long long seed, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  if (id < n) curand_init(seed, id, 0, &state[id]);
}

__global__ void pi_kernel(curandState *state, unsigned *hits, int iterations, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  if (id >= n) return;
  curandState local = state[id];
  unsigned count = 0;
  for (int i = 0; i < iterations; ++i) {
    float x = curand_uniform(&local), y = curand_uniform(&local);
    if (x * x + y * y <= 1.0f) count++;
  }
  state[id] = local;
  hits[id] = count;
}

__global__ void dropout(const float *in, float *out, unsigned char *mask, int n, float p, unsigned long long seed, unsigned long long offset) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, idx, offset, &state);
  for (int i = idx * 4; i < n; i += gridDim.x * blockDim.x * 4) {
    float4 r = curand_uniform4(&state);
    const float rs[4] = {r.x, r.y, r.z, r.w};
#pragma unroll
    for (int k = 0; k < 4; ++k)
      if (i + k < n) {
        bool keep = rs[k] < p;
        mask[i + k] = keep;
        out[i + k] = keep ? in[i + k] / p : 0.f;
      }
  }
}

__host__ void price() {
  const int n = 64 * 256;
  setup_kernel<<<64, 256>>>(nullptr, 1234ULL, n);
  pi_kernel<<<64, 256>>>(nullptr, nullptr, 1000, n);
}
