// one-statement --blockDim=64 --gridDim=1 --atomics
// The sum is one of floats, and is converted before it is written: an atomic addition would convert first.
__global__ void k(const float *in, int *sum) {
    *sum += in[threadIdx.x];
}
