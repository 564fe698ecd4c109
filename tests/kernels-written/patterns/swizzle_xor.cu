// A tile without padding, its columns swizzled by the row.
__global__ void __launch_bounds__(1024) turn(float *out, const float *in, int n) {
    __shared__ float tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    if (x < n && y < n)
        tile[ty][tx ^ ty] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + tx;
    y = blockIdx.x * 32 + ty;
    if (x < n && y < n)
        out[y * n + x] = tile[tx][ty ^ tx];
}

__global__ void chunks(float4 *out, const float4 *in) {
    __shared__ float4 s[32 * 8];
    int t = threadIdx.x;
    if (t < 256) {
        int row = t / 8, col = t % 8;
        s[row * 8 + (col ^ (row & 7))] = in[blockIdx.x * 256 + t];
    }
    __syncthreads();
    if (t < 256) {
        int row = t % 32, col = t / 32;
        out[blockIdx.x * 256 + t] = s[row * 8 + (col ^ (row & 7))];
    }
}

__global__ void neighbour(int *a) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t ^ 1] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    a[blockIdx.x * blockDim.x + t] = s[t];
}

// Or instead of exclusive or.
__global__ void chunks_wrong(float4 *out, const float4 *in) {
    __shared__ float4 s[32 * 8];
    int t = threadIdx.x;
    if (t < 256) {
        int row = t / 8, col = t % 8;
        s[row * 8 + (col | (row & 7))] = in[blockIdx.x * 256 + t];
    }
    __syncthreads();
    if (t < 256)
        out[blockIdx.x * 256 + t] = s[t];
}

// Both halves are read and written without a barrier.
__global__ void neighbour_wrong(int *a) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    a[blockIdx.x * blockDim.x + t] = s[t ^ 1];
}
