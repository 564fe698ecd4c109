// fixed: -DSIZES= -Dn=64 --block=32,4,2 --grid=2,16,32
#ifndef SIZES
#define SIZES , int n
#endif

__global__ void heat(float *b, const float *a SIZES) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1)
        b[(i * n + j) * n + k] = 0.125f * (a[((i + 1) * n + j) * n + k] - 2 * a[(i * n + j) * n + k] + a[((i - 1) * n + j) * n + k])
            + 0.125f * (a[(i * n + j + 1) * n + k] + a[(i * n + j - 1) * n + k])
            + 0.125f * (a[(i * n + j) * n + k + 1] + a[(i * n + j) * n + k - 1]);
}

__global__ void convolution(float *b, const float *a, int i SIZES) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (blockIdx.z == 0 && threadIdx.z == 0 && i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1)
        b[i * (n * n) + j * n + k] = 2 * a[(i - 1) * (n * n) + (j - 1) * n + k - 1] + 4 * a[i * (n * n) + j * n + k]
            - 3 * a[(i + 1) * (n * n) + (j + 1) * n + k + 1];
}

__global__ void heat_of_columns(float *b, const float *a SIZES) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (blockIdx.z == 0 && threadIdx.z == 0 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1)
        for (int i = 1; i < n - 1; i++)
            b[i * n * n + j * n + k] = a[(i - 1) * n * n + j * n + k] + a[(i + 1) * n * n + j * n + k];
}

__global__ void heat_wrong(float *a SIZES) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1)
        a[(i * n + j) * n + k] = 0.5f * (a[((i + 1) * n + j) * n + k] + a[((i - 1) * n + j) * n + k]);
}

// The planes lie over each other.
__global__ void heat_of_columns_wrong(float *b, const float *a SIZES) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (blockIdx.z == 0 && threadIdx.z == 0 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1)
        for (int i = 1; i < n - 1; i++)
            b[i * n + j * n + k] += a[(i - 1) * n * n + j * n + k];
}
