#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <iostream>
#include <vector>

__global__ void vector_add(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// Grid-stride loop.
__global__ void saxpy(int n, float alpha, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = alpha * x[i] + y[i];
}

// Vectorised.
__global__ void vector_add4(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n4 = n / 4;
  if (i < n4) {
    float4 va = reinterpret_cast<const float4 *>(a)[i];
    float4 vb = reinterpret_cast<const float4 *>(b)[i];
    float4 vc = make_float4(va.x + vb.x, va.y + vb.y, va.z + vb.z, va.w + vb.w);
    reinterpret_cast<float4 *>(c)[i] = vc;
  }
  int rest = n4 * 4 + i;
  if (rest < n && i < n - n4 * 4) c[rest] = a[rest] + b[rest];
}

int main(int argc, char **argv) {
  int n = 1 << 20;
  size_t bytes = n * sizeof(float);
  std::vector<float> h_a(n, 1.0f), h_b(n, 2.0f), h_c(n);
  float *d_a, *d_b, *d_c;
  checkCudaErrors(cudaMalloc(&d_a, bytes));
  checkCudaErrors(cudaMalloc(&d_b, bytes));
  checkCudaErrors(cudaMalloc(&d_c, bytes));
  checkCudaErrors(cudaMemcpy(d_a, h_a.data(), bytes, cudaMemcpyHostToDevice));
  const int threads = 256;
  vector_add<<<(n + threads - 1) / threads, threads>>>(d_a, d_b, d_c, n);
  getLastCudaError("vector_add");
  saxpy<<<dim3(80), dim3(threads)>>>(n, 2.0f, d_a, d_c);
  vector_add4<<<(n / 4 + threads - 1) / threads, threads>>>(d_a, d_b, d_c, n);
  std::cout << h_c[0] << std::endl;
  return EXIT_SUCCESS;
}
