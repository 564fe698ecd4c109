// wrong
// The number of the plane is forgotten where the result is written.
__global__ void kept(float *out, const float *in, int width, int height) {
    int at = threadIdx.x * 4;
    for (int c = 0; c < 4; c++) {
        out[blockIdx.x * width + at + c] = in[(blockIdx.y * height + blockIdx.x) * width + at + c];
    }
}
