// alpinist races --stable dim3_comma.cu : block is `*`, the second declarator of one `dim3` statement is not read
__global__ void k(float *o, int w) { o[blockIdx.x * 32 + threadIdx.x + 8 * w * (blockIdx.y * 8 + threadIdx.y)] = 1; }
void f(float *o) { dim3 grid(4, 4), threads(32, 8); k<<<grid, threads>>>(o, 128); }
