__global__ void mm(const float *a, const float *b, float *c, int n) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        as[ty][tx] = a[ty * n + k + tx];
        bs[ty][tx] = b[(k + ty) * n + tx];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads();
    }
    c[(blockIdx.x * 16 + ty) * 16 + tx] = sum;
}
