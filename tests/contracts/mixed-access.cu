// wrong
// A plain read decides whether an atomic operation on the same word is needed: it is no guess of a compare-and-swap.
__global__ void greatest(int *most, const int *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && *most < values[i])
        atomicMax(most, values[i]);
}
