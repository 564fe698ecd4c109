__global__ void k(int *count, int *ticket) {
    ticket[threadIdx.x] = (atomicAdd(count, 1) + 1);
}
