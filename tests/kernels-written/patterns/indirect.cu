// Indices from memory: gathered, scattered with atomics, counted.
__global__ void gather_rows(float *out, const float *table, const int *index, int T, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < T * C)
        out[i] = table[index[i / C] * C + i % C];
}

__global__ void add_rows(float *table, const float *grad, const int *index, int T, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < T * C)
        atomicAdd(&table[index[i / C] * C + i % C], grad[i]);
}

__global__ void one_hot(float *out, const int *label, int n, int classes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int c = 0; c < classes; c++)
            out[i * classes + c] = c == label[i];
}

__global__ void compact(int *out, int *count, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0)
        out[i] = atomicAdd(count, 1);
}

__global__ void add_rows_wrong(float *table, const float *grad, const int *index, int T, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < T * C)
        table[index[i / C] * C + i % C] += grad[i];
}

__global__ void one_hot_wrong(float *out, const int *label, int n, int classes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[label[i]] += 1;
}
