// The shape of the vendor's sample.
#include <stdio.h>
#include <assert.h>
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#include <helper_functions.h>
#include <helper_cuda.h>

template <int BLOCK_SIZE>
__global__ void MatrixMulCUDA(float *C, float *A, float *B, int wA, int wB) {
  __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
  As[threadIdx.y][threadIdx.x] = A[threadIdx.y * wA + threadIdx.x];
  __syncthreads();
  C[threadIdx.y * wB + threadIdx.x] = As[threadIdx.x][threadIdx.y] * B[threadIdx.x];
}

void ConstantInit(float *data, int size, float val) {
  for (int i = 0; i < size; ++i) {
    data[i] = val;
  }
}

int MatrixMultiply(int argc, char **argv, int block_size, const dim3 &dimsA, const dim3 &dimsB) {
  unsigned int size_A = dimsA.x * dimsA.y;
  unsigned int mem_size_A = sizeof(float) * size_A;
  float *h_A;
  checkCudaErrors(cudaMallocHost(&h_A, mem_size_A));
  unsigned int size_B = dimsB.x * dimsB.y;
  unsigned int mem_size_B = sizeof(float) * size_B;
  float *h_B;
  checkCudaErrors(cudaMallocHost(&h_B, mem_size_B));
  cudaStream_t stream;
  const float valB = 0.01f;
  ConstantInit(h_A, size_A, 1.0f);
  ConstantInit(h_B, size_B, valB);
  float *d_A, *d_B, *d_C;
  dim3 dimsC(dimsB.x, dimsA.y, 1);
  unsigned int mem_size_C = dimsC.x * dimsC.y * sizeof(float);
  float *h_C;
  checkCudaErrors(cudaMallocHost(&h_C, mem_size_C));
  if (h_C == NULL) {
    fprintf(stderr, "Failed to allocate host matrix C!\n");
    exit(EXIT_FAILURE);
  }
  checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&d_A), mem_size_A));
  checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&d_B), mem_size_B));
  checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&d_C), mem_size_C));
  cudaEvent_t start, stop;
  checkCudaErrors(cudaEventCreate(&start));
  checkCudaErrors(cudaEventCreate(&stop));
  checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  checkCudaErrors(cudaMemcpyAsync(d_A, h_A, mem_size_A, cudaMemcpyHostToDevice, stream));
  checkCudaErrors(cudaMemcpyAsync(d_B, h_B, mem_size_B, cudaMemcpyHostToDevice, stream));
  dim3 threads(block_size, block_size);
  dim3 grid(dimsB.x / threads.x, dimsA.y / threads.y);
  printf("Computing result using CUDA Kernel...\n");
  if (block_size == 16) {
    MatrixMulCUDA<16><<<grid, threads, 0, stream>>>(d_C, d_A, d_B, dimsA.x, dimsB.x);
  } else {
    MatrixMulCUDA<32><<<grid, threads, 0, stream>>>(d_C, d_A, d_B, dimsA.x, dimsB.x);
  }
  checkCudaErrors(cudaStreamSynchronize(stream));
  checkCudaErrors(cudaEventRecord(start, stream));
  int nIter = 300;
  for (int j = 0; j < nIter; j++) {
    if (block_size == 16) {
      MatrixMulCUDA<16><<<grid, threads, 0, stream>>>(d_C, d_A, d_B, dimsA.x, dimsB.x);
    } else {
      MatrixMulCUDA<32><<<grid, threads, 0, stream>>>(d_C, d_A, d_B, dimsA.x, dimsB.x);
    }
  }
  checkCudaErrors(cudaEventRecord(stop, stream));
  checkCudaErrors(cudaFree(d_A));
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  printf("[Matrix Multiply Using CUDA] - Starting...\n");
  if (checkCmdLineFlag(argc, (const char **)argv, "help")) {
    exit(EXIT_SUCCESS);
  }
  int dev = findCudaDevice(argc, (const char **)argv);
  int block_size = 32;
  dim3 dimsA(5 * 2 * block_size, 5 * 2 * block_size, 1);
  dim3 dimsB(5 * 4 * block_size, 5 * 2 * block_size, 1);
  if (checkCmdLineFlag(argc, (const char **)argv, "wA")) {
    dimsA.x = getCmdLineArgumentInt(argc, (const char **)argv, "wA");
  }
  if (checkCmdLineFlag(argc, (const char **)argv, "wB")) {
    dimsB.x = getCmdLineArgumentInt(argc, (const char **)argv, "wB");
  }
  if (dimsA.x != dimsB.y) {
    printf("Error: outer matrix dimensions must be equal. (%d != %d)\n", dimsA.x, dimsB.y);
    exit(EXIT_FAILURE);
  }
  checkCudaErrors(cudaProfilerStart());
  int matrix_result = MatrixMultiply(argc, argv, block_size, dimsA, dimsB);
  checkCudaErrors(cudaProfilerStop());
  exit(matrix_result);
}
//@ blockDim.x == 32 && blockDim.y == 32
//@ wA % 32 == 0
//@ length(C) >= wB * gridDim.y * 32
//@ length(A) >= wA * gridDim.y * 32
//@ disjoint(C, A)
//= 58 perhaps elsewhere: MatrixMulCUDA<16><<<uint32(dimsB.x / uint32(block_size)) x uint32(dimsA.y / uint32(block_size)), uint32(block_size) x uint32(block_size)>>>(C = [uint32(uint32(dimsB.x * dimsA.y) * 4)]@47, A = [uint32(4 * uint32(dimsA.x * dimsA.y))]@45, B = [uint32(4 * uint32(dimsB.x * dimsB.y))]@46, wA = int32(dimsA.x), wB = int32(dimsB.x)) | violates: uint32(block_size) == 32, violates: uint32(block_size) == 32, if int32(dimsA.x) % 32 == 0, if uint32(uint32(dimsB.x * dimsA.y) * 4) / 4 >= int32(dimsB.x) * uint32(dimsA.y / uint32(block_size)) * 32, if uint32(4 * uint32(dimsA.x * dimsA.y)) / 4 >= int32(dimsA.x) * uint32(dimsA.y / uint32(block_size)) * 32, meets
//= 60 main via 97: MatrixMulCUDA<32><<<dimsB.x / 32 x 10, 32 x 32>>>(C = [uint32(uint32(dimsB.x * 320) * 4)]@47, A = [uint32(4 * uint32(dimsA.x * 320))]@45, B = [uint32(4 * uint32(dimsB.x * 320))]@46, wA = int32(dimsA.x), wB = int32(dimsB.x)) | meets, meets, meets, if dimsB.x * 320 * 4 <= 4294967295, meets, meets
//= 60 perhaps elsewhere: MatrixMulCUDA<32><<<uint32(dimsB.x / uint32(block_size)) x uint32(dimsA.y / uint32(block_size)), uint32(block_size) x uint32(block_size)>>>(C = [uint32(uint32(dimsB.x * dimsA.y) * 4)]@47, A = [uint32(4 * uint32(dimsA.x * dimsA.y))]@45, B = [uint32(4 * uint32(dimsB.x * dimsB.y))]@46, wA = int32(dimsA.x), wB = int32(dimsB.x)) | if uint32(block_size) == 32, if uint32(block_size) == 32, if int32(dimsA.x) % 32 == 0, if uint32(uint32(dimsB.x * dimsA.y) * 4) / 4 >= int32(dimsB.x) * uint32(dimsA.y / uint32(block_size)) * 32, if uint32(4 * uint32(dimsA.x * dimsA.y)) / 4 >= int32(dimsA.x) * uint32(dimsA.y / uint32(block_size)) * 32, meets
//= 67 perhaps elsewhere: MatrixMulCUDA<16><<<uint32(dimsB.x / uint32(block_size)) x uint32(dimsA.y / uint32(block_size)), uint32(block_size) x uint32(block_size)>>>(C = [uint32(uint32(dimsB.x * dimsA.y) * 4)]@47, A = [uint32(4 * uint32(dimsA.x * dimsA.y))]@45, B = [uint32(4 * uint32(dimsB.x * dimsB.y))]@46, wA = int32(dimsA.x), wB = int32(dimsB.x)) | violates: uint32(block_size) == 32, violates: uint32(block_size) == 32, if int32(dimsA.x) % 32 == 0, if uint32(uint32(dimsB.x * dimsA.y) * 4) / 4 >= int32(dimsB.x) * uint32(dimsA.y / uint32(block_size)) * 32, if uint32(4 * uint32(dimsA.x * dimsA.y)) / 4 >= int32(dimsA.x) * uint32(dimsA.y / uint32(block_size)) * 32, meets
//= 69 main via 97: MatrixMulCUDA<32><<<dimsB.x / 32 x 10, 32 x 32>>>(C = [uint32(uint32(dimsB.x * 320) * 4)]@47, A = [uint32(4 * uint32(dimsA.x * 320))]@45, B = [uint32(4 * uint32(dimsB.x * 320))]@46, wA = int32(dimsA.x), wB = int32(dimsB.x)) | meets, meets, meets, if dimsB.x * 320 * 4 <= 4294967295, meets, meets
//= 69 perhaps elsewhere: MatrixMulCUDA<32><<<uint32(dimsB.x / uint32(block_size)) x uint32(dimsA.y / uint32(block_size)), uint32(block_size) x uint32(block_size)>>>(C = [uint32(uint32(dimsB.x * dimsA.y) * 4)]@47, A = [uint32(4 * uint32(dimsA.x * dimsA.y))]@45, B = [uint32(4 * uint32(dimsB.x * dimsB.y))]@46, wA = int32(dimsA.x), wB = int32(dimsB.x)) | if uint32(block_size) == 32, if uint32(block_size) == 32, if int32(dimsA.x) % 32 == 0, if uint32(uint32(dimsB.x * dimsA.y) * 4) / 4 >= int32(dimsB.x) * uint32(dimsA.y / uint32(block_size)) * 32, if uint32(4 * uint32(dimsA.x * dimsA.y)) / 4 >= int32(dimsA.x) * uint32(dimsA.y / uint32(block_size)) * 32, meets
