// fixed: -DSIZES= -Dn=4096 -Dm=4096 --block=256 --grid=16
#ifndef SIZES
#define SIZES , int n, int m
#endif

// `mvt` and `gesummv`.
__global__ void mvt_rows(float *x, const float *a, const float *y SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < n; j++)
            x[i] += a[i * n + j] * y[j];
}

__global__ void mvt_columns(float *x, const float *a, const float *y SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < n; j++)
            x[i] += a[j * n + i] * y[j];
}

__global__ void gesummv(float *y, float *tmp, const float *a, const float *b, const float *x, float alpha, float beta SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        tmp[i] = 0;
        y[i] = 0;
        for (int j = 0; j < n; j++) {
            tmp[i] += a[i * n + j] * x[j];
            y[i] += b[i * n + j] * x[j];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
}

// The vector that is read is written.
__global__ void mvt_wrong(float *x, const float *a SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < n; j++)
            x[i] += a[i * n + j] * x[j];
}

// The sums of neighbours are exchanged without a barrier.
__global__ void gesummv_wrong(float *y, float *tmp, const float *a, const float *x SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int j = 0; j < n; j++)
            tmp[i] += a[i * n + j] * x[j];
        y[i] = tmp[n - 1 - i];
    }
}
