// verified: length(out) >= n
// The element in front of the first one belongs to no length: nothing is said of `in`.
__global__ void shifted(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = in[i - 1];
    }
}
