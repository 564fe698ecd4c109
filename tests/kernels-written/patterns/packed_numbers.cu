// Numbers of four bits, bits of words, and blocks of numbers with a scale.
__global__ void nibbles(unsigned char *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n)
        out[i] = (in[2 * i] & 15) | (in[2 * i + 1] & 15) << 4;
}

__global__ void unpack(int *out, const unsigned *in, int words) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < words)
        for (int k = 0; k < 8; k++)
            out[8 * i + k] = in[i] >> 4 * k & 15;
}

__global__ void bits(unsigned *mask, const float *in, int n) {
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (32 * w < n) {
        unsigned word = 0;
        for (int k = 0; k < 32 && 32 * w + k < n; k++)
            word |= (unsigned)(in[32 * w + k] > 0) << k;
        mask[w] = word;
    }
}

//@ requires blockDim.x % 32 == 0;
__global__ void ballots(unsigned *mask, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned word = __ballot_sync(0xffffffff, i < n && in[i] > 0);
    if (threadIdx.x % 32 == 0 && i < n)
        mask[i / 32] = word;
}

struct Block {
    float scale;
    signed char q[32];
};

__global__ void quantize(Block *out, const float *in, int blocks) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b < blocks) {
        float most = 0;
        for (int j = 0; j < 32; j++)
            most = fmaxf(most, fabsf(in[32 * b + j]));
        out[b].scale = most / 127;
        for (int j = 0; j < 32; j++)
            out[b].q[j] = (signed char)(in[32 * b + j] / most);
    }
}

__global__ void dequantize(float *out, const Block *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i / 32].scale * in[i / 32].q[i % 32];
}

// Two threads write the halves of one byte.
__global__ void nibbles_wrong(unsigned char *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i / 2] |= (in[i] & 15) << 4 * (i % 2);
}

__global__ void bits_wrong(unsigned *mask, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0)
        mask[i / 32] |= 1u << i % 32;
}

// One number more than a block has.
__global__ void unpack_wrong(int *out, const unsigned *in, int words) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < words)
        for (int k = 0; k <= 8; k++)
            out[8 * i + k] += in[i] & 1u << k;
}

// Each number's thread writes the scale.
__global__ void quantize_wrong(Block *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i / 32].scale += in[i];
        out[i / 32].q[i % 32] = (signed char)in[i];
    }
}
