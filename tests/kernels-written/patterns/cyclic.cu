// Blocks dealt out in turn, powers of two by their exponents, groups of heads.
__global__ void dealt_out(float *out, const float *in, int rounds, int p, int nb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rounds * p * nb) {
        int to = i / nb % p;
        int local = i / (nb * p) * nb + i % nb;
        out[to * rounds * nb + local] = in[i];
    }
}

__global__ void by_exponents(float *out, const float *in, int a, int b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 << (a + b)) {
        int high = i >> b, low = i & ((1 << b) - 1);
        out[(low << a) + high] = in[i];
    }
}

__global__ void shared_heads(float *out, const float *q, const float *k, int H, int KV, int T, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < H * T * D) {
        int e = i % D, t = i / D % T, h = i / (D * T);
        int kv = h / (H / KV);
        out[(t * H + h) * D + e] = q[i] * k[(kv * T + t) * D + e];
    }
}

__global__ void convolution(float *out, const float *in, const float *w, int N, int C, int H, int W, int K) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int n = blockIdx.z / K, k = blockIdx.z % K;
    if (n < N && y < H - 2 && x < W - 2) {
        float sum = 0;
        for (int c = 0; c < C; c++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    sum += in[((n * C + c) * H + y + i) * W + x + j] * w[((k * C + c) * 3 + i) * 3 + j];
        out[((n * K + k) * (H - 2) + y) * (W - 2) + x] = sum;
    }
}

// The blocks of a round lie over each other.
__global__ void dealt_out_wrong(float *out, const float *in, int rounds, int p, int nb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rounds * p * nb) {
        int to = i / nb % p;
        int local = i / (nb * p) * nb + i % nb;
        out[to * (rounds - 1) * nb + local] = in[i];
    }
}

// The upper part is moved by one bit too few.
__global__ void by_exponents_wrong(float *out, const float *in, int a, int b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a > 0 && b > 0 && i < 1 << (a + b)) {
        int high = i >> b, low = i & ((1 << b) - 1);
        out[(low << (a - 1)) + high] = in[i];
    }
}

// Heads that share a key write one row.
__global__ void shared_heads_wrong(float *out, const float *q, int H, int KV, int T, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < H * T * D) {
        int e = i % D, t = i / D % T, h = i / (D * T);
        int kv = h / (H / KV);
        out[(t * H + kv) * D + e] += q[i];
    }
}

// The result is two rows higher than what it is written to.
__global__ void convolution_wrong(float *out, const float *in, int H, int W) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z;
    if (y < H && x < W)
        out[(k * (H - 2) + y) * W + x] = in[y * W + x];
}
