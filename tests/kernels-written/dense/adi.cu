// fixed: -DSIZES= -Dn=512 --block=256 --grid=2
// Sweeps along rows and along columns.
#ifndef SIZES
#define SIZES , int n
#endif

__global__ void rows(const float *a, float *b, float *x SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int j = 1; j < n; j++) {
            x[i * n + j] = x[i * n + j] - x[i * n + (j - 1)] * a[i * n + j] / b[i * n + (j - 1)];
            b[i * n + j] = b[i * n + j] - a[i * n + j] * a[i * n + j] / b[i * n + (j - 1)];
        }
        x[i * n + (n - 1)] = x[i * n + (n - 1)] / b[i * n + (n - 1)];
        for (int j = 0; j < n - 2; j++)
            x[i * n + (n - j - 2)] = (x[i * n + (n - 2 - j)] - x[i * n + (n - 2 - j - 1)] * a[i * n + (n - j - 3)]) / b[i * n + (n - 3 - j)];
    }
}

__global__ void columns(const float *a, float *b, float *x SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n)
        for (int i = 1; i < n; i++) {
            x[i * n + j] = x[i * n + j] - x[(i - 1) * n + j] * a[i * n + j] / b[(i - 1) * n + j];
            b[i * n + j] = b[i * n + j] - a[i * n + j] * a[i * n + j] / b[(i - 1) * n + j];
        }
}

__global__ void columns_wrong(float *x SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= x[(i - 1) * n + j];
}
