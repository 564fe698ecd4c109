//args: --blockDim=64 --gridDim=1
//expect: pass
__device__ float4 operator%(float4 a, float4 b) { return make_float4(a.x + b.x, a.y, a.z, b.w); }
__global__ void k(float4 *p) { p[threadIdx.x] = p[threadIdx.x] % p[threadIdx.x]; }
