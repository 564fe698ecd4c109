#include <cuda_runtime.h>
__global__ void transformKernel(float *outputData, int width, int height, float theta, cudaTextureObject_t tex) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
  float u = (float)x - (float)width / 2, v = (float)y - (float)height / 2;
  float tu = u * cosf(theta) - v * sinf(theta), tv = v * cosf(theta) + u * sinf(theta);
  tu /= (float)width; tv /= (float)height;
  outputData[y * width + x] = tex2D<float>(tex, tu + 0.5f, tv + 0.5f);
}
__global__ void init_array(int *g_data, int *factor, int num_iterations) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < num_iterations; i++) g_data[idx] += *factor;
}
__global__ void surfWrite(cudaSurfaceObject_t out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) surf2Dwrite(1.0f, out, x * 4, y);
}
__global__ void clock_k(const float *input, float *output, clock_t *timer) {
  extern __shared__ float shared[];
  const int tid = threadIdx.x, bid = blockIdx.x;
  if (tid == 0) timer[bid] = clock();
  shared[tid] = input[tid];
  shared[tid + blockDim.x] = input[tid + blockDim.x];
  for (int d = blockDim.x; d > 0; d /= 2) {
    __syncthreads();
    if (tid < d) { float f0 = shared[tid], f1 = shared[tid + d]; if (f1 < f0) shared[tid] = f1; }
  }
  if (tid == 0) output[bid] = shared[0];
  __syncthreads();
  if (tid == 0) timer[bid + gridDim.x] = clock();
}
__global__ void testKernel(int val) { printf("[%d, %d]:\t\tValue is:%d\n", blockIdx.y * gridDim.x + blockIdx.x, threadIdx.z * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x, val); }
__global__ void assertKernel(int N) { int gtid = blockIdx.x * blockDim.x + threadIdx.x; assert(gtid < N); }
__device__ int recur(int n) { return n < 2 ? n : recur(n - 1) + recur(n - 2); }
__global__ void fib(int *o) { o[threadIdx.x] = recur(threadIdx.x); }
int main() {
  cudaTextureObject_t tex; float *dData; int width = 512, height = 512; int *a, *c; clock_t *dtimer;
  dim3 dimBlock(8, 8, 1);
  dim3 dimGrid(width / dimBlock.x, height / dimBlock.y, 1);
  transformKernel<<<dimGrid, dimBlock, 0>>>(dData, width, height, 0.5f, tex);
  int n = 16 * 1024 * 1024, nstreams = 4;
  dim3 threads = dim3(512, 1), blocks = dim3(n / (nstreams * threads.x), 1);
  cudaStream_t *streams;
  for (int i = 0; i < nstreams; i++) init_array<<<blocks, threads, 0, streams[i]>>>(a + i * n / nstreams, c, 5);
  surfWrite<<<dimGrid, dimBlock>>>(tex, width, height);
  clock_k<<<64, 256, sizeof(float) * 2 * 256>>>(dData, dData, dtimer);
  dim3 g2(2, 2), b2(2, 2, 2);
  testKernel<<<g2, b2>>>(10);
  assertKernel<<<2, 32>>>(60);
  fib<<<1, 32>>>(a);
}
