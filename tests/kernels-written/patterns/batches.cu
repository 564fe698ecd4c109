// Batches of matrices, one behind the other or with strides and leading dimensions.
__global__ void add(float *c, const float *a, int m, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int b = blockIdx.z;
    if (i < m && j < n)
        c[b * m * n + i * n + j] += a[b * m * n + i * n + j];
}

//@ requires ldc >= m && stride >= ldc * n;
__global__ void product(float *C, const float *A, const float *B, int m, int n, int k, int ldc, long long stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    float *c = C + blockIdx.z * stride;
    if (i < m && j < n) {
        float sum = 0;
        for (int l = 0; l < k; l++)
            sum += A[i + l * m] * B[l + j * k];
        c[i + j * ldc] = sum;
    }
}

__global__ void columns_with_pitch(float *a, float x, int rows, int columns, int pitch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y;
    if (i < rows && j < columns)
        a[j * pitch + i] *= x;
}

// The next matrix begins in this one's last row.
__global__ void add_wrong(float *c, const float *a, int m, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int b = blockIdx.z;
    if (i < m && j < n)
        c[b * (m - 1) * n + i * n + j] += a[b * m * n + i * n + j];
}

// All batches write the first.
__global__ void product_wrong(float *C, const float *A, const float *B, int m, int n, int k, long long stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    const float *a = A + blockIdx.z * stride;
    if (i < m && j < n)
        for (int l = 0; l < k; l++)
            C[i + j * m] += a[i + l * m] * B[l + j * k];
}
