// wrong
// What is asserted of a thread is no clause.
#include <cassert>
__global__ void halves(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(i < n);
    out[i] = 0;
}
