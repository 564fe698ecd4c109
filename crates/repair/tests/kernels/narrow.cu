// one-statement --blockDim=64 --gridDim=1 --atomics
__global__ void k(const double *in, float *sum) {
    *sum += in[threadIdx.x];
}
