// fixed: -DSIZES= -Dn=1024 -Dm=1024 --block=32,8 --grid=32,128
#ifndef SIZES
#define SIZES , int n, int m
#endif

// `syrk`, `syr2k`, `trmm`, `symm`.
__global__ void syrk(float *c, const float *a, float alpha, float beta SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        c[i * n + j] *= beta;
        for (int k = 0; k < m; k++)
            c[i * n + j] += alpha * a[i * m + k] * a[j * m + k];
    }
}

__global__ void syrk_lower(float *c, const float *a, float alpha, float beta SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && blockIdx.y == 0 && threadIdx.y == 0) {
        for (int j = 0; j <= i; j++)
            c[i * n + j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i * n + j] += alpha * a[i * m + k] * a[j * m + k];
    }
}

__global__ void syr2k(float *c, const float *a, const float *b, float alpha, float beta SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        c[i * n + j] *= beta;
        for (int k = 0; k < m; k++)
            c[i * n + j] += alpha * a[i * m + k] * b[j * m + k] + alpha * b[i * m + k] * a[j * m + k];
    }
}

__global__ void trmm(float *b, const float *a, float alpha SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n && blockIdx.y == 0 && threadIdx.y == 0)
        for (int i = 0; i < m; i++) {
            for (int k = i + 1; k < m; k++)
                b[i * n + j] += a[k * m + i] * b[k * n + j];
            b[i * n + j] *= alpha;
        }
}

__global__ void symm(float *c, const float *a, const float *b, float alpha, float beta SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n && blockIdx.y == 0 && threadIdx.y == 0)
        for (int i = 0; i < m; i++) {
            float sum = 0;
            for (int k = 0; k < i; k++) {
                c[k * n + j] += alpha * b[i * n + j] * a[i * m + k];
                sum += b[k * n + j] * a[i * m + k];
            }
            c[i * n + j] = beta * c[i * n + j] + alpha * b[i * n + j] * a[i * m + i] + alpha * sum;
        }
}

// Both triangles are written.
__global__ void syrk_mirrored_wrong(float *c, const float *a, float alpha SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
        for (int k = 0; k < m; k++) {
            c[i * n + j] += alpha * a[i * m + k] * a[j * m + k];
            c[j * n + i] = c[i * n + j];
        }
}

// Rows of other threads are read that have not been multiplied yet.
__global__ void trmm_wrong(float *b, const float *a, float alpha SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < m && j < n) {
        for (int k = i + 1; k < m; k++)
            b[i * n + j] += a[k * m + i] * b[k * n + j];
        b[i * n + j] *= alpha;
    }
}

// The column is that of the row.
__global__ void symm_wrong(float *c, const float *a, const float *b SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n && blockIdx.y == 0 && threadIdx.y == 0)
        for (int k = 0; k < j; k++)
            c[k * n + j / 2] += b[k * n + j] * a[j * n + k];
}
