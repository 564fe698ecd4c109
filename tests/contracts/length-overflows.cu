// verified: length(a) >= n * 3
// The index of the last elements overflows with what the launch passes, so that nothing is known of where they are.
#include <cuda_runtime.h>
__global__ void thirds(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[3 * i] = 1;
    }
}
int main() {
    float *a;
    cudaMalloc(&a, 24000000000ull);
    thirds<<<7812500, 256>>>(a, 2000000000); // launch: is unchecked
    thirds<<<4, 256>>>(a, 1000); // launch: meets
}
