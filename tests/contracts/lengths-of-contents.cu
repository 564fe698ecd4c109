// verified: length(out) >= n && length(index) >= n
// How long `in` has to be depends on what memory contains: no length is said of it.
__global__ void gathered(float *out, const float *in, const int *index, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = in[index[i]];
    }
}
