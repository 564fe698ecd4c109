// Heads of segments: of a fixed length, and where a key differs from the one before.
__global__ void flags(int *head, const int *key, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        head[i] = i == 0 || key[i] != key[i - 1];
}

__global__ void heads_of_fixed(float *head, const float *in, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % length == 0)
        head[i / length] = in[i];
}

__global__ void sum_from_head(float *out, const int *head, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && head[i]) {
        float sum = in[i];
        for (int k = i + 1; k < n && !head[k]; k++)
            sum += in[k];
        out[i] = sum;
    }
}

// Each element writes to its segment.
__global__ void heads_of_fixed_wrong(float *head, const float *in, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        head[i / length] += in[i];
}

// Flags in place of the keys.
__global__ void flags_wrong(int *key, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        key[i] = i == 0 || key[i] != key[i - 1];
}
