// verified: length(a) >= n && length(b) >= n * 2
// Two numbers of one array make an element of the other.
__global__ void paired(float2 *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] = make_float2(b[2 * i], b[2 * i + 1]);
    }
}
