// Rows by threads, warps, blocks, and loops over rows and columns.
__global__ void of_warps(float *out, const float *in, int rows, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = (blockIdx.x * blockDim.x + threadIdx.x) % 32;
    if (row < rows)
        for (int c = lane; c < n; c += 32)
            out[row * n + c] = in[row * n + c];
}

//@ requires blockDim.x % 32 == 0;
__global__ void of_full_warps(float *out, const float *in, int rows, int n) {
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row < rows)
        for (int c = lane; c < n; c += 32)
            out[row * n + c] = in[row * n + c];
}

__global__ void of_warps_by_y(float *out, const float *in, int rows, int n) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    const float *from = in + row * n;
    float *to = out + row * n;
    for (int c = threadIdx.x; c < n; c += blockDim.x)
        to[c] = from[c];
}

__global__ void of_blocks(float *out, const float *in, int rows, int n) {
    for (int row = blockIdx.x; row < rows; row += gridDim.x)
        for (int c = threadIdx.x; c < n; c += blockDim.x)
            out[row * n + c] = in[row * n + c];
}

__global__ void of_grid(float *out, const float *in, int rows, int n) {
    for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < rows; row += gridDim.y * blockDim.y)
        for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < n; c += gridDim.x * blockDim.x)
            out[row * n + c] = in[row * n + c];
}

__global__ void of_pointers(float *out, int rows, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    float *p = out + i * n;
    float *end = p + n;
    while (p < end)
        *p++ = i;
}

__global__ void of_long_numbers(float *out, const float *in, long long rows, long long n) {
    long long stride = (long long)gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < rows * n; i += stride) {
        long long r = i / n, c = i % n;
        out[c * rows + r] = in[i];
    }
}

// Lanes go on by 31.
__global__ void of_warps_wrong(float *out, const float *in, int rows, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row < rows)
        for (int c = lane; c < n; c += 31)
            out[row * n + c] += in[row * n + c];
}

// A row begins at the number of its thread.
__global__ void of_pointers_wrong(float *out, int rows, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    float *p = out + i;
    float *end = p + n;
    while (p < end)
        *p++ = i;
}

// Each block goes over all rows.
__global__ void of_blocks_wrong(float *out, const float *in, int rows, int n) {
    for (int row = 0; row < rows; row++)
        for (int c = threadIdx.x; c < n; c += blockDim.x)
            out[row * n + c] += in[row * n + c];
}

// Columns are as many as rows.
__global__ void of_long_numbers_wrong(float *out, const float *in, long long rows, long long n) {
    long long stride = (long long)gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < rows * n; i += stride) {
        long long r = i / n, c = i % n;
        out[c * (rows - 1) + r] = in[i];
    }
}
