// verified: w >= gridDim.x * blockDim.x && length(a) >= w * h
// A launch that is right for fewer rows than the contract allows may leave the memory all the same.
#include <cuda_runtime.h>
__global__ void rows(float *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < h) {
        a[y * w + x] = 1;
    }
}
int main() {
    float *a;
    cudaMalloc(&a, 400);
    rows<<<2, 64>>>(a, 120, 1); // launch: is unchecked
}
