// Several elements a thread: striped over the block, or side by side.
template <int ITEMS> __global__ void striped(float *out, const float *in, int n) {
    int base = blockIdx.x * blockDim.x * ITEMS + threadIdx.x;
    for (int j = 0; j < ITEMS; j++) {
        int i = base + j * blockDim.x;
        if (i < n)
            out[i] = 2 * in[i];
    }
}
template __global__ void striped<4>(float *, const float *, int);

__global__ void side_by_side(float *out, const float *in, int n, int items) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * items;
    for (int j = 0; j < items && first + j < n; j++)
        out[first + j] = 2 * in[first + j];
}

__global__ void chunk_of_block(float *out, const float *in, int n) {
    int chunk = (n + gridDim.x - 1) / gridDim.x;
    int first = blockIdx.x * chunk;
    int last = min(first + chunk, n);
    for (int i = first + threadIdx.x; i < last; i += blockDim.x)
        out[i] = in[i];
}

// Blocks are as far apart as if each thread had one element.
__global__ void striped_wrong(float *out, const float *in, int n) {
    int base = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < 4; j++) {
        int i = base + j * blockDim.x;
        if (i < n)
            out[i] += in[i];
    }
}

// The last element is that of the next thread.
__global__ void side_by_side_wrong(float *out, const float *in, int n, int items) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * items;
    for (int j = 0; j <= items && first + j < n; j++)
        out[first + j] += in[first + j];
}

// The last block's end is one too far.
__global__ void chunk_of_block_wrong(float *out, const float *in, int n) {
    int chunk = (n + gridDim.x - 1) / gridDim.x;
    int first = blockIdx.x * chunk;
    int last = min(first + chunk, n - 1);
    for (int i = first + threadIdx.x; i <= last; i += blockDim.x)
        out[i] += in[i];
}
