// violates: length(o) >= n && length(a) >= n + 2
// Each element needs two more than it writes; one launch has them.
#include <cuda_runtime.h>
#include <cstdlib>
__global__ void summed(float *o, const float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        o[i] = a[i] + a[i + 1] + a[i + 2];
    }
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *o, *a, *longer;
    cudaMalloc(&o, n * sizeof(float));
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&longer, (n + 2) * sizeof(float));
    summed<<<(n + 255) / 256, 256>>>(o, a, n); // launch: violates `length(a) >= n + 2`
    summed<<<(n + 255) / 256, 256>>>(o, longer, n); // launch: meets
}
