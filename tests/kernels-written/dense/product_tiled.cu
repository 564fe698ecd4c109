// fixed: -DSIZES= -Dn=512 --block=16,16 --grid=32,32
#ifndef SIZES
#define SIZES , int n
#endif

// A product by tiles in shared memory.
__global__ void tiled(float *c, const float *a, const float *b SIZES) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int t = 0; t < (n + 15) / 16; t++) {
        as[ty][tx] = row < n && t * 16 + tx < n ? a[row * n + t * 16 + tx] : 0;
        bs[ty][tx] = col < n && t * 16 + ty < n ? b[(t * 16 + ty) * n + col] : 0;
        __syncthreads();
        for (int l = 0; l < 16; l++)
            sum += as[ty][l] * bs[l][tx];
        __syncthreads();
    }
    if (row < n && col < n)
        c[row * n + col] = sum;
}

// The second barrier is missing.
__global__ void tiled_wrong(float *c, const float *a, const float *b SIZES) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int t = 0; t < (n + 15) / 16; t++) {
        as[ty][tx] = row < n && t * 16 + tx < n ? a[row * n + t * 16 + tx] : 0;
        bs[ty][tx] = col < n && t * 16 + ty < n ? b[(t * 16 + ty) * n + col] : 0;
        __syncthreads();
        for (int l = 0; l < 16; l++)
            sum += as[ty][l] * bs[l][tx];
    }
    if (row < n && col < n)
        c[row * n + col] = sum;
}
