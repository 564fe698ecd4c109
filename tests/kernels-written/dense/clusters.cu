// fixed: -DSIZES= -Dn=65536 -Dk=16 -Dd=8 --block=256 --grid=256
#ifndef SIZES
#define SIZES , int n, int k, int d
#endif

// Data mining: the nearest of `k` centres, sums of clusters, distances, histograms.
__global__ void assign(int *nearest, const float *x, const float *centre SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float least = 1e30f;
        int at = 0;
        for (int c = 0; c < k; c++) {
            float sum = 0;
            for (int j = 0; j < d; j++)
                sum += (x[i * d + j] - centre[c * d + j]) * (x[i * d + j] - centre[c * d + j]);
            if (sum < least)
                least = sum, at = c;
        }
        nearest[i] = at;
    }
}

__global__ void sums(float *sum, int *count, const float *x, const int *nearest SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int j = 0; j < d; j++)
            atomicAdd(&sum[nearest[i] * d + j], x[i * d + j]);
        atomicAdd(&count[nearest[i]], 1);
    }
}

__global__ void centres(float *centre, const float *sum, const int *count SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < k * d)
        centre[i] = count[i / d] > 0 ? sum[i] / count[i / d] : 0;
}

__global__ void distances(float *dist, const float *x SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < i; j++) {
            float sum = 0;
            for (int l = 0; l < d; l++)
                sum += (x[i * d + l] - x[j * d + l]) * (x[i * d + l] - x[j * d + l]);
            dist[i * n + j] = sum;
            dist[j * n + i] = sum;
        }
}

__global__ void histogram(int *bins, const unsigned char *in SIZES) {
    __shared__ int s[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        s[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[in[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        atomicAdd(&bins[b], s[b]);
}

__global__ void sums_wrong(float *sum, const float *x, const int *nearest SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < d; j++)
            sum[nearest[i] * d + j] += x[i * d + j];
}

// Threads of one centre write its sum.
__global__ void centres_wrong(float *centre, const float *sum SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < k * d)
        centre[i / d] += sum[i];
}

// No barrier behind the zeros.
__global__ void histogram_wrong(int *bins, const unsigned char *in SIZES) {
    __shared__ int s[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        s[b] = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[in[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        atomicAdd(&bins[b], s[b]);
}
