// fixed: -DSIZES= -Dn=1024 --block=32,8 --grid=32,128
#ifndef SIZES
#define SIZES , int n
#endif

// A step of Floyd and Warshall: row and column `k` do not change where no length is negative, so real code writes all.
__global__ void step(float *next, const float *d, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        next[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

__global__ void step_without_k(float *d, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (k >= 0 && k < n && i < n && j < n && i != k && j != k)
        d[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

__global__ void row_of_threads(float *next, const float *d, int k SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && blockIdx.y == 0 && threadIdx.y == 0)
        for (int j = 0; j < n; j++)
            next[i * n + j] = d[i * n + j] < d[i * n + k] + d[k * n + j] ? d[i * n + j] : d[i * n + k] + d[k * n + j];
}

__global__ void step_wrong(float *d, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (k >= 0 && k < n && i < n && j < n)
        d[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);
}
