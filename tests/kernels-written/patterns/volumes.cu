// Three dimensions and more, with pitches, slices and margins.
__global__ void threads_of_three(float *out, const float *in, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x];
}

__global__ void column(float *out, const float *in, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny)
        return;
    int at = y * nx + x;
    int slice = nx * ny;
    for (int z = 0; z < nz; z++, at += slice)
        out[at] = in[at];
}

//@ requires pitch >= 4 * width;
__global__ void pitched(char *out, size_t pitch, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float *row = (float *)(out + y * pitch);
        row[x] = 1;
    }
}

__global__ void margin(float *u, const float *v, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int z = blockIdx.z + 1;
    if (x <= nx && y <= ny && z <= nz)
        u[(z * (ny + 2) + y) * (nx + 2) + x] = v[((z - 1) * (ny + 2) + y) * (nx + 2) + x];
}

__global__ void of_one_number(float *out, const float *in, int nx, int ny, int nz) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nx * ny * nz) {
        int x = i % nx, y = i / nx % ny, z = i / (nx * ny);
        out[(x * ny + y) * nz + z] = in[i];
    }
}

// Slices one column too near.
__global__ void column_wrong(float *out, const float *in, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny)
        return;
    int at = y * nx + x;
    for (int z = 0; z < nz; z++, at += nx)
        out[at] += in[at];
}

// The margin is of one side alone.
__global__ void margin_wrong(float *u, const float *v, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < nx + 2 && y < ny + 2)
        u[y * (nx + 1) + x] = v[y * (nx + 2) + x];
}

// `x` and `z` have each other's radix.
__global__ void of_one_number_wrong(float *out, const float *in, int nx, int ny, int nz) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nx * ny * nz) {
        int x = i % nx, y = i / nx % ny, z = i / (nx * ny);
        out[(x * ny + y) * (nz - 1) + z] = in[i];
    }
}
