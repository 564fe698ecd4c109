// A grid-stride loop with four elements a thread.
__global__ void scale(float *out, const float *in, float a, int n) {
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += stride) {
        out[4 * i] = a * in[4 * i];
        out[4 * i + 1] = a * in[4 * i + 1];
        out[4 * i + 2] = a * in[4 * i + 2];
        out[4 * i + 3] = a * in[4 * i + 3];
    }
}

__global__ void scale_apart(float *out, const float *in, float a, int n) {
    int stride = blockDim.x * gridDim.x;
    for (int base = blockIdx.x * blockDim.x + threadIdx.x; base < n; base += 4 * stride)
        #pragma unroll
        for (int j = 0; j < 4; j++)
            if (base + j * stride < n)
                out[base + j * stride] = a * in[base + j * stride];
}

__global__ void scale_vectors(float4 *out, const float4 *in, float a, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
        float4 v = in[i];
        v.x *= a;
        v.y *= a;
        v.z *= a;
        v.w *= a;
        out[i] = v;
    }
}

// Elements are as far apart as a block is long, and not as the grid is.
__global__ void scale_apart_wrong(float *out, float a, int n) {
    int stride = blockDim.x * gridDim.x;
    for (int base = blockIdx.x * blockDim.x + threadIdx.x; base < n; base += 4 * stride)
        for (int j = 0; j < 4; j++)
            if (base + j * blockDim.x < n)
                out[base + j * blockDim.x] *= a;
}

// Elements at a distance of three.
__global__ void scale_wrong(float *out, float a, int n) {
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += stride)
        for (int j = 0; j < 4; j++)
            out[3 * i + j] = a;
}
