__global__ void k(int *a) {
    __shared__ int s[32];
    s[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    a[threadIdx.x] = s[31 - threadIdx.x];
}
