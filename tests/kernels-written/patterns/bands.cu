// Diagonals, and matrices of bands: ab[ku + i - j][j].
__global__ void diagonal(float *a, float x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i * n + i] = x;
}

__global__ void to_band(float *ab, const float *a, int n, int kl, int ku) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n && i - j <= kl && j - i <= ku)
        ab[(ku + i - j) * n + j] = a[i * n + j];
}

__global__ void band_of_thread(float *ab, float x, int n, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n)
        for (int d = 0; d < 2 * k + 1; d++)
            ab[d * n + j] *= x;
}

// A diagonal is `n - 1` long.
__global__ void to_band_wrong(float *ab, const float *a, int n, int kl, int ku) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n && i - j <= kl && j - i <= ku)
        ab[(ku + i - j) * (n - 1) + j] = a[i * n + j];
}

// Diagonals go one further than a column is long.
__global__ void band_of_thread_wrong(float *ab, float x, int n, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n)
        for (int d = 0; d < 2 * k + 1; d++)
            ab[d + j] *= x;
}
