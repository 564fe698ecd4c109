// wrong: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// Each block writes the same elements: the number of the block is forgotten, and no contract is to say that there is one.
__global__ void scale(float *a, int n) {
    __shared__ float kept[256];
    kept[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = kept[255 - threadIdx.x] * n;
}
