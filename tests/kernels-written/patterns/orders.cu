// Elements in another order: reversed, rotated, bits reversed, along a curve.
__global__ void reversed(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[n - 1 - i] = in[i];
}

__global__ void reversed_in_place(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        float x = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = x;
    }
}

__global__ void rotated(float *out, const float *in, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[(i + k) % n] = in[i];
}

__global__ void rows_reversed(float *a, int rows, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < columns / 2) {
        float x = a[r * columns + c];
        a[r * columns + c] = a[r * columns + columns - 1 - c];
        a[r * columns + columns - 1 - c] = x;
    }
}

__global__ void bits_reversed(float *out, const float *in, int log2n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1u << log2n)
        out[__brev(i) >> (32 - log2n)] = in[i];
}

__global__ void bits_reversed_in_place(float *a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned j = __brev(i) >> 22;
    if (i < 1024 && i < j) {
        float x = a[i];
        a[i] = a[j];
        a[j] = x;
    }
}

__global__ void gray(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i ^ (i >> 1)] = i;
}

__global__ void morton(float *out, const float *in) {
    unsigned x = threadIdx.x, y = threadIdx.y, at = 0;
    if (x < 16 && y < 16) {
        for (int k = 0; k < 4; k++)
            at |= (x >> k & 1) << 2 * k | (y >> k & 1) << (2 * k + 1);
        out[blockIdx.x * 256 + at] = in[blockIdx.x * 256 + y * 16 + x];
    }
}

// The middle is passed.
__global__ void reversed_in_place_wrong(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2 + 1) {
        float x = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = x;
    }
}

__global__ void rotated_wrong(float *a, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[(i + k) % n] = a[i];
}

// One bit too few.
__global__ void bits_reversed_wrong(float *out, const float *in, int log2n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1u << log2n)
        out[__brev(i) >> (33 - log2n)] = in[i];
}

// Both threads of a pair exchange.
__global__ void bits_reversed_in_place_wrong(float *a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned j = __brev(i) >> 22;
    if (i < 1024) {
        float x = a[i];
        a[i] = a[j];
        a[j] = x;
    }
}

// The bits of `y` are those of `x`.
__global__ void morton_wrong(float *out, const float *in) {
    unsigned x = threadIdx.x, y = threadIdx.y, at = 0;
    if (x < 16 && y < 16) {
        for (int k = 0; k < 4; k++)
            at |= (x >> k & 1) << 2 * k | (y >> k & 1) << 2 * k;
        out[blockIdx.x * 256 + at] = in[blockIdx.x * 256 + y * 16 + x];
    }
}
