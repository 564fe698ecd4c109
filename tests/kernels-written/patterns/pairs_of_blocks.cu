// Pairs a distance apart: `half` is any number, or a power of two by its exponent.
__global__ void butterfly(float *a, int n, int half) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (half > 0 && t < n / 2) {
        int i = t / half * (2 * half) + t % half;
        if (i + half < n) {
            float x = a[i], y = a[i + half];
            a[i] = x + y;
            a[i + half] = x - y;
        }
    }
}

__global__ void butterfly_bits(float *a, int pairs, int k) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < pairs) {
        int low = t & ((1 << k) - 1);
        int i = (t >> k << (k + 1)) | low;
        float x = a[i], y = a[i + (1 << k)];
        a[i] = x + y;
        a[i + (1 << k)] = x - y;
    }
}

__global__ void bit_is_zero(float *a, int n, int j) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned other = i ^ (1u << j);
    if (i < n && other > i && other < n) {
        float x = a[i], y = a[other];
        a[i] = x + y;
        a[other] = x - y;
    }
}

__global__ void radix_four(float2 *a, int n, int q) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (q > 0 && t < n / 4) {
        int i = t / q * 4 * q + t % q;
        if (i + 3 * q < n)
            for (int k = 0; k < 4; k++)
                a[i + k * q].x *= 2;
    }
}

// Blocks of pairs one too near.
__global__ void butterfly_wrong(float *a, int n, int half) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (half > 0 && t < n / 2) {
        int i = t / half * half + t % half;
        if (i + half < n) {
            float x = a[i], y = a[i + half];
            a[i] = x + y;
            a[i + half] = x - y;
        }
    }
}

// Both of a pair.
__global__ void bit_is_zero_wrong(float *a, int n, int j) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned other = i ^ (1u << j);
    if (i < n && other < n)
        a[i] += a[other];
}

// The part below has one bit too few.
__global__ void butterfly_bits_wrong(float *a, int pairs, int k) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < pairs && k > 0) {
        int low = t & ((1 << (k - 1)) - 1);
        int i = (t >> k << (k + 1)) | low;
        float x = a[i], y = a[i + (1 << k)];
        a[i] = x + y;
        a[i + (1 << k)] = x - y;
    }
}
