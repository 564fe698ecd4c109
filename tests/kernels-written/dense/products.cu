// fixed: -DSIZES= -Dn=512 -Dm=512 -Dk=512 --block=32,8 --grid=16,64
#ifndef SIZES
#define SIZES , int n, int m, int k
#endif

__global__ void ij_of_threads(float *c, const float *a, const float *b, float alpha, float beta SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < m) {
        c[i * m + j] *= beta;
        for (int l = 0; l < k; l++)
            c[i * m + j] += alpha * a[i * k + l] * b[l * m + j];
    }
}

__global__ void ij_of_threads_long(double *c, const double *a, const double *b SIZES) {
    size_t j = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t i = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (n > 0 && m > 0 && k > 0 && i < (size_t)n && j < (size_t)m) {
        double sum = 0;
        for (size_t l = 0; l < (size_t)k; l++)
            sum += a[i * k + l] * b[l * m + j];
        c[i * m + j] = sum;
    }
}

// The sum's loop is of threads, too.
__global__ void il_of_threads_wrong(float *c, const float *a, const float *b SIZES) {
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && l < k)
        for (int j = 0; j < m; j++)
            c[i * m + j] += a[i * k + l] * b[l * m + j];
}
