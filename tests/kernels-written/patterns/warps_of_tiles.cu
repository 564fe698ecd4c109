// A tile of a matrix by warps: digits of the thread's number become rows and columns.
__global__ void fragments(float *c, const float *a, int ldc) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * 64 + warp / 2 * 16 + lane / 4;
    int col = blockIdx.x * 32 + warp % 2 * 16 + lane % 4 * 2;
    if (threadIdx.x < 256 && (int)blockIdx.x * 32 + 32 <= ldc)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                c[(row + 8 * i) * ldc + col + 8 * j] = a[lane];
                c[(row + 8 * i) * ldc + col + 8 * j + 1] = a[lane + 1];
            }
}

__global__ void registers(float *c, const float *a, int n) {
    int row = (blockIdx.y * 16 + threadIdx.y) * 4;
    int col = (blockIdx.x * 16 + threadIdx.x) * 4;
    if (threadIdx.x < 16 && threadIdx.y < 16)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                if (row + i < n && col + j < n)
                    c[(row + i) * n + col + j] += a[row + i] * a[col + j];
}

__global__ void registers_apart(float *c, const float *a, int n) {
    int ty = threadIdx.x / 16, tx = threadIdx.x % 16;
    if (threadIdx.x < 256)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                int row = blockIdx.y * 64 + ty + 16 * i, col = blockIdx.x * 64 + tx + 16 * j;
                if (row < n && col < n)
                    c[row * n + col] = a[row] * a[col];
            }
}

__global__ void loaded_tile(float *out, const float *a, int lda) {
    __shared__ float s[128 * 8];
    int t = threadIdx.x;
    if (t < 256)
        for (int k = 0; k < 4; k++)
            s[(t % 8) * 128 + t / 8 + 32 * k] = a[(blockIdx.x * 128 + t / 8 + 32 * k) * lda + t % 8];
    __syncthreads();
    if (t < 128)
        out[blockIdx.x * 128 + t] = s[t] + s[7 * 128 + t];
}

// Lanes are one column apart, and two are written.
__global__ void fragments_wrong(float *c, const float *a, int ldc) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * 64 + warp / 2 * 16 + lane / 4;
    int col = blockIdx.x * 32 + warp % 2 * 16 + lane % 4;
    if (threadIdx.x < 256 && (int)blockIdx.x * 32 + 32 <= ldc)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                c[(row + 8 * i) * ldc + col + 8 * j] = a[lane];
                c[(row + 8 * i) * ldc + col + 8 * j + 1] = a[lane + 1];
            }
}

// Threads are four apart, and five are written.
__global__ void registers_wrong(float *c, const float *a, int n) {
    int row = (blockIdx.y * 16 + threadIdx.y) * 4;
    int col = (blockIdx.x * 16 + threadIdx.x) * 4;
    if (threadIdx.x < 16 && threadIdx.y < 16)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 5; j++)
                if (row + i < n && col + j < n)
                    c[(row + i) * n + col + j] += a[row + i] * a[col + j];
}

// Rows of the tile are one shorter than columns of the matrix.
__global__ void loaded_tile_wrong(float *out, const float *a, int lda) {
    __shared__ float s[128 * 8];
    int t = threadIdx.x;
    if (t < 256)
        for (int k = 0; k < 4; k++)
            s[(t % 8) * 127 + t / 8 + 32 * k] = a[(blockIdx.x * 128 + t / 8 + 32 * k) * lda + t % 8];
    __syncthreads();
    if (t < 128)
        out[blockIdx.x * 128 + t] = s[t];
}
