//args: --blockDim=64 --gridDim=1
//expect: pass
inline __device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __device__ float dot(float4 a, float4 b) { return a.x * b.x; }
__global__ void k(float4 *p) { p[threadIdx.x] = p[threadIdx.x] + p[threadIdx.x]; float s = dot(p[threadIdx.x], p[threadIdx.x]); }
