// Complex numbers: interleaved, in two planes, and in pairs of an array of twice the length.
__global__ void interleave(float *out, const float *re, const float *im, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[2 * i] = re[i];
        out[2 * i + 1] = im[i];
    }
}

__global__ void multiply(float2 *a, const float2 *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 x = a[i], y = b[i];
        a[i].x = x.x * y.x - x.y * y.y;
        a[i].y = x.x * y.y + x.y * y.x;
    }
}

__global__ void conjugate(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 * n && i % 2 == 1)
        a[i] = -a[i];
}

__global__ void planes(float *planes, const float *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 2 * n; i += gridDim.x * blockDim.x)
        planes[(i & 1) * n + (i >> 1)] = in[i];
}

// The imaginary part is the next real one.
__global__ void interleave_wrong(float *out, const float *re, const float *im, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = re[i];
        out[i + 1] = im[i];
    }
}

// A plane is one too short.
__global__ void planes_wrong(float *planes, const float *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 2 * n; i += gridDim.x * blockDim.x)
        planes[(i & 1) * (n - 1) + (i >> 1)] = in[i];
}
