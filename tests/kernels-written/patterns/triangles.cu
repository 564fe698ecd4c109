// Packed triangles: row by row below the diagonal, and symmetric matrices.
__global__ void lower(float *packed, const float *a, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j <= i)
        packed[i * (i + 1) / 2 + j] = a[i * n + j];
}

__global__ void upper(float *packed, const float *a, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n && i <= j)
        packed[i * n - i * (i - 1) / 2 + j - i] = a[i * n + j];
}

__global__ void columns_of_upper(float *packed, const float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (j < n && i <= j)
        packed[i + j * (j + 1) / 2] = a[i + j * n];
}

__global__ void row_of_thread(float *packed, float x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j <= i; j++)
            packed[i * (i + 1) / 2 + j] *= x;
}

__global__ void mirrored(float *a, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < i)
        a[j * n + i] = a[i * n + j];
}

// The triangle has no diagonal, and the row is one longer.
__global__ void lower_wrong(float *packed, const float *a, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j <= i)
        packed[i * (i - 1) / 2 + j] = a[i * n + j];
}

__global__ void row_of_thread_wrong(float *packed, float x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j <= i + 1; j++)
            packed[i * (i + 1) / 2 + j] *= x;
}

// The whole square is mirrored.
__global__ void mirrored_wrong(float *a, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n && i != j)
        a[j * n + i] = a[i * n + j];
}
