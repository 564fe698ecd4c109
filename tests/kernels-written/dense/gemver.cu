// fixed: -DSIZES= -Dn=4096 --block=32,8 --grid=128,512
#ifndef SIZES
#define SIZES , int n
#endif

__global__ void outer(float *a, const float *u1, const float *v1, const float *u2, const float *v2 SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
}

__global__ void transposed(float *x, const float *a, const float *y, const float *z, float beta SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && blockIdx.y == 0 && threadIdx.y == 0) {
        for (int j = 0; j < n; j++)
            x[i] += beta * a[j * n + i] * y[j];
        x[i] += z[i];
    }
}

__global__ void straight(float *w, const float *a, const float *x, float alpha SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && blockIdx.y == 0 && threadIdx.y == 0)
        for (int j = 0; j < n; j++)
            w[i] += alpha * a[i * n + j] * x[j];
}

// Rows one too short.
__global__ void outer_wrong(float *a, const float *u1, const float *v1 SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        a[i * (n - 1) + j] += u1[i] * v1[j];
}

// Each row of threads adds to the same element.
__global__ void straight_wrong(float *w, const float *a, const float *x, float alpha SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        w[i] += alpha * a[i * n + j] * x[j];
}
