// fixed: -DSIZES= -Dn=65536 --block=256 --grid=256
#ifndef SIZES
#define SIZES , int n
#endif

// Scans: by two trees, by doubling with two buffers and with one, and what is added to each block.
__global__ void trees(int *a, int *sums SIZES) {
    __shared__ int s[512];
    int t = threadIdx.x, first = blockIdx.x * 512;
    if (t < 256) {
        s[2 * t] = first + 2 * t < n ? a[first + 2 * t] : 0;
        s[2 * t + 1] = first + 2 * t + 1 < n ? a[first + 2 * t + 1] : 0;
    }
    int offset = 1;
    for (int d = 256; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    __syncthreads();
    if (t == 0) {
        sums[blockIdx.x] = s[511];
        s[511] = 0;
    }
    for (int d = 1; d < 512; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int x = offset * (2 * t + 1) - 1, y = offset * (2 * t + 2) - 1;
            int v = s[x];
            s[x] = s[y];
            s[y] += v;
        }
    }
    __syncthreads();
    if (t < 256) {
        if (first + 2 * t < n)
            a[first + 2 * t] = s[2 * t];
        if (first + 2 * t + 1 < n)
            a[first + 2 * t + 1] = s[2 * t + 1];
    }
}

__global__ void two_buffers(int *out, const int *in SIZES) {
    __shared__ int s[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, now = 0;
    if (t < 256)
        s[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t < 256)
            s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
        now = 1 - now;
        __syncthreads();
    }
    if (t < 256 && i < n)
        out[i] = s[now][t];
}

__global__ void two_barriers(int *out, const int *in SIZES) {
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int x = t < 256 && t >= d ? s[t - d] : 0;
        __syncthreads();
        if (t < 256)
            s[t] += x;
        __syncthreads();
    }
    if (t < 256 && i < n)
        out[i] = s[t];
}

__global__ void add_sums(int *a, const int *sums SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += sums[blockIdx.x];
}

__global__ void step_of_grid(int *out, const int *in, int d SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i >= d && d >= 0 ? in[i] + in[i - d] : in[i];
}

__global__ void two_barriers_wrong(int *out, const int *in SIZES) {
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int x = t < 256 && t >= d ? s[t - d] : 0;
        if (t < 256)
            s[t] += x;
        __syncthreads();
    }
    if (t < 256 && i < n)
        out[i] = s[t];
}

// The tree's barrier is missing on the way up.
__global__ void trees_wrong(int *a SIZES) {
    __shared__ int s[512];
    int t = threadIdx.x, first = blockIdx.x * 512;
    if (t < 256) {
        s[2 * t] = first + 2 * t < n ? a[first + 2 * t] : 0;
        s[2 * t + 1] = first + 2 * t + 1 < n ? a[first + 2 * t + 1] : 0;
    }
    __syncthreads();
    int offset = 1;
    for (int d = 256; d > 0; d >>= 1) {
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    __syncthreads();
    if (t < 256 && first + 2 * t < n)
        a[first + 2 * t] = s[2 * t];
}

__global__ void step_of_grid_wrong(int *a, int d SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && d > 0 && i >= d)
        a[i] += a[i - d];
}
