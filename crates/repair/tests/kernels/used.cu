// one-statement --blockDim=64 --gridDim=1 --atomics
__global__ void k(int *count, int *ticket) {
    ticket[threadIdx.x] = *count += 1;
}
