// fixed: -DSIZES= -Dn=1024 --block=256 --grid=4
#ifndef SIZES
#define SIZES , int n
#endif

// Steps of decompositions: the host counts `k`.
__global__ void column(float *a, int k SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    if (k >= 0 && i < n)
        a[i * n + k] /= a[k * n + k];
}

__global__ void rest(float *a, int k SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    if (k >= 0 && i < n)
        for (int j = k + 1; j <= i; j++)
            a[i * n + j] -= a[i * n + k] * a[j * n + k];
}

__global__ void by_one_block(float *a SIZES) {
    if (blockIdx.x > 0)
        return;
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0)
            a[k * n + k] = sqrtf(a[k * n + k]);
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
            a[i * n + k] /= a[k * n + k];
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
            for (int j = k + 1; j <= i; j++)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
        __syncthreads();
    }
}

// The pivot is divided by itself.
__global__ void column_wrong(float *a, int k SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + k;
    if (k >= 0 && i < n)
        a[i * n + k] /= a[k * n + k];
}

// A column is divided while other rows use it.
__global__ void rest_wrong(float *a, int k SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    if (k >= 0 && i < n) {
        a[i * n + k] /= a[k * n + k];
        for (int j = k + 1; j <= i; j++)
            a[i * n + j] -= a[i * n + k] * a[j * n + k];
    }
}

// No barrier behind the division.
__global__ void by_one_block_wrong(float *a SIZES) {
    if (blockIdx.x > 0)
        return;
    for (int k = 0; k < n; k++) {
        for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
            a[i * n + k] /= a[k * n + k];
        for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
            for (int j = k + 1; j <= i; j++)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
        __syncthreads();
    }
}
