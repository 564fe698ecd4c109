// fixed: -DSIZES= -Dnx=2048 -Dny=2048 --block=32,8 --grid=65,257
#ifndef SIZES
#define SIZES , int nx, int ny
#endif

__global__ void ey_of(float *ey, const float *hz, const float *source, int t SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) {
        if (i == 0)
            ey[i * ny + j] = source[t];
        else
            ey[i * ny + j] -= 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
    }
}

__global__ void ex_of(float *ex, const float *hz SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny && j > 0)
        ex[i * (ny + 1) + j] -= 0.5f * (hz[i * ny + j] - hz[i * ny + (j - 1)]);
}

__global__ void hz_of(float *hz, const float *ex, const float *ey SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny)
        hz[i * ny + j] -= 0.7f * (ex[i * (ny + 1) + (j + 1)] - ex[i * (ny + 1) + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}

// Two fields in one launch.
__global__ void both_wrong(float *hz, float *ex SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny && j > 0) {
        ex[i * (ny + 1) + j] -= 0.5f * (hz[i * ny + j] - hz[i * ny + (j - 1)]);
        hz[i * ny + j] -= 0.7f * ex[i * (ny + 1) + j];
    }
}

// Rows of `ny`, and one more is written.
__global__ void ex_of_wrong(float *ex, const float *hz SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j <= ny)
        ex[i * ny + j] -= 0.5f * hz[i * ny + j];
}
