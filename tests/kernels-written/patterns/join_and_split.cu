// Tensors put side by side, parts of tensors, repetition.
__global__ void join(float *out, const float *a, const float *b, int N, int ca, int cb, int S) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int both = (ca + cb) * S;
    if (i < N * both) {
        int n = i / both;
        int rest = i % both;
        out[i] = rest < ca * S ? a[n * ca * S + rest] : b[n * cb * S + rest - ca * S];
    }
}

//@ requires ca > 0 && cb > 0 && S > 0;
__global__ void join_from_parts(float *out, const float *a, const float *b, int N, int ca, int cb, int S) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N * ca * S)
        out[i / (ca * S) * (ca + cb) * S + i % (ca * S)] = a[i];
    if (i < N * cb * S)
        out[i / (cb * S) * (ca + cb) * S + ca * S + i % (cb * S)] = b[i];
}

__global__ void split(float *a, float *b, const float *in, int rows, int left, int right) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y;
    if (r >= rows || c >= left + right)
        return;
    if (c < left)
        a[r * left + c] = in[r * (left + right) + c];
    else
        b[r * right + (c - left)] = in[r * (left + right) + c];
}

__global__ void repeat(float *out, const float *in, int n, int times) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < times; k++)
            out[i * times + k] = in[i];
}

__global__ void again(float *out, const float *in, int n, int times) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < times; k++)
            out[k * n + i] = in[i];
}

__global__ void padded(float *out, const float *in, int w, int h, int p) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[(y + p) * (w + 2 * p) + x + p] = in[y * w + x];
}

// The second part begins one channel too early.
//@ requires ca > 0 && cb > 0 && S > 0;
__global__ void join_from_parts_wrong(float *out, const float *a, const float *b, int N, int ca, int cb, int S) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N * ca * S)
        out[i / (ca * S) * (ca + cb) * S + i % (ca * S)] = a[i];
    if (i < N * cb * S)
        out[i / (cb * S) * (ca + cb) * S + (ca - 1) * S + i % (cb * S)] = b[i];
}

// One more than there is room for.
__global__ void repeat_wrong(float *out, const float *in, int n, int times) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k <= times; k++)
            out[i * times + k] = in[i];
}

// Rows of the result are one shorter than those of the image.
__global__ void padded_wrong(float *out, const float *in, int w, int h, int p) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[(y + p) * (w - 1) + x + p] = in[y * w + x];
}
