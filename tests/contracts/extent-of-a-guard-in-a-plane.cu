// wrong
// The number of a thread in its block, of two dimensions: one more than there are elements is let in.
__global__ void plane(float *out, const float *in) {
    __shared__ float s[256];
    int number = threadIdx.y * blockDim.x + threadIdx.x;
    if (number > 256) {
        return;
    }
    s[number] = in[number];
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 257 + number] = s[number] * 2;
}
