// A tile with padding: 32 rows of 33.
__global__ void turn(float *out, const float *in, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void turn_one_line(float *out, const float *in, int width, int height) {
    __shared__ float tile[32 * 33];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    if (x < width && y < height)
        tile[ty * 33 + tx] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + tx;
    y = blockIdx.x * 32 + ty;
    if (x < height && y < width)
        out[y * height + x] = tile[tx * 33 + ty];
}

// No barrier before the tile is read.
__global__ void turn_one_line_wrong(float *out, const float *in, int width, int height) {
    __shared__ float tile[32 * 33];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    if (x < width && y < height)
        tile[ty * 33 + tx] = in[y * width + x];
    x = blockIdx.y * 32 + tx;
    y = blockIdx.x * 32 + ty;
    if (x < height && y < width)
        out[y * height + x] = tile[tx * 33 + ty];
}

// The next tile is written while this one is read.
__global__ void turn_wrong(float *out, const float *in, int width, int height) {
    __shared__ float tile[32][33];
    for (int first = 0; first < width; first += 32) {
        int x = first + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
        if (x < width && y < height)
            tile[threadIdx.y][threadIdx.x] = in[y * width + x];
        __syncthreads();
        x = blockIdx.y * 32 + threadIdx.x;
        y = first + threadIdx.y;
        if (x < height && y < width)
            out[y * height + x] = tile[threadIdx.x][threadIdx.y];
    }
}
