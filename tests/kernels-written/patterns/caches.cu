// Rows of a cache of keys: [b][h][position][d], and pages of it.
__global__ void append(float *cache, const float *k, int B, int H, int L, int D, int position) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < B * H * D && 0 <= position && position < L) {
        int e = i % D;
        int h = i / D % H;
        int b = i / (D * H);
        cache[((b * H + h) * L + position) * D + e] = k[i];
    }
}

__global__ void append_many(float *cache, const float *k, int H, int T, int L, int D, int first) {
    int e = threadIdx.x;
    int t = blockIdx.x;
    int h = blockIdx.y;
    int b = blockIdx.z;
    if (e < D && t < T && first >= 0 && first + t < L)
        cache[((b * H + h) * L + first + t) * D + e] = k[((b * T + t) * H + h) * D + e];
}

__global__ void gathered(float *out, const float *cache, const int *page, int T, int D, int size) {
    int e = threadIdx.x;
    int t = blockIdx.x;
    if (e < D && t < T)
        out[t * D + e] = cache[(page[t / size] * size + t % size) * D + e];
}

// The heads share rows.
__global__ void append_wrong(float *cache, const float *k, int B, int H, int L, int D, int position) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < B * H * D && 0 <= position && position < L) {
        int e = i % D;
        int h = i / D % H;
        int b = i / (D * H);
        cache[(b * H * L + h + position) * D + e / 2] = k[i];
    }
}

// The page of an element, and not its place in the page.
__global__ void gathered_wrong(float *out, const float *cache, const int *page, int T, int D, int size) {
    int e = threadIdx.x;
    int t = blockIdx.x;
    if (e < D && t < T)
        out[(t / size) * D + e] = cache[(page[t / size] * size + t % size) * D + e];
}
