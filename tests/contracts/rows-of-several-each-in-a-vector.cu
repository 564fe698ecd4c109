// verified: width >= gridDim.x * blockDim.x * 4
// Each thread of the grid has four elements of a row, which it writes at once.
__global__ void kept(float *out, const float *in, int width) {
    int at = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    float4 v = *reinterpret_cast<const float4 *>(&in[blockIdx.y * width + at]);
    v.x += 1;
    *reinterpret_cast<float4 *>(&out[blockIdx.y * width + at]) = v;
}
