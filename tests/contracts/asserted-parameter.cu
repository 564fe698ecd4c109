// verified: n % 4 == 0
// What is asserted of parameters at the start is required of launches: the device stops where it does not hold.
#include <cassert>
__global__ void halves(float *out, int n) {
    assert(n % 4 == 0);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 0;
    }
}
