// verified --blockDim=[16,16] --gridDim=[8,8]
#define T 16
__global__ void matmul(const float *a, const float *b, float *c, int n) {
    __shared__ float as[T][T], bs[T][T];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    float sum = 0;
    for (int m = 0; m < n / T; ++m) {
        as[threadIdx.y][threadIdx.x] = a[y * n + m * T + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(m * T + threadIdx.y) * n + x];
        __syncthreads();
        for (int k = 0; k < T; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[y * gridDim.x * T + x] = sum;
}
