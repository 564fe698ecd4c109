__global__ void k(int *a) {
    auto next = a[threadIdx.x + 1];
    __syncthreads();
    a[threadIdx.x] = next;
}
