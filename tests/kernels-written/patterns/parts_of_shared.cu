// Shared memory in parts: two buffers, several arrays in one, a row for each thread.
__global__ void two_arrays(float *out, const float *in, int n) {
    extern __shared__ float mem[];
    float *a = mem;
    float *b = mem + blockDim.x;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    a[t] = i < n ? in[i] : 0;
    b[t] = i < n ? 2 * in[i] : 0;
    __syncthreads();
    if (i < n)
        out[i] = a[blockDim.x - 1 - t] + b[(t + 1) % blockDim.x];
}

__global__ void two_buffers(float *out, const float *in, int steps) {
    __shared__ float s[2][256];
    int t = threadIdx.x, now = 0;
    if (t < 256)
        s[0][t] = in[t];
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        if (t < 256)
            s[1 - now][t] = s[now][t] + s[now][(t + 1) % 256];
        now = 1 - now;
        __syncthreads();
    }
    if (t < 256 && blockIdx.x == 0)
        out[t] = s[now][t];
}

__global__ void bins_of_threads(int *out, const unsigned char *in, int n) {
    __shared__ int bins[16][64];
    int t = threadIdx.x;
    if (t < 64) {
        for (int b = 0; b < 16; b++)
            bins[b][t] = 0;
        for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64)
            bins[in[i] >> 4][t]++;
    }
    __syncthreads();
    if (t < 16) {
        int sum = 0;
        for (int k = 0; k < 64; k++)
            sum += bins[t][(k + t) % 64];
        out[blockIdx.x * 16 + t] = sum;
    }
}

__global__ void bytes_and_words(unsigned *out, const unsigned char *in, int n) {
    __shared__ unsigned words[64];
    unsigned char *bytes = (unsigned char *)words;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        bytes[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (t < 64)
        out[blockIdx.x * 64 + t] = words[t];
}

// The parts overlap by one.
__global__ void two_arrays_wrong(float *out, const float *in, int n) {
    extern __shared__ float mem[];
    float *a = mem;
    float *b = mem + blockDim.x - 1;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    a[t] = i < n ? in[i] : 0;
    b[t] = i < n ? 2 * in[i] : 0;
    __syncthreads();
    if (i < n)
        out[i] = a[t] + b[t];
}

// One buffer.
__global__ void two_buffers_wrong(float *out, const float *in, int steps) {
    __shared__ float s[256];
    int t = threadIdx.x;
    if (t < 256)
        s[t] = in[t];
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        if (t < 256)
            s[t] = s[t] + s[(t + 1) % 256];
        __syncthreads();
    }
    if (t < 256 && blockIdx.x == 0)
        out[t] = s[t];
}

// The bin is the row of another thread.
__global__ void bins_of_threads_wrong(int *out, const unsigned char *in, int n) {
    __shared__ int bins[16][64];
    int t = threadIdx.x;
    if (t < 64)
        for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64)
            bins[in[i] >> 4][t / 2]++;
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t][0];
}

__global__ void bytes_and_words_wrong(unsigned *out, const unsigned char *in, int n) {
    __shared__ unsigned words[64];
    unsigned char *bytes = (unsigned char *)words;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        bytes[t] = i < n ? in[i] : 0;
    if (t < 64)
        out[blockIdx.x * 64 + t] = words[t];
}
