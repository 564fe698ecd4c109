#include <cusparse.h>
#include <cuda_runtime.h>

__global__ void spmv_csr_scalar(int rows, const int *__restrict__ ptr, const int *__restrict__ idx, const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < rows) {
    double dot = 0;
    int row_start = ptr[row], row_end = ptr[row + 1];
    for (int jj = row_start; jj < row_end; jj++) dot += val[jj] * x[idx[jj]];
    y[row] += dot;
  }
}

__global__ void spmv_csr_vector(int rows, const int *ptr, const int *idx, const float *val, const float *x, float *y) {
  extern __shared__ volatile float vals[];
  int thread_id = blockDim.x * blockIdx.x + threadIdx.x;
  int warp_id = thread_id / 32;
  int lane = thread_id & (32 - 1);
  int row = warp_id;
  if (row < rows) {
    vals[threadIdx.x] = 0;
    for (int jj = ptr[row] + lane; jj < ptr[row + 1]; jj += 32) vals[threadIdx.x] += val[jj] * x[idx[jj]];
    __syncwarp();
    if (lane < 16) vals[threadIdx.x] += vals[threadIdx.x + 16];
    __syncwarp();
    if (lane < 8) vals[threadIdx.x] += vals[threadIdx.x + 8];
    __syncwarp();
    if (lane < 4) vals[threadIdx.x] += vals[threadIdx.x + 4];
    __syncwarp();
    if (lane < 2) vals[threadIdx.x] += vals[threadIdx.x + 2];
    __syncwarp();
    if (lane < 1) vals[threadIdx.x] += vals[threadIdx.x + 1];
    if (lane == 0) y[row] += vals[threadIdx.x];
  }
}

__global__ void coo_atomic(int nnz, const int *rows, const int *cols, const float *vals, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nnz; i += blockDim.x * gridDim.x) atomicAdd(y + rows[i], vals[i] * x[cols[i]]);
}

int main() {
  cusparseHandle_t handle;
  cusparseCreate(&handle);
  int rows = 1000, block = 128;
  spmv_csr_vector<<<(rows * 32 + block - 1) / block, block, block * sizeof(float)>>>(rows, 0, 0, 0, 0, 0);
}
