// Blocks in another order: along diagonals, in strips, from a number of one dimension.
//@ requires gridDim.x >= gridDim.y;
__global__ void along_diagonals(float *out, const float *in, int n) {
    int by = blockIdx.x;
    int bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    int x = bx * blockDim.x + threadIdx.x;
    int y = by * blockDim.y + threadIdx.y;
    if (x < n && y < n)
        out[y * n + x] = in[x * n + y];
}

__global__ void from_one_number(float *out, const float *in, int w, int h) {
    int across = (w + 15) / 16;
    int bx = blockIdx.x % across;
    int by = blockIdx.x / across;
    int x = bx * 16 + threadIdx.x;
    int y = by * 16 + threadIdx.y;
    if (threadIdx.x < 16 && threadIdx.y < 16 && x < w && y < h)
        out[y * w + x] = in[y * w + x];
}

__global__ void in_strips(float *out, const float *in, int tiles_m, int tiles_n) {
    const int G = 8;
    int bid = blockIdx.x;
    int per = G * tiles_n;
    int first = bid / per * G;
    int size = min(tiles_m - first, G);
    int m = first + bid % per % size;
    int n = bid % per / size;
    if (tiles_n > 0 && bid < tiles_m * tiles_n)
        out[(m * tiles_n + n) * blockDim.x + threadIdx.x] = in[bid * blockDim.x + threadIdx.x];
}

__global__ void two_dimensions_in_one(float *out, const float *in, int n) {
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.x;
    if (threadIdx.x < 256 && i < n)
        out[i] = in[i];
}

// Two columns of blocks become one.
__global__ void along_diagonals_wrong(float *out, const float *in, int n) {
    int by = blockIdx.y;
    int bx = (blockIdx.x + blockIdx.y) / 2;
    int x = bx * blockDim.x + threadIdx.x;
    int y = by * blockDim.y + threadIdx.y;
    if (x < n && y < n)
        out[y * n + x] += in[x * n + y];
}

// Rows of blocks are one longer than columns are many.
__global__ void from_one_number_wrong(float *out, const float *in, int w, int h) {
    int across = (w + 15) / 16;
    int bx = blockIdx.x % across;
    int by = blockIdx.x / (across + 1);
    int x = bx * 16 + threadIdx.x;
    int y = by * 16 + threadIdx.y;
    if (threadIdx.x < 16 && threadIdx.y < 16 && x < w && y < h)
        out[y * w + x] += in[y * w + x];
}

// Numbers of blocks are counted by the grid's other size.
__global__ void two_dimensions_in_one_wrong(float *out, const float *in, int n) {
    int i = (blockIdx.y * gridDim.y + blockIdx.x) * 256 + threadIdx.x;
    if (threadIdx.x < 256 && i < n && gridDim.x > gridDim.y && gridDim.y > 1)
        out[i] = in[i];
}
