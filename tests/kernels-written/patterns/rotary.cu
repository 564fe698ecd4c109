// Pairs of a head are turned: those next to each other, and those half a head apart.
__global__ void neighbours(float *x, int T, int H, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= T * H * (D / 2))
        return;
    int p = i % (D / 2);
    int h = i / (D / 2) % H;
    int t = i / (D / 2) / H;
    float *v = x + (t * H + h) * D + 2 * p;
    float a = v[0], b = v[1];
    v[0] = a - b * t;
    v[1] = b + a * t;
}

__global__ void half_apart(float *x, int T, int H, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int half = D / 2;
    if (i >= T * H * half)
        return;
    int p = i % half;
    int th = i / half;
    int at = th * D + p;
    float a = x[at], b = x[at + half];
    x[at] = a - b;
    x[at + half] = a + b;
}

__global__ void row_of_block(float *x, int D) {
    float *row = x + (blockIdx.y * gridDim.x + blockIdx.x) * D;
    for (int p = threadIdx.x; p < D / 2; p += blockDim.x) {
        float a = row[p], b = row[p + D / 2];
        row[p] = a - b;
        row[p + D / 2] = a + b;
    }
}

// One half is one too long.
__global__ void half_apart_wrong(float *x, int T, int H, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int half = D / 2 + 1;
    if (i >= T * H * half)
        return;
    int p = i % half;
    int th = i / half;
    int at = th * D + p;
    float a = x[at], b = x[at + half];
    x[at] = a - b;
    x[at + half] = a + b;
}

// Pairs begin at each element.
__global__ void neighbours_wrong(float *x, int T, int H, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= T * H * (D / 2))
        return;
    int p = i % (D / 2);
    int th = i / (D / 2);
    float *v = x + th * D + p;
    float a = v[0], b = v[1];
    v[0] = a - b;
    v[1] = b + a;
}
