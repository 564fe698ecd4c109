// wrong
// help: safe if blockDim.x == 32 && gridDim.x == 1 && sharedBytes >= 256; the launch in line 16 has that
// Of the launches one gives too little memory, one has several rows of blocks, one passes the same memory twice, and one is
// reached with different numbers of blocks.
__global__ void turned(float *out, const float *in) {
    extern __shared__ float kept[];
    int i = threadIdx.x & 31;
    kept[i] = in[i];
    kept[i + 32] = 0;
    __syncthreads();
    out[i] = kept[31 - i] + kept[i + 32];
}

static void reached(float *out, const float *in, int blocks) { turned<<<blocks, 32, 256>>>(out, in); }
void run(float *out, const float *in, float *both) {
    turned<<<1, 32, 256>>>(out, in);
    turned<<<1, 32, 128>>>(out, in);
    turned<<<dim3(1, 2), 32, 256>>>(out, in);
    turned<<<1, 32, 256>>>(both, both);
    reached(out, in, 1);
    reached(out, in, 2);
}
