// wrong
// Both values of truths are tried.
__global__ void chosen(float *a, bool f, bool g) {
    if (f && !g) {
        a[0] = threadIdx.x;
    }
}
