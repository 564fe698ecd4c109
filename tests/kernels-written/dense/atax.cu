// fixed: -DSIZES= -Dn=1024 -Dm=2048 --block=256 --grid=8
#ifndef SIZES
#define SIZES , int n, int m
#endif

__global__ void ax(float *t, const float *a, const float *x SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        t[i] = 0;
        for (int j = 0; j < m; j++)
            t[i] += a[i * m + j] * x[j];
    }
}

__global__ void aty(float *y, const float *a, const float *t SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        y[j] = 0;
        for (int i = 0; i < n; i++)
            y[j] += a[i * m + j] * t[i];
    }
}

// Both steps in one launch.
__global__ void both_wrong(float *y, float *t, const float *a, const float *x SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < m; j++)
            t[i] += a[i * m + j] * x[j];
    if (i < m)
        for (int j = 0; j < n; j++)
            y[i] += a[j * m + i] * t[j];
}
