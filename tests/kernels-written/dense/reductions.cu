// fixed: -DSIZES= -Dn=65536 --block=256 --grid=256
#ifndef SIZES
#define SIZES , int n
#endif

// Sums of blocks: distances that rise, that fall, by warps; and dot products.
__global__ void rising(float *out, const float *in SIZES) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int at = 2 * d * t;
        if (at + d < 256)
            s[at] += s[at + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void every_second(float *out, const float *in SIZES) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t % (2 * d) == 0 && t + d < 256)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void falling(float *out, const float *in SIZES) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    s[t] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void by_warps(float *out, const float *in SIZES) {
    __shared__ float s[32];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float x = i < n ? in[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(0xffffffff, x, d);
    if (t % 32 == 0)
        s[t / 32] = x;
    __syncthreads();
    if (t < 32) {
        x = t < (blockDim.x + 31) / 32 ? s[t] : 0;
        for (int d = 16; d > 0; d /= 2)
            x += __shfl_down_sync(0xffffffff, x, d);
        if (t == 0)
            atomicAdd(out, x);
    }
}

__global__ void dot(float *out, const float *a, const float *b SIZES) {
    __shared__ float s[256];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += a[i] * b[i];
    if (t < 256)
        s[t] = sum;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void rising_wrong(float *out, const float *in SIZES) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int at = d * t;
        if (at + d < 256)
            s[at] += s[at + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// The last barrier is left out for the last warp.
__global__ void falling_wrong(float *out, const float *in SIZES) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 128; d > 32; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32)
        for (int d = 32; d > 0; d >>= 1)
            s[t] += s[t + d];
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// One element too far.
__global__ void dot_wrong(float *out, const float *a, const float *b SIZES) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        s[t] = i < n ? a[i] * b[i] : 0;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t <= d)
            s[t] += s[t + d];
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
