//args: --blockDim=4 --gridDim=2
//expect: NOT_ALL_VERIFIED
//says: Write by thread \d in thread block \d \(global id \d\)
__global__ void a(int *p) { p[threadIdx.x] = blockIdx.x; }
