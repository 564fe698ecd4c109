import torch
import torch.nn as nn
from torch.utils.cpp_extension import load_inline

source = r'''
#include <torch/extension.h>
#include <cuda_runtime.h>

#define TILE_SIZE 16

__global__ void matmul_kernel(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float s_A[TILE_SIZE][TILE_SIZE];
    __shared__ float s_B[TILE_SIZE][TILE_SIZE];
    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_SIZE + ty;
    int Col = bx * TILE_SIZE + tx;
    float Cvalue = 0.0f;
    for (int m = 0; m < (K - 1) / TILE_SIZE + 1; ++m) {
        s_A[ty][tx] = (Row < M && m * TILE_SIZE + tx < K) ? A[Row * K + m * TILE_SIZE + tx] : 0.0f;
        s_B[ty][tx] = (Col < N && m * TILE_SIZE + ty < K) ? B[(m * TILE_SIZE + ty) * N + Col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_SIZE; ++k) Cvalue += s_A[ty][k] * s_B[k][tx];
    }
    if (Row < M && Col < N) C[Row * N + Col] = Cvalue;
}

__global__ void matvec_kernel(const float* __restrict__ A, const float* __restrict__ v, float* __restrict__ out, int64_t M, int64_t K) {
    int64_t row = blockIdx.x;
    float sum = 0.0f;
    for (int64_t k = threadIdx.x; k < K; k += blockDim.x) sum += A[row * K + k] * v[k];
    __shared__ float cache[256];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) cache[threadIdx.x] += cache[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[row] = cache[0];
}

__global__ void diag_matmul_kernel(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, const int64_t N, const int64_t M) {
    const int64_t row = blockIdx.y * blockDim.y + threadIdx.y;
    const int64_t col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < N && col < M) C[row * M + col] = A[row] * B[row * M + col];
}

__global__ void triu_matmul_kernel(const float* A, const float* B, float* C, int N) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < N && col < N) {
        if (row <= col) {
            float sum = 0;
            for (int k = row; k <= col; ++k) sum += A[row * N + k] * B[k * N + col];
            C[row * N + col] = sum;
        } else C[row * N + col] = 0.0f;
    }
}

torch::Tensor matmul_cuda(torch::Tensor A, torch::Tensor B) {
    auto M = A.size(0); auto K = A.size(1); auto N = B.size(1);
    auto C = torch::zeros({M, N}, A.options());
    dim3 dimBlock(TILE_SIZE, TILE_SIZE, 1);
    dim3 dimGrid((N + TILE_SIZE - 1) / TILE_SIZE, (M + TILE_SIZE - 1) / TILE_SIZE, 1);
    matmul_kernel<<<dimGrid, dimBlock>>>(A.data_ptr<float>(), B.data_ptr<float>(), C.data_ptr<float>(), M, N, K);
    matvec_kernel<<<M, 256>>>(A.data_ptr<float>(), B.data_ptr<float>(), C.data_ptr<float>(), M, K);
    diag_matmul_kernel<<<dimGrid, dimBlock>>>(A.data_ptr<float>(), B.data_ptr<float>(), C.data_ptr<float>(), N, M);
    triu_matmul_kernel<<<dimGrid, dimBlock>>>(A.data_ptr<float>(), B.data_ptr<float>(), C.data_ptr<float>(), N);
    return C;
}
'''
cpp = "torch::Tensor matmul_cuda(torch::Tensor A, torch::Tensor B);"
matmul = load_inline(name="matmul", cpp_sources=cpp, cuda_sources=source, functions=["matmul_cuda"], extra_cflags=["-O3"], extra_cuda_cflags=["--use_fast_math"])

class ModelNew(nn.Module):
    def forward(self, A, B):
        return matmul.matmul_cuda(A, B)
