// fixed: -DSIZES= -Dn=512 -Dm=512 -Dk=512 --block=256 --grid=2
#ifndef SIZES
#define SIZES , int n, int m, int k
#endif

// Products of matrices: a row or a column of the result is that of a thread, and the loops are in each order.
__global__ void i_of_threads(float *c, const float *a, const float *b SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * m + j];
            c[i * m + j] = sum;
        }
}

__global__ void i_of_threads_ikj(float *c, const float *a, const float *b SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int l = 0; l < k; l++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += a[i * k + l] * b[l * m + j];
}

__global__ void j_of_threads_ikj(float *c, const float *a, const float *b SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m)
        for (int i = 0; i < n; i++)
            for (int l = 0; l < k; l++)
                c[i * m + j] += a[i * k + l] * b[l * m + j];
}

__global__ void j_of_threads_kij(float *c, const float *a, const float *b SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m)
        for (int l = 0; l < k; l++)
            for (int i = 0; i < n; i++)
                c[i * m + j] += a[i * k + l] * b[l * m + j];
}

// In place.
__global__ void in_place_wrong(float *a, const float *b SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < k; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[l * k + i] * b[l * k + j];
            a[i * k + j] = sum;
        }
}
