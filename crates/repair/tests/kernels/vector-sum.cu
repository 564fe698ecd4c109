// one-statement --blockDim=64 --gridDim=1
__global__ void k(float4 *a) {
    a[0].x += a[threadIdx.x + 1].y;
}
