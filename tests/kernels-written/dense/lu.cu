// fixed: -DSIZES= -Dn=2048 --block=32,8 --grid=64,256
#ifndef SIZES
#define SIZES , int n
#endif

__global__ void row(float *a, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= 0 && j > k && j < n && blockIdx.y == 0 && threadIdx.y == 0)
        a[k * n + j] /= a[k * n + k];
}

__global__ void rest(float *a, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (k >= 0 && i > k && j > k && i < n && j < n)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

__global__ void rest_from_next(float *a, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + k + 1;
    if (k >= 0 && i < n && j < n)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

// The row itself is changed while it is read.
__global__ void rest_wrong(float *a, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (k >= 0 && i >= k && j >= k && i < n && j < n)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

__global__ void row_wrong(float *a, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= 0 && j >= k && j < n && blockIdx.y == 0 && threadIdx.y == 0)
        a[k * n + j] /= a[k * n + k];
}
