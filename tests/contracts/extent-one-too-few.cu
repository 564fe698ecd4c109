// wrong: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// One element is missing behind the threads: that there are 255 is no clause.
__global__ void behind(float *out, const float *in) {
    __shared__ float row[256];
    row[threadIdx.x + 1] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = row[threadIdx.x + 1];
}
