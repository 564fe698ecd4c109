// wrong: blockDim.x == 224 && blockDim.y == 1 && blockDim.z == 1
// A block reads what the block below writes.
#define N 224
__global__ void k(int *a) {
    if (threadIdx.x == 0) a[blockIdx.y * N + blockIdx.x] = a[(blockIdx.y + 1) * N + blockIdx.x];
}
