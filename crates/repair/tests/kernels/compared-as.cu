// one-statement --blockDim=64 --gridDim=1 --atomics
// The minimum is one of unsigned numbers; that of the place would be one of signed ones.
__global__ void k(const unsigned *in, int *least) {
    *least = min(*least, in[threadIdx.x]);
}
