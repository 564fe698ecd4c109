// fixed: -DSIZES= -Dn=2048 -Dm=2048 --block=256 --grid=8
#ifndef SIZES
#define SIZES , int n, int m
#endif

__global__ void norm(float *r, const float *a, int k SIZES) {
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[i * m + k] * a[i * m + k];
        r[k * m + k] = sqrtf(sum);
    }
}

__global__ void unit(float *q, const float *a, const float *r, int k SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        q[i * m + k] = a[i * m + k] / r[k * m + k];
}

__global__ void others(float *a, float *r, const float *q, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j > k && j < m) {
        r[k * m + j] = 0;
        for (int i = 0; i < n; i++)
            r[k * m + j] += q[i * m + k] * a[i * m + j];
        for (int i = 0; i < n; i++)
            a[i * m + j] -= q[i * m + k] * r[k * m + j];
    }
}

__global__ void solve(float *x, const float *l, const float *b SIZES) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < m)
        for (int i = 0; i < n; i++) {
            x[i * m + c] = b[i * m + c];
            for (int j = 0; j < i; j++)
                x[i * m + c] -= l[i * n + j] * x[j * m + c];
            x[i * m + c] /= l[i * n + i];
        }
}

// The column that all read is changed.
__global__ void others_wrong(float *a, int k SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= 0 && j >= k && j < m)
        for (int i = 0; i < n; i++)
            a[i * m + j] -= a[i * m + k];
}

__global__ void unit_wrong(float *a, float *r, int k SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        r[k * m + k] += a[i * m + k] * a[i * m + k];
        a[i * m + k] /= r[k * m + k];
    }
}
